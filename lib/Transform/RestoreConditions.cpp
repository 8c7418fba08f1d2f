// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (size_t i = 0;; ++i) { if (!(i < x.count)) break; work }
// becomes
//   for (size_t i = 0; i < x.count; ++i) { work }
//
// A condition that called something stands in the body; inlined, it can go back where it was. So can
//   const bool differs = it != end; if (!differs) break;
#include "Transform/Inlining.h"

#include "IR/Visit.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

bool isOnlyBreak(const StmtList &branch) { return branch.size() == 1 && llvm::isa<BreakStmt>(branch.front()); }

class Restoring : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

protected:
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || loop->condition || loop->testAtEnd || loop->body.empty())
      return false;
    const auto [condition, length] = leadingTest(loop->body);
    if (!condition)
      return false;
    StmtList rest(loop->body.begin() + length, loop->body.end());
    auto *restored = context.make<LoopStmt>(rewrite(loop->init), condition, rewrite(loop->step), rewrite(rest), false);
    out.push_back(annotatedAs(loop, restored));
    return true;
  }

private:
  struct Test {
    const Expr *condition; ///< under which the loop goes on
    size_t length;         ///< in statements
  };

  Test leadingTest(const StmtList &body) {
    if (const auto *test = dyn_cast<IfStmt>(body.front()))
      return {staysIn(test), 1};
    const auto *value = dyn_cast<DeclareStmt>(body.front());
    const auto *test = body.size() < 2 ? nullptr : dyn_cast<IfStmt>(body[1]);
    bool isForTest =
        value && value->init && value->variable->type->isConst && test &&
        std::none_of(body.begin() + 2, body.end(), [&](const Stmt *stmt) { return mentions(stmt, value->variable); });
    const Expr *condition = isForTest ? staysIn(test) : nullptr;
    return {condition && isValue(condition, value->variable) ? value->init : nullptr, 2};
  }

  static bool isValue(const Expr *expr, const Variable *variable) {
    const auto *load = dyn_cast<LoadExpr>(expr);
    return load && wholeVariable(load->place) == variable;
  }

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
