// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DropDead: an adjoint without the statements that nothing needs.
//
//   forward:  y = y + z;  tape.push(z);  w = exp(z);        forward:  y = y + z;
//   reverse:  tape.pop(z);  z_b += y_b;             ->      reverse:  z_b += y_b;

#ifndef ADJOINT_TRANSFORM_CLEANUP_DROPDEAD_H
#define ADJOINT_TRANSFORM_CLEANUP_DROPDEAD_H

#include "Analysis/Activity/Liveness.h"

namespace adjoint::transform {

ir::StmtList dropDead(ir::Context &context, const ir::StmtList &body, const analysis::Liveness &liveness);

} // namespace adjoint::transform

#endif
