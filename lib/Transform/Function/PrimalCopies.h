// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PrimalCopies: generated code cannot call every function of the user's by its name (a
// constructor, the body of a lambda, a function of objects that are mirrored). Where it has to
// run one, it calls a copy, printed from the IR.
//
//   before                          after
//                                   static double norm_primal(const Vector &self) { ... }
//   void f_b(...) {                 void f_b(...) {
//     double r = norm(v);             double r = norm_primal(v);

#ifndef ADJOINT_TRANSFORM_FUNCTION_PRIMALCOPIES_H
#define ADJOINT_TRANSFORM_FUNCTION_PRIMALCOPIES_H

#include "IR/Context.h"

namespace adjoint::transform {

/// Replaces calls of functions that need a copy, here and in the copies themselves; the copies
/// come before everything else, callees first. Copies of one another in a circle need declarations.
/// Reports a function that has no definition to copy.
std::vector<const ir::Function *> withPrimalCopies(ir::Context &context,
                                                   const std::vector<const ir::Function *> &generated,
                                                   DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
