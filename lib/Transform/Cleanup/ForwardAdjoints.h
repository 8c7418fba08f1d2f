// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ForwardAdjoints: an adjoint that only carries another one is that one.
//
//   double e_b = 2.0 * e * loss_b;            double e_b = 2.0 * e * loss_b;
//   double exp_1_b = e_b;              ->     x_b += exp_1 * e_b;
//   x_b += exp_1 * exp_1_b;
//
// For adjoints of values that the tool has named, where neither adjoint is written afterwards. Those of the user's variables stay:
// their names say of what they are.

#ifndef ADJOINT_TRANSFORM_CLEANUP_FORWARDADJOINTS_H
#define ADJOINT_TRANSFORM_CLEANUP_FORWARDADJOINTS_H

#include "IR/Visit.h"

#include <functional>

namespace adjoint::transform {

/// Is it the adjoint of a value that the user gave no name?
using IsUnnamed = std::function<bool(const ir::Variable *adjoint)>;

ir::StmtList forwardAdjoints(ir::Context &context, const ir::StmtList &body, const IsUnnamed &isUnnamed);

} // namespace adjoint::transform

#endif
