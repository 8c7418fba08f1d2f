// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/NormalForm/Growth.h"

#include "Analysis/Memory/Elements.h"

#include <algorithm>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {
const Variable *plain(const Variable *variable) {
  return variable && !variable->isGlobal() && !variable->isAddressTaken() && !variable->type->isReference() ? variable : nullptr;
}
} // namespace

const Variable *plainVariable(const Place *place) { return plain(place ? wholeVariable(place) : nullptr); }

const Variable *variableIn(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  return load ? plainVariable(load->place) : nullptr;
}

const Variable *writtenBy(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return declare->init ? plain(declare->variable) : nullptr;
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *allocate = dyn_cast<AllocateStmt>(stmt);
  const auto *call = dyn_cast<CallStmt>(stmt);
  return plainVariable(assign ? assign->place : allocate ? allocate->place : call ? call->result : nullptr);
}

bool Container::isWrittenIn(const Stmt *stmt) const {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *part) { found |= has(writtenBy(part)) || has(declaredBy(part)); });
  return found;
}

bool Container::isWrittenIn(const StmtList &list) const {
  return std::any_of(list.begin(), list.end(), [&](const Stmt *stmt) { return isWrittenIn(stmt); });
}

namespace {

/// Does it write, besides variables of its own and what they lead to, only the container and what the other branch writes, too?
bool onlyGrows(const StmtList &grows, const StmtList &stays, const Container &container) {
  std::set<const Variable *> own;
  std::set<const Function *> called;
  forEachStmt(stays, [&](const Stmt *stmt) {
    own.insert(writtenBy(stmt));
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      called.insert(call->callee);
  });
  own.insert({container.elements, container.count, container.room});
  forEachStmt(grows, [&](const Stmt *stmt) { own.insert(declaredBy(stmt)); });
  own.erase(nullptr);
  bool holds = true;
  forEachStmt(grows, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    holds &= !call || called.count(call->callee) != 0;
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { holds &= own.count(analysis::startOf(place)) != 0; });
  });
  return holds;
}

} // namespace

std::optional<Growth> growthIn(const Stmt *stmt) {
  const auto *branch = dyn_cast<IfStmt>(stmt);
  const auto *test = branch ? dyn_cast<BinaryExpr>(branch->condition) : nullptr;
  if (!test || (test->op != BinaryOp::Equal && test->op != BinaryOp::NotEqual && test->op != BinaryOp::Less))
    return std::nullopt;
  const bool isGrownWhereTrue = test->op == BinaryOp::Equal;
  const StmtList &grows = isGrownWhereTrue ? branch->yes : branch->no;
  const StmtList &stays = isGrownWhereTrue ? branch->no : branch->yes;
  Growth found{{nullptr, variableIn(test->left), variableIn(test->right)}, nullptr, &grows, &stays};
  bool setsRoom = false;
  for (const Stmt *part : grows) {
    const auto *assign = dyn_cast<AssignStmt>(part);
    const Variable *from = assign ? variableIn(assign->value) : nullptr;
    if (const auto *allocate = dyn_cast<AllocateStmt>(part); allocate && allocate->declares && !found.larger)
      found.larger = allocate;
    if (from && found.larger && from == plainVariable(found.larger->place) && from->type == found.larger->place->type)
      found.container.elements = plainVariable(assign->place);
    setsRoom |= assign && found.container.room && plainVariable(assign->place) == found.container.room;
  }
  const bool isGrowth = found.container.count && found.container.count->type->isIntegral() && found.container.elements && setsRoom && found.larger->zeroed &&
                        found.larger->form == AllocationForm::Malloc && onlyGrows(grows, stays, found.container);
  return isGrowth ? std::optional<Growth>(found) : std::nullopt;
}

} // namespace adjoint::transform
