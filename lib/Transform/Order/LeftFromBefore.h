// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LeftFromBefore: containers that a function keeps from call to call for their memory alone (Frontend/Facts/WorkContainers.h).
// Each call has its own in generated code, which is the same where no element is read that the call has not stored to.

#ifndef ADJOINT_TRANSFORM_ORDER_LEFTFROMBEFORE_H
#define ADJOINT_TRANSFORM_ORDER_LEFTFROMBEFORE_H

#include "IR/Context.h"
#include "IR/Function.h"
#include "Support/Diagnostics.h"

namespace adjoint::transform {

/// Reports those of which that is not proved. `function`: without the calls of small functions.
void reportLeftFromBefore(ir::Context &context, const ir::Function &function, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
