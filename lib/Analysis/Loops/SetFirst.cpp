// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/SetFirst.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Solver/Certain.h"
#include "IR/Callees.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

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
  SetFirst(Context &context, const Function &function, const Variable *array) : context(context), array(array), writes(function.body) {
    noteCopies(function.body);
    extent = extentOf(array, function.body);
    solve(function.body, {});
    if (recurrences.empty())
      return;
    isRight = true; // once more, knowing what each iteration stores to
    solve(function.body, {});
  }

  bool isRight = true;

protected:
  void transfer(const Stmt *stmt, StoredElements &state) override {
    if (isEnd(stmt))
      return;
    forEachOperand(
        stmt, [&](const Expr *e) { checkReads(e, state); }, [&](const Place *place) { checkPath(place, state); });
    std::set<const Variable *> changed;
    noteChanged(stmt, changed);
    for (const Variable *variable : changed)
      if (names.count(variable))
        state.dropIf([&](unsigned number) { return isNamedBy(elements[number], variable); });
    if (beginsArray(stmt))
      state.dropIf([](unsigned) { return true; });
    forEachOperand(
        stmt, [](const Expr *) {}, [&](const Place *place) { addStore(place, state); });
  }
  void evaluate(const Stmt *stmt, const Expr *condition, StoredElements &state) override {
    if (auto found = recurrences.find(stmt); found != recurrences.end() && state.isReached())
      for (const Stored &before : found->second)
        state.add(numberOf(extended(before, state)));
    checkReads(condition, state);
  }

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
    std::vector<Stored> runs;
    for (unsigned number : before(loop->step.front()).listed())
      if (std::optional<Stored> all = afterAll(elements[number], *around.back(), changed)) {
        runs.push_back(beforeIteration(*all));
        state.add(numberOf(extended(*all, state)));
      }
    bool isBegun = false;
    forEachStmt(loop, [&](const Stmt *stmt) { isBegun = isBegun || beginsArray(stmt); });
    if (!isBegun && around.back()->step == 1)
      recurrences[loop] = runs;
  }

private:
  // -------------------------------------------------------------- loops

  /// A counted loop whose range is, inside, what it was at its beginning.
  std::optional<CountedLoop> knownLoop(const LoopStmt *loop) const {
    std::optional<CountedLoop> counted = countedLoop(loop);
    if (!counted)
      counted = countedLoop(withPlainHead(loop));
    return counted && !mayChange(loop->body, counted->first) ? counted : std::nullopt;
  }

  /// `i + 1 < n` is `i < n - 1`, of numbers with a sign.
  const LoopStmt *withPlainHead(const LoopStmt *loop) const {
    const auto *test = loop->condition ? dyn_cast<BinaryExpr>(loop->condition) : nullptr;
    const auto *sum = test && (test->op == BinaryOp::Less || test->op == BinaryOp::LessEq) ? dyn_cast<BinaryExpr>(test->left) : nullptr;
    const bool isMoved = sum && sum->op == BinaryOp::Add && sum->type->isSigned && isa<LoadExpr>(sum->left) && integerValue(sum->right);
    if (!isMoved)
      return loop;
    const Expr *bound = context.binary(BinaryOp::Sub, test->right, sum->right);
    return context.rebuilt(loop, loop->init, context.binary(test->op, sum->left, bound), loop->step, loop->body);
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

  /// Of all iterations, those before the present one.
  Stored beforeIteration(Stored all) const {
    for (Dimension &dimension : all)
      if (dimension.loop && dimension.loop->step == 1) {
        dimension.loop->bound = context.load(dimension.loop->counter);
        dimension.loop->test = BinaryOp::Less;
      }
    return all;
  }

  /// With the element in front of the first one, where that is stored to.
  Stored extended(Stored one, const StoredElements &state) const {
    if (one.size() != 1 || !one[0].loop || one[0].loop->step != 1)
      return one;
    Dimension &range = one[0];
    const Expr *counter = context.load(range.loop->counter);
    const Expr *first = context.binary(BinaryOp::Add, range.index, range.loop->first);
    for (unsigned number : state.listed()) {
      const Stored &other = elements[number];
      const bool isSingle = other.size() == 1 && !other[0].loop;
      if (!isSingle || distanceBetween(context.binary(BinaryOp::Add, other[0].index, counter), first) != std::optional<long long>(1))
        continue;
      range.loop->first = context.binary(BinaryOp::Sub, range.loop->first, context.literal(1, range.loop->first->type));
      return one;
    }
    return one;
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

  bool isArray(const Expr *expr) const {
    const auto *load = dyn_cast<LoadExpr>(expr);
    return load && wholeVariable(load->place) == array;
  }
  bool beginsArray(const Stmt *stmt) const {
    bool isGiven = declaredBy(stmt) == array;
    forEachOperand(
        stmt, [](const Expr *) {}, [&](const Place *place) { isGiven = isGiven || wholeVariable(place) == array; });
    return isGiven;
  }
  bool isEnd(const Stmt *stmt) const {
    const auto *free = dyn_cast<FreeStmt>(stmt);
    return free && isArray(free->pointer);
  }

  /// The `i` of `*(array + i)`; null for any other place.
  const Expr *indexOf(const Place *place) const {
    const auto *target = dyn_cast<DerefPlace>(place);
    const auto *sum = target ? dyn_cast<BinaryExpr>(target->pointer) : nullptr;
    return sum && sum->op == BinaryOp::Add && isArray(sum->left) ? sum->right : nullptr;
  }

  /// The indices of `array[i][j]`; none for any other place.
  std::optional<std::vector<const Expr *>> indicesOf(const Place *place) const {
    if (const Expr *index = indexOf(place))
      return std::vector<const Expr *>{index};
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
    std::set<const Expr *> pointers; ///< by which elements are read
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *address = dyn_cast<AddressExpr>(part); address && rootVariable(address->place) == array)
        isRight = false;
      const auto *load = dyn_cast<LoadExpr>(part);
      if (!load || pointers.count(load))
        return;
      if (const auto *element = indexOf(load->place) ? dyn_cast<DerefPlace>(load->place) : nullptr)
        pointers.insert(cast<BinaryExpr>(element->pointer)->left);
      if (rootVariable(load->place) == array || indexOf(load->place))
        isRight = isRight && isStored(load->place, state);
    });
  }

  /// What the path of a written place reads.
  void checkPath(const Place *place, const StoredElements &state) {
    if (const Expr *index = indexOf(place))
      return checkReads(index, state);
    forEachExpr(place, [&](const Expr *e) { checkReads(e, state); });
    bool isPart = rootVariable(place) == array && wholeVariable(place) != array;
    isRight = isRight && (!isPart || indicesOf(place));
  }

  static const Variable *sourceOf(const Expr *pointer) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(pointer));
    return load ? wholeVariable(load->place) : nullptr;
  }

  void noteCopies(const StmtList &body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      const Variable *of = declare && declare->init ? sourceOf(declare->init) : nullptr;
      const bool isKept = of && of->storage == Storage::Parameter && !writes.mayWrite(of);
      if (isKept && writes.count(declare->variable) == 1 && !writes.isExposed(declare->variable))
        copies[declare->variable] = declare->init;
    });
  }

  /// How many elements the pointer's memory has, if it is given memory once, itself or by another pointer; else null.
  const Expr *extentOf(const Variable *pointer, const StmtList &body, bool isSource = false) const {
    std::vector<const Expr *> found;
    auto give = [&](const Expr *value) {
      const Variable *source = value && !isSource ? sourceOf(value) : nullptr;
      if (value && !isNull(value))
        found.push_back(source ? extentOf(source, body, true) : nullptr);
    };
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->variable == pointer)
        give(declare->init);
      forEachOperand(
          stmt, [](const Expr *) {},
          [&](const Place *place) {
            if (wholeVariable(place) != pointer)
              return;
            if (const auto *assign = dyn_cast<AssignStmt>(stmt))
              return give(assign->value);
            const auto *allocate = dyn_cast<AllocateStmt>(stmt);
            found.push_back(allocate ? allocate->count : nullptr);
          });
    });
    return found.size() == 1 && !writes.isExposed(pointer) ? found.front() : nullptr;
  }

  /// Of a copy, what it copies, where neither changes.
  const Expr *withoutCopies(const Expr *expr) const {
    expr = withoutCasts(expr);
    const auto *load = dyn_cast<LoadExpr>(expr);
    const auto copy = load ? copies.find(wholeVariable(load->place)) : copies.end();
    return copy == copies.end() ? expr : withoutCopies(copy->second);
  }

  /// All elements that the memory has.
  bool isAll(const Stored &one) const {
    if (one.size() != 1 || !one[0].loop || !extent)
      return false;
    const CountedLoop &loop = *one[0].loop;
    const bool isFromZero = loop.step == 1 && loop.test == BinaryOp::Less && isInteger(loop.first, 0) &&
                            same(withoutCasts(one[0].index), context.load(loop.counter));
    return isFromZero && same(withoutCopies(loop.bound), withoutCopies(extent));
  }

  bool isStored(const Place *read, const StoredElements &state) const {
    if (!state.isReached() || llvm::any_of(state.listed(), [&](unsigned number) { return isAll(elements[number]); }))
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
                        return dimension.loop ? isReachedFromZero(loops, index, *dimension.loop, dimension.index)
                                              : same(index, dimension.index);
                      });
  }

  Context &context;
  const Variable *array;
  Writes writes;
  std::vector<std::optional<CountedLoop>> around; ///< loops around; none: not known
  std::vector<Stored> elements;                   ///< that any state speaks of
  std::map<const Variable *, const Expr *> copies;         ///< of parameters
  const Expr *extent = nullptr;                            ///< of the memory that the array is
  std::map<const Stmt *, std::vector<Stored>> recurrences; ///< of loops: what the iterations before one have stored to
  std::set<const Variable *> names;               ///< of these
};

} // namespace

bool isSetFirst(Context &context, const Function &function, const Variable *array) {
  std::set<const Function *> seen;
  return !calls(&function, &function, seen) && // which stores in between
         SetFirst(context, function, array).isRight;
}

} // namespace adjoint::analysis
