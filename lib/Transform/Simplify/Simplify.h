// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplify: the passes that dissolve what only the way of writing brought in. They make room for one another and are
// repeated (Inlining.h has an example). What they leave as it is, is differentiated as it is.

#ifndef ADJOINT_TRANSFORM_SIMPLIFY_SIMPLIFY_H
#define ADJOINT_TRANSFORM_SIMPLIFY_SIMPLIFY_H

#include "IR/Context.h"
#include "Transform/Simplify/InlinePolicy.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace adjoint::transform {

/// The body to put in place of a call of the callee, if the rule allows it; else null.
using Inlineable = llvm::function_ref<const ir::Function *(const ir::Function *callee, InlineRule rule)>;

/// Each takes and returns the body of a function. Their order: PassOrder.cpp.
ir::StmtList inlineCalls(ir::Context &context, Inlineable inlineable, const ir::Function &function, ir::StmtList body);
ir::StmtList nameIndices(ir::Context &context, ir::StmtList body);
ir::StmtList bindReferences(ir::Context &context, ir::StmtList body);
ir::StmtList forwardObjects(ir::Context &context, ir::StmtList body);
ir::StmtList forwardCopies(ir::Context &context, ir::StmtList body);
ir::StmtList forwardNumbers(ir::Context &context, ir::StmtList body);
ir::StmtList forwardValues(ir::Context &context, ir::StmtList body);
ir::StmtList stateSizes(ir::Context &context, ir::StmtList body);
ir::StmtList splitRecords(ir::Context &context, ir::StmtList body);
ir::StmtList splitArrays(ir::Context &context, ir::StmtList body);
ir::StmtList decideConditions(ir::Context &context, ir::StmtList body);
ir::StmtList restoreChoices(ir::Context &context, ir::StmtList body);
ir::StmtList restoreConditions(ir::Context &context, ir::StmtList body);

} // namespace adjoint::transform

#endif
