// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/PlainProducts.h"

#include "IR/Algebra.h"
#include "IR/Visit.h"
#include "Rules/Rules.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Variables = std::set<const Variable *>;

bool isQuotient(const IntrinsicExpr *strong) { return strong->name == "strong.quotient"; }

/// An innermost loop without branches?
bool isPlainLoop(const LoopStmt *loop) {
  bool isPlain = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    isPlain &= isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt);
    forEachOperand(stmt, [&](const Expr *e) { forEachExpr(e, [&](const Expr *part) { isPlain &= !isa<SelectExpr>(part); }); }, [](const Place *) {});
  });
  return isPlain;
}

/// Made of one of these variables by factors and sums?
bool isMadeOf(const Variables &made, const Expr *expr) {
  auto recur = [&](const Expr *e) { return isMadeOf(made, e); };
  if (const auto *load = dyn_cast<LoadExpr>(expr))
    return made.count(wholeVariable(load->place)) != 0;
  if (const auto *unary = dyn_cast<UnaryExpr>(expr))
    return unary->op == UnaryOp::Minus && recur(unary->operand);
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return recur(conversion->operand);
  if (const auto *strong = dyn_cast<IntrinsicExpr>(expr))
    return rules::isStrong(strong) && recur(derivativeIn(strong));
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  return binary && binary->type->isFloating() && (recur(binary->left) || (binary->op != BinaryOp::Div && recur(binary->right)));
}

/// A function's value that is infinite makes the value around it so, but a function or quotient of it may be infinite alone, and what
/// it is multiplied by be zero.
bool isPlainFactor(const Expr *partial) {
  bool plain = true;
  forEachExpr(partial, [&](const Expr *e) {
    const auto *binary = dyn_cast<BinaryExpr>(e);
    plain &= !isa<IntrinsicExpr>(e) && !isa<SelectExpr>(e) && !(binary && binary->op == BinaryOp::Div);
  });
  return plain;
}

class WithoutStrongZeros : public Rewriter {
public:
  WithoutStrongZeros(Context &context, const Variable *carrier) : Rewriter(context), made({carrier}) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Expr *value = declare ? declare->init : assign ? assign->value : nullptr;
    const Variable *variable = declare ? declare->variable : assign ? wholeVariable(assign->place) : nullptr;
    if (!value)
      return false;
    const Expr *plain = rewrite(value);
    if (variable && isMadeOf(made, value))
      made.insert(variable);
    else if (variable)
      made.erase(variable);
    out.push_back(declare ? static_cast<const Stmt *>(context.rebuilt(declare, plain)) : context.rebuilt(assign, assign->place, plain));
    return true;
  }

  const Expr *replace(const Expr *expr) override {
    const auto *strong = dyn_cast<IntrinsicExpr>(expr);
    if (!strong || !rules::isStrong(strong) || isQuotient(strong) || !isPlainFactor(strong->args[0]) || !isMadeOf(made, strong->args[1]))
      return nullptr;
    return product(context, rewrite(strong->args[0]), rewrite(strong->args[1]));
  }

private:
  Variables made;
};

} // namespace

const Expr *derivativeIn(const IntrinsicExpr *strong) { return strong->args[isQuotient(strong) ? 0 : 1]; }

const Stmt *withPlainProducts(Context &context, const LoopStmt *loop, const Variable *adjoint) {
  if (!isPlainLoop(loop))
    return loop;
  return context.rebuilt(loop, loop->init, loop->condition, loop->step, WithoutStrongZeros(context, adjoint).rewrite(loop->body));
}

} // namespace adjoint::transform
