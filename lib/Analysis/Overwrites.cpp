// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Overwrites.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Overwrites::Overwrites(const Unit &unit, const UseOf &useOf, const Recompute &recompute, const FusedLoops *fused)
    : unit(unit), fused(fused), writes(unit.function->body) {
  Position top{0, {}, {}};
  walk(unit.function->body, top);
  for (const auto &[stmt, position] : positions)
    addUses(stmt, useOf, recompute);
}

void Overwrites::walk(const StmtList &list, Position &around) {
  for (size_t i = 0; i < list.size(); ++i) {
    const Stmt *stmt = list[i];
    around.lists.push_back({&list, i});
    ++around.order;
    positions[stmt] = around;
    if (const Variable *variable = declaredBy(stmt))
      declarations[variable] = stmt;
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop)
      around.loops.push_back(loop);
    forEachList(stmt, [&](const StmtList &nested) { walk(nested, around); });
    if (loop)
      around.loops.pop_back();
    around.lists.pop_back();
  }
}

// ------------------------------------------------------------------ uses

void Overwrites::addLoads(const Stmt *stmt, const Expr *expr) {
  forEachLoad(expr, [&](const LoadExpr *load) {
    uses.push_back({stmt, load, false, unit.alias->keysOf(load->place)});
  });
}

/// The reversed loop ends where this one begins.
void Overwrites::addControl(const LoopStmt *loop) {
  if (loop->condition)
    addLoads(loop, loop->condition);
  if (std::optional<CountedLoop> counted = countedLoop(loop))
    addLoads(loop, counted->first);
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
    uses.push_back({stmt, load, false, unit.alias->keysOf(load->place)});
  for (const LoadExpr *load : use.after)
    uses.push_back({stmt, load, true, unit.alias->keysOf(load->place)});
  Set keys = use.keysBefore;
  keys |= use.keysAfter;
  if (keys.any())
    uses.push_back({stmt, nullptr, false, keys});
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  if (declare && declare->init && recompute.declarationOf(declare->variable))
    addLoads(declare, declare->init);
}

// -------------------------------------------------------------- elements

bool Overwrites::isInside(const Stmt *stmt, const LoopStmt *loop) const {
  const std::vector<const LoopStmt *> &loops = positions.at(stmt).loops;
  return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

/// Does the variable lead to the same storage throughout the loop?
bool Overwrites::isFixed(const Variable *base, const LoopStmt *loop) const {
  if (base->isGlobal() || (base->type->isPointer() && (writes.isExposed(base) || writes.count(base) > 1)))
    return false;
  auto declared = declarations.find(base);
  if (base->storage == Storage::Parameter)
    return writes.count(base) == 0;
  return declared != declarations.end() && !isInside(declared->second, loop);
}

/// The variables that the loop changes, but for the counters of counted loops.
const std::set<const Variable *> &Overwrites::changedIn(const LoopStmt *loop) const {
  auto [slot, isNew] = changed.insert({loop, {}});
  std::set<const Variable *> &found = slot->second;
  if (!isNew)
    return found;
  forEachStmt(loop, [&](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      found.insert(variable);
    forEachOperand(
        stmt, [](const Expr *) {}, [&](const Place *place) { found.insert(rootVariable(place)); });
  });
  forEachStmt(loop, [&](const Stmt *stmt) {
    const auto *inner = dyn_cast<LoopStmt>(stmt);
    std::optional<CountedLoop> counted = inner ? countedLoop(inner) : std::nullopt;
    if (counted && counted->declares)
      found.erase(counted->counter);
  });
  return found;
}

/// Is the index made of counters and of what the loop does not change?
bool Overwrites::keepsIndex(const Element &element, const LoopStmt *loop) const {
  const std::set<const Variable *> &changes = changedIn(loop);
  bool keeps = true;
  forEachLoad(element.index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    keeps &= variable && !variable->isGlobal() && !writes.isExposed(variable) && !changes.count(variable);
  });
  return keeps;
}

std::vector<CountedLoop> Overwrites::countedAround(const Stmt *stmt) const {
  std::vector<CountedLoop> found;
  for (const LoopStmt *loop : positions.at(stmt).loops)
    if (std::optional<CountedLoop> counted = countedLoop(loop))
      found.push_back(*counted);
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
    return use.by == store ? !use.after : positions.at(use.by).order < positions.at(store).order;
  bool isUp = countedLoop(loop)->step > 0;
  bool wasBefore = isUp ? isAlwaysLess({}, used->index, element.index) : isAlwaysLess({}, element.index, used->index);
  return !isInnermost || !wasBefore;
}

bool Overwrites::isFirst(const Stmt *store, const Element &element, const LoopStmt *loop, bool isInnermost) const {
  if (!isFixed(element.base, loop) || !keepsIndex(element, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return std::none_of(uses.begin(), uses.end(), [&](const Use &use) {
    return isInside(use.by, loop) && intersects(use.keys, touched) &&
           comesTooEarly(use, store, element, loop, isInnermost);
  });
}

/// Does the loop store to one and the same element, of which it needs no value?
bool Overwrites::staysThere(const Stmt *store, const Element &element, const LoopStmt *loop,
                            const CountedLoop &counted) const {
  if (mentions(element.index, counted.counter) || !isFixed(element.base, loop) || !keepsIndex(element, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return std::none_of(uses.begin(), uses.end(),
                      [&](const Use &use) { return isInside(use.by, loop) && intersects(use.keys, touched); });
}

const LoopStmt *Overwrites::firstIn(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  if (!element)
    return nullptr;
  const std::vector<const LoopStmt *> &loops = positions.at(store).loops;
  std::vector<CountedLoop> counted;
  const LoopStmt *found = nullptr;
  for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
    std::optional<CountedLoop> facts = countedLoop(*it);
    bool isInnermost = counted.empty();
    if (!facts || (fused && fused->count(*it)))
      return found;
    if (isInnermost && staysThere(store, *element, *it, *facts)) { // one store, as it were
      found = *it;
      continue;
    }
    bool isOneToOne = isInnermost ? growsWith(element->index, facts->counter)
                                  : counted.size() == 1 && isRowMajor(element->index, counted.front(), facts->counter);
    if (!isOneToOne || !isFirst(store, *element, *it, isInnermost))
      return found;
    counted.push_back(*facts);
    found = *it;
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
  const std::vector<const LoopStmt *> &loops = positions.at(store).loops;
  if (loops.empty() || firstIn(store) != loops.front())
    return false;
  const LoopStmt *outermost = loops.front();
  const unsigned begin = positions.at(outermost).order;
  const auto *assign = cast<AssignStmt>(store);
  Set touched = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  auto isBefore = [&](const Stmt *stmt) { return positions.at(stmt).order < begin; };
  if (fused)
    for (const auto &[loop, facts] : *fused)
      if (isBefore(loop) && intersects(facts.exposed, touched))
        return false;
  return std::all_of(uses.begin(), uses.end(), [&](const Use &use) {
    return !isBefore(use.by) || !intersects(use.keys, touched) || isElsewhere(use, store, *elementOf(assign->place));
  });
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
  const Position &from = positions.at(allocation), &to = positions.at(loop ? loop : store);
  const StmtList *scope = from.lists.back().first;
  bool isSameScope = std::any_of(to.lists.begin(), to.lists.end(), [&](const auto &at) { return at.first == scope; });
  if (!isSameScope || from.loops != to.loops)
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  auto isBetween = [&](const Stmt *stmt) {
    unsigned order = positions.at(stmt).order;
    return from.order < order && order <= to.order;
  };
  if (fused)
    for (const auto &[other, facts] : *fused)
      if (isBetween(other) && intersects(facts.exposed, touched))
        return false;
  return std::none_of(uses.begin(), uses.end(), [&](const Use &use) {
    bool isOwn = use.by == store && use.after;
    return !isOwn && isBetween(use.by) && intersects(use.keys, touched);
  });
}

// --------------------------------------------------------------- settled

/// From one statement of the list to another: is nothing of the keys needed, and are the bounds kept?
bool Overwrites::isUndisturbed(const StmtList &list, size_t first, size_t last, const Element &written,
                               const CountedLoop &counted, const Set &keys) const {
  std::set<const Stmt *> between;
  StmtList part(list.begin() + first, list.begin() + last + 1);
  forEachStmt(part, [&](const Stmt *stmt) { between.insert(stmt); });
  for (const Use &use : uses)
    if (between.count(use.by) && intersects(use.keys, keys))
      return false;
  Writes inside(part);
  bool kept = !inside.mayWrite(written.base) || written.base->type->isArray();
  auto check = [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool isCounter = variable == counted.counter;
    kept &=
        variable && !variable->isGlobal() && !writes.isExposed(variable) && (isCounter || !inside.mayWrite(variable));
  };
  for (const Expr *expr : {written.index, counted.first, counted.bound})
    forEachLoad(expr, check);
  return kept;
}

/// The store in the candidate, a loop, that reaches every element which `store` may overwrite.
const Stmt *Overwrites::writerIn(const Stmt *candidate, const Stmt *store, const Element &element) const {
  const auto *loop = dyn_cast<LoopStmt>(candidate);
  std::optional<CountedLoop> counted = loop ? countedLoop(loop) : std::nullopt;
  if (!counted || counted->step != 1 || !counted->declares)
    return nullptr;
  for (const Stmt *stmt : loop->body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    std::optional<Element> written = assign ? elementOf(assign->place) : std::nullopt;
    if (written && written->base == element.base && growsWith(written->index, counted->counter) &&
        isReached(countedAround(store), element.index, *counted, written->index))
      return stmt;
  }
  return nullptr;
}

const Stmt *Overwrites::settledBy(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  if (!element || element->base->isGlobal() || (element->base->type->isPointer() && writes.isExposed(element->base)))
    return nullptr;
  Set keys = unit.alias->overlapping(unit.alias->keysOf(assign->place));
  const auto &lists = positions.at(store).lists;
  for (auto it = lists.rbegin(); it != lists.rend(); ++it) {
    const auto &[list, at] = *it;
    const auto *around = dyn_cast<LoopStmt>((*list)[at]);
    if (around && !keepsIndex(*element, around))
      return nullptr;
    for (size_t i = at; i-- > 0;) {
      const Stmt *writer = writerIn((*list)[i], store, *element);
      if (!writer)
        continue;
      std::optional<Element> written = elementOf(cast<AssignStmt>(writer)->place);
      if (isUndisturbed(*list, i, at, *written, *countedLoop(cast<LoopStmt>((*list)[i])), keys))
        return writer;
      break;
    }
  }
  return nullptr;
}

} // namespace adjoint::analysis
