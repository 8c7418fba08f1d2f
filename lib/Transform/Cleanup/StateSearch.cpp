// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/StateSearch.h"

#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/Algebra.h"
#include "IR/Values.h"
#include "Transform/Cleanup/BlockPointers.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Blocks of so few elements are better recorded.
constexpr long long fewElements = 64;

unsigned countLoads(const Stmt *stmt, llvm::function_ref<bool(const LoadExpr *)> counts) {
  unsigned count = 0;
  auto note = [&](const LoadExpr *load) { count += counts(load); };
  forEachStmt(stmt, [&](const Stmt *inner) {
    forEachOperand(inner, [&](const Expr *expr) { forEachLoad(expr, note); }, [&](const Place *place) { forEachLoad(place, note); });
  });
  return count;
}

unsigned loadsOf(const Stmt *stmt, const Variable *variable) {
  return countLoads(stmt, [&](const LoadExpr *load) { return wholeVariable(load->place) == variable; });
}

/// How often the statement reads the element.
unsigned readsOf(const Stmt *stmt, const Place *element) {
  return countLoads(stmt, [&](const LoadExpr *load) { return same(load->place, element); });
}

/// Of an element; null: it is none.
const Variable *baseOf(const Place *place) {
  const std::optional<analysis::Element> element = analysis::elementOf(place);
  return element ? element->base : nullptr;
}

class StateSearch {
public:
  StateSearch(Context &context, const Sweeps &sweeps, const AreApart &areApart)
      : context(context), forward(sweeps.forward), reverse(sweeps.reverse), areApart(areApart), counts(context, forward),
        pointers({&forward, &reverse}) {}

  std::vector<State> find();

private:
  std::optional<State> stateOf(const PushStmt *push, const PopStmt *pop);
  bool areMirrored(const State &state) const;
  bool isState(State &state);
  bool isUsedThereAlone(const Side &side, const Variable *pointer, bool alsoBehind) const;
  bool movesOtherRecords(const State &state) const;
  bool areSteady(const Side &side) const;
  bool isOnlyWay(const State &state, const SameBlocks &blocks) const;
  bool isLookedAt(const State &state, const Variable *other) const;
  bool isFreedLater(const State &state, const SameBlocks &blocks) const;
  bool isSameInAll(const AllocateStmt *allocation, const Expr *count, const SameBlocks &blocks) const;
  const Expr *countOf(const State &state, const SameBlocks &blocks) const;
  std::optional<State::Overwritten> overwrittenBy(const Side &side) const;
  bool isMost(State &state);
  bool areUnrelated(const State &a, const State &b) const;

  Context &context;
  const StmtList &forward, &reverse;
  const AreApart &areApart;
  CountOfBlock counts;
  const BlockPointers pointers;
};

/// Between a statement and a deeper one, are there only loops that are counted, sequential, and left at their end alone?
bool areLoops(Context &context, const Side &side) {
  for (size_t level = 1; level <= side.depth; ++level)
    if (!side.loop(level) || !runnableUpwards(context, side.loop(level)))
      return false;
  bool areLeft = false;
  forEachStmt(side.outermost(), [&](const Stmt *stmt) {
    areLeft |= isa<ReturnStmt>(stmt) || isa<BreakStmt>(stmt) || isa<ContinueStmt>(stmt) || isa<GotoStmt>(stmt) || isa<LabelStmt>(stmt);
  });
  return !areLeft;
}

bool isInParallel(const Path &path) {
  return llvm::any_of(path, [](const Position &position) {
    const auto *loop = dyn_cast<LoopStmt>(position.stmt());
    return loop && loop->parallel;
  });
}

/// Does the index mention nothing but counters, and variables that one iteration does not change behind their declarations?
bool StateSearch::areSteady(const Side &side) const {
  const Expr *index = analysis::elementOf(side.place)->index;
  const analysis::Writes writes(side.innermost());
  const std::optional<RunnableUpwards> loop = side.loop(1) ? runnableUpwards(context, side.loop(1)) : std::nullopt;
  bool areSteady = loop.has_value();
  auto look = [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    const bool isOwn = variable && !variable->isGlobal() && !variable->isAddressTaken();
    const bool isDeclared = llvm::any_of(side.innermost(), [&](const Stmt *stmt) { return declaredBy(stmt) == variable; });
    areSteady &= isOwn && (variable == loop->counted.counter || writes.count(variable) <= (isDeclared ? 1u : 0u));
  };
  if (index && loop)
    forEachLoad(index, look);
  return areSteady;
}

/// Do the loops name the array only to read the element in front of where it is overwritten, or, `alsoBehind`, behind it?
bool StateSearch::isUsedThereAlone(const Side &side, const Variable *pointer, bool alsoBehind) const {
  unsigned expected = 0;
  const StmtList &list = side.innermost();
  for (size_t at = 0; at < list.size(); ++at) {
    const unsigned loads = loadsOf(list[at], pointer), reads = readsOf(list[at], side.place);
    const bool isMove = at == side.path.back().at || at == side.written;
    const unsigned own = !isMove ? 0 : 1; // what the push reads, the assignment or the pop writes
    const bool isPush = isa<PushStmt>(list[at]);
    if (isPush && isMove ? loads != 1 || reads != 1 : loads != reads + own)
      return false;
    if (at > side.written && reads != 0 && !alsoBehind)
      return false;
    expected += loads;
  }
  return loadsOf(side.outermost(), pointer) == expected && analysis::Writes(StmtList{side.outermost()}).count(pointer) == 0;
}

/// Do the loops of the two sweeps do anything with the tape, or with blocks, but push and pop the same numbers?
bool StateSearch::movesOtherRecords(const State &state) const {
  std::set<unsigned> pushed, popped;
  bool moves = false;
  auto look = [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    moves |= isa<TapeBlockStmt>(stmt) || isa<AllocateStmt>(stmt) || isa<FreeStmt>(stmt) || (call && call->callee->tapeUse != TapeUse::None);
    const auto *push = dyn_cast<PushStmt>(stmt);
    const auto *pop = dyn_cast<PopStmt>(stmt);
    moves |= (push && (push->record == 0 || push->range)) || (pop && (pop->record == 0 || pop->range));
    if (push)
      pushed.insert(push->record);
    if (pop)
      popped.insert(pop->record);
  };
  forEachStmt(state.forward.outermost(), [&](const Stmt *stmt) {
    look(stmt);
    moves |= isa<PopStmt>(stmt);
  });
  forEachStmt(state.reverse.outermost(), [&](const Stmt *stmt) {
    look(stmt);
    moves |= isa<PushStmt>(stmt);
  });
  return moves || pushed != popped;
}

/// The index with what the iteration declares replaced by what it is.
const Expr *expanded(Context &context, const StmtList &list, const Expr *index) {
  analysis::Substitution::Values values;
  for (const Stmt *stmt : list)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init && declare->variable->type->isIntegral())
      values[declare->variable] = analysis::Substitution(context, values).rewrite(declare->init);
  return analysis::Substitution(context, values).rewrite(index);
}

/// May another variable that leads to such blocks be looked at behind the loop, with the value that it has there?
bool StateSearch::isLookedAt(const State &state, const Variable *other) const {
  const Path around = state.forward.around();
  Path declaration;
  const Stmt *outermost = nullptr;
  for (const Position &position : around)
    outermost = outermost ? outermost : dyn_cast<LoopStmt>(position.stmt());
  bool isBehind = false, isLookedAt = false;
  auto names = [&](const Stmt *stmt) { return !isa<FreeStmt>(stmt) && mentions(stmt, other); };
  forEachStmt(forward, [&](const Stmt *stmt) {
    if (declaredBy(stmt) == other)
      declaration = pathTo(forward, stmt);
    isBehind |= stmt == outermost;
    const bool isOwn = isa<LoopStmt>(stmt) || isa<IfStmt>(stmt) || isa<BlockStmt>(stmt) || isa<SwitchStmt>(stmt);
    isLookedAt |= isBehind && !isOwn && names(stmt);
  });
  forEachStmt(reverse, [&](const Stmt *stmt) { isLookedAt |= names(stmt); });
  if (!isLookedAt)
    return false;
  // One that is declared behind the loop, or where it cannot be seen, has another value then.
  if (declaration.empty() || declaration.size() > around.size())
    return declaration.empty();
  const Position &own = declaration.back(), &here = around[declaration.size() - 1];
  return own.list == here.list && own.at < here.at;
}

bool StateSearch::isOnlyWay(const State &state, const SameBlocks &blocks) const {
  const Variable *counter = runnableUpwards(context, state.forward.outermost())->counted.counter;
  return llvm::all_of(blocks.pointers, [&](const Variable *other) {
    return other == state.pointer || areApart(counter, state.pointer, other) || !isLookedAt(state, other);
  });
}

/// Is no block freed before the reverse sweep has come to where the loop began?
bool StateSearch::isFreedLater(const State &state, const SameBlocks &blocks) const {
  bool isBehind = false, isFreed = false;
  auto isFree = [&](const Stmt *stmt) {
    const auto *release = dyn_cast<FreeStmt>(stmt);
    const auto *load = release ? dyn_cast<LoadExpr>(withoutCasts(release->pointer)) : nullptr;
    return release && (!load || blocks.pointers.count(wholeVariable(load->place)));
  };
  forEachStmt(forward, [&](const Stmt *stmt) { isFreed |= isFree(stmt); });
  forEachStmt(reverse, [&](const Stmt *stmt) {
    isBehind |= stmt == state.reverse.outermost();
    isFreed |= !isBehind && isFree(stmt);
  });
  return !isFreed;
}

/// Has a block that a pointer still leads to from an earlier iteration, where it was allocated, the same number of elements?
bool StateSearch::isSameInAll(const AllocateStmt *allocation, const Expr *count, const SameBlocks &blocks) const {
  const LoopStmt *iteration = nullptr;
  for (const Position &position : pathTo(forward, allocation))
    if (const auto *loop = dyn_cast<LoopStmt>(position.stmt()))
      iteration = loop;
  if (!iteration)
    return true;
  std::set<const Variable *> inside;
  forEachStmt(iteration, [&](const Stmt *stmt) { inside.insert(declaredBy(stmt)); });
  bool mentionsInside = false;
  forEachLoad(count, [&](const LoadExpr *load) { mentionsInside |= inside.count(rootVariable(load->place)) != 0; });
  return !mentionsInside || llvm::all_of(blocks.pointers, [&](const Variable *pointer) { return inside.count(pointer) != 0; });
}

/// Of the text.
unsigned sizeOf(const Expr *expr) {
  unsigned size = 0;
  forEachExpr(expr, [&](const Expr *) { ++size; });
  return size;
}

/// Of all blocks that the pointers ever lead to; null: not known.
const Expr *StateSearch::countOf(const State &state, const SameBlocks &blocks) const {
  const Expr *count = nullptr;
  bool isKnown = true;
  unsigned found = 0;
  const Path place = state.forward.around();
  forEachStmt(forward, [&](const Stmt *stmt) { // in this order, for the text
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    if (!allocation || !llvm::is_contained(blocks.allocations, allocation))
      return;
    ++found;
    const Expr *own = counts.at(place, allocation);
    if (!own)
      return void(isKnown = false);
    const bool isEqual = !count || counts.areEqual(count, own);
    const bool isSameType = context.withoutConst(allocation->element) == context.withoutConst(state.push->value->type);
    isKnown = isKnown && isEqual && isSameType && isSameInAll(allocation, own, blocks);
    count = count && sizeOf(count) <= sizeOf(own) ? count : own;
  });
  return isKnown && found == blocks.allocations.size() ? count : nullptr;
}

/// An expression with values in the place of counters.
class AtValues : public Rewriter {
public:
  AtValues(Context &context, std::map<const Variable *, const Expr *> values) : Rewriter(context), values(std::move(values)) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    if (const auto *load = dyn_cast<LoadExpr>(expr)) {
      const auto found = values.find(wholeVariable(load->place));
      return found == values.end() ? load : context.cast(CastExpr::Form::Implicit, found->second, expr->type);
    }
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    if (!binary || !(binary->op == BinaryOp::Add || binary->op == BinaryOp::Mul))
      return nullptr;
    const Expr *left = rewrite(binary->left), *right = rewrite(binary->right);
    const bool isSum = binary->op == BinaryOp::Add;
    if (isInteger(left, isSum ? 0 : 1))
      return right;
    return isInteger(right, isSum ? 0 : 1) ? left : context.binary(binary->op, left, right);
  }

private:
  const std::map<const Variable *, const Expr *> values;
};

/// What a counter is multiplied by in an index; null: nothing, or there is no such product.
const Expr *factorOf(const Expr *index, const Variable *counter) {
  const Expr *factor = nullptr;
  auto isCounter = [&](const Expr *expr) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(expr));
    return load && wholeVariable(load->place) == counter;
  };
  forEachExpr(index, [&](const Expr *expr) {
    const auto *product = dyn_cast<BinaryExpr>(expr);
    if (product && product->op == BinaryOp::Mul && (isCounter(product->left) || isCounter(product->right)))
      factor = isCounter(product->left) ? product->right : product->left;
  });
  return factor;
}

/// Does an index mention nothing but counters and variables that the loops leave alone?
bool isMadeOfCounters(const Expr *index, const LoopStmt *loops, std::initializer_list<const Variable *> counters) {
  const analysis::Writes writes(StmtList{loops});
  bool isMade = true;
  forEachLoad(index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    isMade &= variable && (llvm::is_contained(counters, variable) || !writes.mayWrite(variable));
  });
  return isMade;
}

/// None where it is not one stretch, or one in each row, so that no element is overwritten in two iterations.
std::optional<State::Overwritten> StateSearch::overwrittenBy(const Side &side) const {
  const Expr *written = analysis::elementOf(side.place)->index;
  if (!written || side.depth > 2)
    return std::nullopt;
  const Expr *index = expanded(context, side.innermost(), written);
  const RunnableUpwards inner = *runnableUpwards(context, side.loop(1)), outer = *runnableUpwards(context, side.outermost());
  const Variable *column = inner.counted.counter, *row = outer.counted.counter;
  if (!isMadeOfCounters(index, side.outermost(), {column, row}))
    return std::nullopt;
  auto at = [&](const Expr *bound) {
    std::map<const Variable *, const Expr *> values = {{column, bound}};
    values.insert({row, outer.range.low}); // where there is one
    return AtValues(context, std::move(values)).rewrite(index);
  };
  const State::Overwritten stretch = {at(inner.range.low), at(inner.range.high)};
  if (side.depth == 1)
    return analysis::distanceBetween(context.load(column), index) ? std::optional(stretch) : std::nullopt;
  const Expr *width = factorOf(index, row);
  if (!width || !analysis::isRowMajor(index, inner.counted, row))
    return std::nullopt;
  return State::Overwritten{stretch.first, stretch.last, difference(context, outer.range.high, outer.range.low), width};
}

/// Do the loops overwrite most of the block?
bool StateSearch::isMost(State &state) {
  const Type *size = context.integer("std::size_t", 64, false);
  const Expr *trips = context.literal(1, size);
  for (size_t level = 1; level <= state.forward.depth; ++level) {
    const std::optional<RunnableUpwards> loop = runnableUpwards(context, state.forward.loop(level));
    const Expr *own = context.binary(BinaryOp::Sub, loop->range.high, loop->range.low);
    trips = context.binary(BinaryOp::Mul, trips, context.cast(CastExpr::Form::Implicit, own, size));
  }
  const std::optional<State::Overwritten> overwritten = overwrittenBy(state.forward);
  if (!overwritten)
    return false;
  state.overwritten = *overwritten;
  const std::optional<long long> written = counts.estimated(trips), all = counts.estimated(state.count);
  return written && all && *all > fewElements && *written <= *all && *written * 4 >= *all * 3;
}

std::optional<State> StateSearch::stateOf(const PushStmt *push, const PopStmt *pop) {
  const auto *load = dyn_cast<LoadExpr>(push->value);
  const Variable *pointer = load ? baseOf(load->place) : nullptr;
  const bool isNumber = pointer && pointer == baseOf(pop->place) && pointer->type->isPointer() && load->type->isFloating();
  if (!isNumber || pop->declares || pointer->type->isConst || pointer->isAdjoint)
    return std::nullopt;
  State state;
  state.pointer = pointer, state.push = push, state.pop = pop;
  state.forward.path = pathTo(forward, push), state.forward.place = load->place;
  state.reverse.path = pathTo(reverse, pop), state.reverse.place = pop->place;
  state.reverse.written = state.reverse.path.back().at;
  const StmtList &list = state.forward.innermost();
  const auto write = std::find_if(list.begin() + state.forward.path.back().at, list.end(), [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    return assign && same(assign->place, load->place);
  });
  if (write == list.end() || isInParallel(state.forward.path) || isInParallel(state.reverse.path))
    return std::nullopt;
  state.forward.written = write - list.begin();
  const size_t lists = std::min(state.forward.path.size(), state.reverse.path.size()); // a loop in a loop has three
  if (lists < 3 || !areSteady(state.forward) || !areSteady(state.reverse))
    return std::nullopt;
  for (size_t depth = 1; depth + 1 < lists; ++depth) {
    state.forward.depth = state.reverse.depth = depth;
    if (areMirrored(state) && isState(state))
      return state;
  }
  return std::nullopt;
}

/// Are the loops of the two sweeps of a kind that does nothing else with the array, and with the tape?
bool StateSearch::areMirrored(const State &state) const {
  const bool isInLoop = llvm::any_of(state.forward.around(), [&](const Position &position) {
    return position.stmt() != state.forward.outermost() && isa<LoopStmt>(position.stmt());
  });
  if (!isInLoop || !areLoops(context, state.forward) || !areLoops(context, state.reverse) || movesOtherRecords(state))
    return false;
  return isUsedThereAlone(state.forward, state.pointer, false) && isUsedThereAlone(state.reverse, state.pointer, true);
}

bool StateSearch::isState(State &state) {
  const SameBlocks blocks = pointers.with(state.pointer);
  if (blocks.pointers.empty() || blocks.allocations.empty())
    return false;
  state.count = countOf(state, blocks);
  return state.count && isMost(state) && isOnlyWay(state, blocks) && isFreedLater(state, blocks);
}

/// May the two be made at once?
bool StateSearch::areUnrelated(const State &a, const State &b) const {
  if (pointers.with(a.pointer).pointers.count(b.pointer))
    return false;
  auto shareLoops = [](const Side &one, const Side &other) { return one.standsIn(other.outermost()) || other.standsIn(one.outermost()); };
  return !shareLoops(a.forward, b.forward) && !shareLoops(a.reverse, b.reverse);
}

std::vector<State> StateSearch::find() {
  struct Moves {
    std::vector<const PushStmt *> pushes;
    std::vector<const PopStmt *> pops;
  };
  std::map<unsigned, Moves> moves;
  forEachStmt(forward, [&](const Stmt *stmt) {
    if (const auto *push = dyn_cast<PushStmt>(stmt); push && push->record != 0 && !push->range)
      moves[push->record].pushes.push_back(push);
  });
  forEachStmt(reverse, [&](const Stmt *stmt) {
    if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && pop->record != 0 && !pop->range)
      moves[pop->record].pops.push_back(pop);
  });
  std::vector<State> found;
  for (const auto &[record, move] : moves) {
    if (move.pushes.size() != 1 || move.pops.size() != 1)
      continue;
    const std::optional<State> state = stateOf(move.pushes[0], move.pops[0]);
    if (state && llvm::all_of(found, [&](const State &other) { return areUnrelated(*state, other); }))
      found.push_back(*state);
  }
  return found;
}

} // namespace

Sweeps::Sweeps(const Function &first, const Function &second) : forward(first.body), reverse(second.body) {
  if (&first != &second)
    return;
  const auto heading = llvm::find_if(forward, [](const Stmt *stmt) {
    const auto *title = dyn_cast<HeadingStmt>(stmt);
    return title && title->sweep == Sweep::Reverse;
  });
  reverse.assign(heading, forward.end());
  forward.erase(heading, forward.end());
}

bool Side::standsIn(const Stmt *stmt) const {
  return llvm::any_of(path, [&](const Position &position) { return position.stmt() == stmt; });
}

std::vector<State> findStates(Context &context, const Sweeps &sweeps, const AreApart &areApart) {
  return StateSearch(context, sweeps, areApart).find();
}

} // namespace adjoint::transform
