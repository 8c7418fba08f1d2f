// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivative: from a request, of whatever order, to the functions that answer it.
//
// A derivative of a derivative goes back to the primal: tangents are taken first, and the adjoint last, so that no derivative
// is taken of sweeps and of the tape. With r = f(x), the tangent r_d = f'(x) x_d, and the seeds
//
//   f_bd(x, x_d, x_b, x_bd, r_b, r_bd)     x_b  += f'(x)^T r_b
//                                          x_bd += (f''(x) x_d)^T r_b + f'(x)^T r_bd
//
// is the tangent of f_b, and is made as the adjoint of f_d: x_b belongs to x_d there, r_b to r_d, x_bd to x and r_bd to r
// (Griewank and Walther, Evaluating Derivatives, 2nd ed., section 5.1).
//
// Its adjoint f_bb, in a function that calls f_b, is the adjoint of f_d by the primal alone: the direction of f_d is what belongs
// to x_b, and r_d belongs to r_b.
//
//   f_bb(x, x_bd, x_b, x_d, r_b, r_bb)     x_bd += (f''(x) x_d)^T r_b
//                                          r_bb += f'(x) x_d
//
// Those of f_d are what they say: f_db the adjoint of the tangent, f_dd its tangent.

#ifndef ADJOINT_TRANSFORM_ORDERS_DERIVATIVE_H
#define ADJOINT_TRANSFORM_ORDERS_DERIVATIVE_H

#include "Transform/Reverse/Adjoint.h"

namespace adjoint::transform {

/// None after an error has been reported.
std::optional<Result> buildDerivative(ir::Context &context, const ir::Request &request, const Options &options,
                                      DiagnosticSink &diagnostics, const DumpSink *dump = nullptr);

/// The declaration of what is asked for.
struct DerivativeSignature {
  const ir::Function *contract = nullptr; ///< without a body, and with variables of its own
  /// Positions of its parameters, without objects of the file, in the order in which they are made: each is followed by its
  /// adjoint.
  std::vector<unsigned> order;
};
DerivativeSignature derivativeSignature(ir::Context &context, const ir::Request &request);
/// They are made in the order of the contract.
DerivativeSignature inOwnOrder(const ir::Function *contract);
/// Where the contract has those of the parameters that it has at all.
std::vector<unsigned> placesOf(const std::vector<const ir::Variable *> &made, const ir::Function &contract);

} // namespace adjoint::transform

#endif
