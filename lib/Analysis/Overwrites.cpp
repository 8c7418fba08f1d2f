// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Overwrites.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Overwrites::Overwrites(const Unit &unit, const UseOf &useOf, const Recompute &recompute, const FusedLoops *fused)
    : unit(unit), fused(fused), writes(unit.function->body), positions(unit.function->body),
      writesInOrder(unit.function->body, positions), usesOf(unit.alias->keyCount()) {
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      declarations[variable] = stmt;
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      noteLoop(loop);
    addUses(stmt, useOf, recompute);
  });
}

void Overwrites::noteLoop(const LoopStmt *loop) {
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (!counted)
    return;
  countedLoops.insert({loop, *counted});
  if (!counted->declares)
    return;
  ownCounters.insert(counted->counter);
  std::set<const Variable *> bases;
  for (const Stmt *stmt : loop->body)
    if (const auto *assign = dyn_cast<AssignStmt>(stmt))
      if (std::optional<Element> written = elementOf(assign->place); written && bases.insert(written->base).second)
        writers[{&positions.listOf(loop), written->base}].push_back(loop);
}

const CountedLoop *Overwrites::counted(const LoopStmt *loop) const {
  auto found = countedLoops.find(loop);
  return found == countedLoops.end() ? nullptr : &found->second;
}

// ------------------------------------------------------------------ uses

void Overwrites::add(Use use) {
  for (unsigned k : use.keys.set_bits())
    usesOf[k].push_back(uses.size());
  uses.push_back(std::move(use));
}

bool Overwrites::anyUse(Interval where, const Set &keys, llvm::function_ref<bool(const Use &)> holds) const {
  for (unsigned k : keys.set_bits()) {
    const std::vector<size_t> &own = usesOf[k];
    auto it = std::lower_bound(own.begin(), own.end(), where.first, [&](size_t use, unsigned first) {
      return positions.numberOf(uses[use].by) < first;
    });
    for (; it != own.end() && positions.numberOf(uses[*it].by) <= where.last; ++it)
      if (holds(uses[*it]))
        return true;
  }
  return false;
}

void Overwrites::addUse(const Stmt *stmt, const LoadExpr *load, bool after) {
  add({stmt, load, after, unit.alias->keysOf(load->place)});
}

void Overwrites::addLoads(const Stmt *stmt, const Expr *expr) {
  forEachLoad(expr, [&](const LoadExpr *load) { addUse(stmt, load, false); });
}

/// What the statement overwrites is restored, if it is, by a path that reads what it read.
void Overwrites::addPath(const Stmt *stmt) {
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    forEachLoad(place, [&](const LoadExpr *load) { addUse(stmt, load, false); });
  });
}

/// The reversed loop ends where this one begins.
void Overwrites::addControl(const LoopStmt *loop) {
  if (loop->condition)
    addLoads(loop, loop->condition);
  if (const CountedLoop *facts = counted(loop))
    addLoads(loop, facts->first);
}

void Overwrites::addUses(const Stmt *stmt, const UseOf &useOf, const Recompute &recompute) {
  switch (stmt->kind) {
  case Stmt::Kind::If:
    return addLoads(stmt, cast<IfStmt>(stmt)->condition);
  case Stmt::Kind::Switch:
    return addLoads(stmt, cast<SwitchStmt>(stmt)->condition);
  case Stmt::Kind::Loop:
    return addControl(cast<LoopStmt>(stmt));
  case Stmt::Kind::Block:
    return;
  default:
    break;
  }
  const ReverseUse &use = useOf(stmt);
  for (const LoadExpr *load : use.before)
    addUse(stmt, load, false);
  for (const LoadExpr *load : use.after)
    addUse(stmt, load, true);
  Set keys = use.keysBefore;
  keys |= use.keysAfter;
  if (keys.any())
    add({stmt, nullptr, false, keys});
  addPath(stmt);
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  if (declare && declare->init && recompute.declarationOf(declare->variable))
    addLoads(declare, declare->init);
}

// -------------------------------------------------------------- elements

/// Does the variable lead to the same storage throughout the loop?
bool Overwrites::isFixed(const Variable *base, const LoopStmt *loop) const {
  if (base->isGlobal() || (base->type->isPointer() && (writes.isExposed(base) || writes.count(base) > 1)))
    return false;
  auto declared = declarations.find(base);
  if (base->storage == Storage::Parameter)
    return writes.count(base) == 0;
  return declared != declarations.end() && !positions.isInside(declared->second, loop);
}

/// By name, and apart from counting in loops.
bool Overwrites::isChangedIn(const Variable *variable, const LoopStmt *loop) const {
  auto declared = declarations.find(variable);
  bool isDeclared = declared != declarations.end() && positions.isInside(declared->second, loop);
  return !ownCounters.count(variable) && (isDeclared || writesInOrder.isWritten(variable, positions.of(loop)));
}

/// Is the index made of counters and of what the loop does not change?
bool Overwrites::keepsIndex(const Element &element, const LoopStmt *loop) const {
  bool keeps = true;
  forEachLoad(element.index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    keeps = keeps && variable && !variable->isGlobal() && !writes.isExposed(variable) && !isChangedIn(variable, loop);
  });
  return keeps;
}

/// The outermost first.
std::vector<CountedLoop> Overwrites::countedAround(const Stmt *stmt) const {
  std::vector<CountedLoop> found;
  const std::vector<const LoopStmt *> loops = positions.loopsAround(stmt);
  for (const LoopStmt *loop : llvm::reverse(loops))
    if (const CountedLoop *facts = counted(loop))
      found.push_back(*facts);
  return found;
}

// ----------------------------------------------------------------- first

/// Does the use need an element that the store may overwrite later, or in the same iteration?
bool Overwrites::comesTooEarly(const Use &use, const Stmt *store, const Element &element, const LoopStmt *loop,
                               bool isInnermost) const {
  std::optional<Element> used = use.load ? elementOf(use.load->place) : std::nullopt;
  if (!used || used->base != element.base || !keepsIndex(*used, loop))
    return true;
  if (same(used->index, element.index))
    return use.by == store ? !use.after : positions.numberOf(use.by) < positions.numberOf(store);
  bool isUp = counted(loop)->step > 0;
  bool wasBefore = isUp ? isAlwaysLess({}, used->index, element.index) : isAlwaysLess({}, element.index, used->index);
  return !isInnermost || !wasBefore;
}

bool Overwrites::isFirst(const Stmt *store, const Element &element, const LoopStmt *loop, bool isInnermost) const {
  if (!isFixed(element.base, loop) || !keepsIndex(element, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return !anyUse(positions.inside(loop), touched,
                 [&](const Use &use) { return comesTooEarly(use, store, element, loop, isInnermost); });
}

/// Does the loop store to one and the same element, of which it needs no value?
bool Overwrites::staysThere(const Stmt *store, const Element &element, const LoopStmt *loop,
                            const CountedLoop &counted) const {
  if (mentions(element.index, counted.counter) || !isFixed(element.base, loop) || !keepsIndex(element, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return !anyUse(positions.inside(loop), touched, [](const Use &) { return true; });
}

const LoopStmt *Overwrites::firstIn(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  if (!element)
    return nullptr;
  std::vector<CountedLoop> grown;
  const LoopStmt *found = nullptr;
  for (const LoopStmt *loop = positions.loopAround(store); loop; loop = positions.loopAround(loop)) {
    const CountedLoop *facts = counted(loop);
    bool isInnermost = grown.empty();
    if (!facts || (fused && fused->count(loop)))
      return found;
    if (isInnermost && staysThere(store, *element, loop, *facts)) { // one store, as it were
      found = loop;
      continue;
    }
    bool isOneToOne = isInnermost ? growsWith(element->index, facts->counter)
                                  : grown.size() == 1 && isRowMajor(element->index, grown.front(), facts->counter);
    if (!isOneToOne || !isFirst(store, *element, loop, isInnermost))
      return found;
    grown.push_back(*facts);
    found = loop;
  }
  return found;
}

// ----------------------------------------------------------------- apart

/// Is what the use needs never one of the elements that the store writes?
bool Overwrites::isElsewhere(const Use &use, const Stmt *store, const Element &element) const {
  std::optional<Element> used = use.load ? elementOf(use.load->place) : std::nullopt;
  if (!used || used->base != element.base || (element.base->type->isPointer() && writes.count(element.base) > 1))
    return false;
  std::vector<CountedLoop> loops = countedAround(store), around = countedAround(use.by);
  loops.insert(loops.end(), around.begin(), around.end());
  bool isKnown = true;
  forEachLoad(used->index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool isCounter = std::any_of(around.begin(), around.end(),
                                 [&](const CountedLoop &loop) { return loop.declares && loop.counter == variable; });
    bool isParameter = variable && variable->storage == Storage::Parameter;
    bool isFixed = variable && !variable->isGlobal() && !writes.isExposed(variable) &&
                   writes.count(variable) <= (isParameter ? 0u : 1u);
    isKnown &= isCounter || isFixed;
  });
  return isKnown &&
         (isAlwaysLess(loops, used->index, element.index) || isAlwaysLess(loops, element.index, used->index));
}

bool Overwrites::isApart(const Stmt *store) const {
  const LoopStmt *outermost = firstIn(store);
  if (!outermost || positions.loopAround(outermost))
    return false;
  const Interval before = {1, positions.numberOf(outermost) - 1};
  const auto *assign = cast<AssignStmt>(store);
  Set touched = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  if (fused)
    for (const auto &[loop, facts] : *fused)
      if (before.contains(positions.numberOf(loop)) && intersects(facts.exposed, touched))
        return false;
  const Element element = *elementOf(assign->place);
  return !anyUse(before, touched, [&](const Use &use) { return !isElsewhere(use, store, element); });
}

// ------------------------------------------------------------------- new

/// What the pointer leads to, where it stays with one block from its declaration on.
const Stmt *Overwrites::allocationOf(const Variable *base) const {
  auto declared = declarations.find(base);
  if (declared == declarations.end() || !base->type->isPointer() || writes.isExposed(base) || writes.count(base) != 1)
    return nullptr;
  if (const auto *allocation = dyn_cast<AllocateStmt>(declared->second))
    return allocation;
  const auto *declare = dyn_cast<DeclareStmt>(declared->second);
  const auto *load = declare && declare->init ? dyn_cast<LoadExpr>(declare->init) : nullptr;
  const Variable *source = load ? wholeVariable(load->place) : nullptr;
  return source && source != base ? allocationOf(source) : nullptr;
}

bool Overwrites::isNew(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  const Stmt *allocation = element ? allocationOf(element->base) : nullptr;
  if (!allocation)
    return false;
  const LoopStmt *loop = firstIn(store);
  const Stmt *to = loop ? loop : store;
  bool isSameScope = positions.behind(allocation).contains(positions.numberOf(to));
  if (!isSameScope || positions.loopAround(allocation) != positions.loopAround(to))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  const Interval between = {positions.numberOf(allocation) + 1, positions.numberOf(to)};
  if (fused)
    for (const auto &[other, facts] : *fused)
      if (between.contains(positions.numberOf(other)) && intersects(facts.exposed, touched))
        return false;
  return !anyUse(between, touched, [&](const Use &use) {
    bool isOwn = use.by == store && use.after;
    return !isOwn;
  });
}

// --------------------------------------------------------------- settled

/// In the interval: is nothing of the keys needed, and are the bounds kept?
bool Overwrites::isUndisturbed(Interval between, const Element &written, const CountedLoop &counted,
                               const Set &keys) const {
  if (anyUse(between, keys, [](const Use &) { return true; }))
    return false;
  auto mayWrite = [&](const Variable *variable) {
    return writes.isExposed(variable) || writesInOrder.isWritten(variable, between);
  };
  bool kept = written.base->type->isArray() || !mayWrite(written.base);
  auto check = [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool isCounter = variable == counted.counter;
    kept = kept && variable && !variable->isGlobal() && !writes.isExposed(variable) &&
           (isCounter || !mayWrite(variable));
  };
  for (const Expr *expr : {written.index, counted.first, counted.bound})
    forEachLoad(expr, check);
  return kept;
}

/// The store in the loop that reaches every element which `store` may overwrite.
const Stmt *Overwrites::writerIn(const LoopStmt *loop, const Stmt *store, const Element &element) const {
  const CountedLoop *facts = counted(loop);
  if (facts->step != 1)
    return nullptr;
  for (const Stmt *stmt : loop->body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    std::optional<Element> written = assign ? elementOf(assign->place) : std::nullopt;
    if (written && written->base == element.base && growsWith(written->index, facts->counter) &&
        isReached(countedAround(store), element.index, *facts, written->index))
      return stmt;
  }
  return nullptr;
}

/// Of the last such loop in front of `around`, the store itself or what it stands in.
const Stmt *Overwrites::writerBefore(const Stmt *around, const Stmt *store, const Element &element) const {
  auto found = writers.find({&positions.listOf(around), element.base});
  if (found == writers.end())
    return nullptr;
  const std::vector<const LoopStmt *> &loops = found->second;
  auto end = std::lower_bound(loops.begin(), loops.end(), positions.numberOf(around),
                              [&](const LoopStmt *loop, unsigned number) { return positions.numberOf(loop) < number; });
  while (end != loops.begin())
    if (const Stmt *writer = writerIn(*--end, store, element))
      return writer;
  return nullptr;
}

const Stmt *Overwrites::settledBy(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  if (!element || element->base->isGlobal() || (element->base->type->isPointer() && writes.isExposed(element->base)))
    return nullptr;
  Set keys = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  for (const Stmt *around = store; around; around = positions.around(around)) {
    const auto *own = dyn_cast<LoopStmt>(around);
    if (own && !keepsIndex(*element, own))
      return nullptr;
    const Stmt *writer = writerBefore(around, store, *element);
    if (!writer)
      continue;
    const auto *loop = cast<LoopStmt>(positions.around(writer));
    std::optional<Element> written = elementOf(cast<AssignStmt>(writer)->place);
    if (isUndisturbed({positions.numberOf(loop), positions.of(around).last}, *written, *counted(loop), keys))
      return writer;
  }
  return nullptr;
}

} // namespace adjoint::analysis
