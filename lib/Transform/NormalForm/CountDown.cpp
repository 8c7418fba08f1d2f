// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (i = n; i-- > 0;)                     for (left = n; left > 0; --left)
//     work(i);                         ->       work(left - 1);
//
// The test and what it does to the counter stand in the body by now:
//   const bool condition = i > 0; --i; if (!condition) break;

#include "Transform/NormalForm/NormalForm.h"

#include "Analysis/Loops/Loops.h"
#include "IR/Algebra.h"
#include "IR/Values.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const Variable *loadedBy(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  return load ? wholeVariable(load->place) : nullptr;
}

/// Of `if (!condition) break;`
const Variable *exitUnless(const Stmt *stmt) {
  const auto *branch = dyn_cast<IfStmt>(stmt);
  bool isExit = branch && branch->no.empty() && branch->yes.size() == 1 && isa<BreakStmt>(branch->yes[0]);
  const auto *negation = isExit ? dyn_cast<UnaryExpr>(branch->condition) : nullptr;
  return negation && negation->op == UnaryOp::Not ? loadedBy(negation->operand) : nullptr;
}

/// Of `i = i - 1;`
const Variable *loweredBy(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *difference = assign ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
  bool isLowered = difference && difference->op == BinaryOp::Sub && isInteger(difference->right, 1);
  const Variable *variable = isLowered ? loadedBy(difference->left) : nullptr;
  return variable && wholeVariable(assign->place) == variable ? variable : nullptr;
}

/// Replaces the counter by one less than what is left.
class Shifted : public Rewriter {
public:
  Shifted(Context &context, const Variable *counter, const Expr *value)
      : Rewriter(context), counter(counter), value(value) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override { return loadedBy(expr) == counter ? value : nullptr; }

private:
  const Variable *counter;
  const Expr *value;
};

class CountingDown : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (size_t i = 0; i < list.size(); ++i) {
      const auto *loop = dyn_cast<LoopStmt>(list[i]);
      const Variable *counter = loop ? counterOf(loop) : nullptr;
      const Expr *start = counter ? startOf(counter, loop, list, i) : nullptr;
      if (start)
        out.push_back(counting(loop, counter, start));
      else
        Rewriter::rewrite(list[i], out);
    }
    return out;
  }

private:
  LoopStmt *counting(const LoopStmt *loop, const Variable *counter, const Expr *start) {
    auto *left = context.make<Variable>("left", context.withoutConst(counter->type), Storage::Local);
    left->isTemporary = true;
    const Expr *load = context.load(left), *one = context.literal(1, left->type);
    StmtList body(loop->body.begin() + 3, loop->body.end());
    body = Shifted(context, counter, context.binary(BinaryOp::Sub, load, one)).rewrite(body);
    StmtList init = {context.make<DeclareStmt>(left, start)};
    StmtList step = {context.make<AssignStmt>(context.place(left), context.binary(BinaryOp::Sub, load, one))};
    const Expr *test = context.binary(BinaryOp::Greater, load, context.literal(0, left->type));
    return context.rebuilt(loop, init, test, step, rewrite(body));
  }

  /// What the counter begins with, null if somebody reads it after the loop.
  const Expr *startOf(const Variable *counter, const LoopStmt *loop, const StmtList &list, size_t position) {
    auto declares = [&](const Stmt *stmt) { return declaredBy(stmt) == counter; };
    auto mentionsIt = [&](const Stmt *stmt) { return mentions(stmt, counter); };
    if (loop->init.size() == 1)
      return declares(loop->init[0]) ? llvm::cast<DeclareStmt>(loop->init[0])->init : nullptr;
    bool isAlone = loop->init.empty() && std::any_of(list.begin(), list.begin() + position, declares) &&
                   std::none_of(list.begin() + position + 1, list.end(), mentionsIt);
    return isAlone ? context.load(counter) : nullptr;
  }

  /// The integer that the loop counts down to zero, null for other loops.
  static const Variable *counterOf(const LoopStmt *loop) {
    if (loop->condition || loop->testAtEnd || !loop->step.empty() || loop->body.size() < 3)
      return nullptr;
    const auto *condition = dyn_cast<DeclareStmt>(loop->body[0]);
    const Variable *counter = loweredBy(loop->body[1]);
    if (!condition || !counter || !counter->type->is(TypeKind::Integer) || counter->type->bits < 32 ||
        counter->isGlobal() || counter->isAddressTaken() || exitUnless(loop->body[2]) != condition->variable)
      return nullptr;
    const auto *test = condition->init ? dyn_cast<BinaryExpr>(condition->init) : nullptr;
    bool isUnsigned = !counter->type->isSigned;
    bool isDownToZero = test && (test->op == BinaryOp::Greater || (isUnsigned && test->op == BinaryOp::NotEqual)) &&
                        loadedBy(test->left) == counter && isInteger(test->right, 0);
    StmtList rest(loop->body.begin() + 3, loop->body.end());
    bool isUsedOnce =
        std::none_of(rest.begin(), rest.end(), [&](const Stmt *stmt) { return mentions(stmt, condition->variable); });
    return isDownToZero && isUsedOnce && !analysis::Writes(rest).mayWrite(counter) ? counter : nullptr;
  }
};

} // namespace

StmtList countDown(Context &context, StmtList body) { return CountingDown(context).rewrite(body); }

} // namespace adjoint::transform
