// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (size_t i = 0;; ++i) { if (!(i < x.count)) break; work }
// becomes
//   for (size_t i = 0; i < x.count; ++i) { work }
//
// A condition that called something stands in the body; inlined, it can go back where it was. So can
//   const bool differs = it != end; if (!differs) break;
// and
//   { int k = first[i]; for (; k < last; ++k) work }
// where it said for (int k = first[i]; k < last; ++k).
#include "Transform/Simplify/Simplify.h"

#include "IR/Visit.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

bool isOnlyBreak(const StmtList &branch) { return branch.size() == 1 && llvm::isa<BreakStmt>(branch.front()); }

class ConditionRestoring : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &original) override {
    StmtList list = Rewriter::rewrite(original);
    for (size_t i = 0; i + 1 < list.size(); ++i)
      if (const LoopStmt *whole = withStart(list, i)) {
        list[i] = whole;
        list.erase(list.begin() + i + 1);
      }
    return list;
  }

protected:
  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      return unwrap(block, out);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || loop->condition || loop->testAtEnd || loop->body.empty())
      return false;
    const auto [condition, length] = leadingTest(loop->body);
    if (!condition)
      return false;
    StmtList rest(loop->body.begin() + length, loop->body.end());
    StmtList init = rewrite(loop->init), step = rewrite(loop->step);
    out.push_back(context.rebuilt(loop, init, condition, step, rewrite(rest)));
    return true;
  }

private:
  /// The loop behind the declaration of its counter, which nothing behind it mentions.
  const LoopStmt *withStart(const StmtList &list, size_t at) {
    const auto *declare = dyn_cast<DeclareStmt>(list[at]);
    const auto *loop = dyn_cast<LoopStmt>(list[at + 1]);
    const auto *step = loop && loop->step.size() == 1 ? dyn_cast<AssignStmt>(loop->step.front()) : nullptr;
    if (!declare || !declare->init || !step || !loop->init.empty() || loop->testAtEnd ||
        wholeVariable(step->place) != declare->variable)
      return nullptr;
    for (size_t later = at + 2; later < list.size(); ++later)
      if (mentions(list[later], declare->variable))
        return nullptr;
    LoopStmt *whole = context.rebuilt(loop, {declare}, loop->condition, loop->step, loop->body);
    if (whole->comment.empty())
      whole->comment = declare->comment;
    return whole;
  }

  /// A block that holds nothing but a loop.
  bool unwrap(const BlockStmt *block, StmtList &out) {
    StmtList body = rewrite(block->body);
    if (body.size() == 1 && llvm::isa<LoopStmt>(body.front()))
      out.push_back(body.front());
    else
      out.push_back(context.rebuilt(block, body));
    return true;
  }

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

StmtList restoreConditions(Context &context, StmtList body) { return ConditionRestoring(context).rewrite(body); }

} // namespace adjoint::transform
