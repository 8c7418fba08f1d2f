// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/LoopRecords.h"

#include "Analysis/Loops/Loops.h"
#include "Analysis/Record/Inversion.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

LoopRecords::LoopRecords(const Unit &unit, const UseOf &useOf, const Recompute &recompute)
    : useOf(useOf), recompute(recompute), writes(unit.versions->writes) {}

/// Whatever of the statement the reverse sweep might read or restore by.
void LoopRecords::noteUses(const Stmt *stmt, Variables &used) const {
  auto read = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { used.insert(rootVariable(load->place)); });
  };
  if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
    used.insert(loop->trips);
    if (std::optional<CountedLoop> counted = countedLoop(loop)) {
      used.insert(counted->counter);
      read(counted->first);
      read(counted->bound);
    }
    return;
  }
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return read(branch->condition);
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return read(choice->condition);
  if (isa<BlockStmt>(stmt))
    return;
  const ReverseUse &use = useOf(stmt);
  for (const auto *loads : {&use.before, &use.after})
    for (const LoadExpr *load : *loads)
      read(load);
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
    if (recompute.declarationOf(declare->variable))
      read(declare->init);
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { forEachExpr(place, read); });
  if (isInvertible(stmt) && operandOfInverse(stmt))
    read(operandOfInverse(stmt));
}

std::vector<const Variable *> LoopRecords::overwritten(const LoopStmt *loop,
                                                       const std::set<const Stmt *> &leftOut) const {
  Variables excluded, seen;
  std::vector<const Variable *> found;
  bool needsRecord = false;
  forEachStmt(loop, [&](const Stmt *stmt) {
    noteUses(stmt, excluded);
    excluded.insert(declaredBy(stmt));
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
    if (!variable)
      forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { excluded.insert(rootVariable(place)); });
    if (!variable || leftOut.count(stmt))
      return;
    needsRecord |= !isInvertible(stmt);
    bool isPlain = variable->storage == Storage::Local && !writes.isExposed(variable) &&
                   (variable->type->isFloating() || variable->type->isIntegral());
    if (isPlain && seen.insert(variable).second)
      found.push_back(variable);
  });
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const Variable *variable) { return excluded.count(variable) != 0; }),
              found.end());
  return needsRecord ? found : std::vector<const Variable *>();
}

} // namespace adjoint::analysis
