// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Writes.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

Writes::Writes(const StmtList &body) {
  auto expose = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *address = dyn_cast<AddressExpr>(e))
        if (const Variable *variable = rootVariable(address->place)) {
          exposed.insert(variable);
          variable->isAddressTaken = true;
        }
    });
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (declare->init)
        ++counts[declare->variable];
    forEachOperand(stmt, expose, [&](const Place *written) {
      forEachExpr(written, expose);
      if (const Variable *variable = rootVariable(written))
        ++counts[variable];
    });
  });
  std::set<const Function *> seen;
  noteMemory(body, seen);
}

void Writes::noteMemory(const StmtList &body, std::set<const Function *> &seen) {
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
      const Variable *whole = wholeVariable(place) ? rootVariable(place) : nullptr;
      if (whole && !whole->isGlobal() && !isExposed(whole))
        return;
      std::set<Leaf> leaves = leavesOf(place);
      memory.insert(leaves.begin(), leaves.end());
    });
    if (const auto *release = dyn_cast<FreeStmt>(stmt)) { // nothing is read from it any more
      std::set<Leaf> leaves = leavesOf(release->pointer->type->element);
      memory.insert(leaves.begin(), leaves.end());
    }
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (!call || !seen.insert(call->callee).second)
      return;
    anyType |= !call->callee->hasBody;
    noteMemory(call->callee->body, seen);
  });
}

bool Writes::mayWriteMemory(const Place *place) const {
  std::set<Leaf> leaves = leavesOf(place);
  return anyType ||
         std::any_of(leaves.begin(), leaves.end(), [&](const Leaf &leaf) { return mayCoincide(memory, leaf); });
}

unsigned Writes::count(const Variable *variable) const {
  auto found = counts.find(variable);
  return found == counts.end() ? 0 : found->second;
}

bool Writes::mayChange(const Expr *expr) const {
  bool changes = false;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    bool typeWritten = mayWriteMemory(load->place);
    if (!variable) // const is a promise of the pointer, not of what it points to
      changes |= typeWritten;
    else if (variable->isGlobal())
      changes |= typeWritten && !load->place->type->isConst;
    else if (count(variable) != 0)
      changes = true;
    else
      changes |= isExposed(variable) && typeWritten;
  });
  return changes;
}

} // namespace adjoint::analysis
