// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of Sweeps that reverses loops with snapshots (CheckpointedLoop.h).
#include "Transform/Reverse/Sweeps.h"

namespace adjoint::transform {

using namespace ir;
using analysis::StatePart;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
void appendTo(StmtList &list, const StmtList &more) { list.insert(list.end(), more.begin(), more.end()); }

/// The statements of the primal, with the adjoints of pointers moving along.
class Primal : public Rewriter {
public:
  Primal(Context &context, const Sweeps::FragmentOf &fragmentOf, bool movesPointers)
      : Rewriter(context), fragmentOf(fragmentOf), movesPointers(movesPointers) {}

  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Type *type = declare ? declare->variable->type : assign ? assign->place->type : nullptr;
    if (!movesPointers || !type || !holdsPointer(type))
      return false;
    const Fragment &fragment = fragmentOf(stmt);
    Rewriter copy(context);
    appendTo(out, copy.rewrite(fragment.early));
    appendTo(out, copy.rewrite(fragment.forward));
    return true;
  }

private:
  const Sweeps::FragmentOf &fragmentOf;
  const bool movesPointers;
};

bool movesPointers(const analysis::FusedLoop &facts) {
  return llvm::any_of(facts.state, [](const StatePart &part) { return part.place->type->isPointer(); });
}
} // namespace

StmtList Sweeps::primalOf(const StmtList &list, bool movesPointers) {
  return Primal(context, fragmentOf, movesPointers).rewrite(list);
}

/// What is recorded of a part: the place, and the adjoints of pointers in it.
std::vector<const Place *> Sweeps::placesOf(const StatePart &part) {
  std::vector<const Place *> places = {part.place};
  if (!part.range && recordsShadow(part.place))
    places.push_back(shadows.of(part.place));
  return places;
}

unsigned Sweeps::recordOf(const StatePart &part, size_t place, Kept kept) {
  unsigned &record = stateRecords[{&part, place, kept}];
  if (!record)
    record = ++lastRecord;
  return record;
}

namespace {
bool isMeant(const StatePart &part, bool inSnapshots, const analysis::Tbr &tbr, const LoopStmt *loop) {
  return inSnapshots ? part.isCarried : tbr.isKeptFor(loop, part);
}
} // namespace

void Sweeps::pushState(const LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, StmtList &out) {
  for (const StatePart &part : facts.state) {
    if (!isMeant(part, kept == Kept::InSnapshots, tbr, loop))
      continue;
    const std::vector<const Place *> places = placesOf(part);
    for (size_t i = 0; i < places.size(); ++i) {
      const Expr *range = part.range ? checkpointed.at(loop).rangeOf(part) : nullptr;
      auto *push = context.make<PushStmt>(context.load(places[i]), range);
      push->record = recordOf(part, i, kept);
      out.push_back(push);
    }
  }
}

void Sweeps::popState(const LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, StmtList &out) {
  for (const StatePart &part : llvm::reverse(facts.state)) {
    if (!isMeant(part, kept == Kept::InSnapshots, tbr, loop))
      continue;
    const std::vector<const Place *> places = placesOf(part);
    for (size_t i = places.size(); i-- > 0;) {
      const Expr *range = part.range ? checkpointed.at(loop).rangeOf(part) : nullptr;
      auto *pop = context.make<PopStmt>(places[i], false, range);
      pop->record = recordOf(part, i, kept);
      out.push_back(pop);
    }
  }
}

void Sweeps::forwardCheckpointed(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  if (facts.snapshots->scheme == Checkpoint::Scheme::FixedPoint)
    return forwardFixedPoint(loop, facts, out);
  auto isKept = [&](const StatePart &part) { return part.isCarried || tbr.isKeptFor(loop, part); };
  CheckpointedLoop &made = checkpointed.try_emplace(loop, context, loop, facts, isKept).first->second;
  StmtList inside = made.declareRanges();
  pushState(loop, facts, Kept::InFront, inside);
  if (tbr.mustRecordCounter(loop))
    push(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  LoopStmt *primal = context.rebuilt(loop, loop->init, loop->condition, loop->step, primalOf(loop->body, movesPointers(facts)));
  appendTo(inside, made.forward(primal, [&](StmtList &list) { pushState(loop, facts, Kept::InSnapshots, list); }));
  for (const auto &[variable, restored] : made.lasting())
    inside.push_back(pushOne(variable, context.place(variable)));
  out.push_back(context.make<BlockStmt>(inside));
}

void Sweeps::reverseCheckpointed(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  if (facts.snapshots->scheme == Checkpoint::Scheme::FixedPoint)
    return reverseFixedPoint(loop, facts, out);
  CheckpointedLoop &made = checkpointed.at(loop);
  StmtList inside;
  for (const auto &[variable, restored] : llvm::reverse(made.lasting()))
    inside.push_back(popOne(variable, context.make<VarPlace>(restored), true));
  const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  inside.push_back(made.reverse(
      counted ? &*counted : nullptr, [&](StmtList &list) { pushState(loop, facts, Kept::InSnapshots, list); },
      [&](StmtList &list) { popState(loop, facts, Kept::InSnapshots, list); }, primalOf(loop->body, movesPointers(facts)),
      bothSweeps(loop->body)));
  if (tbr.mustRecordCounter(loop))
    pop(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  popState(loop, facts, Kept::InFront, inside);
  out.push_back(context.make<BlockStmt>(inside));
}

/// The ranges are those of the one snapshot, which is the last state.
void Sweeps::forwardFixedPoint(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  auto isKept = [&](const StatePart &part) { return part.isCarried || tbr.isKeptFor(loop, part); };
  CheckpointedLoop &ranges = checkpointed.try_emplace(loop, context, loop, facts, isKept).first->second;
  FixedPointLoop &made = fixedPoints.try_emplace(loop, context, facts.snapshots->tolerance).first->second;
  StmtList inside = ranges.declareRanges();
  pushState(loop, facts, Kept::InFront, inside);
  if (tbr.mustRecordCounter(loop))
    push(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  const LoopStmt *primal = context.rebuilt(loop, loop->init, loop->condition, loop->step, primalOf(loop->body, false));
  appendTo(inside, made.forward(primal));
  pushState(loop, facts, Kept::InSnapshots, inside);
  for (const auto &[variable, restored] : ranges.lasting())
    inside.push_back(pushOne(variable, context.place(variable)));
  inside.push_back(pushOne(made.step, context.place(made.step)));
  out.push_back(context.make<BlockStmt>(inside));
}

void Sweeps::reverseFixedPoint(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  const CheckpointedLoop &ranges = checkpointed.at(loop);
  const FixedPointLoop &made = fixedPoints.at(loop);
  StmtList inside = {popOne(made.step, context.make<VarPlace>(made.steps), true)};
  for (const auto &[variable, restored] : llvm::reverse(ranges.lasting()))
    inside.push_back(popOne(variable, context.make<VarPlace>(restored), true));
  popState(loop, facts, Kept::InSnapshots, inside);
  std::vector<FixedPointLoop::Part> parts;
  for (const StatePart &part : facts.state)
    if (part.isCarried && holdsFloating(part.place->type) && activity.hasAdjoint(part.place))
      parts.push_back({shadows.of(part.place), part.range ? ranges.rangeOf(part) : nullptr});
  appendTo(inside, made.reverse(parts, bothSweeps(loop->body)));
  if (tbr.mustRecordCounter(loop))
    pop(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  popState(loop, facts, Kept::InFront, inside);
  out.push_back(context.make<BlockStmt>(inside));
}

} // namespace adjoint::transform
