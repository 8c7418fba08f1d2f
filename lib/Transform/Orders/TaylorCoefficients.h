// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TaylorCoefficients: a function on Taylor coefficients in one variable, to a fixed order (Griewank and Walther, Evaluating
// Derivatives, 2nd ed., chapter 13).
//
//   double f(double x, const double *a, int n)
// becomes
//   adjoint::Taylor<double, 3> f_t(adjoint::Taylor<double, 3> x, const adjoint::Taylor<double, 3> *a, int n)
//
// Independents and dependents, and what is computed from them, are Taylor coefficients; the rest stays as it is.

#ifndef ADJOINT_TRANSFORM_ORDERS_TAYLORCOEFFICIENTS_H
#define ADJOINT_TRANSFORM_ORDERS_TAYLORCOEFFICIENTS_H

#include "Transform/Reverse/Adjoint.h"

namespace adjoint::transform {

/// None after an error has been reported.
std::optional<Result> buildTaylor(ir::Context &context, const ir::Request &request, const Options &options,
                                  DiagnosticSink &diagnostics, const DumpSink *dump);

const ir::Function *taylorSignature(ir::Context &context, const ir::Request &request);

} // namespace adjoint::transform

#endif
