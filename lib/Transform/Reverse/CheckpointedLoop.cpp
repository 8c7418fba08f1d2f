// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/CheckpointedLoop.h"

#include "Analysis/Checkpoints/IndexRanges.h"
#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Values.h"

namespace adjoint::transform {

using namespace ir;
using Scheme = Checkpoint::Scheme;

namespace {
/// As far as it is known here: without padding.
uint64_t bytesIn(const Type *type) {
  if (type->isArray())
    return type->count * bytesIn(type->element);
  uint64_t sum = type->isRecord() ? 0 : type->bits ? (type->bits + 7) / 8 : sizeof(void *);
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      sum += bytesIn(field.type);
  return sum;
}

const Type *markType(Context &context) {
  const bool isNew = !context.hasRecord("adjoint::Tape::Mark");
  Record *record = context.record("adjoint::Tape::Mark");
  const Type *number = context.integer("std::size_t", 64, false);
  if (isNew)
    record->fields = {{"bytes", number, 0}, {"segments", number, 1}};
  return context.recordType(record);
}

std::string nameOf(const Place *place) {
  std::string name = "state";
  forEachLoad(place, [&](const LoadExpr *load) {
    if (const Variable *variable = rootVariable(load->place))
      name = variable->name;
  });
  return name.substr(name.rfind(':') + 1);
}
} // namespace

CheckpointedLoop::CheckpointedLoop(Context &context, const LoopStmt *loop, const analysis::FusedLoop &facts,
                                   llvm::function_ref<bool(const analysis::StatePart &)> isKept)
    : context(context), loop(loop), request(*facts.snapshots), state(facts.state),
      size(context.integer("std::size_t", 64, false)), step(counter("step")), steps(counter("steps")),
      next(counter("next_snapshot")),
      left(counter("snapshots_left")) {
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
    if (!part.range) {
      fixed += bytesIn(part.place->type);
      continue;
    }
    const Expr *elements = context.intrinsic("elements_in", "adjoint::elements_in", {rangeOf(part)}, size);
    const Expr *product = context.binary(BinaryOp::Mul, elements, number(bytesIn(part.place->type)));
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
    return context.intrinsic("snapshots_in", "adjoint::snapshots_in", {number(request.number), bytes()}, size);
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
  return range ? context.intrinsic("trips", "adjoint::trips", {range->low, range->high}, size) : nullptr;
}

const Expr *CheckpointedLoop::nextSnapshot(const Variable *at, const Expr *end, bool isForward) const {
  const Expr *here = context.load(at);
  auto call = [&](const std::string &function, std::vector<const Expr *> args) {
    return context.intrinsic(function, "adjoint::" + function, std::move(args), size);
  };
  if (request.scheme == Scheme::Every)
    return call("next_snapshot_of_every", {here, number(isForward ? request.number : 1)});
  if (!end)
    return call("last_snapshot", {});
  if (request.scheme == Scheme::Recursive)
    return call("next_snapshot_half_way", {here, end});
  return call("next_snapshot", {here, end, context.load(left)});
}

/// `end`: behind the last step of the chain; null: not known.
StmtList CheckpointedLoop::takeIfDue(const Variable *at, const Expr *end, bool isForward, const MoveState &push) {
  StmtList taken;
  push(taken);
  auto *position = context.make<PushStmt>(context.load(at));
  taken.push_back(position);
  taken.push_back(moved(left, BinaryOp::Sub));
  taken.push_back(context.make<AssignStmt>(context.place(next), nextSnapshot(at, end, isForward)));
  const Expr *isDue = context.binary(BinaryOp::Equal, context.load(at), context.load(next));
  return {context.make<IfStmt>(isDue, taken, StmtList())};
}

// ---------------------------------------------------------------- sweeps

StmtList CheckpointedLoop::forward(LoopStmt *primal, const MoveState &push) {
  if (runsOnce()) {
    StmtList once;
    push(once);
    once.insert(once.end(), primal->body.begin(), primal->body.end());
    return once;
  }
  const Expr *steps = stepsAhead();
  const Expr *end = steps ? context.binary(BinaryOp::Add, steps, number(1)) : nullptr;
  StmtList out = {context.make<DeclareStmt>(step, number(0)), context.make<DeclareStmt>(next, number(0)),
                  context.make<DeclareStmt>(left, room())};
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

const Stmt *CheckpointedLoop::reverse(const analysis::CountedLoop *counted, const MoveState &push, const MoveState &pop,
                                      StmtList forwardBody, StmtList sweeps) {
  if (runsOnce()) {
    StmtList once;
    pop(once);
    once.insert(once.end(), sweeps.begin(), sweeps.end());
    return context.make<BlockStmt>(once);
  }
  const Variable *now = counter("step"), *at = counter("at");
  auto *mark = context.make<Variable>("mark", context.withConst(markType(context)), Storage::Local);
  mark->isTemporary = true;
  const Expr *end = context.binary(BinaryOp::Add, context.load(now), number(1));
  auto call = [&](const std::string &function, std::vector<const Expr *> args) {
    return context.intrinsic(function, "adjoint::" + function, std::move(args), size);
  };
  const Expr *taken = context.intrinsic("tape_mark", "adjoint::tape_mark", {}, markType(context));
  StmtList body = {moved(now, BinaryOp::Sub), context.make<DeclareStmt>(mark, taken),
                   context.make<PopStmt>(context.make<VarPlace>(at), true)};
  pop(body);
  const Expr *resumed = call("resumed", {context.load(mark), context.load(at), context.load(now), context.load(steps),
                                         nextSnapshot(at, end, false)});
  body.push_back(context.make<DeclareStmt>(next, resumed));
  const Expr *isUsedUp = context.binary(BinaryOp::Equal, context.load(at), context.load(now));
  body.push_back(context.make<IfStmt>(isUsedUp, StmtList{moved(left, BinaryOp::Add)}, StmtList()));

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
