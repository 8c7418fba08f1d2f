// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distinct: may two pointers lead into one block of memory?
//
//   std::vector<double> a(n), b(n);
//   for (...) { for (i = 1; ...) b[i] = g(a[i - 1], a[i]); std::swap(a, b); }
//
// Which block either pointer leads to changes from step to step; that it is not the other's, does not. The state is the
// set of pairs that may lead into one block: a pointer has the pairs of those that it is made of, and none when it is
// given new memory. Of local pointers and parameters whose address nobody takes; an array counts as a pointer to itself.
// Alias knows the rest.

#ifndef ADJOINT_ANALYSIS_DISTINCT_H
#define ADJOINT_ANALYSIS_DISTINCT_H

#include "Analysis/Dataflow.h"
#include "Analysis/Program.h"
#include "Analysis/Writes.h"

namespace adjoint::analysis {

class Distinct : private Forward {
public:
  explicit Distinct(const Unit &unit);

  /// Do the pointers lead into different blocks whenever the loop runs, which declares the counter? No for what the loop
  /// moves.
  bool areApart(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b) const;

private:
  void transfer(const ir::Stmt *stmt, Set &state) override;
  void set(const ir::Variable *pointer, const ir::Expr *value, Set &state) const;
  bool collectSources(const ir::Expr *value, std::set<unsigned> &sources) const;
  Set blocksOf(unsigned pointer) const;
  bool mayMeet(unsigned a, unsigned b) const;
  unsigned pair(unsigned a, unsigned b) const { return a * pointers.size() + b; }
  void forget(unsigned pointer, Set &state) const;

  const Unit &unit;
  const Writes writes;
  std::vector<const ir::Variable *> pointers;
  std::map<const ir::Variable *, unsigned> number;
  std::map<const ir::Variable *, const ir::LoopStmt *> loops; ///< by their counters
};

} // namespace adjoint::analysis

#endif
