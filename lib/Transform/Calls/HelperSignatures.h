// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HelperSignatures: the declarations of the adjoints that callees get, by the demand.
//
//   double g(double x, const double *a)     joint       void g_b(double x, double &x_b, const double *a, double *a_b, double result_b)
//                                           one sweep   double g_b(the same)
//                                           halves      double g_fwd(double x, const double *a, double *a_b)
//                                                       void g_rev(as joint)
//
// A parameter that nobody asks for has no adjoint. Globals that have one follow the parameters.

#ifndef ADJOINT_TRANSFORM_CALLS_HELPERSIGNATURES_H
#define ADJOINT_TRANSFORM_CALLS_HELPERSIGNATURES_H

#include "Analysis/Pointers/ApartParameters.h"
#include "Transform/Function/AnalysedFunction.h"

namespace adjoint::transform {

class HelperSignatures {
public:
  HelperSignatures(ir::Context &context, const AnalysedFunction &function, const analysis::ApartParameters &apart)
      : context(context), function(function), original(*function.original()), apart(apart) {}

  ir::Function *joint() const;
  ir::Function *oneSweep() const;
  ir::Function *reverse() const;
  /// Shares the adjoint parameters of the reverse half.
  ir::Function *forward(const ir::Function &reverse) const;

private:
  ir::Function *empty(const std::string &suffix) const;
  ir::Variable *add(ir::Function &helper, const std::string &name, const ir::Type *type) const;
  void addAdjointParameters(ir::Function &helper) const;

  ir::Context &context;
  const AnalysedFunction &function;
  const ir::Function &original;
  const analysis::ApartParameters &apart;
};

} // namespace adjoint::transform

#endif
