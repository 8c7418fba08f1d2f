// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slopes: the derivatives of objectives along a direction, for calls that find where these are least (ir::ImplicitFunction).
//
//   double f(const double *x, const double *p)
//
//   double f_d(const double *x, const double *x_d, const double *p) {
//     double along = 0.0;
//     f_d_2(x, x_d, p, along);       // the tangent
//     return along;
//   }

#ifndef ADJOINT_TRANSFORM_ORDERS_SLOPES_H
#define ADJOINT_TRANSFORM_ORDERS_SLOPES_H

#include "IR/Context.h"
#include "Support/Diagnostics.h"
#include "Transform/Passes/Options.h"

namespace adjoint::transform {

/// Makes the bodies of those that the function leads to and that have none. False after an error has been reported.
bool makeSlopes(ir::Context &context, const ir::Function *function, const Options &options, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
