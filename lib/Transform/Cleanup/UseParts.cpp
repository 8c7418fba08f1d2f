// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/UseParts.h"

#include "Transform/Cleanup/UpwardLoop.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using Parts = LoopStmt::Parts;

Parts recordsOf(const LoopStmt *loop) {
  bool leaves = false, takes = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    const auto *block = dyn_cast<TapeBlockStmt>(stmt);
    leaves |= isa<PushStmt>(stmt) || (block && block->declares()) || (call && call->callee->tapeUse == TapeUse::Leaves);
    takes |= isa<PopStmt>(stmt) || (block && !block->declares()) || (call && call->callee->tapeUse == TapeUse::Takes);
  });
  return takes ? Parts::Take : leaves ? Parts::Leave : Parts::None; // only a reverse sweep does both
}

std::vector<const Variable *> recordedOf(const std::vector<const Variable *> &own) {
  std::vector<const Variable *> found;
  for (const Variable *variable : own)
    if (!variable->isAdjoint)
      found.push_back(variable);
  return found;
}

bool canBeInParts(Context &context, const LoopStmt *leaving, const ParallelPlan &first, const LoopStmt *taking,
                  const ParallelPlan &second) {
  const auto forward = runnableUpwards(context, leaving), reverse = runnableUpwards(context, taking);
  const std::vector<const Variable *> left = recordedOf(first.own), taken = recordedOf(second.own);
  return forward && reverse && forward->runsDown != reverse->runsDown && first.inOrder.empty() && second.inOrder.empty() &&
         left.size() == taken.size() && std::is_permutation(left.begin(), left.end(), taken.begin());
}

namespace {

class PartsOfLoop {
public:
  PartsOfLoop(Context &context, const LoopStmt *loop, const RunnableUpwards &upward)
      : context(context), loop(loop), upward(upward), type(upward.counted.counter->type) {
    part = temporary("part", context.intType());
    first = temporary("first", context.withConst(type));
    end = temporary("end", context.withConst(type));
  }

  LoopStmt *of(const StmtList &work, const std::vector<const Variable *> &own) {
    const Parts records = recordsOf(loop);
    const std::vector<const Variable *> kept = recordedOf(own);
    StmtList body;
    for (const Variable *variable : own)
      body.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
    if (records == Parts::Take)
      for (const Variable *variable : llvm::reverse(kept))
        body.push_back(context.make<PopStmt>(context.place(variable), false));
    body.push_back(context.make<DeclareStmt>(first, bound("part_first")));
    body.push_back(context.make<DeclareStmt>(end, bound("part_end")));
    body.push_back(upward.runsDown ? downwards(work) : upwards(work));
    if (records == Parts::Leave)
      for (const Variable *variable : kept)
        body.push_back(context.make<PushStmt>(context.load(context.place(variable))));
    return around(body, records);
  }

private:
  Variable *temporary(const char *name, const Type *type) {
    auto *made = context.make<Variable>(name, type, Storage::Local);
    made->isTemporary = true;
    return made;
  }

  const Expr *bound(const char *name) {
    Rewriter copy(context);
    return context.intrinsic(name, std::string("adjoint::") + name,
                             {context.load(part), copy.rewrite(upward.range.low), copy.rewrite(upward.range.high)}, type);
  }

  const Stmt *counted(const Variable *counter, BinaryOp op) {
    const Expr *i = context.load(counter);
    return context.make<AssignStmt>(context.place(counter), context.binary(op, i, context.literal(1, i->type)));
  }

  const LoopStmt *upwards(const StmtList &work) {
    const Variable *i = upward.counted.counter;
    StmtList init = {context.make<DeclareStmt>(i, context.load(first))};
    return context.make<LoopStmt>(init, context.binary(BinaryOp::Less, context.load(i), context.load(end)),
                                  StmtList{counted(i, BinaryOp::Add)}, work, false);
  }

  const LoopStmt *downwards(const StmtList &work) {
    const Variable *i = upward.counted.counter;
    StmtList init = {context.make<DeclareStmt>(i, context.load(end))}, body = {counted(i, BinaryOp::Sub)};
    body.insert(body.end(), work.begin(), work.end());
    return context.make<LoopStmt>(init, context.binary(BinaryOp::Greater, context.load(i), context.load(first)), StmtList(), body,
                                  false);
  }

  LoopStmt *around(const StmtList &body, Parts records) {
    const Type *number = context.intType();
    StmtList init = {context.make<DeclareStmt>(part, context.literal(0, number))};
    const Expr *count = context.named("adjoint::TapeParts::count", number);
    auto *made = context.make<LoopStmt>(init, context.binary(BinaryOp::Less, context.load(part), count),
                                        StmtList{counted(part, BinaryOp::Add)}, body, false);
    made->parallel = loop->parallel;
    made->parts = records;
    return made;
  }

  Context &context;
  const LoopStmt *loop;
  const RunnableUpwards &upward;
  const Type *type;
  const Variable *part, *first, *end;
};

} // namespace

LoopStmt *inParts(Context &context, const LoopStmt *loop, const StmtList &work, const std::vector<const Variable *> &own) {
  const std::optional<RunnableUpwards> upward = runnableUpwards(context, loop);
  return PartsOfLoop(context, loop, *upward).of(work, own);
}

} // namespace adjoint::transform
