// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ApartParameters: pointers to numbers that a callee shares with nothing else, in any of its calls.
//
//   void step(const double *u, double *v);    called as step(a, b) with two arrays: both
//
// Nothing that another argument or a global variable leads to is what such a pointer leads to. Its adjoint is then as good
// as __restrict, which a pointer to constants says of nothing but what is written. The largest solution over all calls
// that the root leads to: a parameter that is passed on is apart where it was.

#ifndef ADJOINT_ANALYSIS_POINTERS_APARTPARAMETERS_H
#define ADJOINT_ANALYSIS_POINTERS_APARTPARAMETERS_H

#include "Analysis/Memory/Program.h"

namespace adjoint::analysis {

class ApartParameters {
public:
  explicit ApartParameters(const Program &program);
  bool contains(const ir::Variable *param) const { return apart.count(param) != 0; }

private:
  void assumeCallees();
  bool removeAt(const ir::CallStmt *call, const Alias &caller);
  bool mayShare(const Alias &caller, const Set &own, const Set &others) const;
  bool mayBeOne(const Alias &caller, unsigned a, unsigned b) const;

  const Program &program;
  std::set<const ir::Variable *> apart;
};

} // namespace adjoint::analysis

#endif
