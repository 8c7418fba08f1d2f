// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/CheckpointedLoop.h"

#include "Analysis/Checkpoints/IndexRanges.h"
#include "Analysis/Checkpoints/SnapshotSize.h"
#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Identifiers.h"
#include "IR/Values.h"

namespace adjoint::transform {

using namespace ir;
using Scheme = Checkpoint::Scheme;

namespace {
const Type *markType(Context &context) {
  const bool isNew = !context.hasRecord("adjoint::Tape::Mark");
  Record *record = context.record("adjoint::Tape::Mark");
  const Type *number = context.integer("std::size_t", 64, false);
  if (isNew)
    record->fields = {{"bytes", number, 0}, {"segments", number, 1}};
  return context.recordType(record);
}

template <class T> const Stmt *recorded(T *stmt, unsigned record) {
  stmt->record = record;
  return stmt;
}

std::string nameOf(const Place *place) {
  std::string name = "state";
  forEachLoad(place, [&](const LoadExpr *load) {
    if (const Variable *variable = rootVariable(load->place))
      name = stemOf(variable);
  });
  return name;
}
} // namespace

CheckpointedLoop::CheckpointedLoop(Context &context, const LoopStmt *loop, const analysis::FusedLoop &facts,
                                   Records records, llvm::function_ref<bool(const analysis::StatePart &)> isKept)
    : context(context), loop(loop), records(records), request(*facts.snapshots), state(facts.state),
      size(context.integer("std::size_t", 64, false)), step(counter("step")), steps(counter("steps")),
      next(counter("next_snapshot")),
      left(counter("snapshots_left")), period(counter("period")),
      blocks(facts.keepsBlocks() ? counter("blocks") : nullptr) {
  for (const analysis::StatePart &part : state) {
    if (!part.range || !isKept(part))
      continue;
    auto *range = context.make<Variable>(nameOf(part.place) + "_range", context.withConst(analysis::rangeType(context)), Storage::Local);
    range->isTemporary = true;
    ranges[&part] = range;
    kept.push_back({range, range});
  }
  if (!hasCounters())
    return;
  kept.push_back({left, left});
  kept.push_back({step, steps});
}

const Variable *CheckpointedLoop::counter(const std::string &name) const {
  auto *variable = context.make<Variable>(name, size, Storage::Local);
  variable->isTemporary = true;
  return variable;
}

const Stmt *CheckpointedLoop::moved(const Variable *variable, BinaryOp op) const {
  return context.make<AssignStmt>(context.place(variable), context.binary(op, context.load(variable), number(1)));
}

const Expr *CheckpointedLoop::call(const std::string &function, std::vector<const Expr *> args, const Type *type) const {
  return context.intrinsic(function, "adjoint::" + function, std::move(args), type);
}

const Variable *CheckpointedLoop::declareMark(const std::string &function, StmtList &out) const {
  auto *mark = context.make<Variable>("mark", context.withConst(markType(context)), Storage::Local);
  mark->isTemporary = true;
  out.push_back(context.make<DeclareStmt>(mark, call(function, {}, markType(context))));
  return mark;
}

const Expr *CheckpointedLoop::rangeOf(const analysis::StatePart &part) const {
  if (part.isWhole)
    return call("elements_of", {llvm::cast<DerefPlace>(part.place)->pointer}, analysis::rangeType(context));
  return context.load(ranges.at(&part));
}

StmtList CheckpointedLoop::declareRanges() const {
  StmtList out;
  for (const analysis::StatePart &part : state)
    if (ranges.count(&part))
      out.push_back(context.make<DeclareStmt>(ranges.at(&part), part.range));
  return out;
}

// ------------------------------------------------------------- schedules

/// How many bytes a snapshot has.
const Expr *CheckpointedLoop::bytes() const {
  uint64_t fixed = sizeof(uint64_t);
  const Expr *sum = nullptr;
  for (const analysis::StatePart &part : state) {
    if (!part.isCarried)
      continue;
    if (!part.range && !part.isWhole) {
      fixed += analysis::bytesIn(part.place->type);
      continue;
    }
    const Expr *elements = call("elements_in", {rangeOf(part)}, size);
    const Expr *product = context.binary(BinaryOp::Mul, elements, number(analysis::bytesIn(part.place->type)));
    sum = sum ? context.binary(BinaryOp::Add, sum, product) : product;
  }
  return sum ? context.binary(BinaryOp::Add, sum, number(fixed)) : number(fixed);
}

/// For how many snapshots.
const Expr *CheckpointedLoop::room() const {
  switch (request.scheme) {
  case Scheme::Snapshots:
    return number(request.number);
  case Scheme::Memory:
    return call("snapshots_in", {number(request.number), bytes()}, size);
  case Scheme::Every:
  case Scheme::Recursive:
  case Scheme::Once:
  case Scheme::FixedPoint:
    break;
  }
  return context.named("SIZE_MAX", size);
}

/// Null where it is not known in front of the loop.
const Expr *CheckpointedLoop::stepsAhead() const {
  const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  const bool isPlain = counted && (counted->step == 1 || counted->step == -1);
  const std::optional<analysis::Range> range = isPlain ? analysis::rangeOf(context, *counted) : std::nullopt;
  return range ? call("trips", {range->low, range->high}, size) : nullptr;
}

const Expr *CheckpointedLoop::nextSnapshot(const Variable *at, const Expr *end, bool isForward) const {
  const Expr *here = context.load(at);
  if (request.scheme == Scheme::Every)
    return call("next_snapshot_of_every", {here, number(isForward ? request.number : 1)}, size);
  if (request.scheme == Scheme::Recursive && end)
    return call("next_snapshot_half_way", {here, end}, size);
  if (isOnDisk() && isForward && request.scheme != Scheme::Recursive)
    return call("next_snapshot_on_disk", {here, end ? end : call("last_snapshot", {}, size), context.load(left), context.load(period)}, size);
  return end ? call("next_snapshot", {here, end, context.load(left)}, size) : call("last_snapshot", {}, size);
}

/// How many steps follow a snapshot on disk at the least.
const Expr *CheckpointedLoop::diskPeriod() const {
  switch (request.scheme) {
  case Scheme::Every:
    return number(request.number);
  case Scheme::Recursive:
    return number(1);
  case Scheme::Snapshots:
  case Scheme::Memory:
  case Scheme::Once:
  case Scheme::FixedPoint:
    break;
  }
  return context.load(period);
}

/// The snapshot that is on the tape since `mark` stays there, or goes to disk. Whoever does not need what it is used for does not
/// need this either: `value` is what it gives back.
const Expr *CheckpointedLoop::keeping(const char *function, const Variable *mark, const Variable *at, const Expr *end,
                                      const Expr *value) const {
  const Type *chars = context.pointerTo(context.withConst(context.integer("char", 8, true)));
  return call(function,
              {context.named(request.directory, chars), context.load(mark), context.load(at),
               end ? end : call("last_snapshot", {}, size), diskPeriod(), value},
              size);
}

/// `end`: behind the last step of the chain; null: not known.
StmtList CheckpointedLoop::takeIfDue(const Variable *at, const Expr *end, bool isForward, const MoveState &push) {
  StmtList taken;
  const Variable *mark = isOnDisk() && isForward ? declareMark("tape_mark", taken) : nullptr;
  push(taken);
  if (blocks)
    taken.push_back(recorded(context.make<PushStmt>(context.load(blocks)), records.blocks));
  taken.push_back(recorded(context.make<PushStmt>(context.load(at)), records.position));
  const Expr *following = nextSnapshot(at, end, isForward);
  if (mark && hasRoom())
    taken.push_back(context.make<AssignStmt>(context.place(left), keeping("left_beside_disk", mark, at, end, context.load(left))));
  else
    taken.push_back(moved(left, BinaryOp::Sub));
  if (mark && !hasRoom())
    following = keeping("moved_to_disk", mark, at, end, following);
  taken.push_back(context.make<AssignStmt>(context.place(next), following));
  const Expr *isDue = context.binary(BinaryOp::Equal, context.load(at), context.load(next));
  return {context.make<IfStmt>(isDue, taken, StmtList())};
}

// ---------------------------------------------------------------- sweeps

StmtList CheckpointedLoop::forward(LoopStmt *primal, const MoveState &push) {
  if (runsOnce()) {
    StmtList once;
    if (blocks)
      once.push_back(context.make<DeclareStmt>(blocks, number(0)));
    push(once);
    once.insert(once.end(), primal->body.begin(), primal->body.end());
    return once;
  }
  const Expr *steps = stepsAhead();
  const Expr *end = steps ? context.binary(BinaryOp::Add, steps, number(1)) : nullptr;
  StmtList out = {context.make<DeclareStmt>(step, number(0)), context.make<DeclareStmt>(next, number(0)),
                  context.make<DeclareStmt>(left, room())};
  if (blocks)
    out.push_back(context.make<DeclareStmt>(blocks, number(0)));
  if (isOnDisk() && hasRoom())
    out.push_back(context.make<DeclareStmt>(period, call("disk_period", {context.load(left)}, size)));
  StmtList body = takeIfDue(step, end, true, push);
  body.push_back(moved(step, BinaryOp::Add));
  body.insert(body.end(), primal->body.begin(), primal->body.end());
  LoopStmt *made = context.rebuilt(primal, primal->init, primal->condition, primal->step, body);
  made->trips = nullptr; // a variable like others now
  out.push_back(made);
  return out;
}

/// `t = first + at * size`
const Stmt *CheckpointedLoop::setCounter(const analysis::CountedLoop &counted, const Variable *at) const {
  const Type *type = context.withoutConst(counted.counter->type);
  const Expr *first = context.cast(CastExpr::Form::Implicit, counted.first, type);
  const Expr *trips = context.cast(CastExpr::Form::Explicit, context.load(at), type);
  const long long by = counted.step < 0 ? -counted.step : counted.step;
  if (by != 1)
    trips = context.binary(BinaryOp::Mul, trips, context.literal(by, type));
  const bool isFromZero = counted.step > 0 && isInteger(first, 0);
  const Expr *value = isFromZero ? trips : context.binary(counted.step > 0 ? BinaryOp::Add : BinaryOp::Sub, first, trips);
  if (counted.declares)
    return context.make<DeclareStmt>(counted.counter, value);
  return context.make<AssignStmt>(context.place(counted.counter), value);
}

/// The snapshot before step `at` is taken off the tape, for step `now`.
void CheckpointedLoop::resume(const Variable *mark, const Variable *at, const Variable *now, StmtList &out) const {
  const Expr *end = context.binary(BinaryOp::Add, context.load(now), number(1));
  const Expr *isUsedUp = context.binary(BinaryOp::Equal, context.load(at), context.load(now));
  if (isOnDisk()) {
    const Expr *isFromDisk = call("is_from_disk", {context.load(mark)}, context.boolType());
    isUsedUp = context.binary(BinaryOp::And, isUsedUp, context.unary(UnaryOp::Not, isFromDisk));
  }
  const Stmt *makeRoom = context.make<IfStmt>(isUsedUp, StmtList{moved(left, BinaryOp::Add)}, StmtList());
  const Expr *resumed = call(isOnDisk() ? "resumed_with_disk" : "resumed",
                             {context.load(mark), context.load(at), context.load(now), context.load(steps), nextSnapshot(at, end, false)}, size);
  out.push_back(makeRoom);
  out.push_back(context.make<DeclareStmt>(next, resumed));
}

const Stmt *CheckpointedLoop::reverse(const analysis::CountedLoop *counted, const MoveState &push, const MoveState &pop,
                                      StmtList forwardBody, StmtList sweeps) {
  if (runsOnce()) {
    StmtList once;
    if (blocks)
      once.push_back(context.make<DeclareStmt>(blocks, number(0)));
    pop(once);
    once.insert(once.end(), sweeps.begin(), sweeps.end());
    return context.make<BlockStmt>(once);
  }
  const Variable *now = counter("step"), *at = counter("at");
  const Expr *end = context.binary(BinaryOp::Add, context.load(now), number(1));
  StmtList body = {moved(now, BinaryOp::Sub)};
  const Variable *mark = declareMark(isOnDisk() ? "mark_with_disk" : "tape_mark", body);
  body.push_back(recorded(context.make<PopStmt>(context.make<VarPlace>(at), true), records.position));
  if (blocks)
    body.push_back(recorded(context.make<PopStmt>(context.make<VarPlace>(blocks), true), records.blocks));
  pop(body);
  resume(mark, at, now, body);

  StmtList again = takeIfDue(at, end, false, push);
  if (counted)
    again.push_back(setCounter(*counted, at));
  again.insert(again.end(), forwardBody.begin(), forwardBody.end());
  const Expr *isBefore = context.binary(BinaryOp::Less, context.load(at), context.load(now));
  body.push_back(context.make<LoopStmt>(StmtList(), isBefore, StmtList{moved(at, BinaryOp::Add)}, again, false));

  StmtList iteration;
  if (counted)
    iteration.push_back(setCounter(*counted, now));
  iteration.insert(iteration.end(), sweeps.begin(), sweeps.end());
  body.push_back(context.make<BlockStmt>(iteration));

  const Expr *isLeft = context.binary(BinaryOp::Greater, context.load(now), number(0));
  return context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(now, context.load(steps))}, isLeft, StmtList(), body, false);
}

} // namespace adjoint::transform
