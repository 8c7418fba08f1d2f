// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ManyDirections: a derivative for several directions at once (vector mode; Griewank and Walther, Evaluating Derivatives,
// 2nd ed., section 3.1).
//
//   void f_b(double x, double &x_b, double result_b)
// becomes
//   void f_b(double x, adjoint::Directions<double, 4> &x_b, adjoint::Directions<double, 4> result_b)
//
// A derivative is linear in its adjoints or tangents. Those, and whatever is computed from them, are taken for each direction;
// the rest, which is the work of the primal, is done once. A Hessian-vector product is one for each direction that it is taken
// along, and brings the gradient along once:
//
//   void f_bd(double x, adjoint::Directions<double, 4> x_d, double &x_b, adjoint::Directions<double, 4> &x_bd, ...)
//
// The functions are finished: no pass runs behind this one.

#ifndef ADJOINT_TRANSFORM_ORDERS_MANYDIRECTIONS_H
#define ADJOINT_TRANSFORM_ORDERS_MANYDIRECTIONS_H

#include "Transform/Reverse/Adjoint.h"

namespace adjoint::transform {

/// None after an error has been reported: what the functions call knows one direction alone, or a parameter is of a class.
std::optional<Result> withDirections(ir::Context &context, const ir::Request &request, const Result &derivative,
                                     DiagnosticSink &diagnostics);

/// Are there types of several directions for what the function takes and returns?
bool canHaveDirections(const ir::Request &request);

/// The declaration of the derivative, given that for one direction.
const ir::Function *contractWithDirections(ir::Context &context, const ir::Function &contract, unsigned width);

} // namespace adjoint::transform

#endif
