// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/StateBlocks.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"
#include "Transform/Cleanup/StateSearch.h"
#include "Transform/Cleanup/UpwardLoop.h"
#include "Transform/Contract/RuntimeCalls.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// A state, and what is made for it.
struct BlockOfState {
  const State &state;
  unsigned block, record;
  const Variable *before, *after; ///< in the forward sweep the block from before the loops, in the reverse sweep the one that they have written
};

/// Puts new blocks in the place of the records.
class Rebuilding : public Rewriter {
public:
  Rebuilding(Context &context, const std::vector<State> &states, unsigned firstBlock);
  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override;
  const Place *replace(const Place *place) override { return element && same(place, element) ? elementOf(other) : nullptr; }

private:
  const Variable *made(const State &state, const char *suffix);
  const Place *elementOf(const Variable *pointer);
  StmtList innermost(const Side &side, const Variable *read);
  void copyRest(const BlockOfState &made, StmtList &out);
  void rewriteForward(const BlockOfState &made, StmtList &out);
  void rewriteReverse(const BlockOfState &made, StmtList &out);

  std::vector<BlockOfState> blocks;
  std::set<const Stmt *> dropped; ///< pushes and pops
  const Place *element = nullptr;  ///< null: it stays
  const Variable *other = nullptr; ///< in which the element is read
};

Rebuilding::Rebuilding(Context &context, const std::vector<State> &states, unsigned firstBlock) : Rewriter(context) {
  for (const State &state : states) {
    const unsigned block = firstBlock + blocks.size();
    blocks.push_back({state, block, context.newRecord(), made(state, "_before"), made(state, "_after")});
    dropped.insert({state.push, state.pop});
  }
}

const Variable *Rebuilding::made(const State &state, const char *suffix) {
  auto *variable = context.make<Variable>(state.pointer->name + suffix, state.pointer->type, Storage::Local);
  variable->isTemporary = true;
  return variable;
}

const Place *Rebuilding::elementOf(const Variable *pointer) {
  const Expr *index = analysis::elementOf(element)->index, *start = context.load(pointer);
  return context.deref(index ? context.binary(BinaryOp::Add, start, index) : start);
}

/// The list without the push or the pop. Up to where the element is overwritten, it is read in the other block.
StmtList Rebuilding::innermost(const Side &side, const Variable *read) {
  StmtList out;
  for (size_t at = 0; at < side.innermost().size(); ++at) {
    const Stmt *stmt = side.innermost()[at];
    if (dropped.count(stmt))
      continue;
    other = read;
    element = at <= side.written ? side.place : nullptr;
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (assign && at == side.written)
      out.push_back(context.rebuilt(assign, assign->place, rewrite(assign->value)));
    else
      rewrite(stmt, out);
  }
  element = nullptr;
  return out;
}

StmtList Rebuilding::rewrite(const StmtList &list) {
  for (const BlockOfState &made : blocks) {
    if (&list == &made.state.forward.innermost())
      return innermost(made.state.forward, made.before);
    if (&list == &made.state.reverse.innermost())
      return innermost(made.state.reverse, made.after);
  }
  return Rewriter::rewrite(list);
}

/// An index without what made it one of 64 bits, and numbers as they would be written.
const Expr *asWritten(Context &context, const Expr *expr) {
  if (const std::optional<long long> number = integerValue(expr); number && *number >= 0 && *number < 1 << 30)
    return context.intLiteral(*number);
  const auto *conversion = dyn_cast<CastExpr>(expr);
  const bool isWidened = conversion && expr->type->bits == 64 && conversion->operand->type->isIntegral();
  return isWidened ? asWritten(context, conversion->operand) : expr;
}

/// What the loops do not overwrite comes from the state before.
void Rebuilding::copyRest(const BlockOfState &made, StmtList &out) {
  const State &state = made.state;
  const State::Overwritten &part = state.overwritten;
  if (!part.rows && isInteger(part.first, 0) && analysis::distanceBetween(part.last, state.count) == 0)
    return;
  const Type *distance = context.integer("std::ptrdiff_t", 64, true), *size = context.integer("std::size_t", 64, false);
  const Type *constants = context.pointerTo(context.withConst(context.withoutConst(state.push->value->type)));
  auto of = [&](const Expr *expr, const Type *type) { return context.cast(CastExpr::Form::Implicit, expr, type); };
  auto asDistance = [&](const Expr *expr) { return of(asWritten(context, expr), distance); };
  std::vector<const Expr *> args = {context.load(state.pointer), of(context.load(made.before), constants), of(state.count, size),
                                    asDistance(part.first), asDistance(part.last)};
  if (part.rows)
    args.insert(args.end(), {asDistance(part.rows), asDistance(part.stride)});
  Function *function = runtimeFunction(context, "copy_around", context.voidType(), args);
  function->storesNoPointers = function->writesOnlyArguments = true;
  function->isOverloaded = false;
  out.push_back(context.make<CallStmt>(nullptr, false, function, args));
}

void Rebuilding::rewriteForward(const BlockOfState &made, StmtList &out) {
  const State &state = made.state;
  out.push_back(context.make<DeclareStmt>(made.before, context.load(state.pointer)));
  auto *allocation = context.make<AllocateStmt>(context.place(state.pointer), false, context.withoutConst(state.push->value->type),
                                                state.count, AllocationForm::Malloc, false);
  allocation->block = made.block;
  out.push_back(allocation);
  copyRest(made, out);
  out.push_back(rebuild(state.forward.outermost()));
  auto *push = context.make<PushStmt>(context.load(made.before));
  push->record = made.record;
  out.push_back(push);
}

void Rebuilding::rewriteReverse(const BlockOfState &made, StmtList &out) {
  const State &state = made.state;
  out.push_back(context.make<DeclareStmt>(made.after, context.load(state.pointer)));
  auto *pop = context.make<PopStmt>(context.place(state.pointer), false);
  pop->record = made.record;
  out.push_back(pop);
  bool isEmpty = true; // but for the pop
  for (size_t level = 1; level <= state.reverse.depth; ++level)
    isEmpty &= runnableUpwards(context, state.reverse.loop(level))->work.size() == 1;
  if (!isEmpty)
    out.push_back(rebuild(state.reverse.outermost()));
  auto *release = context.make<FreeStmt>(context.load(made.after), AllocationForm::Malloc);
  release->block = made.block;
  out.push_back(release);
}

bool Rebuilding::replace(const Stmt *stmt, StmtList &out) {
  for (const BlockOfState &made : blocks) {
    const Context::Origin origin(context, made.state.push->location);
    if (stmt == made.state.forward.outermost())
      return rewriteForward(made, out), true;
    if (stmt == made.state.reverse.outermost())
      return rewriteReverse(made, out), true;
  }
  return false;
}

/// One that no allocation has.
unsigned newBlock(const Sweeps &sweeps) {
  unsigned last = 0;
  for (const StmtList *list : {&sweeps.forward, &sweeps.reverse})
    forEachStmt(*list, [&](const Stmt *stmt) {
      if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
        last = std::max(last, allocation->block);
    });
  return last + 1;
}

/// False: there are none.
bool makeStates(Context &context, Function &forward, Function &reverse, const AreApart &areApart) {
  const Sweeps sweeps(forward, reverse);
  const std::vector<State> states = findStates(context, sweeps, areApart);
  if (states.empty())
    return false;
  Rebuilding rebuilding(context, states, newBlock(sweeps));
  StmtList first = rebuilding.rewrite(forward.body);
  if (&reverse != &forward)
    reverse.body = rebuilding.rewrite(reverse.body);
  forward.body = std::move(first);
  return true;
}

} // namespace

void stateBlocks(Context &context, Function &forward, Function &reverse, const AreApart &areApart) {
  while (makeStates(context, forward, reverse, areApart)) {
  }
}

} // namespace adjoint::transform
