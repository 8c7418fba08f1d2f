// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/HiddenStatics.h"

#include "IR/Visit.h"

#include "llvm/ADT/SetVector.h"

namespace adjoint::codegen {

using namespace ir;

std::vector<const HiddenStatic *> hiddenStaticsOf(const std::vector<const Function *> &functions) {
  llvm::SetVector<const HiddenStatic *> found;
  auto look = [&](const Place *place) {
    const Variable *root = rootVariable(place);
    if (root && root->hidden)
      found.insert(root->hidden);
  };
  auto inExpr = [&](const Expr *expr) { forEachPlace(expr, look); };
  for (const Function *function : functions)
    forEachStmt(function->body, [&](const Stmt *stmt) {
      forEachOperand(stmt, inExpr, [&](const Place *place) {
        look(place);
        forEachExpr(place, inExpr);
      });
    });
  return {found.begin(), found.end()};
}

std::string printAccess(const HiddenStatic &member) {
  const std::string head = member.type + " &" + member.accessor + "()";
  std::string text = head + ";\n";
  text += "template <" + member.type + " *Member> struct " + member.accessor + "_access {\n";
  text += "  friend " + head + " { return *Member; }\n";
  text += "};\n";
  return text + "template struct " + member.accessor + "_access<&" + member.member + ">;\n";
}

} // namespace adjoint::codegen
