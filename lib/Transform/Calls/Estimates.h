// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates: a partial derivative of a function that nobody differentiates, by differences (adjoint/differences.h).
//
//   const double g_by_x = adjoint::central_difference<0>(g, x, n);

#ifndef ADJOINT_TRANSFORM_CALLS_ESTIMATES_H
#define ADJOINT_TRANSFORM_CALLS_ESTIMATES_H

#include "IR/Context.h"

namespace adjoint::transform {

/// The declaration of the estimate by one argument, for the arguments of the call.
const ir::CallStmt *estimateOfPartial(ir::Context &context, const ir::CallStmt *call, unsigned argument);

} // namespace adjoint::transform

#endif
