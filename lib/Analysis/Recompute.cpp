// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Recompute.h"

#include "Analysis/Loops.h"

#include <algorithm>
#include <optional>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

Recompute::Recompute(const Program &program, const Unit &unit, const UseOf &useOf, bool enabled, bool outermostIsLeft,
                     const FusedLoops *fused)
    : unit(unit), positions(unit.function->body), kept(program, unit, useOf, positions), enabled(enabled), fused(fused),
      writes(unit.function->body), writesInOrder(unit.function->body, positions),
      outside(outermostIsLeft ? unit.writes : unit.alias->noKeys()) {
  walk(unit.function->body, outermostIsLeft);
}

bool Recompute::isFused(const Stmt *stmt) const {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  return loop && fused && fused->count(loop);
}

void Recompute::walk(const StmtList &list, bool isLeft) {
  for (const Stmt *stmt : list) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare && !isLeft && declare->init)
      outermost.insert(declare->variable);
    else if (declare)
      consider(declare);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      if (!isLeft && call->declares)
        outermost.insert(wholeVariable(call->result));
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      if (std::optional<CountedLoop> counted = countedLoop(loop))
        countedBy[counted->counter] = loop;
    forEachList(stmt, [&](const StmtList &nested) { walk(nested, !isFused(stmt)); });
  }
}

bool Recompute::isConstantTable(const DeclareStmt *declare) const {
  const Type *type = declare->variable->type;
  while (type->isArray())
    type = type->element;
  return type->isConst && declare->init && isa<InitListExpr>(declare->init);
}

/// A scalar that a loop around does not change, nor what stands behind the declaration.
bool Recompute::isKeptAround(const LoadExpr *load, const DeclareStmt *declare) const {
  const Variable *variable = wholeVariable(load->place);
  if (!variable || variable->storage != Storage::Local || !variable->type->isScalar() || writes.isExposed(variable) ||
      writesInOrder.isWritten(variable, positions.behind(declare)))
    return false;
  return llvm::any_of(positions.loopsAround(declare), [&](const LoopStmt *loop) {
    return !writesInOrder.isWritten(variable, positions.of(loop));
  });
}

/// A number that nothing behind the declaration overwrites in its scope, and the reverse sweep restores.
bool Recompute::isRestored(const LoadExpr *load, const DeclareStmt *declare) const {
  Set keys = unit.alias->keysOf(load->place);
  return keys.any() && !kept.areWritten(unit.alias->overlapping(keys), positions.behind(declare)) &&
         kept.areKept(keys, positions.listOf(declare), positions.loopsAround(declare).size());
}

/// May any of the keys be written before the reverse sweep comes back to the declaration?
bool Recompute::isWrittenLater(const Set &keys, const DeclareStmt *declare) const {
  if (intersects(keys, outside))
    return true;
  for (const Stmt *stmt = declare; stmt; stmt = positions.around(stmt))
    if (kept.areWritten(keys, positions.behind(stmt)) ||
        (isa<LoopStmt>(stmt) && kept.areWritten(keys, positions.of(stmt))))
      return true;
  return false;
}

/// Is it the counter of a counted loop around the declaration?
bool Recompute::countsAround(const Variable *variable, const DeclareStmt *declare) const {
  auto found = countedBy.find(variable);
  return found != countedBy.end() && positions.isInside(declare, found->second);
}

bool Recompute::isFree(const LoadExpr *load, const DeclareStmt *declare) const {
  const Variable *variable = rootVariable(load->place);
  const Alias &alias = *unit.alias;
  if (!variable || variable->isGlobal())
    return !isWrittenLater(alias.overlapping(alias.keysOf(load->place)), declare);
  if (countsAround(variable, declare) || cheap.count(variable) || isKeptAround(load, declare))
    return true;
  bool isParameter = variable->storage == Storage::Parameter;
  return (isParameter || outermost.count(variable)) && writes.count(variable) <= 1 && !writes.isExposed(variable);
}

namespace {
/// Divisions take their time, but for those of integers by constants, which compilers replace.
bool isSlowDivision(const Expr *expr) {
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (!binary || (binary->op != BinaryOp::Div && binary->op != BinaryOp::Rem))
    return false;
  return !binary->type->is(TypeKind::Integer) || !isa<LiteralExpr>(binary->right);
}
} // namespace

/// Is a floating-point number calculated on the way, which a compiler may round otherwise in another place (a product
/// and a sum fused into one)?
bool Recompute::mayBeRoundedOtherwise(const Expr *expr) const {
  bool may = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    may |= isa<BinaryExpr>(e) && e->type->isFloating();
    may |= load && load->type->isFloating() && cheap.count(wholeVariable(load->place)) &&
           mayBeRoundedOtherwise(cheap.at(wholeVariable(load->place))->init);
  });
  return may;
}

void Recompute::consider(const DeclareStmt *declare) {
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
    isCheap &= !isa<IntrinsicExpr>(e) && !isSlowDivision(e);
  });
  const unsigned limit = 24;
  if (!isCheap || size > limit)
    return;
  if (!variable->type->isFloating() && mayBeRoundedOtherwise(declare->init)) // both sweeps have to take the same branch
    return;
  bool isNumber = variable->type->isFloating() || variable->type->isIntegral();
  bool isThere = true;
  forEachLoad(declare->init, [&](const LoadExpr *load) {
    isThere = isThere && (isFree(load, declare) || (isNumber && isRestored(load, declare)));
  });
  if (isThere)
    cheap[variable] = declare;
}

} // namespace adjoint::analysis
