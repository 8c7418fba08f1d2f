// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (size_t i = 0;; ++i) { if (!(i < x.count)) break; work }
// becomes
//   for (size_t i = 0; i < x.count; ++i) { work }
//
// A condition that called something stands in the body; inlined, it can go back where it was.
#include "Transform/Inlining.h"

#include "IR/Visit.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

bool isOnlyBreak(const StmtList &branch) { return branch.size() == 1 && llvm::isa<BreakStmt>(branch.front()); }

class Restoring : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || loop->condition || loop->testAtEnd || loop->body.empty())
      return false;
    const auto *test = dyn_cast<IfStmt>(loop->body.front());
    const Expr *condition = test ? staysIn(test) : nullptr;
    if (!condition)
      return false;
    StmtList rest(loop->body.begin() + 1, loop->body.end());
    auto *restored =
        context.make<LoopStmt>(rewrite(loop->init), condition, rewrite(loop->step), rewrite(rest), false);
    out.push_back(annotatedAs(loop, restored));
    return true;
  }

private:
  /// The condition under which the loop goes on, if the test does nothing but leave it.
  const Expr *staysIn(const IfStmt *test) {
    if (isOnlyBreak(test->no) && test->yes.empty())
      return test->condition;
    if (!isOnlyBreak(test->yes) || !test->no.empty())
      return nullptr;
    const auto *negation = dyn_cast<UnaryExpr>(test->condition);
    bool isNegation = negation && negation->op == UnaryOp::Not;
    return isNegation ? negation->operand : context.unary(UnaryOp::Not, test->condition);
  }
};

} // namespace

StmtList restoreConditions(Context &context, StmtList body) { return Restoring(context).rewrite(body); }

} // namespace adjoint::transform
