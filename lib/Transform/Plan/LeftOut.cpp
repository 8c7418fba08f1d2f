// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/LeftOut.h"

#include "Analysis/Loops/Loops.h"

#include <iterator>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

void LeftOut::considerWritesOf(const StmtList &body) {
  plain.clear();
  loops.clear();
  conditional.clear();
  collectPlain(body);
  collectLoops(body, nullptr);
}

void LeftOut::collectLoops(const StmtList &list, const LoopStmt *around) {
  for (const Stmt *stmt : list) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const LoopStmt *inside = !around && loop && !analysis::countedLoop(loop) ? loop : around;
    if (around)
      loops[stmt] = around;
    forEachList(stmt, [&](const StmtList &nested) { collectLoops(nested, inside); });
  }
}

namespace {

void addLoads(const Expr *e, std::set<const Variable *> &to) {
  if (e)
    forEachLoad(e, [&](const LoadExpr *load) { to.insert(rootVariable(load->place)); });
}

/// The variables that conditions in the loop, and its own, depend on by what is assigned in it.
std::set<const Variable *> behindConditions(const LoopStmt *loop) {
  std::set<const Variable *> found;
  auto conditions = [&](const Stmt *stmt) {
    if (const auto *inner = dyn_cast<LoopStmt>(stmt))
      addLoads(inner->condition, found);
    else if (const auto *branch = dyn_cast<IfStmt>(stmt))
      addLoads(branch->condition, found);
    else if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      addLoads(choice->condition, found);
  };
  conditions(loop);
  forEachStmt(loop->body, conditions);
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      forEachOperand(stmt, [](const Expr *) {}, [&](const Place *written) {
        if (found.count(rootVariable(written)))
          forEachOperand(stmt, [&](const Expr *e) { addLoads(e, found); }, [](const Place *) {});
      });
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && found.count(declare->variable))
        addLoads(declare->init, found);
    });
  }
  return found;
}

} // namespace

bool LeftOut::mayEndNeededLoop(const Stmt *stmt, const Dead &dead) {
  const auto around = loops.find(stmt);
  if (around == loops.end())
    return false;
  const LoopStmt *loop = around->second;
  bool isNeeded = false;
  forEachStmt(loop->body, [&](const Stmt *inner) { isNeeded = isNeeded || dead.live.count(inner); });
  if (!isNeeded)
    return false;
  const auto found = conditional.try_emplace(loop).first;
  if (found->second.empty())
    found->second = behindConditions(loop);
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return !assign || found->second.count(rootVariable(assign->place));
}

void LeftOut::collectPlain(const StmtList &list) {
  std::set<const Variable *> own;
  for (const Stmt *stmt : list) {
    own.insert(declaredBy(stmt));
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
    bool isNumber = variable && (variable->type->isFloating() || variable->type->isIntegral());
    if (isNumber && own.count(variable) && !variable->isAddressTaken())
      plain.insert(stmt);
    forEachList(stmt, [this](const StmtList &nested) { collectPlain(nested); });
  }
}

void LeftOut::clear() {
  leftOut.clear();
  onTrial.clear();
}

bool LeftOut::add(const Dead &dead, const analysis::Tbr &tbr) {
  const bool wasOnTrial = !onTrial.empty();
  for (const Stmt *stmt : onTrial)
    if (!tbr.wouldRecord(stmt))
      leftOut.erase(stmt);
  onTrial.clear();
  bool isChanged = wasOnTrial;
  for (auto stmt = leftOut.begin(); stmt != leftOut.end();) {
    const bool comesBack = mayEndNeededLoop(*stmt, dead);
    isChanged = isChanged || comesBack;
    if (comesBack)
      pinned.insert(*stmt);
    stmt = comesBack ? leftOut.erase(stmt) : std::next(stmt);
  }
  if (!dead.undone.empty())
    for (const Stmt *stmt : dead.others)
      if (!pinned.count(stmt) && leftOut.insert(stmt).second)
        onTrial.insert(stmt);
  for (const Stmt *stmt : dead.undone)
    if (!pinned.count(stmt))
      isChanged = leftOut.insert(stmt).second || isChanged;
  return isChanged;
}

} // namespace adjoint::transform
