// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GlobalObjects: objects of the file whose classes are mirrored become parameters, so that they are read once, by the
// wrapper that reads the caller's (see Boundary).
//
//   std::vector<double> weights;                  double f(double x, vector_double &weights_object) {
//   double f(double x) { return g(x); }             return g(x, weights_object);
//   double g(double x) {                          }
//     return x * weights[0];                      double g(double x, vector_double &weights_object) {
//   }                                               return x * weights_object[0];
//                                                 }

#ifndef ADJOINT_TRANSFORM_FUNCTION_GLOBALOBJECTS_H
#define ADJOINT_TRANSFORM_FUNCTION_GLOBALOBJECTS_H

#include "IR/Context.h"

#include <optional>

namespace adjoint::transform {

/// The request of a function that takes the objects as its last parameters: itself, where nothing names one. None after an
/// error was reported.
std::optional<ir::Request> withObjectsPassed(ir::Context &context, const ir::Request &request, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
