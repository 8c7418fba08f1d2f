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
    : unit(unit), kept(program, unit, useOf), enabled(enabled), fused(fused), writes(unit.function->body) {
  Place everywhere;
  everywhere.later = outermostIsLeft ? unit.writes : unit.alias->noKeys();
  walk(unit.function->body, everywhere, outermostIsLeft);
}

bool Recompute::isFused(const Stmt *stmt) const {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  return loop && fused && fused->count(loop);
}

void Recompute::walk(const StmtList &list, const Place &around, bool isLeft) {
  std::vector<Set> behind(list.size(), unit.alias->noKeys());
  for (size_t i = list.size(); i-- > 1;) {
    behind[i - 1] = behind[i];
    behind[i - 1] |= kept.writesOf(list[i]);
  }
  for (size_t i = 0; i < list.size(); ++i) {
    const Stmt *stmt = list[i];
    Set later = around.later;
    later |= behind[i];
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare && !isLeft && declare->init) {
      outermost.insert(declare->variable);
    } else if (declare) {
      Writes rest(StmtList(list.begin() + i + 1, list.end()));
      Place place = around;
      place.scope = &list;
      place.rest = &rest;
      place.behind = behind[i];
      place.later = later;
      consider(declare, place);
    }
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      if (!isLeft && call->declares)
        outermost.insert(wholeVariable(call->result));
    Place inner = around;
    inner.later = later;
    std::optional<Writes> inside;
    if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      inner.later |= kept.writesOf(loop);
      inner.loops.push_back(&inside.emplace(StmtList{loop}));
      if (std::optional<CountedLoop> counted = countedLoop(loop))
        inner.counters.insert(counted->counter);
    }
    forEachList(stmt, [&](const StmtList &nested) { walk(nested, inner, !isFused(stmt)); });
  }
}

bool Recompute::isConstantTable(const DeclareStmt *declare) const {
  const Type *type = declare->variable->type;
  while (type->isArray())
    type = type->element;
  return type->isConst && declare->init && isa<InitListExpr>(declare->init);
}

/// A scalar that a loop around does not change, nor what stands behind the declaration.
bool Recompute::isKeptAround(const LoadExpr *load, const Place &place) const {
  const Variable *variable = wholeVariable(load->place);
  if (!variable || variable->storage != Storage::Local || !variable->type->isScalar() || writes.isExposed(variable) ||
      place.rest->mayWrite(variable))
    return false;
  return std::any_of(place.loops.begin(), place.loops.end(),
                     [&](const Writes *loop) { return !loop->mayWrite(variable); });
}

/// A number that nothing behind the declaration overwrites in its scope, and the reverse sweep restores.
bool Recompute::isRestored(const LoadExpr *load, const Place &place) const {
  Set keys = unit.alias->keysOf(load->place);
  return keys.any() && !intersects(unit.alias->overlapping(keys), place.behind) &&
         kept.areKept(keys, *place.scope, place.loops.size());
}

bool Recompute::isFree(const LoadExpr *load, const Place &place) const {
  const Variable *variable = rootVariable(load->place);
  const Alias &alias = *unit.alias;
  if (!variable || variable->isGlobal())
    return !intersects(alias.overlapping(alias.keysOf(load->place)), place.later);
  if (place.counters.count(variable) || cheap.count(variable) || isKeptAround(load, place))
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

void Recompute::consider(const DeclareStmt *declare, const Place &place) {
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
    isThere &= isFree(load, place) || (isNumber && isRestored(load, place));
  });
  if (isThere)
    cheap[variable] = declare;
}

} // namespace adjoint::analysis
