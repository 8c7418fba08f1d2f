// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/UpwardLoop.h"

#include "IR/FreshCopy.h"

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;

std::optional<RunnableUpwards> runnableUpwards(Context &context, const LoopStmt *loop) {
  std::optional<CountedLoop> counted = analysis::countedLoop(loop);
  const bool movesFirst = !counted;
  if (movesFirst)
    counted = analysis::runUpwards(loop);
  if (!counted || !counted->declares || (counted->step != 1 && counted->step != -1))
    return std::nullopt;
  std::optional<analysis::Range> range = analysis::rangeOf(context, *counted);
  if (!range)
    return std::nullopt;
  return RunnableUpwards{*counted, *range, StmtList(loop->body.begin() + movesFirst, loop->body.end()),
                         movesFirst || counted->step == -1};
}

LoopStmt *sameLoopUpwards(Context &context, const CountedLoop &counted, const analysis::Range &range, const StmtList &body) {
  const Expr *i = context.load(counted.counter), *one = context.literal(1, i->type);
  StmtList init = {context.make<DeclareStmt>(counted.counter, range.low)};
  const Expr *condition = context.binary(BinaryOp::Less, i, range.high);
  StmtList step = {context.make<AssignStmt>(context.place(counted.counter), context.binary(BinaryOp::Add, i, one))};
  return context.make<LoopStmt>(init, condition, step, body, false);
}

LoopStmt *upwardLoop(Context &context, const CountedLoop &counted, const analysis::Range &range, const StmtList &body) {
  FreshCopy copy(context);
  LoopStmt *loop = copy.of(sameLoopUpwards(context, counted, range, body));
  copy.copyOf(counted.counter)->countedBefore = counted.counter->countedBefore ? counted.counter->countedBefore : counted.counter;
  return loop;
}

} // namespace adjoint::transform
