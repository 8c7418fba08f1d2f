// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/AddressTaken.h"

#include "IR/Visit.h"

namespace adjoint::analysis {

using namespace ir;

std::set<const Variable *> addressTaken(const StmtList &code) {
  std::set<const Variable *> found;
  auto look = [&](const Expr *expr) {
    const auto *address = llvm::dyn_cast<AddressExpr>(expr);
    if (const Variable *variable = address ? rootVariable(address->place) : nullptr)
      found.insert(variable);
  };
  forEachStmt(code, [&](const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *expr) { forEachExpr(expr, look); },
        [&](const Place *written) { forEachExpr(written, look); });
  });
  return found;
}

void markAddressTaken(Context &context, const StmtList &code) {
  for (const Variable *variable : addressTaken(code))
    context.noteAddressTaken(variable, true);
}

} // namespace adjoint::analysis
