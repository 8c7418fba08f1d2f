// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/TangentForm.h"

#include "Analysis/Writes.h"
#include "Transform/NormalForm.h"

namespace adjoint::transform {

using namespace ir;

namespace {
bool hasGoto(const StmtList &body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt *stmt) { found |= llvm::isa<GotoStmt>(stmt); });
  return found;
}
} // namespace

const Function *tangentForm(Context &context, const Function &function) {
  auto *form = context.make<Function>(function);
  StmtList body = copyWrittenParameters(context, function, function.body);
  analysis::Writes marksAddresses(body); // of copies too, before anything looks at a part alone
  body = joinDeclarations(context, body);
  body = separateEffects(context, body);
  if (hasGoto(body))
    body = structureExits(context, function, body);
  form->body = body;
  return form;
}

} // namespace adjoint::transform
