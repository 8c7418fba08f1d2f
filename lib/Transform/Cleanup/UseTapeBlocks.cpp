// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/UseTapeBlocks.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Evaluation.h"
#include "IR/Identifiers.h"
#include "IR/Values.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Iterations in the counter's own terms: numbered `i - low`, or `high - i` where it counts down.
struct CountedRange {
  const Variable *counter;
  bool isUp;
  const Expr *low, *high; ///< low <= i < high; counting down, low < i <= high
};

/// A loop over a counter, and the list that it stands in.
struct Level {
  const LoopStmt *loop;
  const StmtList *scope;
  const Variable *counter;
  std::optional<CountedRange> range; ///< of a loop of the forward sweep whose iterations can be numbered
  /// Of one whose range depends on loops around: it never has more iterations.
  std::optional<long long> most;
};

/// May a loop of the reverse sweep run upwards, if what it takes off the tape lies in blocks?
using MayTurn = std::function<bool(const LoopStmt *)>;

/// Loops around a statement, the innermost first, each run once in an iteration of the next.
using Nest = std::vector<Level>;

/// One record that goes to a block.
struct BlockRecord {
  Nest forward, reverse; ///< equally deep, once it is chosen
  const Type *type;      ///< of the value
  Location where;   ///< of the statement that records it
  std::string name;
  bool isUnique = true;
  bool isVisible = false;  ///< does the reverse loop stand in the scope of the block?
  bool inParallel = false; ///< in a parallel loop?

  /// The loop in front of which the block is reserved.
  const LoopStmt *reservedAt() const { return forward.back().loop; }
};

class TapeBlocks {
public:
  TapeBlocks(Context &context, const MayTurn &mayTurn) : context(context), mayTurn(mayTurn) {}

  void findPushes(const StmtList &list, const Nest &nest, bool inParallel);
  void findPops(const StmtList &list, const Nest &nest);
  void choose();
  StmtList rebuilt(const StmtList &list);

private:
  Nest nestIn(const Stmt *stmt, const StmtList &nested, const StmtList &around, const Nest &nest);
  Nest invariantPart(const Nest &nest);
  std::optional<long long> mostTrips(const Level &level, const Nest &around);
  void takeReverse(BlockRecord &record, const Nest &nest);
  size_t usefulDepth(const BlockRecord &record) const;
  bool takesOtherRecords(const LoopStmt *loop) const;
  void limitDepths();
  void rebuild(const Stmt *stmt, StmtList &out);
  void reserve(const LoopStmt *loop, StmtList &out);
  void pushAddresses(const LoopStmt *loop, StmtList &out);
  StmtList find(const LoopStmt *loop, StmtList &out);
  /// The statement with what its scopes become.
  const Stmt *inside(const Stmt *stmt) {
    return context.withScopes(stmt, [this](const StmtList &scope) { return rebuilt(scope); });
  }
  std::optional<CountedRange> rangeOf(const LoopStmt *loop);
  const Expr *trips(const Level &level);
  const Expr *times(const Expr *a, const Expr *b);
  const Expr *size(const BlockRecord &record);
  const Expr *iteration(const CountedRange &range);
  const Place *element(unsigned record, const Variable *block);
  const Variable *makeBlock(const BlockRecord &record);
  bool isArray(const BlockRecord &record);

  Context &context;
  const MayTurn &mayTurn;
  std::map<unsigned, BlockRecord> records;
  std::vector<const StmtList *> open;                               ///< the lists around the pop that is looked at
  std::map<const StmtList *, std::vector<const StmtList *>> around; ///< a reverse loop's list
  std::map<const LoopStmt *, std::vector<unsigned>> pushedIn, poppedIn;
  std::map<unsigned, const Variable *> blocks; ///< that are visible where the rebuilding stands
};

/// The counter that a loop sets, whichever way it runs.
const Variable *counterOf(const LoopStmt *loop) {
  if (loop->init.size() != 1)
    return nullptr;
  if (const auto *declare = dyn_cast<DeclareStmt>(loop->init[0]))
    return declare->variable;
  const auto *assign = dyn_cast<AssignStmt>(loop->init[0]);
  return assign ? wholeVariable(assign->place) : nullptr;
}

/// So few iterations that a row of an outer loop's block costs less than a block of its own, even if the row is not vectorised.
constexpr long long few = 16;
/// So few elements that a block of them is an array of the iteration's own, which both sweeps use.
constexpr long long mostInArray = 64;

bool isShort(const Level &level) {
  const std::optional<long long> low = integerValue(level.range->low), high = integerValue(level.range->high);
  return level.most || (low && high && *high <= *low + few);
}

std::string nameFor(const Expr *value) {
  std::string name = "value";
  forEachLoad(value, [&](const LoadExpr *load) { // the innermost name of a path: y of y[i]
    if (const Variable *variable = rootVariable(load->place); variable && (name == "value" || load->type->isPointer()))
      name = stemOf(variable);
  });
  return name;
}

} // namespace

std::optional<CountedRange> TapeBlocks::rangeOf(const LoopStmt *loop) {
  std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  if (!counted || (counted->step != 1 && counted->step != -1) || counted->test == BinaryOp::NotEqual)
    return std::nullopt;
  const Type *type = context.withoutConst(counted->counter->type);
  const Expr *first = context.cast(CastExpr::Form::Implicit, counted->first, type);
  const Expr *bound = context.cast(CastExpr::Form::Implicit, counted->bound, type);
  if (counted->step > 0)
    return CountedRange{counted->counter, true, first,
                        counted->test == BinaryOp::LessEq ? shifted(context, bound, 1) : bound};
  return CountedRange{counted->counter, false,
                      counted->test == BinaryOp::GreaterEq ? shifted(context, bound, -1) : bound, first};
}

// --------------------------------------------------------------- finding

/// The loops around a list inside `stmt`, which stands in the list `around`: those of `stmt`, and itself.
Nest TapeBlocks::nestIn(const Stmt *stmt, const StmtList &nested, const StmtList &around, const Nest &nest) {
  if (isa<BlockStmt>(stmt))
    return nest;
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  const Variable *counter = loop && &nested == &loop->body ? counterOf(loop) : nullptr;
  if (!counter)
    return {};
  Nest inner = {{loop, &around, counter, rangeOf(loop), std::nullopt}};
  inner.insert(inner.end(), nest.begin(), nest.end());
  return inner;
}

/// Never more than that, if it is few, whatever the counters of the loops around are.
std::optional<long long> TapeBlocks::mostTrips(const Level &level, const Nest &around) {
  std::vector<analysis::CountedLoop> loops;
  for (const Level &outer : around)
    if (const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(outer.loop))
      loops.push_back(*counted);
  for (long long number = 1; number <= few; ++number)
    if (analysis::isNeverLess(loops, shifted(context, level.range->low, number), level.range->high))
      return number;
  return std::nullopt;
}

/// The loops around constant ones that the ranges of those inside do not depend on, or not much.
Nest TapeBlocks::invariantPart(const Nest &nest) {
  Nest kept;
  for (size_t i = 0; i < nest.size(); ++i) {
    const Level &level = nest[i];
    if (!level.range)
      return kept;
    const analysis::Writes writes(level.loop->body);
    std::set<const Variable *> declared = {level.counter};
    forEachStmt(level.loop->body, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
    auto isFixed = [&](const Expr *bound) {
      bool fixed = !analysis::mayChange(level.loop->body, writes, bound);
      forEachLoad(bound, [&](const LoadExpr *load) { fixed &= !declared.count(rootVariable(load->place)); });
      return fixed;
    };
    auto isKnown = [&](const Expr *bound) { return isFixed(bound) && isAlwaysComputable(bound); };
    for (Level &inner : kept) {
      if (!inner.most && !(isKnown(inner.range->low) && isKnown(inner.range->high)))
        inner.most = mostTrips(inner, Nest(nest.begin() + i, nest.end()));
      if (!inner.most && !(isKnown(inner.range->low) && isKnown(inner.range->high)))
        return kept;
    }
    kept.push_back(level);
  }
  return kept;
}

void TapeBlocks::findPushes(const StmtList &list, const Nest &nest, bool inParallel) {
  std::optional<Nest> invariant; // of the nest, once a push asks for it
  for (const Stmt *stmt : list) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const bool isInside = inParallel || (loop && loop->parallel);
    forEachList(stmt, [&](const StmtList &nested) { findPushes(nested, nestIn(stmt, nested, list, nest), isInside); });
    const auto *push = dyn_cast<PushStmt>(stmt);
    if (!push || push->record == 0 || push->range)
      continue;
    BlockRecord &record = records[push->record];
    bool isFirst = record.forward.empty();
    if (!invariant)
      invariant = invariantPart(nest);
    record.forward = *invariant;
    record.inParallel = inParallel;
    record.isUnique &= isFirst && !record.forward.empty() && push->value->type->isScalar();
    record.type = context.withoutConst(push->value->type);
    record.where = push->location;
    record.name = nameFor(push->value);
  }
}

void TapeBlocks::findPops(const StmtList &list, const Nest &nest) {
  open.push_back(&list);
  around[&list] = open;
  for (const Stmt *stmt : list) {
    forEachList(stmt, [&](const StmtList &nested) { findPops(nested, nestIn(stmt, nested, list, nest)); });
    const auto *pop = dyn_cast<PopStmt>(stmt);
    auto found = pop ? records.find(pop->record) : records.end();
    if (found == records.end())
      continue;
    BlockRecord &record = found->second;
    bool isReference = pop->declares && wholeVariable(pop->place)->type->isReference();
    record.isUnique &= record.reverse.empty() && !isReference;
    takeReverse(record, nest);
  }
  open.pop_back();
}

/// As many of the loops as the reverse sweep runs backward.
void TapeBlocks::takeReverse(BlockRecord &record, const Nest &nest) {
  size_t depth = 0;
  while (depth < std::min(nest.size(), record.forward.size()) && nest[depth].counter == record.forward[depth].counter &&
         nest[depth].loop != record.forward[depth].loop)
    record.reverse.push_back(nest[depth++]);
  record.forward.resize(depth);
  record.isUnique &= depth != 0;
}

/// Does the loop do anything with the tape but take records that lie in blocks in front of it?
bool TapeBlocks::takesOtherRecords(const LoopStmt *loop) const {
  bool takes = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *pop = dyn_cast<PopStmt>(stmt);
    auto found = pop ? records.find(pop->record) : records.end();
    auto liesInFront = [&](const BlockRecord &record) {
      return record.isUnique && llvm::any_of(record.reverse, [&](const Level &level) { return level.loop == loop; });
    };
    takes |= isa<PushStmt>(stmt) || isa<TapeBlockStmt>(stmt) || (pop && (found == records.end() || !liesInFront(found->second)));
  });
  return takes;
}

/// A long row of an outer loop's block is vectorised if the loop around it runs upwards in the reverse sweep: from row to
/// row, the address goes down otherwise.
size_t TapeBlocks::usefulDepth(const BlockRecord &record) const {
  for (size_t depth = 1; depth < record.reverse.size(); ++depth)
    if (!isShort(record.forward[depth - 1]) &&
        (takesOtherRecords(record.reverse[depth].loop) || !mayTurn(record.reverse[depth].loop)))
      return depth;
  return record.reverse.size();
}

/// What one record lacks keeps others of the same loop from a common block.
void TapeBlocks::limitDepths() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto &[number, record] : records) {
      if (!record.isUnique)
        continue;
      const size_t depth = usefulDepth(record);
      isChanged |= depth != record.reverse.size();
      record.forward.resize(depth);
      record.reverse.resize(depth);
    }
  }
}

void TapeBlocks::choose() {
  limitDepths();
  for (auto &[number, record] : records) {
    if (!record.isUnique || record.reverse.empty())
      continue;
    const std::vector<const StmtList *> &lists = around.at(record.reverse.back().scope);
    record.isVisible = llvm::is_contained(lists, record.forward.back().scope);
    pushedIn[record.reservedAt()].push_back(number);
    poppedIn[record.reverse.back().loop].push_back(number);
  }
}

// ------------------------------------------------------------ rebuilding

const Expr *TapeBlocks::trips(const Level &level) {
  if (level.most)
    return context.literal(*level.most, context.integer("std::size_t", 64, false));
  return analysis::tripsOf(context, level.range->low, level.range->high);
}

/// Numbers, few of them, and not for several threads? (Of pointers more is known where they lie on the tape.) Where the reverse sweep
/// stands in another scope, fewer: the array goes to the tape and comes back.
bool TapeBlocks::isArray(const BlockRecord &record) {
  const std::optional<long long> count = integerValue(size(record));
  if (!record.isVisible && llvm::any_of(record.forward, [](const Level &level) { return level.most.has_value(); }))
    return false; // not all of it would be set
  return !record.inParallel && !record.type->isPointer() && count && *count > 0 && *count <= (record.isVisible ? mostInArray : few);
}

const Variable *TapeBlocks::makeBlock(const BlockRecord &record) {
  const bool isKept = isArray(record);
  const Type *type = record.type;
  for (const Level &level : record.forward) // the innermost dimension is the last
    type = isKept ? context.arrayOf(type, *integerValue(trips(level))) : type;
  auto *block = context.make<Variable>(record.name + (isKept ? "_kept" : "_tape"), isKept ? type : context.pointerTo(type), Storage::Local);
  block->isTemporary = true;
  block->isRestrict = !isKept;
  return block;
}

/// The product: a number where both are, and it is one of a computer.
const Expr *TapeBlocks::times(const Expr *a, const Expr *b) {
  const std::optional<long long> first = integerValue(a), second = integerValue(b);
  long long product = 0;
  const bool isNumber = first && second && !llvm::MulOverflow(*first, *second, product);
  return isNumber ? context.literal(product, a->type) : context.binary(BinaryOp::Mul, a, b);
}

const Expr *TapeBlocks::size(const BlockRecord &record) {
  const Expr *product = nullptr;
  for (auto level = record.forward.rbegin(); level != record.forward.rend(); ++level)
    product = product ? times(product, trips(*level)) : trips(*level);
  return product;
}

/// The number of the present iteration.
const Expr *TapeBlocks::iteration(const CountedRange &range) {
  const Expr *i = context.load(range.counter);
  if (!range.isUp)
    return context.binary(BinaryOp::Sub, range.high, i);
  return isInteger(range.low, 0) ? i : context.binary(BinaryOp::Sub, i, range.low);
}

/// The block's element for the present iteration.
const Place *TapeBlocks::element(unsigned number, const Variable *block) {
  const Expr *index = nullptr;
  const Nest &nest = records.at(number).forward;
  if (isArray(records.at(number))) {
    const Place *part = context.place(block);
    for (auto level = nest.rbegin(); level != nest.rend(); ++level)
      part = context.index(part, iteration(*level->range));
    return part;
  }
  for (auto level = nest.rbegin(); level != nest.rend(); ++level) {
    const Expr *own = iteration(*level->range);
    if (nest.size() > 1)
      own = context.cast(CastExpr::Form::Implicit, own, size(records.at(number))->type);
    index =
        index ? context.binary(BinaryOp::Add, context.binary(BinaryOp::Mul, index, trips(*level)), own) : own;
  }
  return context.deref(context.binary(BinaryOp::Add, context.load(block), index));
}

void TapeBlocks::reserve(const LoopStmt *loop, StmtList &out) {
  for (unsigned number : pushedIn[loop]) {
    const BlockRecord &record = records.at(number);
    blocks[number] = makeBlock(record);
    const Context::Origin origin(context, record.where);
    if (isArray(record))
      out.push_back(context.make<DeclareStmt>(blocks[number], nullptr));
    else
      out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, blocks[number], size(record)));
  }
}

/// Their addresses, or they themselves, where the reverse sweep stands in another scope.
void TapeBlocks::pushAddresses(const LoopStmt *loop, StmtList &out) {
  for (unsigned number : pushedIn[loop]) {
    const Context::Origin origin(context, records.at(number).where);
    if (!records.at(number).isVisible)
      out.push_back(context.make<PushStmt>(context.load(blocks.at(number))));
  }
}

/// Returns what releases the blocks after the loop.
StmtList TapeBlocks::find(const LoopStmt *loop, StmtList &out) {
  StmtList releases;
  const std::vector<unsigned> &numbers = poppedIn[loop];
  for (auto it = numbers.rbegin(); it != numbers.rend(); ++it) { // the last block first
    const Variable *&block = blocks[*it];
    const Context::Origin origin(context, records.at(*it).where);
    const Expr *count = size(records.at(*it));
    if (!block) {
      block = makeBlock(records.at(*it));
      out.push_back(context.make<PopStmt>(context.place(block), true));
    }
    if (!isArray(records.at(*it)))
      releases.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, block, count));
  }
  return releases;
}

void TapeBlocks::rebuild(const Stmt *stmt, StmtList &out) {
  if (const auto *push = dyn_cast<PushStmt>(stmt); push && blocks.count(push->record)) {
    out.push_back(annotatedAs(push, context.make<AssignStmt>(element(push->record, blocks.at(push->record)), push->value)));
    return;
  }
  if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && blocks.count(pop->record)) {
    const Expr *value = context.load(element(pop->record, blocks.at(pop->record)));
    if (pop->declares)
      out.push_back(annotatedAs(pop, context.make<DeclareStmt>(wholeVariable(pop->place), value)));
    else
      out.push_back(annotatedAs(pop, context.make<AssignStmt>(pop->place, value)));
    return;
  }
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  if (!loop) {
    out.push_back(inside(stmt));
    return;
  }
  reserve(loop, out);
  StmtList releases = find(loop, out);
  out.push_back(inside(loop));
  pushAddresses(loop, out);
  out.insert(out.end(), releases.begin(), releases.end());
}

StmtList TapeBlocks::rebuilt(const StmtList &list) {
  std::map<unsigned, const Variable *> outer = blocks;
  StmtList out;
  for (const Stmt *stmt : list)
    rebuild(stmt, out);
  blocks = std::move(outer); // what began here is no longer visible
  return out;
}

void useTapeBlocks(Context &context, Function &forward, Function &reverse, const analysis::Alias &alias, const AreApart &areApart) {
  std::map<const LoopStmt *, bool> known;
  const MayTurn mayTurn = [&](const LoopStmt *loop) {
    auto [answer, isNew] = known.try_emplace(loop, false);
    std::optional<RunnableUpwards> found = isNew ? runnableUpwards(context, loop) : std::nullopt;
    if (found)
      answer->second = Iteration(context, found->work, found->counted, alias, areApart, /*takesRecords=*/true).isIndependent();
    return answer->second;
  };
  TapeBlocks blocks(context, mayTurn);
  blocks.findPushes(forward.body, {}, false);
  blocks.findPops(reverse.body, {});
  blocks.choose();
  forward.body = blocks.rebuilt(forward.body);
  if (&reverse != &forward)
    reverse.body = blocks.rebuilt(reverse.body);
}

} // namespace adjoint::transform
