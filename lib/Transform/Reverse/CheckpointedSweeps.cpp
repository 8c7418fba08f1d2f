// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of Sweeps that reverses loops with snapshots (CheckpointedLoop.h).
#include "Transform/Reverse/Sweeps.h"

#include "Transform/Contract/RuntimeCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using analysis::StatePart;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
void appendTo(StmtList &list, const StmtList &more) { list.insert(list.end(), more.begin(), more.end()); }

/// A copy of statements whose blocks no reverse sweep frees.
class Unpaired : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *old = dyn_cast<AllocateStmt>(stmt);
    if (!old)
      return false;
    auto *made = context.rebuilt(old, rewrite(old->place), old->declares, old->count ? rewrite(old->count) : nullptr, old->zeroed);
    made->block = 0;
    out.push_back(made);
    return true;
  }
};

/// The statements of the primal, with the adjoints of pointers moving along, and those of blocks that they lead to.
class Primal : public Rewriter {
public:
  Primal(Context &context, const Sweeps::FragmentOf &fragmentOf, bool movesPointers, const analysis::ScopedBlocks &blocks,
         const analysis::Activity &activity, Shadows &shadows)
      : Rewriter(context), fragmentOf(fragmentOf), movesPointers(movesPointers), blocks(blocks), activity(activity), shadows(shadows) {}

  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const Place *place = assign ? assign->place : allocation ? allocation->place : nullptr;
    const Type *type = declare ? declare->variable->type : place ? place->type : nullptr;
    if (const auto *release = dyn_cast<FreeStmt>(stmt))
      freeAdjoint(release, out);
    if (!movesPointers || !type || !holdsPointer(type))
      return false;
    const Fragment &fragment = fragmentOf(stmt);
    Unpaired copy(context);
    appendTo(out, copy.rewrite(fragment.early));
    appendTo(out, copy.rewrite(fragment.forward));
    return true;
  }

private:
  /// Of a block that has one here.
  void freeAdjoint(const FreeStmt *stmt, StmtList &out) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(stmt->pointer));
    const Variable *pointer = load ? wholeVariable(load->place) : nullptr;
    if (movesPointers && pointer && !blocks.allocationOf(stmt) && activity.hasAdjoint(pointer))
      out.push_back(context.make<FreeStmt>(context.load(shadows.of(pointer)), stmt->form));
  }

  const Sweeps::FragmentOf &fragmentOf;
  const bool movesPointers;
  const analysis::ScopedBlocks &blocks;
  const analysis::Activity &activity;
  Shadows &shadows;
};

bool isBlock(const StatePart &part) { return part.range || part.isWhole; }

/// A function of the runtime that returns nothing.
const Stmt *callOfBlocks(Context &context, const char *name, const std::vector<const Expr *> &args) {
  Function *function = runtimeFunction(context, name, context.voidType(), args);
  function->tapeUse = TapeUse::Within;
  function->isOverloaded = false;
  return context.make<CallStmt>(nullptr, false, function, args);
}

/// What stands in a loop that keeps memory: each allocation is that of the block with the present number, and what the first run frees is
/// for later steps.
///
///     double *larger = adjoint::block_of_values<double>(blocks, n);
///     ++blocks;
///     ...
///     adjoint::release_block(v);
class KeptBlocks : public Rewriter {
public:
  KeptBlocks(Context &context, const analysis::FusedLoop &facts, Shadows &shadows, const analysis::Activity &activity,
             const Variable *counter, bool isFirst)
      : Rewriter(context), counter(counter), isFirst(isFirst) {
    for (const auto *variables : {&facts.keptBlocks, &facts.owners})
      for (const Variable *variable : *variables) {
        values.insert(variable);
        if (activity.hasAdjoint(variable))
          adjoints.insert(shadows.of(variable));
      }
  }

  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *release = dyn_cast<FreeStmt>(stmt))
      return free(release, out);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const Variable *pointer = allocation ? wholeVariable(allocation->place) : nullptr;
    if (!isOne(pointer))
      return false;
    const Type *size = counter->type;
    const std::string name =
        std::string(values.count(pointer) ? "block_of_values<" : "block_of_adjoints<") + allocation->element->spelling + ">";
    const std::vector<const Expr *> args = {context.load(counter), context.cast(CastExpr::Form::Explicit, allocation->count, size)};
    const Function *function = runtimeFunction(context, name, context.withoutConst(pointer->type), args);
    out.push_back(context.make<CallStmt>(allocation->place, allocation->declares, function, args));
    const Expr *one = context.literal(1, size);
    out.push_back(context.make<AssignStmt>(context.place(counter), context.binary(BinaryOp::Add, context.load(counter), one)));
    return true;
  }

private:
  bool free(const FreeStmt *stmt, StmtList &out) const {
    const bool isKept = isOne(variableIn(stmt->pointer));
    if (isKept && isFirst)
      out.push_back(callOfBlocks(context, "release_block", {withoutCasts(stmt->pointer)}));
    return isKept;
  }
  bool isOne(const Variable *variable) const { return variable && (values.count(variable) || adjoints.count(variable)); }
  static const Variable *variableIn(const Expr *pointer) {
    const auto *load = dyn_cast<LoadExpr>(withoutCasts(pointer));
    return load ? wholeVariable(load->place) : nullptr;
  }

  const Variable *counter;
  const bool isFirst;
  std::set<const Variable *> values, adjoints;
};

bool movesPointers(const analysis::FusedLoop &facts) {
  return llvm::any_of(facts.state, [](const StatePart &part) { return part.place->type->isPointer(); });
}
} // namespace

StmtList Sweeps::primalOf(const StmtList &list, bool movesPointers) {
  return Primal(context, fragmentOf, movesPointers, blocks, activity, shadows).rewrite(list);
}

/// In the forward sweep. What steps release is for those behind them.
StmtList Sweeps::firstRunOf(const LoopStmt *loop, const analysis::FusedLoop &facts) {
  const StmtList body = primalOf(loop->body, movesPointers(facts));
  const Variable *counter = checkpointed.at(loop).blockCounter();
  if (!counter)
    return body;
  StmtList out = {callOfBlocks(context, "reuse_blocks", {})};
  appendTo(out, KeptBlocks(context, facts, shadows, activity, counter, true).rewrite(body));
  return out;
}

StmtList Sweeps::withKeptBlocks(const LoopStmt *loop, const analysis::FusedLoop &facts, const StmtList &list) {
  const Variable *counter = checkpointed.at(loop).blockCounter();
  return counter ? KeptBlocks(context, facts, shadows, activity, counter, false).rewrite(list) : list;
}

/// Of a step. Adjoints of its blocks mean nothing to those in front of it.
StmtList Sweeps::bothSweepsOfStep(const LoopStmt *loop, const analysis::FusedLoop &facts) {
  const StmtList sweeps = withKeptBlocks(loop, facts, bothSweeps(loop->body));
  const Variable *counter = checkpointed.at(loop).blockCounter();
  if (!counter)
    return sweeps;
  auto *first = context.make<Variable>("first_block", context.withConst(counter->type), Storage::Local);
  first->isTemporary = true;
  StmtList out = {context.make<DeclareStmt>(first, context.load(counter))};
  appendTo(out, sweeps);
  out.push_back(callOfBlocks(context, "clear_adjoints", {context.load(first), context.load(counter)}));
  return out;
}

/// What is recorded of a part: the place, and the adjoints of pointers in it.
std::vector<const Place *> Sweeps::placesOf(const StatePart &part) {
  std::vector<const Place *> places = {part.place};
  if (!isBlock(part))
    llvm::append_range(places, recordedShadowsOf(part.place));
  return places;
}

unsigned Sweeps::recordOf(const StatePart &part, size_t place, Kept kept) {
  unsigned &record = stateRecords[{&part, place, kept}];
  if (!record)
    record = context.newRecord();
  return record;
}

namespace {
/// Does the pointer lead to the block? What is kept of this needs that to find it again.
bool leadsTo(const StatePart &pointer, const StatePart &block) {
  const auto *deref = isBlock(block) ? dyn_cast<DerefPlace>(block.place) : nullptr;
  const auto *load = deref ? dyn_cast<LoadExpr>(deref->pointer) : nullptr;
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && variable == wholeVariable(pointer.place);
}

bool isMeant(const StatePart &part, bool inSnapshots, const analysis::Tbr &tbr, const LoopStmt *loop, const analysis::FusedLoop &facts) {
  if (inSnapshots)
    return part.isCarried;
  return tbr.isKeptFor(loop, part) || llvm::any_of(facts.state, [&](const StatePart &block) {
           return leadsTo(part, block) && tbr.isKeptFor(loop, block);
         });
}
} // namespace

void Sweeps::pushState(const LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, StmtList &out) {
  for (const StatePart &part : facts.state) {
    if (!isMeant(part, kept == Kept::InSnapshots, tbr, loop, facts))
      continue;
    const std::vector<const Place *> places = placesOf(part);
    for (size_t i = 0; i < places.size(); ++i) {
      const Expr *range = isBlock(part) ? checkpointed.at(loop).rangeOf(part) : nullptr;
      auto *push = context.make<PushStmt>(context.load(places[i]), range);
      push->record = recordOf(part, i, kept);
      out.push_back(push);
    }
  }
}

void Sweeps::popState(const LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, StmtList &out) {
  for (const StatePart &part : llvm::reverse(facts.state)) {
    if (!isMeant(part, kept == Kept::InSnapshots, tbr, loop, facts))
      continue;
    const std::vector<const Place *> places = placesOf(part);
    for (size_t i = places.size(); i-- > 0;) {
      const Expr *range = isBlock(part) ? checkpointed.at(loop).rangeOf(part) : nullptr;
      auto *pop = context.make<PopStmt>(places[i], false, range);
      pop->record = recordOf(part, i, kept);
      out.push_back(pop);
    }
  }
}

CheckpointedLoop &Sweeps::addCheckpointed(const LoopStmt *loop, const analysis::FusedLoop &facts) {
  auto isKept = [&](const StatePart &part) { return part.isCarried || tbr.isKeptFor(loop, part); };
  const CheckpointedLoop::Records own = {context.newRecord(), context.newRecord()};
  return checkpointed.try_emplace(loop, context, loop, facts, own, isKept).first->second;
}

void Sweeps::forwardCheckpointed(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  if (facts.snapshots->scheme == Checkpoint::Scheme::FixedPoint)
    return forwardFixedPoint(loop, facts, out);
  CheckpointedLoop &made = addCheckpointed(loop, facts);
  StmtList inside = made.declareRanges();
  if (facts.keepsBlocks())
    inside.push_back(callOfBlocks(context, "begin_blocks", {}));
  pushState(loop, facts, Kept::InFront, inside);
  if (tbr.mustRecordCounter(loop))
    push(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  const StmtList body = firstRunOf(loop, facts);
  LoopStmt *primal = context.rebuilt(loop, loop->init, loop->condition, loop->step, body);
  appendTo(inside, made.forward(primal, [&](StmtList &list) { pushState(loop, facts, Kept::InSnapshots, list); }));
  for (const auto &[variable, restored] : made.lasting())
    inside.push_back(pushOne(variable, context.place(variable)));
  out.push_back(context.make<BlockStmt>(inside));
}

/// Objects of the library that the caller sees, such as random engines, have the state behind the function at the end: steps
/// that run again change it. And a variable for it.
const Sweeps::LastObjects &Sweeps::lastObjects(const LoopStmt *loop, const analysis::FusedLoop &facts) {
  auto [found, isNew] = objects.try_emplace(loop);
  for (const StatePart &part : facts.state) {
    const Variable *root = rootVariable(part.place);
    if (!isNew || !analysis::holdsOpaque(part.place->type) || (root && root->storage == Storage::Local))
      continue;
    auto *last = context.make<Variable>("last_state", context.withoutConst(part.place->type), Storage::Local);
    last->isTemporary = true;
    found->second.push_back({part.place, last});
  }
  return found->second;
}

void Sweeps::reverseCheckpointed(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  if (facts.snapshots->scheme == Checkpoint::Scheme::FixedPoint)
    return reverseFixedPoint(loop, facts, out);
  CheckpointedLoop &made = checkpointed.at(loop);
  StmtList inside;
  for (const auto &[variable, restored] : llvm::reverse(made.lasting()))
    inside.push_back(popOne(variable, context.make<VarPlace>(restored), true));
  for (const auto &[object, last] : lastObjects(loop, facts))
    inside.push_back(context.make<DeclareStmt>(last, context.load(object)));
  const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  inside.push_back(made.reverse(
      counted ? &*counted : nullptr, [&](StmtList &list) { pushState(loop, facts, Kept::InSnapshots, list); },
      [&](StmtList &list) { popState(loop, facts, Kept::InSnapshots, list); },
      withKeptBlocks(loop, facts, primalOf(loop->body, movesPointers(facts))), bothSweepsOfStep(loop, facts)));
  for (const auto &[object, last] : lastObjects(loop, facts))
    inside.push_back(context.make<AssignStmt>(object, context.load(last)));
  if (tbr.mustRecordCounter(loop))
    pop(loop, cast<AssignStmt>(loop->init[0])->place, inside);
  popState(loop, facts, Kept::InFront, inside);
  if (facts.keepsBlocks())
    inside.push_back(callOfBlocks(context, "end_blocks", {}));
  out.push_back(context.make<BlockStmt>(inside));
}

/// The ranges are those of the one snapshot, which is the last state.
void Sweeps::forwardFixedPoint(const LoopStmt *loop, const analysis::FusedLoop &facts, StmtList &out) {
  CheckpointedLoop &ranges = addCheckpointed(loop, facts);
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
