// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables are marked whose address is taken in this body: fewer than before, when passes have bound references, and
// more, when passes have made copies. What later passes find out depends on it.

#include "Analysis/Writes.h"
#include "Transform/NormalForm.h"

namespace adjoint::transform {

using namespace ir;

StmtList markAddresses(Context &, const Function &function, StmtList body) {
  for (const Variable *param : function.params)
    param->isAddressTaken = false;
  forEachStmt(body, [](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      variable->isAddressTaken = false;
  });
  analysis::Writes marks(body);
  return body;
}

} // namespace adjoint::transform
