// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/UseParts.h"

#include "IR/Values.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using Parts = LoopStmt::Parts;

std::optional<std::vector<const Variable *>> variablesOfParts(Context &context, const LoopStmt *leaving, const ParallelPlan &first,
                                                              const LoopStmt *taking, const ParallelPlan &second) {
  const auto forward = runnableUpwards(context, leaving), reverse = runnableUpwards(context, taking);
  const bool areOpposite = forward && reverse && forward->runsDown != reverse->runsDown;
  if (!areOpposite || !first.inOrder.empty() || !second.inOrder.empty())
    return std::nullopt;
  std::vector<const Variable *> recorded;
  for (const Variable *variable : second.own)
    if (llvm::is_contained(first.own, variable) && !isOpaque(variable->type))
      recorded.push_back(variable);
    else if (!variable->isAdjoint) // it has been left elsewhere, or cannot be recorded
      return std::nullopt;
  return recorded;
}

namespace {

class PartsOfLoop {
public:
  PartsOfLoop(Context &context, const LoopStmt *loop, const RunnableUpwards &upward, const Division &division,
              const ParallelPlan &plan)
      : context(context), loop(loop), upward(upward), division(division), plan(plan), type(upward.counted.counter->type) {
    const Variable *counter = upward.counted.counter;
    const bool isAll = isInteger(upward.range.low, 0) && isInteger(upward.range.high, analysis::partsOfLoop);
    hasOneIteration = isAll && division.reach == 0 && counter->type == context.intType();
    part = hasOneIteration ? counter : temporary("part", context.intType());
    first = temporary("first", context.withConst(type));
    end = temporary("end", context.withConst(type));
  }

  StmtList of(const StmtList &work, const PartVariables &own) {
    const Parts parts = division.parts;
    StmtList body;
    for (const auto *variables : {&own.recorded, &own.others})
      for (const Variable *variable : *variables)
        body.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
    if (parts == Parts::Take)
      for (const Variable *variable : llvm::reverse(own.recorded))
        body.push_back(context.make<PopStmt>(context.place(variable), false));
    if (hasOneIteration) {
      body.insert(body.end(), work.begin(), work.end());
    } else {
      body.push_back(context.make<DeclareStmt>(first, bound("part_first")));
      body.push_back(context.make<DeclareStmt>(end, bound("part_end")));
      body.push_back(upward.runsDown ? downwards(work) : upwards(work));
    }
    if (parts == Parts::Leave)
      for (const Variable *variable : own.recorded)
        body.push_back(context.make<PushStmt>(context.load(context.place(variable))));
    return parts == Parts::Take && division.reach != 0 ? StmtList{inTwoTurns(body)} : withSums(aroundAll(body));
  }

private:
  Variable *temporary(const char *name, const Type *type) {
    auto *made = context.make<Variable>(name, type, Storage::Local);
    made->isTemporary = true;
    return made;
  }

  const Expr *bound(const char *name) {
    Rewriter copy(context);
    std::vector<const Expr *> args = {context.load(part), copy.rewrite(upward.range.low), copy.rewrite(upward.range.high)};
    if (division.reach != 0)
      args.push_back(context.intLiteral(division.reach));
    return context.intrinsic(name, std::string("adjoint::") + name, args, type);
  }

  const Stmt *counted(const Variable *counter, BinaryOp op, int step = 1) {
    const Expr *i = context.load(counter);
    return context.make<AssignStmt>(context.place(counter), context.binary(op, i, context.literal(step, i->type)));
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

  LoopStmt *parallel(const Expr *begin, int step, const StmtList &body, Parts parts) {
    StmtList init = {context.make<DeclareStmt>(part, begin)};
    const Expr *count = context.named("adjoint::TapeParts::count", context.intType());
    auto *made = context.make<LoopStmt>(init, context.binary(BinaryOp::Less, context.load(part), count),
                                        StmtList{counted(part, BinaryOp::Add, step)}, body, false);
    made->parallel = loop->parallel;
    made->runsInParallel = true;
    made->reductions = plan.reductions;
    for (const OwnSum &sum : plan.ownSums)
      made->ownSums.push_back(sum.own);
    made->parts = parts;
    return made;
  }

  /// What threads add up is declared in front of their loop.
  StmtList withSums(const LoopStmt *loopOfParts) {
    StmtList out = declarationsOf(context, plan.ownSums);
    out.push_back(loopOfParts);
    return out;
  }

  LoopStmt *aroundAll(const StmtList &body) { return parallel(context.intLiteral(0), 1, body, division.parts); }

  LoopStmt *inTwoTurns(const StmtList &body) {
    const Variable *half = temporary("half", context.intType());
    const LoopStmt *inner = parallel(context.load(half), 2, body, Parts::EveryOther);
    StmtList init = {context.make<DeclareStmt>(half, context.intLiteral(0))};
    auto *made = context.make<LoopStmt>(init, context.binary(BinaryOp::Less, context.load(half), context.intLiteral(2)),
                                        StmtList{counted(half, BinaryOp::Add)}, withSums(inner), false);
    made->parts = Parts::Around;
    return made;
  }

  Context &context;
  const LoopStmt *loop;
  const RunnableUpwards &upward;
  const Division &division;
  const ParallelPlan &plan;
  const Type *type;
  bool hasOneIteration; ///< each part
  const Variable *part, *first, *end;
};

} // namespace

StmtList inParts(Context &context, const LoopStmt *loop, const Division &division, const StmtList &work,
                        const PartVariables &own, const ParallelPlan &plan) {
  const std::optional<RunnableUpwards> upward = runnableUpwards(context, loop);
  return PartsOfLoop(context, loop, *upward, division, plan).of(work, own);
}

} // namespace adjoint::transform
