// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/Recompute.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Elements.h"

#include <algorithm>
#include <optional>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

Recompute::Recompute(const Program &program, const Unit &unit, const UseOf &useOf, RecomputeOptions options)
    : unit(unit), positions(unit.versions->positions), kept(program, unit, useOf, positions), options(options),
      writes(unit.versions->writes), writesInOrder(unit.versions->writesInOrder),
      outside(options.outermostIsLeft ? unit.writes : unit.alias->noKeys()) {
  if (!options.fewerRecords)
    trusted = unit.alias->noKeys();
  walk(unit.function->body, options.outermostIsLeft);
  if (!onTrust.empty())
    weighTrust();
}

/// Which memory is kept for what is computed from it? Then looks at everything again.
void Recompute::weighTrust() {
  std::vector<ValueOnTrust> values;
  for (const auto &[variable, value] : onTrust)
    values.push_back(value);
  trusted = keysOfFewerRecords(values, kept, positions, unit.alias->noKeys());
  countedBy.clear();
  outermost.clear();
  cheap.clear();
  walk(unit.function->body, options.outermostIsLeft);
}

bool Recompute::isFused(const Stmt *stmt) const {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  return loop && options.fused && options.fused->count(loop);
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
  return keys.any() && !mayBeWritten(load, declare, positions.behind(declare)) &&
         kept.areKept(keys, positions.listOf(declare), positions.loopsAround(declare).size());
}

/// What has to be kept if the load is to find the same number again, with all that overlaps it. None: it might not.
std::optional<Set> Recompute::trustFor(const LoadExpr *load, const DeclareStmt *declare) const {
  const Set keys = unit.alias->keysOf(load->place);
  if (keys.none() || mayBeWritten(load, declare, positions.behind(declare)))
    return std::nullopt;
  const Set all = unit.alias->overlapping(keys);
  const bool isTrusted = trusted ? !all.test(*trusted) : !kept.areCalled(all);
  return isTrusted ? std::optional(all) : std::nullopt;
}

/// Does the statement write to another block than the one that the declaration reads by the pointer, since which the
/// pointer has led there? `where`: an interval around the statement, after which the reverse sweep has come back.
bool Recompute::isElsewhere(const Stmt *stmt, const Variable *pointer, const DeclareStmt *declare, Interval where) const {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const Variable *written = assign ? pointerTo(assign->place) : nullptr;
  if (!written || !options.apart->areApart(stmt, pointer, written))
    return false;
  const unsigned start = positions.numberOf(declare);
  const bool isOnceBehind = where.first > start && positions.loopAround(stmt) == positions.loopAround(declare);
  const Interval since = {std::min(where.first, start), isOnceBehind ? positions.numberOf(stmt) : where.last};
  return !writesInOrder.isWritten(pointer, since);
}

/// May a statement of the interval, which begins behind the declaration or with a loop around it, write what the
/// declaration has read?
bool Recompute::mayBeWritten(const LoadExpr *load, const DeclareStmt *declare, Interval where) const {
  const Variable *pointer = options.apart ? pointerTo(load->place) : nullptr;
  return kept.areWritten(unit.alias->overlapping(unit.alias->keysOf(load->place)), where, [&](const Stmt *stmt) {
    return pointer && isElsewhere(stmt, pointer, declare, where);
  });
}

/// May what the declaration reads be written before the reverse sweep comes back to it?
bool Recompute::isWrittenLater(const LoadExpr *load, const DeclareStmt *declare) const {
  if (intersects(unit.alias->overlapping(unit.alias->keysOf(load->place)), outside))
    return true;
  for (const Stmt *stmt = declare; stmt; stmt = positions.around(stmt))
    if (mayBeWritten(load, declare, positions.behind(stmt)) ||
        (isa<LoopStmt>(stmt) && mayBeWritten(load, declare, positions.of(stmt))))
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
  if (!variable || variable->isGlobal())
    return !isWrittenLater(load, declare);
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

/// Of scalars that the innermost loop around does not change.
bool Recompute::isInvariant(const DeclareStmt *declare) const {
  const LoopStmt *loop = positions.loopAround(declare);
  bool isSame = loop != nullptr;
  forEachLoad(declare->init, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    isSame = isSame && variable && !variable->isGlobal() && variable->type->isScalar() && !writes.isExposed(variable) &&
             !writesInOrder.isWritten(variable, positions.of(loop));
  });
  return isSame;
}

bool Recompute::isInVectors(const DeclareStmt *declare) const {
  return options.inVectors && options.inVectors->count(positions.loopAround(declare)) != 0;
}

/// Small, or of a few numbers, however their indices are written; unless a pragma says so, or the opposite.
bool Recompute::isCheap(const DeclareStmt *declare) const {
  if (declare->keeping != Keeping::Chosen)
    return declare->keeping == Keeping::Recompute;
  constexpr unsigned limit = 24, fewNumbers = 10;
  unsigned size = 0, numbers = 0;
  bool calls = false, divides = false;
  forEachExpr(declare->init, [&](const Expr *e) {
    ++size;
    numbers += e->type->isFloating();
    calls |= isa<IntrinsicExpr>(e) && !isBoundOfPart(e);
    divides |= isSlowDivision(e);
  });
  const bool isSmall = size <= limit || (declare->variable->type->isFloating() && numbers <= fewNumbers);
  return isSmall && !calls && (!divides || (options.quotients && (isInvariant(declare) || isInVectors(declare))));
}

void Recompute::consider(const DeclareStmt *declare) {
  if (isTable(declare)) {
    cheap[declare->variable] = declare;
    return;
  }
  const Variable *variable = declare->variable;
  bool written = variable->type->isReference() ? writes.count(variable) > 1
                                               : writes.count(variable) != 1 || writes.isExposed(variable);
  if (!options.enabled || !declare->init || written || !variable->type->isScalar())
    return;
  if (!isCheap(declare))
    return;
  if (!variable->type->isFloating() && mayBeRoundedOtherwise(declare->init)) // both sweeps have to take the same branch
    return;
  bool isNumber = variable->type->isFloating() || variable->type->isIntegral();
  bool isThere = true;
  Set own = unit.alias->noKeys();
  forEachLoad(declare->init, [&](const LoadExpr *load) {
    if (auto found = onTrust.find(wholeVariable(load->place)); found != onTrust.end())
      own |= found->second.keys;
    if (!isThere || isFree(load, declare) || (isNumber && isRestored(load, declare)))
      return;
    const std::optional<Set> trust = isNumber ? trustFor(load, declare) : std::nullopt;
    isThere = trust.has_value();
    if (trust)
      own |= *trust;
  });
  if (!isThere)
    return;
  cheap[variable] = declare;
  if (!trusted && own.any())
    onTrust[variable] = {declare, own, kept.areNeeded(unit.alias->keysOf(variable))};
}

} // namespace adjoint::analysis
