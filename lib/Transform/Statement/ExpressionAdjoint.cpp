// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/ExpressionAdjoint.h"

#include "IR/Algebra.h"
#include "IR/Visit.h"
#include "Rules/Rules.h"
#include "Transform/Statement/Powers.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::vector<Contribution> ExpressionAdjoint::propagate(const Expr *expr, const Expr *weight, StmtList &out) {
  StmtList *outer = statements;
  std::vector<Contribution> outerContributions = std::move(contributions);
  statements = &out;
  contributions.clear();
  visit(expr, weight);
  std::vector<Contribution> found = std::move(contributions);
  contributions = std::move(outerContributions);
  statements = outer;
  return found;
}

bool ExpressionAdjoint::mentionsConditionally(const Expr *expr, const Place *place) const {
  bool found = false;
  forEachExpr(expr, [&](const Expr *e) {
    if (const auto *select = dyn_cast<SelectExpr>(e))
      rules::forEachDifferentiableLoad(select, [&](const LoadExpr *load) { found |= same(load->place, place); });
  });
  return found;
}

const Stmt *ExpressionAdjoint::increment(const Contribution &contribution) {
  const Place *adjoint = shadows.of(contribution.operand);
  return context.make<AssignStmt>(adjoint, sum(context, context.load(adjoint), contribution.amount));
}

void ExpressionAdjoint::add(const Place *operand, const Expr *amount) {
  if (isZero(amount))
    return;
  for (Contribution &other : contributions)
    if (same(other.operand, operand)) {
      other.amount = sum(context, other.amount, amount);
      return;
    }
  contributions.push_back({operand, amount});
}

/// A weight that several operands share gets a name, unless it is one already.
const Expr *ExpressionAdjoint::named(const Expr *weight) {
  const Expr *bare = isNegated(weight) ? cast<UnaryExpr>(weight)->operand : weight;
  if (isa<LoadExpr>(bare) || isa<LiteralExpr>(bare))
    return weight;
  auto *variable = context.make<Variable>("w_b", context.withConst(weight->type), Storage::Local);
  variable->isTemporary = true;
  variable->isAdjoint = true;
  statements->push_back(context.make<DeclareStmt>(variable, weight));
  return context.load(variable);
}

unsigned ExpressionAdjoint::activeOperands(const std::vector<const Expr *> &operands) {
  unsigned count = 0;
  for (const Expr *operand : operands)
    count += hasActiveOperand(operand);
  return count;
}

const Expr *ExpressionAdjoint::valueOf(const Expr *expr) {
  if (expr != known)
    return expr;
  usedValue = true;
  return knownValue;
}

void ExpressionAdjoint::visit(const Expr *expr, const Expr *weight) {
  if (!hasActiveOperand(expr) || isZero(weight))
    return;
  switch (expr->kind) {
  case Expr::Kind::Load:
    return add(cast<LoadExpr>(expr)->place, weight);
  case Expr::Kind::Unary:
    return visit(cast<UnaryExpr>(expr)->operand, negated(context, weight));
  case Expr::Kind::Binary:
    return visitBinary(cast<BinaryExpr>(expr), weight);
  case Expr::Kind::Cast: {
    const Expr *operand = cast<CastExpr>(expr)->operand;
    return visit(operand, context.cast(CastExpr::Form::Implicit, weight, operand->type));
  }
  case Expr::Kind::Select:
    return visitSelect(cast<SelectExpr>(expr), weight);
  case Expr::Kind::Intrinsic:
    return visitIntrinsic(cast<IntrinsicExpr>(expr), weight);
  case Expr::Kind::Literal:
  case Expr::Kind::Address:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return;
  }
}

/// How an adjoint is multiplied by a factor: a zero that a branch makes stays zero times what may have overflowed.
const Scaling &ExpressionAdjoint::byFactor(const Expr *factor) const {
  bool mayBeInfinite = false;
  forEachExpr(factor, [&](const Expr *part) {
    const auto *call = dyn_cast<IntrinsicExpr>(part);
    const auto *load = dyn_cast<LoadExpr>(part);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr; // of a call, or a quotient that has a name
    mayBeInfinite = mayBeInfinite || (call && rules::isExpensive(call->name)) || (variable && variable->isTemporary && variable->type->isConst);
  });
  return isGuarded && mayBeInfinite ? strongScaling() : scaling;
}

void ExpressionAdjoint::visitBinary(const BinaryExpr *binary, const Expr *weight) {
  const Expr *left = binary->left, *right = binary->right;
  if (activeOperands({left, right}) > 1)
    weight = named(weight);
  switch (binary->op) {
  case BinaryOp::Add:
    visit(left, weight);
    return visit(right, weight);
  case BinaryOp::Sub:
    visit(left, weight);
    return visit(right, negated(context, weight));
  case BinaryOp::Mul:
    if (const auto power = powerIn(context, binary, [this](const Expr *factor) { return hasActiveOperand(factor); }))
      return visitPower(*power, weight);
    visit(left, byFactor(right).product(context, right, weight));
    return visit(right, byFactor(left).product(context, left, weight));
  case BinaryOp::Div: {
    const Scaling &by = isGuarded ? strongScaling() : scaling;
    if (isOne(left) && binary == known) { // r = 1 / v is there already: -r * r, which does not wait for the weight
      const Expr *square = product(context, valueOf(binary), valueOf(binary));
      return visit(right, negated(context, by.product(context, square, weight)));
    }
    const Expr *share = by.quotient(context, weight, right);
    if (activeOperands({left, right}) > 1)
      share = named(share);
    visit(left, share);
    if (hasActiveOperand(right))
      visit(right, negated(context, by.product(context, valueOf(binary), share)));
    return;
  }
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::Less:
  case BinaryOp::LessEq:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::And:
  case BinaryOp::Or:
    return;
  }
}

void ExpressionAdjoint::visitPower(const Power &power, const Expr *weight) {
  visit(power.base, byFactor(power.partial).product(context, power.partial, weight));
  if (power.rest)
    visit(power.rest, byFactor(power.power).product(context, power.power, weight));
}

StmtList ExpressionAdjoint::branch(const Expr *expr, const Expr *weight) {
  StmtList out;
  for (const Contribution &c : propagate(expr, weight, out))
    out.push_back(increment(c));
  return out;
}

void ExpressionAdjoint::visitSelect(const SelectExpr *select, const Expr *weight) {
  weight = named(weight);
  StmtList yes = branch(select->yes, weight), no = branch(select->no, weight);
  const Expr *condition = select->condition;
  if (yes.empty()) {
    condition = context.unary(UnaryOp::Not, condition);
    std::swap(yes, no);
  }
  statements->push_back(context.make<IfStmt>(condition, yes, no));
}

void ExpressionAdjoint::visitIntrinsic(const IntrinsicExpr *call, const Expr *weight) {
  if (activeOperands(call->args) > 1)
    weight = named(weight);
  for (unsigned i = 0; i < call->args.size(); ++i) {
    if (!rules::isDifferentiable(call, i) || !hasActiveOperand(call->args[i]))
      continue;
    const Expr *result = rules::mentionsResult(call, i) ? valueOf(call) : call;
    const Expr *partial = rules::partial(context, call, i, result);
    const bool mayBeInfinite = isGuarded && (rules::mayBeSingular(call, i) || rules::mayOverflow(call));
    const Scaling &by = rules::isStrong(call) || mayBeInfinite ? strongScaling() : scaling;
    visit(call->args[i], by.product(context, partial, weight));
  }
}

} // namespace adjoint::transform
