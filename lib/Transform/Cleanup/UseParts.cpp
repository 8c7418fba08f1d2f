// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/UseParts.h"

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
    if (llvm::is_contained(first.own, variable))
      recorded.push_back(variable);
    else if (!variable->isAdjoint) // it has been left elsewhere
      return std::nullopt;
  return recorded;
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

  LoopStmt *of(Parts parts, const StmtList &work, const PartVariables &own) {
    StmtList body;
    for (const auto *variables : {&own.recorded, &own.others})
      for (const Variable *variable : *variables)
        body.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
    if (parts == Parts::Take)
      for (const Variable *variable : llvm::reverse(own.recorded))
        body.push_back(context.make<PopStmt>(context.place(variable), false));
    body.push_back(context.make<DeclareStmt>(first, bound("part_first")));
    body.push_back(context.make<DeclareStmt>(end, bound("part_end")));
    body.push_back(upward.runsDown ? downwards(work) : upwards(work));
    if (parts == Parts::Leave)
      for (const Variable *variable : own.recorded)
        body.push_back(context.make<PushStmt>(context.load(context.place(variable))));
    return around(body, parts);
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

  LoopStmt *around(const StmtList &body, Parts parts) {
    const Type *number = context.intType();
    StmtList init = {context.make<DeclareStmt>(part, context.literal(0, number))};
    const Expr *count = context.named("adjoint::TapeParts::count", number);
    auto *made = context.make<LoopStmt>(init, context.binary(BinaryOp::Less, context.load(part), count),
                                        StmtList{counted(part, BinaryOp::Add)}, body, false);
    made->parallel = loop->parallel;
    made->parts = parts;
    return made;
  }

  Context &context;
  const LoopStmt *loop;
  const RunnableUpwards &upward;
  const Type *type;
  const Variable *part, *first, *end;
};

} // namespace

LoopStmt *inParts(Context &context, const LoopStmt *loop, Parts parts, const StmtList &work,
                  const PartVariables &own) {
  const std::optional<RunnableUpwards> upward = runnableUpwards(context, loop);
  return PartsOfLoop(context, loop, *upward).of(parts, work, own);
}

} // namespace adjoint::transform
