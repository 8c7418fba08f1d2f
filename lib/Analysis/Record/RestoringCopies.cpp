// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/RestoringCopies.h"

#include "Analysis/Loops/CountedLoops.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

const Place *copiedBy(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *load = assign && assign->value->type->isFloating() ? dyn_cast<LoadExpr>(assign->value) : nullptr;
  return load ? load->place : nullptr;
}

namespace {

/// A copy, and the loop that makes it for all elements; null where its index is a number.
struct Copy {
  const AssignStmt *stmt;
  size_t position; ///< in the body of the loop around
  std::optional<CountedLoop> loop;
  Element from, to;
};

/// The copies in the body of one loop, and the stores that need no record for them.
class InLoop {
public:
  InLoop(const Unit &unit, const Tbr &tbr, const CountedLoops &countedLoops, const LoopStmt *loop)
      : unit(unit), tbr(tbr), versions(*unit.versions), countedLoops(countedLoops), positions(versions.positions), loop(loop) {
    for (size_t i = 0; i < loop->body.size(); ++i) {
      note(loop->body[i], i, {});
      const auto *nested = dyn_cast<LoopStmt>(loop->body[i]);
      const std::optional<CountedLoop> counted = nested ? countedLoop(nested) : std::nullopt;
      if (counted && counted->declares && counted->step == 1)
        for (const Stmt *stmt : nested->body)
          note(stmt, i, counted);
    }
  }

  bool hasCopies() const { return !copies.empty(); }

  /// Those that bring back what the store overwrites; none if there are none.
  std::vector<const AssignStmt *> of(const AssignStmt *store) const {
    const std::optional<Element> element = elementOf(store->place);
    if (!element || !isOwn(store->place) || !staysThere(element->base) || !isSteady(element->index, store))
      return {};
    const std::vector<const Copy *> found = covering(store, *element);
    if (found.empty() || !isNeededInFront(store, *found.front(), *found.back()))
      return {};
    std::vector<const AssignStmt *> stmts;
    for (const Copy *copy : found)
      stmts.push_back(copy->stmt);
    return stmts;
  }

private:
  void note(const Stmt *stmt, size_t position, std::optional<CountedLoop> around) {
    const Place *place = copiedBy(stmt);
    const std::optional<Element> from = place ? elementOf(place) : std::nullopt,
                                 to = place ? elementOf(llvm::cast<AssignStmt>(stmt)->place) : std::nullopt;
    const bool areElements = from && to && isOwn(place) && isOwn(llvm::cast<AssignStmt>(stmt)->place) && staysThere(from->base) && staysThere(to->base) && isSteady(from->index, stmt) &&
                             isSteady(to->index, stmt);
    if (!areElements || place->type != llvm::cast<AssignStmt>(stmt)->place->type || tbr.isLeftOut(stmt))
      return;
    const bool isKnown = around ? growsWith(from->index, around->counter) && growsWith(to->index, around->counter)
                                : integerValue(from->index).has_value();
    if (isKnown && areApart(place, llvm::cast<AssignStmt>(stmt)->place) && isNeeded(llvm::cast<AssignStmt>(stmt)->place))
      copies.push_back({llvm::cast<AssignStmt>(stmt), position, around, *from, *to});
  }

  bool areApart(const Place *a, const Place *b) const {
    return !intersects(unit.alias->overlapping(unit.alias->keysOf(a)), unit.alias->overlapping(unit.alias->keysOf(b)));
  }

  /// Local storage, by the same name through the whole function.
  bool staysThere(const Variable *base) const {
    if (base->isGlobal() || versions.writes.isExposed(base))
      return false;
    const bool isLocal = versions.declarationOf(base) && !versions.isDeclaredIn(base, loop);
    return isLocal && (base->type->isArray() || (base->type->isPointer() && versions.isSetOnce(base)));
  }
  /// Seen by nobody else.
  bool isOwn(const Place *place) const {
    return llvm::all_of(elements(unit.alias->regionsOf(place)), [&](unsigned region) { return unit.alias->isLocal(region); });
  }

  /// Has the index, with the bounds of the loops around the statement, the same values in each iteration?
  bool isSteady(const Expr *index, const Stmt *stmt) const {
    const auto nest = countedLoops.around(stmt, loop);
    return isSteady(index) && llvm::all_of(nest, [&](const CountedLoop &around) {
      return around.declares && isSteady(around.first) && isSteady(around.bound);
    });
  }
  bool isSteady(const Expr *expr) const {
    const CountedLoop *counted = countedLoops.of(loop);
    bool ofIntegers = true;
    forEachLoad(expr, [&](const LoadExpr *load) { ofIntegers &= load->type->is(TypeKind::Integer); });
    return ofIntegers && countedLoops.isKept(expr, loop) && !(counted && mentions(expr, counted->counter));
  }

  bool reaches(const Copy &copy, const AssignStmt *store, const Element &element) const {
    const std::vector<CountedLoop> nest = countedLoops.around(store, loop);
    if (isReached(nest, element.index, *copy.loop, copy.from.index))
      return true;
    // As many iterations, though by other names: of `size = n`.
    const auto *index = dyn_cast<LoadExpr>(withoutCasts(element.index)), *from = dyn_cast<LoadExpr>(withoutCasts(copy.from.index));
    return index && from && wholeVariable(from->place) == copy.loop->counter && isFromZero(*copy.loop) &&
           llvm::any_of(nest, [&](const CountedLoop &around) {
             return wholeVariable(index->place) == around.counter && isFromZero(around) &&
                    same(meaning(around.bound), meaning(copy.loop->bound));
           });
  }
  static bool isFromZero(const CountedLoop &counted) {
    return isInteger(counted.first, 0) && counted.step == 1 && counted.test == BinaryOp::Less;
  }
  /// Of a variable that has throughout the loop the value that it was declared with: that.
  const Expr *meaning(const Expr *bound) const {
    bound = withoutCasts(bound);
    const auto *load = dyn_cast<LoadExpr>(bound);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    const Expr *value = variable && variable->type->is(TypeKind::Integer) ? versions.valueAt(variable, loop) : nullptr;
    return value ? meaning(value) : bound;
  }

  /// Copies of all that the store may write, in the order in which they stand.
  std::vector<const Copy *> covering(const AssignStmt *store, const Element &element) const {
    std::map<long long, const Copy *> single;
    for (const Copy &copy : copies) {
      if (copy.from.base != element.base)
        continue;
      if (copy.loop ? reaches(copy, store, element) : same(copy.from.index, element.index))
        return {&copy};
      if (!copy.loop)
        single.insert({*integerValue(copy.from.index), &copy});
    }
    const Type *type = element.base->type;
    if (!type->isArray() || single.size() < type->count || single.begin()->first != 0 ||
        single.rbegin()->first != static_cast<long long>(type->count) - 1)
      return {};
    std::vector<const Copy *> found;
    for (const auto &[index, copy] : single)
      found.push_back(copy);
    llvm::sort(found, [](const Copy *a, const Copy *b) { return a->position < b->position; });
    return found;
  }

  /// Where in the body the statement stands; none outside, and in the head.
  std::optional<size_t> positionOf(const Stmt *stmt) const {
    if (!positions.isInside(stmt, loop))
      return std::nullopt;
    while (positions.around(stmt) != loop)
      stmt = positions.around(stmt);
    return &positions.listOf(stmt) == &loop->body ? std::optional<size_t>(positions.indexOf(stmt)) : std::nullopt;
  }

  /// All that is needed of what the store writes is needed in front of the copies, and behind the store where that stands in front of
  /// them, too.
  bool isNeededInFront(const AssignStmt *store, const Copy &first, const Copy &last) const {
    const size_t at = *positionOf(store);
    if (at >= first.position && at <= last.position)
      return false;
    const bool isInFront = at < first.position;
    const Set keys = unit.alias->overlapping(unit.alias->keysOf(store->place));
    bool fits = !isInFront || positions.around(store) == loop || tbr.firstIn(store) == loop->body[at];
    forEachStmt(unit.function->body, [&](const Stmt *by) {
      for (const NeededRead &read : tbr.neededReads().of(by))
        if (intersects(read.keys, keys))
          fits = fits && isInTime(read, store, at, isInFront, first.position);
    });
    return fits;
  }
  bool isInTime(const NeededRead &read, const Stmt *store, size_t at, bool isInFront, size_t end) const {
    const std::optional<size_t> needed = positionOf(read.by);
    if (!needed) // behind the outermost loop
      return !positions.loopAround(loop) && positions.numberOf(read.by) > positions.of(loop).last;
    const bool isComputedAgain = declaredBy(read.by) && positions.around(read.by) == loop; // at the end of the iteration
    const bool isBehindStore = !isInFront || *needed > at || (*needed == at && (read.by != store || read.after));
    return !isComputedAgain && isBehindStore && *needed < end;
  }

  /// By anybody but the copy itself?
  bool isNeeded(const Place *place) const {
    const Set keys = unit.alias->overlapping(unit.alias->keysOf(place));
    bool found = false;
    forEachStmt(loop->body, [&](const Stmt *by) {
      for (const NeededRead &read : tbr.neededReads().of(by))
        found = found || intersects(read.keys, keys);
    });
    return found;
  }

  const Unit &unit;
  const Tbr &tbr;
  const Versions &versions;
  const CountedLoops &countedLoops;
  const Positions &positions;
  const LoopStmt *const loop;
  std::vector<Copy> copies;
};

bool isFused(const Unit &unit, const FusedLoops &fused, const Place *place) {
  const Set keys = unit.alias->overlapping(unit.alias->keysOf(place));
  return llvm::any_of(fused, [&](const auto &entry) {
    return intersects(entry.second.exposed, keys) || intersects(unit.alias->overlapping(entry.second.written), keys);
  });
}

} // namespace

RestoringCopies findRestoringCopies(const Unit &unit, const Tbr &tbr, const FusedLoops &fused) {
  RestoringCopies found;
  std::vector<const LoopStmt *> loops;
  bool hasStores = false, hasParts = false;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    hasStores |= tbr.mustRecord(stmt) && llvm::isa<AssignStmt>(stmt);
    if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      loops.push_back(loop);
      hasParts |= loop->parallel != nullptr;
    }
  });
  if (!hasStores || hasParts || loops.size() < 2)
    return found;
  const CountedLoops countedLoops(unit);
  for (const LoopStmt *loop : loops) {
    if (fused.count(loop))
      continue;
    const InLoop copies(unit, tbr, countedLoops, loop);
    if (copies.hasCopies())
      forEachStmt(loop->body, [&](const Stmt *stmt) {
        const auto *store = dyn_cast<AssignStmt>(stmt);
        if (!store || !tbr.mustRecord(store) || found.count(store))
          return;
        const std::vector<const AssignStmt *> own = copies.of(store);
        const bool touchesFused = isFused(unit, fused, store->place) ||
                                  llvm::any_of(own, [&](const AssignStmt *copy) { return isFused(unit, fused, copy->place); });
        if (!own.empty() && !touchesFused)
          found[store] = own;
      });
  }
  return found;
}

} // namespace adjoint::analysis
