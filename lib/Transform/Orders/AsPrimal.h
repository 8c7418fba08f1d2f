// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AsPrimal: a tangent as a function to be differentiated again.
//
// Its tangents, which were derivatives when it was made, are variables like any others now; that they never overlap what is no
// tangent is still known. Their adjoints are named as the tangents of adjoints are:
//
//   y      y_d      and their adjoints in f_bd       y_bd      y_b

#ifndef ADJOINT_TRANSFORM_ORDERS_ASPRIMAL_H
#define ADJOINT_TRANSFORM_ORDERS_ASPRIMAL_H

#include "IR/Context.h"

namespace adjoint::transform {

/// Of generated functions, callees first; that of the last is returned. They stand in no file, so a value of theirs is taken
/// from a copy. `result`: its parameter that takes the tangent of a result, which overlaps nothing; null: there is none.
const ir::Function *asPrimal(ir::Context &context, const std::vector<const ir::Function *> &generated, const ir::Variable *result);

} // namespace adjoint::transform

#endif
