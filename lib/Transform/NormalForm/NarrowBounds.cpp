// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0; i < q; ++i)          ->   const int end = 0 < q ? int(q) : 0;
//                                             for (int i = 0; i < end; ++i)
//
// where q is a long. The loop cannot pass a bound that int does not hold, but has no iteration if that is below; the reversed
// loop begins at the bound.

#include "Analysis/Loops/Loops.h"
#include "IR/Algebra.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class BoundNarrowing : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::optional<analysis::CountedLoop> counted = loop ? analysis::countedToWiderBound(loop) : std::nullopt;
    if (!counted)
      return false;
    const Type *type = context.withoutConst(counted->counter->type);
    auto *end = context.make<Variable>("end", context.withConst(type), Storage::Local);
    end->isTemporary = true;
    out.push_back(context.make<DeclareStmt>(end, narrow(*counted, type)));
    const BinaryOp test = counted->step > 0 ? BinaryOp::Less : BinaryOp::Greater;
    const Expr *condition = context.binary(test, context.load(counted->counter), context.load(end));
    StmtList init = rewrite(loop->init), step = rewrite(loop->step);
    out.push_back(context.rebuilt(loop, init, condition, step, rewrite(loop->body)));
    return true;
  }

private:
  /// What the counter does not reach.
  const Expr *narrow(const analysis::CountedLoop &counted, const Type *type) {
    const bool isInclusive = counted.test == BinaryOp::LessEq || counted.test == BinaryOp::GreaterEq;
    const Expr *first = context.cast(CastExpr::Form::Implicit, counted.first, type);
    const Expr *wide = context.cast(CastExpr::Form::Implicit, first, counted.bound->type);
    const Expr *bound = context.cast(CastExpr::Form::Explicit, counted.bound, type);
    if (isInclusive)
      bound = shifted(context, bound, counted.step > 0 ? 1 : -1);
    return context.select(context.binary(counted.test, wide, counted.bound), bound, first);
  }
};

} // namespace

StmtList narrowBounds(Context &context, StmtList body) { return BoundNarrowing(context).rewrite(body); }

} // namespace adjoint::transform
