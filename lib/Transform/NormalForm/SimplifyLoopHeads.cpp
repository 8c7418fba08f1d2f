// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0, j = n; i < n; ++i, --j)        int j = n;
//     work;                                   ->   for (int i = 0; i < n; ++i) {
//                                                    work;
//                                                    --j;
//                                                  }
//
// and
//   for (int i = 1; i + k <= n; ++i)          ->   for (int i = 1; i <= n - k; ++i)
// with `const std::size_t last = n >= 2 ? n - 2 + 1 : 0` where n is unsigned and k is 2; where that makes a loop counted. No
// `continue` is left by now.

#include "Analysis/Loops/Loops.h"
#include "IR/Values.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class HeadSimplifying : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || isCounted(loop))
      return false;
    for (const Stmt *init : loop->init)
      for (const Stmt *step : loop->step) {
        StmtList before;
        const LoopStmt *simple = countedBy(loop, init, step, before);
        if (!simple)
          continue;
        for (const Stmt *other : loop->init)
          if (other != init)
            rewrite(other, out);
        out.insert(out.end(), before.begin(), before.end());
        out.push_back(rebuild(simple));
        return true;
      }
    return false;
  }

private:
  static bool isCounted(const LoopStmt *loop) {
    return analysis::countedLoop(loop) || analysis::countedToWiderBound(loop);
  }

  /// The loop over what `init` declares and `step` moves, null if it is none. `before`: what its bound needs.
  const LoopStmt *countedBy(const LoopStmt *loop, const Stmt *init, const Stmt *step, StmtList &before) {
    const auto *declare = dyn_cast<DeclareStmt>(init);
    for (const Stmt *other : loop->init)
      if (other != init && (!declare || !declaredBy(other) || mentions(other, declare->variable)))
        return nullptr;
    StmtList body = loop->body;
    bool isMoved = false; // by now
    for (const Stmt *other : loop->step) {
      if (isMoved && readsWhat(step, other)) // it would read what the counter was
        return nullptr;
      isMoved |= other == step;
      if (other != step)
        body.push_back(other);
    }
    const Expr *test = declare && loop->condition ? withoutOffset(loop->condition, declare, body, before) : nullptr;
    LoopStmt *simple = context.rebuilt(loop, {init}, test ? test : loop->condition, {step}, body);
    return isCounted(simple) ? simple : nullptr;
  }

  /// What is added to the counter, null if it is no such sum.
  static const Expr *offsetIn(const BinaryExpr *sum, const Variable *counter) {
    if (!sum || sum->op != BinaryOp::Add)
      return nullptr;
    auto isCounter = [&](const Expr *e) {
      const auto *conversion = dyn_cast<CastExpr>(e);
      const auto *load = dyn_cast<LoadExpr>(conversion ? conversion->operand : e);
      return load && wholeVariable(load->place) == counter;
    };
    const Expr *offset = isCounter(sum->left) ? sum->right : isCounter(sum->right) ? sum->left : nullptr;
    return offset && !mentions(offset, counter) ? offset : nullptr;
  }

  /// `i < n - k` for `i + k < n`; null for other tests.
  const Expr *withoutOffset(const Expr *condition, const DeclareStmt *declare, const StmtList &body, StmtList &before) {
    const auto *test = dyn_cast<BinaryExpr>(condition);
    if (!test || !isComparison(test->op) || test->op == BinaryOp::Equal || test->op == BinaryOp::NotEqual)
      return nullptr;
    bool isLess = test->op == BinaryOp::Less || test->op == BinaryOp::LessEq;
    bool isInclusive = test->op == BinaryOp::LessEq || test->op == BinaryOp::GreaterEq;
    const Expr *side = isLess ? test->left : test->right, *bound = isLess ? test->right : test->left;
    const auto *conversion = dyn_cast<CastExpr>(side);
    const Expr *offset = offsetIn(dyn_cast<BinaryExpr>(conversion ? conversion->operand : side), declare->variable);
    if (!offset || bound->type != side->type)
      return nullptr;
    const Expr *first = context.cast(CastExpr::Form::Implicit, context.load(declare->variable), side->type);
    const std::optional<long long> value = integerValue(offset);
    const bool isKnown = value && *value >= 0 && holds(bound->type, *value);
    const Expr *amount = isKnown && isNumeral(offset) ? context.literal(*value, bound->type)
                                                      : context.cast(CastExpr::Form::Implicit, offset, bound->type);
    const Expr *less = context.binary(BinaryOp::Sub, bound, amount);
    if (bound->type->isSigned)
      return conversion ? nullptr : context.binary(isInclusive ? BinaryOp::LessEq : BinaryOp::Less, first, less);
    if (!isKnown || !declare->init || integerValue(declare->init).value_or(-1) < 0 ||
        mentions(bound, declare->variable) || analysis::mayChange(body, bound)) // an unsigned offset may be meant to wrap
      return nullptr;
    auto *last = context.make<Variable>("last", context.withConst(bound->type), Storage::Local);
    last->isTemporary = true;
    const Expr *reaches = context.binary(isInclusive ? BinaryOp::GreaterEq : BinaryOp::Greater, bound, amount);
    if (isInclusive)
      less = context.binary(BinaryOp::Add, less, context.literal(1, bound->type));
    before.push_back(context.make<DeclareStmt>(last, context.select(reaches, less, context.literal(0, bound->type))));
    return context.binary(BinaryOp::Less, first, context.load(last));
  }

  static bool readsWhat(const Stmt *step, const Stmt *later) {
    const auto *assign = dyn_cast<AssignStmt>(step);
    const Variable *counter = assign ? wholeVariable(assign->place) : nullptr;
    return !counter || mentions(later, counter);
  }
};

} // namespace

StmtList simplifyLoopHeads(Context &context, StmtList body) { return HeadSimplifying(context).rewrite(body); }

} // namespace adjoint::transform
