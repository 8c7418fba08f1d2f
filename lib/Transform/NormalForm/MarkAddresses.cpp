// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables are marked whose address is taken in this body: fewer than before, when passes have bound references, and
// more, when passes have made copies. What later passes find out depends on it.

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Visit.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;

StmtList markAddresses(Context &context, const Function &function, StmtList body) {
  for (const Variable *param : function.params)
    context.noteAddressTaken(param, false);
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      context.noteAddressTaken(variable, false);
  });
  analysis::markAddressTaken(context, body);
  return body;
}

} // namespace adjoint::transform
