// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ScratchAdjoints: adjoints that nobody asked for. A function of another file takes adjoints of all that it is given; what it
// is given may be a parameter that is no independent. Or one pointer, as those in an expression of matrices, may lead to it and to active
// data. If it is constant, and all that it leads to is its own, an adjoint of
// the same shape is made, handed over, and dropped. So is one of an object of the file in which active values are stored.
//
//   #pragma adjoint reverse wrt(k)
//   double f(const Grid &g, const double *k) { step(g, k, ...); ... }
//
//   void f_b(const Grid &g, const double *k, double *k_b, double result_b) {
//     Grid g_scratch_b = {};
//     Grid &g_b = g_scratch_b;
//     step_fwd(g, g_b, k, k_b, ...);

#ifndef ADJOINT_TRANSFORM_FUNCTION_SCRATCHADJOINTS_H
#define ADJOINT_TRANSFORM_FUNCTION_SCRATCHADJOINTS_H

#include "IR/Boundary.h"
#include "Transform/Function/AnalysedFunction.h"

namespace adjoint::transform {

class ScratchAdjoints {
public:
  /// `boundary`: what crosses it may get a scratch adjoint wherever one is lacking; else only at calls of functions of other files.
  ScratchAdjoints(Derivation &derivation, const ir::Function *function, const analysis::Demand &demand, const ir::Boundary *boundary);

  /// With adjoints of these parameters.
  const analysis::Demand &demand() const { return asked; }
  const std::set<unsigned> &params() const { return made; }
  /// The wrapper makes them, and passes them to an adjoint that asks for them.
  void pass(ir::Boundary &boundary, ir::Request &onStructs) const;

private:
  bool canBeMade(unsigned param) const;
  void takeOverwritten(const analysis::Unit &unit);
  std::optional<unsigned> lacking(const AnalysedFunction &attempt) const;

  const ir::Function *function;
  const ir::Boundary *boundary;
  analysis::Demand asked;
  std::set<unsigned> made;
};

} // namespace adjoint::transform

#endif
