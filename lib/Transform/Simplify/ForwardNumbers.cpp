// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   count = 0;  room = 0;  if (n > room) for (i = 0; i < count; ++i) ...;  count = n;
// becomes
//   count = 0;  room = 0;  if (n > 0) ;  count = n;
//
// and
//   room = n;  count = n;  while (...) { if (count > room) ... }
// has no branch: what a container has in it, once its constructor and its members are inlined (KnownSizes). Behind it, count is n by
// that name, so that loops over containers of one size are seen to have the same iterations. A loop that comes to no iteration is left
// out. A variable of the user's that is written once keeps its name, for the reader.
#include "Transform/Simplify/Simplify.h"

#include "Analysis/Loops/KnownSizes.h"

namespace adjoint::transform {

using namespace ir;
using analysis::KnownSizes;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class NumberForwarding : public Rewriter {
public:
  NumberForwarding(Context &context, const StmtList &body) : Rewriter(context), sizes(context, body), writes(body) {
    for (const Stmt *stmt : body)
      if (const Variable *variable = declaredBy(stmt))
        visible.insert(variable);
  }
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return replaceLoop(loop, out);
    if (const auto *call = dyn_cast<CallStmt>(stmt); call && call->callee->statesSize) { // which says it of a variable
      out.push_back(stmt);
      return true;
    }
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    updated = assign ? wholeVariable(assign->place) : nullptr;
    here = isa<IfStmt, SwitchStmt>(stmt) ? &sizes.atCondition(stmt) : &sizes.before(stmt); // the condition comes first
    return false;
  }

  const Expr *replace(const Expr *expr) override {
    const bool isNumber = expr->type->is(TypeKind::Integer) || expr->type->is(TypeKind::Bool);
    if (isa<LiteralExpr>(expr) || !isNumber || !here->isReached())
      return nullptr;
    if (const auto *load = dyn_cast<LoadExpr>(expr))
      return isKnown(load) ? context.literal(*sizes.numberOf(load, *here), context.withoutConst(expr->type)) : sizeOf(load);
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    if (!binary)
      return nullptr;
    if (isComparison(binary->op))
      if (const std::optional<bool> holds = isMadeOfLiterals(expr) ? std::nullopt : sizes.truthOf(expr, *here))
        return context.literal(*holds, expr->type);
    if (!namesKnown(expr))
      return nullptr;
    if (const std::optional<long long> number = sizes.numberOf(expr, *here))
      return context.literal(*number, context.withoutConst(expr->type));
    return withoutZero(binary);
  }

private:
  bool replaceLoop(const LoopStmt *loop, StmtList &out) {
    const StmtList init = rewrite(loop->init);
    const bool isPlain = llvm::all_of(init, [](const Stmt *stmt) { return isa<DeclareStmt, AssignStmt>(stmt); });
    if (isPlain && sizes.isNeverEntered(loop)) {
      llvm::copy_if(init, std::back_inserter(out), [](const Stmt *stmt) { return !declaredBy(stmt); });
      return true;
    }
    const Expr *condition = loop->condition;
    if (condition) {
      here = &sizes.atCondition(loop);
      condition = rewrite(condition);
    }
    const StmtList step = rewrite(loop->step), body = rewrite(loop->body);
    out.push_back(context.rebuilt(loop, init, condition, step, body));
    return true;
  }

  bool isKnown(const LoadExpr *load) const {
    const Variable *variable = wholeVariable(load->place);
    return variable && writes.count(variable) > 1 && sizes.numberOf(variable, *here);
  }
  bool namesKnown(const Expr *expr) const {
    bool isNamed = false;
    forEachLoad(expr, [&](const LoadExpr *load) { isNamed = isNamed || isKnown(load); });
    return isNamed;
  }
  /// Of a variable that is set to the size of an object: that size, by its own name. `k += 2` stays as it is.
  const Expr *sizeOf(const LoadExpr *load) const {
    const Variable *variable = wholeVariable(load->place);
    const Expr *size = variable && variable != updated && (writes.count(variable) > 1 || variable->isTemporary) ? sizes.sameAs(variable, *here) : nullptr;
    return size && isVisible(size) ? context.cast(CastExpr::Form::Implicit, size, context.withoutConst(load->type)) : nullptr;
  }
  bool isVisible(const Expr *size) const {
    bool areVisible = true;
    forEachPlace(size, [&](const Place *place) {
      if (const auto *named = dyn_cast<VarPlace>(place))
        areVisible = areVisible && (named->variable->storage == Storage::Parameter || visible.count(named->variable));
    });
    return areVisible;
  }
  static bool isMadeOfLiterals(const Expr *expr) {
    bool isMade = true;
    forEachLoad(expr, [&](const LoadExpr *) { isMade = false; });
    return isMade;
  }

  /// `n + count` and `n - count`, of a count that is zero.
  const Expr *withoutZero(const BinaryExpr *binary) {
    auto isZero = [&](const Expr *operand) { return sizes.numberOf(operand, *here) == std::optional<long long>(0); };
    const Expr *rest = nullptr;
    if ((binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) && isZero(binary->right))
      rest = binary->left;
    else if (binary->op == BinaryOp::Add && isZero(binary->left))
      rest = binary->right;
    return rest ? context.cast(CastExpr::Form::Implicit, rewrite(rest), binary->type) : nullptr;
  }

  const KnownSizes sizes;
  const analysis::Writes writes;
  std::set<const Variable *> visible; ///< of the function's own variables: those that are declared in no block
  const KnownSizes::Facts *here = nullptr;
  const Variable *updated = nullptr; ///< by the statement
};

/// Is there anything to find out: a comparison, of the function's own variables?
bool compares(const StmtList &body) {
  bool isFound = false;
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(
        stmt,
        [&](const Expr *expr) {
          forEachExpr(expr, [&](const Expr *part) {
            const auto *binary = dyn_cast<BinaryExpr>(part);
            isFound = isFound || (binary && isComparison(binary->op) && !binary->left->type->isFloating());
          });
        },
        [](const Place *) {});
  });
  return isFound;
}

} // namespace

StmtList forwardNumbers(Context &context, StmtList body) {
  return compares(body) ? NumberForwarding(context, body).rewrite(body) : body;
}

} // namespace adjoint::transform
