// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/Overwrites.h"

#include "IR/Values.h"

#include <algorithm>
#include <limits>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Overwrites::Overwrites(const Unit &unit, const NeededReads &reads, const NeededBlocks *blocks,
                       const ApartPointers *apart, const FusedLoops *fused, const OwnRows *rows)
    : unit(unit), blocks(blocks), apart(apart), fused(fused), versions(*unit.versions), countedLoops(unit),
      writes(versions.writes), positions(versions.positions), writesInOrder(versions.writesInOrder),
      others(rows ? std::make_unique<OtherElements>(versions, countedLoops, rows) : nullptr), wholeBlocks(versions),
      usesOf(unit.alias->keyCount()) {
  std::map<const Stmt *, const FusedLoop *> inFused; // the innermost one, which reads all that its statements read for others
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      noteLoop(loop);
      if (const FusedLoop *facts = fusedLoop(loop))
        forEachStmt(loop, [&](const Stmt *inside) { inFused[inside] = facts; });
    }
    for (const NeededRead &read : reads.of(stmt))
      add(read);
    if (auto found = inFused.find(stmt); found != inFused.end())
      addExposed(stmt, *found->second);
  });
}

/// Null if the loop is not fused.
const FusedLoop *Overwrites::fusedLoop(const LoopStmt *loop) const {
  if (!fused)
    return nullptr;
  const auto found = fused->find(loop);
  return found == fused->end() ? nullptr : &found->second;
}

/// The innermost fused loop that the statement stands in; null for none.
const LoopStmt *Overwrites::fusedAround(const Stmt *stmt) const {
  const std::vector<const LoopStmt *> loops = positions.loopsAround(stmt);
  const auto found = llvm::find_if(loops, [&](const LoopStmt *loop) { return fusedLoop(loop) != nullptr; });
  return found == loops.end() ? nullptr : *found;
}

/// What an iteration of a fused loop is computed from in the reverse sweep.
void Overwrites::addExposed(const Stmt *stmt, const FusedLoop &facts) {
  const auto addUse = [&](const LoadExpr *load, const Set &keys) {
    exposed.push_back({stmt, load, false, keys});
    add(exposed.back());
  };
  const auto read = [&](const LoadExpr *load) {
    const Set keys = unit.alias->keysOf(load->place);
    if (keys.none())
      addUse(nullptr, facts.exposed);
    else if (intersects(unit.alias->overlapping(keys), facts.exposed))
      addUse(load, keys);
  };
  if (isa<CallStmt>(stmt))
    addUse(nullptr, facts.exposed);
  forEachOperand(
      stmt, [&](const Expr *e) { forEachLoad(e, read); }, [&](const Place *place) { forEachLoad(place, read); });
}

void Overwrites::noteLoop(const LoopStmt *loop) {
  const CountedLoop *counted = countedLoops.of(loop);
  if (!counted || !counted->declares)
    return;
  std::set<const Variable *> bases;
  for (const Stmt *stmt : loop->body)
    if (const auto *assign = dyn_cast<AssignStmt>(stmt))
      if (std::optional<Element> written = elementOf(assign->place); written && bases.insert(written->base).second)
        writers[{&positions.listOf(loop), written->base}].push_back(loop);
}

// ------------------------------------------------------------------ uses

void Overwrites::add(const Use &use) {
  for (unsigned k : use.keys.set_bits())
    usesOf[k].push_back(&use);
}

bool Overwrites::anyUse(Interval where, const Set &keys, llvm::function_ref<bool(const Use &)> holds) const {
  for (unsigned k : keys.set_bits()) {
    const std::vector<const Use *> &own = usesOf[k];
    auto it = std::lower_bound(own.begin(), own.end(), where.first, [&](const Use *use, unsigned first) {
      return positions.numberOf(use->by) < first;
    });
    for (; it != own.end() && positions.numberOf((*it)->by) <= where.last; ++it)
      if (holds(**it))
        return true;
  }
  return false;
}

// ----------------------------------------------------------------- first

/// Is what is used in another block than what the pointer leads to, which leads there from before the use on?
bool Overwrites::isApartFrom(const Use &use, const Variable *base) const {
  const Variable *pointer = use.load && apart && base->type->isPointer() ? pointerTo(use.load->place) : nullptr;
  if (!pointer)
    return false;
  return use.after ? apart->areApartAfter(use.by, base, pointer) : apart->areApart(use.by, base, pointer);
}

/// Does the use need an element that the store may overwrite later, or in the same iteration?
bool Overwrites::comesTooEarly(const Use &use, const Stmt *store, const Element &element, const LoopStmt *loop,
                               bool isInnermost) const {
  if (isApartFrom(use, element.base))
    return false;
  std::optional<Element> used = use.load ? elementOf(use.load->place) : std::nullopt;
  if (!used || used->base != element.base || !countedLoops.isKept(used->index, loop))
    return true;
  if (same(used->index, element.index))
    return use.by == store ? !use.after : positions.numberOf(use.by) < positions.numberOf(store);
  bool isUp = countedLoops.of(loop)->step > 0;
  bool wasBefore = isUp ? isAlwaysLess({}, used->index, element.index) : isAlwaysLess({}, element.index, used->index);
  return !isInnermost || !wasBefore;
}

bool Overwrites::isFirst(const Stmt *store, const Element &element, const LoopStmt *loop, bool isInnermost) const {
  if (!versions.leadsToOne(element.base, loop) || !countedLoops.isKept(element.index, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return !anyUse(positions.inside(loop), touched,
                 [&](const Use &use) { return comesTooEarly(use, store, element, loop, isInnermost); });
}

/// Does the loop store to one and the same element, of which it needs no value?
bool Overwrites::staysThere(const Stmt *store, const Element &element, const LoopStmt *loop,
                            const CountedLoop &counted) const {
  if (mentions(element.index, counted.counter) || !versions.leadsToOne(element.base, loop) || !countedLoops.isKept(element.index, loop))
    return false;
  Set touched = unit.alias->overlapping(unit.alias->keysOf(cast<AssignStmt>(store)->place));
  return !anyUse(positions.inside(loop), touched, [&](const Use &use) { return !isApartFrom(use, element.base); });
}

const LoopStmt *Overwrites::firstIn(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  std::optional<Element> element = assign ? elementOf(assign->place) : std::nullopt;
  if (!element)
    return nullptr;
  std::vector<CountedLoop> grown;
  const LoopStmt *found = nullptr;
  for (const LoopStmt *loop = positions.loopAround(store); loop; loop = positions.loopAround(loop)) {
    const CountedLoop *facts = countedLoops.of(loop);
    bool isInnermost = grown.empty();
    if (!facts || fusedLoop(loop))
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
  std::vector<CountedLoop> loops = countedLoops.around(store), around = countedLoops.around(use.by);
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

bool Overwrites::isNew(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  const Variable *pointer = assign ? pointerTo(assign->place) : nullptr;
  if (!blocks || !pointer)
    return false;
  const LoopStmt *loop = firstIn(store);
  return blocks->isUnneeded(loop ? loop : store, pointer);
}

// ------------------------------------------------------------- elsewhere

bool Overwrites::findElsewhere(const AssignStmt *store) const {
  const Variable *pointer = pointerTo(store->place);
  const Set touched = unit.alias->overlapping(unit.alias->keysOf(store->place));
  const LoopStmt *both = fusedAround(store); // whose earlier iterations are reversed already
  if (fused)
    for (const auto &[loop, facts] : *fused)
      if (others->mayRunBefore(loop, store, both) && intersects(facts.exposed, touched))
        return false;
  const Interval everywhere = {0, std::numeric_limits<unsigned>::max()};
  return !anyUse(everywhere, touched, [&](const Use &use) {
    const LoopStmt *within = both && positions.isInside(use.by, both) ? both : nullptr;
    return !(pointer && others->isSince(pointer, use.by) && isApartFrom(use, pointer)) && !others->isElsewhere(use, store, within);
  });
}

bool Overwrites::isElsewhere(const Stmt *store) const {
  const auto *assign = dyn_cast<AssignStmt>(store);
  if (!others || !assign || wholeVariable(assign->place))
    return false;
  auto [found, isNew] = elsewhere.insert({store, false});
  if (isNew)
    found->second = findElsewhere(assign);
  return found->second;
}

// --------------------------------------------------------------- settled

namespace {
/// Does the store need what it overwrites itself? Its own record brings that back.
bool isOwnUse(const NeededRead &use, const AssignStmt *store) {
  return use.by == store && !use.after && use.load && same(use.load->place, store->place);
}
} // namespace

/// In the interval: is nothing of the keys needed, and are the bounds kept?
bool Overwrites::isUndisturbed(Interval between, const AssignStmt *writer, const CountedLoop &counted, const Set &keys,
                               const Stmt *store, const Stmt *around) const {
  const Element written = *elementOf(writer->place);
  if (anyUse(between, keys, [&](const Use &use) {
        return !isOwnUse(use, writer) && !isApartFrom(use, written.base) &&
               !(others && others->isElsewhere(use, cast<AssignStmt>(store), positions.around(around)));
      }))
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

/// Does the way to a place lead to the same one throughout the interval, with nothing of it needed there? `by`: what made it.
bool Overwrites::isSettledPlace(const Place *place, const Stmt *by, Interval since) const {
  bool leads = true;
  forEachLoad(place, [&](const LoadExpr *load) { leads = leads && !writesInOrder.mayChange(load, {since.first + 1, since.last}); });
  const Variable *pointer = pointerTo(place);
  const Set keys = unit.alias->overlapping(unit.alias->keysOf(place));
  return leads && !anyUse(since, keys, [&](const Use &use) {
    return !(use.by == by && !use.after) && !(pointer && isApartFrom(use, pointer));
  });
}

/// One of the last stores in front of `around`, in its list: to the very place that `store` overwrites.
const Stmt *Overwrites::sameBefore(const Stmt *around, const Stmt *store) const {
  const size_t few = 8;
  const StmtList &list = positions.listOf(around);
  const size_t end = positions.indexOf(around);
  for (size_t i = end; i > 0 && end - i < few; --i) {
    const auto *assign = dyn_cast<AssignStmt>(list[i - 1]);
    if (assign && same(assign->place, cast<AssignStmt>(store)->place))
      return isSettledPlace(assign->place, assign, {positions.numberOf(assign), positions.of(around).last}) ? assign : nullptr;
  }
  return nullptr;
}

/// Does the loop go from 0 over all rows of a matrix, one of whose elements the store writes?
bool Overwrites::isOfWhole(const Element &written, const CountedLoop &writer, const Stmt *store, const Element &element) const {
  const auto *counter = dyn_cast<LoadExpr>(withoutWidening(written.index));
  if (!counter || wholeVariable(counter->place) != writer.counter || !isInteger(writer.first, 0) || writer.test != BinaryOp::Less)
    return false;
  Context context; // of what is asked for here alone
  return isWithin(context, countedLoops.around(store), element.index, writer.bound);
}

/// The store in the loop that reaches every element which `store` may overwrite.
const Stmt *Overwrites::writerIn(const LoopStmt *loop, const Stmt *store, const Element &element) const {
  const CountedLoop *facts = countedLoops.of(loop);
  if (facts->step != 1)
    return nullptr;
  for (const Stmt *stmt : loop->body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    std::optional<Element> written = assign ? elementOf(assign->place) : std::nullopt;
    if (written && written->base == element.base && growsWith(written->index, facts->counter) &&
        (isReached(countedLoops.around(store), element.index, *facts, written->index) || isOfWhole(*written, *facts, store, element)))
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

/// Nothing of the element that the store writes is needed since a loop began in which the setter has set it, this time that their list
/// is run.
bool Overwrites::isUnneededSince(const Stmt *nest, const AssignStmt *setter, const Stmt *around, const AssignStmt *store) const {
  const Variable *pointer = pointerTo(store->place);
  const Set keys = unit.alias->overlapping(unit.alias->keysOf(store->place));
  return !anyUse({positions.numberOf(nest), positions.of(around).last}, keys, [&](const Use &use) {
    return !isOwnUse(use, setter) && !(pointer && isApartFrom(use, pointer)) && !others->isElsewhere(use, store, positions.around(around));
  });
}

/// Two loops that set a matrix, or one that sets a block: what the store writes is an element of it.
const AssignStmt *Overwrites::setterIn(const LoopStmt *loop, const AssignStmt *store) const {
  if (fusedLoop(loop))
    return nullptr;
  const CountedLoop *facts = countedLoops.of(loop);
  const AssignStmt *setter = others->setterIn(loop, store);
  return setter || !facts ? setter : wholeBlocks.setterIn(loop, *facts, store->place);
}

/// Of the last such loop in front of `around`, in its list.
const Stmt *Overwrites::allSetBefore(const Stmt *around, const AssignStmt *store) const {
  const size_t few = 8;
  const StmtList &list = positions.listOf(around);
  const size_t end = positions.indexOf(around);
  for (size_t i = end; others && i > 0 && end - i < few; --i) {
    const auto *nest = dyn_cast<LoopStmt>(list[i - 1]);
    const AssignStmt *setter = nest ? setterIn(nest, store) : nullptr;
    if (setter)
      return isUnneededSince(nest, setter, around, store) ? setter : nullptr;
  }
  return nullptr;
}

/// Stores in front of `around`, in its list, to each element of a short array, one of which the store writes.
StmtList Overwrites::eachSetBefore(const Stmt *around, const AssignStmt *store) const {
  const std::optional<Element> element = elementOf(store->place);
  const size_t most = 8, few = 8;
  const Variable *array = element && element->base->type->isArray() ? element->base : nullptr;
  if (!array || array->isGlobal() || array->type->count > most)
    return {};
  const StmtList &list = positions.listOf(around);
  const size_t end = positions.indexOf(around);
  std::map<long long, const Stmt *> setters;
  for (size_t i = end; i > 0 && end - i < few + array->type->count && setters.size() < array->type->count; --i) {
    const auto *assign = dyn_cast<AssignStmt>(list[i - 1]);
    const std::optional<Element> set = assign ? elementOf(assign->place) : std::nullopt;
    const std::optional<long long> index = set && set->base == array ? integerValue(set->index) : std::nullopt;
    if (index && *index >= 0 && static_cast<uint64_t>(*index) < array->type->count)
      setters.insert({*index, assign});
  }
  if (setters.size() < array->type->count)
    return {};
  StmtList found;
  for (const auto &[index, setter] : setters)
    found.push_back(setter);
  llvm::sort(found, [&](const Stmt *a, const Stmt *b) { return positions.numberOf(a) < positions.numberOf(b); });
  const Set keys = unit.alias->overlapping(unit.alias->keysOf(store->place));
  const bool isNeeded = anyUse({positions.numberOf(found.front()), positions.of(around).last}, keys, [&](const Use &use) {
    const bool isOwn = llvm::any_of(found, [&](const Stmt *setter) { return isOwnUse(use, cast<AssignStmt>(setter)); });
    return !isOwn && !(others && others->isElsewhere(use, store, positions.around(around)));
  });
  return isNeeded ? StmtList() : found;
}

const StmtList &Overwrites::settledBy(const Stmt *store) const {
  static const StmtList none;
  const auto *assign = dyn_cast<AssignStmt>(store);
  if (!assign || wholeVariable(assign->place))
    return none;
  auto [found, isNew] = settled.insert({store, none});
  if (isNew)
    found->second = findSettlers(assign);
  return found->second;
}

StmtList Overwrites::findSettlers(const AssignStmt *store) const {
  for (const Stmt *around = store; around; around = positions.around(around)) {
    if (const Stmt *writer = sameBefore(around, store))
      return {writer};
    if (const Stmt *writer = allSetBefore(around, store))
      return {writer};
    if (const StmtList each = eachSetBefore(around, store); !each.empty())
      return each;
  }
  const std::optional<Element> element = elementOf(store->place);
  if (!element || element->base->isGlobal() || (element->base->type->isPointer() && writes.isExposed(element->base)))
    return {};
  const Set keys = unit.alias->overlapping(unit.alias->keysOf(store->place));
  for (const Stmt *around = store; around; around = positions.around(around)) {
    const auto *own = dyn_cast<LoopStmt>(around);
    if (own && !countedLoops.isKept(element->index, own))
      return {};
    const Stmt *writer = writerBefore(around, store, *element);
    if (!writer)
      continue;
    const auto *loop = cast<LoopStmt>(positions.around(writer));
    const Interval between = {positions.numberOf(loop), positions.of(around).last};
    if (isUndisturbed(between, cast<AssignStmt>(writer), *countedLoops.of(loop), keys, store, around))
      return {writer};
  }
  return {};
}

} // namespace adjoint::analysis
