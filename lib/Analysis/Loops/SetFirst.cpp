// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/SetFirst.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Solver/Certain.h"
#include "IR/Callees.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// One index of a store, and the loop that has run through it; none: that index alone.
struct Dimension {
  const Expr *index;
  std::optional<CountedLoop> loop;
};
using Stored = std::vector<Dimension>;

bool areSame(const Dimension &a, const Dimension &b) {
  if (a.loop.has_value() != b.loop.has_value() || !same(a.index, b.index))
    return false;
  return !a.loop ||
         (a.loop->counter == b.loop->counter && a.loop->test == b.loop->test && a.loop->step == b.loop->step &&
          same(a.loop->first, b.loop->first) && same(a.loop->bound, b.loop->bound));
}

/// Does it change with the variable? The counter of a loop that has run through the index names nothing.
bool isNamedBy(const Dimension &dimension, const Variable *variable) {
  if (!dimension.loop)
    return mentions(dimension.index, variable);
  bool isCounter = dimension.loop->counter == variable;
  return (!isCounter && mentions(dimension.index, variable)) || mentions(dimension.loop->first, variable) ||
         mentions(dimension.loop->bound, variable);
}
bool isNamedBy(const Stored &one, const Variable *variable) {
  return llvm::any_of(one, [&](const Dimension &dimension) { return isNamedBy(dimension, variable); });
}

void noteChanged(const Stmt *stmt, std::set<const Variable *> &changed) {
  if (const Variable *variable = declaredBy(stmt))
    changed.insert(variable);
  forEachOperand(
      stmt, [](const Expr *) {}, [&](const Place *place) { changed.insert(rootVariable(place)); });
}

bool calls(const Function *caller, const Function *callee, std::set<const Function *> &seen) {
  bool isFound = false;
  forEachCallee(caller->body, [&](const Function *called, const Stmt *) {
    isFound = isFound || called == callee || (seen.insert(called).second && calls(called, callee, seen));
  });
  return isFound;
}

using StoredElements = Certain<unsigned>; ///< by number

class SetFirst : public ForwardOver<StoredElements> {
public:
  SetFirst(const Function &function, const Variable *array) : array(array), writes(function.body) {
    solve(function.body, {});
  }

  bool isRight = true;

protected:
  void transfer(const Stmt *stmt, StoredElements &state) override {
    forEachOperand(
        stmt, [&](const Expr *e) { checkReads(e, state); }, [&](const Place *place) { checkPath(place, state); });
    std::set<const Variable *> changed;
    noteChanged(stmt, changed);
    for (const Variable *variable : changed)
      if (names.count(variable))
        state.dropIf([&](unsigned number) { return isNamedBy(elements[number], variable); });
    if (declaredBy(stmt) == array)
      state.dropIf([](unsigned) { return true; });
    forEachOperand(
        stmt, [](const Expr *) {}, [&](const Place *place) { addStore(place, state); });
  }
  void evaluate(const Stmt *, const Expr *condition, StoredElements &state) override { checkReads(condition, state); }

  /// Where the counter changes, an iteration ends.
  bool keeps(const Stmt *stmt) const override {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    return assign && !around.empty() && around.back() && wholeVariable(assign->place) == around.back()->counter;
  }

  void enterLoop(const LoopStmt *loop, StoredElements &) override { around.push_back(knownLoop(loop)); }
  void leaveLoop(const LoopStmt *, StoredElements &) override { around.pop_back(); }

  void finishLoop(const LoopStmt *loop, StoredElements &state) override {
    if (!around.back() || !isMadeOfNames(around.back()->first) || !isMadeOfNames(around.back()->bound))
      return;
    std::set<const Variable *> changed;
    forEachStmt(loop, [&](const Stmt *stmt) { noteChanged(stmt, changed); });
    changed.erase(around.back()->counter);
    for (unsigned number : before(loop->step.front()).listed())
      if (std::optional<Stored> all = afterAll(elements[number], *around.back(), changed))
        state.add(numberOf(*all));
  }

private:
  // -------------------------------------------------------------- loops

  /// A counted loop whose range is, inside, what it was at its beginning.
  static std::optional<CountedLoop> knownLoop(const LoopStmt *loop) {
    std::optional<CountedLoop> counted = countedLoop(loop);
    return counted && !mayChange(loop->body, counted->first) ? counted : std::nullopt;
  }

  std::vector<CountedLoop> knownLoops() const {
    std::vector<CountedLoop> found;
    for (const std::optional<CountedLoop> &loop : around)
      if (loop)
        found.push_back(*loop);
    return found;
  }

  /// What a store of each iteration is behind them all. None if it does not grow with the counter, or if anything else
  /// that the loop changes names it.
  static std::optional<Stored> afterAll(Stored one, const CountedLoop &counted,
                                        const std::set<const Variable *> &changed) {
    if (llvm::any_of(changed, [&](const Variable *variable) { return variable && isNamedBy(one, variable); }))
      return std::nullopt;
    auto grows = [&](const Dimension &dimension) {
      return !dimension.loop && growsWith(dimension.index, counted.counter);
    };
    auto growing = llvm::find_if(one, grows);
    if (growing == one.end())
      return std::nullopt;
    growing->loop = counted;
    return isNamedBy(one, counted.counter) ? std::nullopt : std::optional<Stored>(one);
  }

  // ----------------------------------------------------------- elements

  /// Of variables alone that change where they are written by name.
  bool isMadeOfNames(const Expr *expr) const {
    bool isMade = true;
    forEachLoad(expr, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      isMade =
          isMade && variable && !variable->isGlobal() && !variable->type->isReference() && !writes.isExposed(variable);
    });
    return isMade;
  }

  /// The indices of `array[i][j]`; none for any other place.
  std::optional<std::vector<const Expr *>> indicesOf(const Place *place) const {
    std::vector<const Expr *> indices;
    while (const auto *element = dyn_cast<IndexPlace>(place)) {
      indices.insert(indices.begin(), element->index);
      place = element->array;
    }
    bool isElement = wholeVariable(place) == array && !indices.empty();
    return isElement ? std::optional<std::vector<const Expr *>>(indices) : std::nullopt;
  }

  unsigned numberOf(const Stored &one) {
    auto isOne = [&](const Stored &other) {
      return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                        [](const Dimension &a, const Dimension &b) { return areSame(a, b); });
    };
    auto found = llvm::find_if(elements, isOne);
    if (found != elements.end())
      return found - elements.begin();
    for (const Dimension &dimension : one) {
      noteNames(dimension.index);
      if (dimension.loop) {
        noteNames(dimension.loop->first);
        noteNames(dimension.loop->bound);
      }
    }
    elements.push_back(one);
    return elements.size() - 1;
  }

  void noteNames(const Expr *expr) {
    forEachLoad(expr, [&](const LoadExpr *load) { names.insert(wholeVariable(load->place)); });
  }

  void addStore(const Place *place, StoredElements &state) {
    std::optional<std::vector<const Expr *>> indices = indicesOf(place);
    auto isNamed = [&](const Expr *index) { return isMadeOfNames(index); };
    if (!indices || !place->type->isScalar() || !llvm::all_of(*indices, isNamed))
      return;
    Stored one;
    for (const Expr *index : *indices)
      one.push_back({index, std::nullopt});
    state.add(numberOf(one));
  }

  // -------------------------------------------------------------- reads

  void checkReads(const Expr *expr, const StoredElements &state) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *address = dyn_cast<AddressExpr>(part); address && rootVariable(address->place) == array)
        isRight = false;
      const auto *load = dyn_cast<LoadExpr>(part);
      if (load && rootVariable(load->place) == array)
        isRight = isRight && isStored(load->place, state);
    });
  }

  /// What the path of a written place reads.
  void checkPath(const Place *place, const StoredElements &state) {
    forEachExpr(place, [&](const Expr *e) { checkReads(e, state); });
    bool isPart = rootVariable(place) == array && wholeVariable(place) != array;
    isRight = isRight && (!isPart || indicesOf(place));
  }

  bool isStored(const Place *read, const StoredElements &state) const {
    if (!state.isReached())
      return true;
    std::optional<std::vector<const Expr *>> indices = indicesOf(read);
    const std::vector<CountedLoop> loops = knownLoops();
    return indices &&
           llvm::any_of(state.listed(), [&](unsigned number) { return covers(elements[number], *indices, loops); });
  }

  static bool covers(const Stored &one, const std::vector<const Expr *> &indices,
                     const std::vector<CountedLoop> &loops) {
    return std::equal(one.begin(), one.end(), indices.begin(), indices.end(),
                      [&](const Dimension &dimension, const Expr *index) {
                        return dimension.loop ? isReached(loops, index, *dimension.loop, dimension.index)
                                              : same(index, dimension.index);
                      });
  }

  const Variable *array;
  Writes writes;
  std::vector<std::optional<CountedLoop>> around; ///< loops around; none: not known
  std::vector<Stored> elements;                   ///< that any state speaks of
  std::set<const Variable *> names;               ///< of these
};

} // namespace

bool isSetFirst(const Function &function, const Variable *array) {
  std::set<const Function *> seen;
  return !calls(&function, &function, seen) && // which stores in between
         SetFirst(function, array).isRight;
}

} // namespace adjoint::analysis
