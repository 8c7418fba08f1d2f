// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Recompute.h"

#include "Analysis/Loops.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

Recompute::Recompute(const Unit &unit, bool enabled, bool outermostIsLeft, const FusedLoops *fused)
    : unit(unit), enabled(enabled), fused(fused), writes(unit.function->body) {
  walk(unit.function->body, {}, outermostIsLeft);
}

bool Recompute::isFused(const Stmt *stmt) const {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  return loop && fused && fused->count(loop);
}

void Recompute::walk(const StmtList &list, std::set<const Variable *> counters, bool isLeft) {
  for (const Stmt *stmt : list) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare && !isLeft && declare->init)
      outermost.insert(declare->variable);
    else if (declare)
      consider(declare, counters);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      if (!isLeft && call->declares)
        outermost.insert(wholeVariable(call->result));
    std::set<const Variable *> inner = counters;
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      if (std::optional<CountedLoop> counted = countedLoop(loop))
        inner.insert(counted->counter);
    forEachList(stmt, [&](const StmtList &nested) { walk(nested, inner, !isFused(stmt)); });
  }
}

bool Recompute::isConstantTable(const DeclareStmt *declare) const {
  const Type *type = declare->variable->type;
  while (type->isArray())
    type = type->element;
  return type->isConst && declare->init && isa<InitListExpr>(declare->init);
}

bool Recompute::isFree(const LoadExpr *load, const std::set<const Variable *> &counters) const {
  const Variable *variable = rootVariable(load->place);
  const Alias &alias = *unit.alias;
  if (variable && !variable->isGlobal()) {
    if (counters.count(variable) || cheap.count(variable))
      return true;
    bool isParameter = variable->storage == Storage::Parameter;
    return (isParameter || outermost.count(variable)) && writes.count(variable) <= 1 && !writes.isExposed(variable);
  }
  return !intersects(alias.overlapping(alias.keysOf(load->place)), unit.writes);
}

void Recompute::consider(const DeclareStmt *declare, const std::set<const Variable *> &counters) {
  if (isConstantTable(declare)) {
    cheap[declare->variable] = declare;
    return;
  }
  const Variable *variable = declare->variable;
  bool written = variable->type->isReference() ? writes.count(variable) > 1
                                               : writes.count(variable) != 1 || writes.isExposed(variable);
  if (!enabled || !declare->init || written || !variable->type->isScalar())
    return;
  unsigned size = 0;
  bool isCheap = true;
  forEachExpr(declare->init, [&](const Expr *e) {
    ++size;
    const auto *binary = dyn_cast<BinaryExpr>(e);
    bool divides = binary && (binary->op == BinaryOp::Div || binary->op == BinaryOp::Rem);
    isCheap &= !isa<IntrinsicExpr>(e) && !divides;
  });
  const unsigned limit = 24;
  if (!isCheap || size > limit)
    return;
  bool isFreeOfCharge = true;
  forEachLoad(declare->init, [&](const LoadExpr *load) { isFreeOfCharge &= isFree(load, counters); });
  if (isFreeOfCharge)
    cheap[variable] = declare;
}

} // namespace adjoint::analysis
