// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (&v != &v) { free what v has; copy v }
// becomes nothing, and
//   if (&v != &w) { free what v has; copy w }
// what stands in it: the test for self-assignment, once the operator is inlined. So are comparisons of numbers that
// have become known in the same way, as the size of an empty vector has; and
//   &v && v.index == 1 ? &v.second : nullptr
// becomes
//   v.index == 1 ? &v.second : nullptr
// for no object has the address null. A pointer to a known function is compared with functions in the same way.
#include "Transform/Inlining.h"

#include "IR/Visit.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

const Expr *withoutCasts(const Expr *expr) {
  while (const auto *conversion = dyn_cast<CastExpr>(expr))
    expr = conversion->operand;
  return expr;
}

/// The variable that the place is a part of; null behind a pointer or reference.
const Variable *variableOf(const Place *place) {
  while (const auto *field = dyn_cast<FieldPlace>(place))
    place = field->object;
  const Variable *variable = wholeVariable(place);
  return variable && !variable->type->isReference() ? variable : nullptr;
}

bool isNull(const Expr *expr) { return expr->type->isPointer() && isLiteral(withoutCasts(expr), "nullptr"); }

/// Whether both are one function; nothing where one is not known.
std::optional<bool> areOneFunction(const Expr *left, const Expr *right) {
  const auto *a = dyn_cast<FunctionRefExpr>(withoutCasts(left)), *b = dyn_cast<FunctionRefExpr>(withoutCasts(right));
  if ((a && isNull(right)) || (b && isNull(left)))
    return false;
  return a && b ? std::optional<bool>(same(a, b)) : std::nullopt;
}

/// Whether both are the address of one object; nothing where that is not known.
std::optional<bool> areEqual(const Expr *left, const Expr *right) {
  if (std::optional<bool> oneFunction = areOneFunction(left, right))
    return oneFunction;
  const auto *a = dyn_cast<AddressExpr>(withoutCasts(left)), *b = dyn_cast<AddressExpr>(withoutCasts(right));
  if ((a && isNull(right)) || (b && isNull(left)))
    return false;
  if (!a || !b)
    return std::nullopt;
  if (same(a->place, b->place))
    return true;
  const Variable *x = variableOf(a->place), *y = variableOf(b->place);
  return x && y && x != y ? std::optional<bool>(false) : std::nullopt;
}

/// The value of a decimal literal.
std::optional<long long> numberOf(const Expr *expr) {
  const auto *literal = dyn_cast<LiteralExpr>(withoutCasts(expr));
  if (!literal || !literal->type->isIntegral())
    return std::nullopt;
  llvm::StringRef digits = llvm::StringRef(literal->text).rtrim("uUlL");
  bool isOctal = digits.size() > 1 && digits[0] == '0';
  long long value = 0;
  return isOctal || digits.getAsInteger(10, value) ? std::nullopt : std::optional<long long>(value);
}

std::optional<bool> compare(BinaryOp op, long long left, long long right) {
  switch (op) {
  case BinaryOp::Less:
    return left < right;
  case BinaryOp::LessEq:
    return left <= right;
  case BinaryOp::Greater:
    return left > right;
  case BinaryOp::GreaterEq:
    return left >= right;
  case BinaryOp::Equal:
    return left == right;
  case BinaryOp::NotEqual:
    return left != right;
  default:
    return std::nullopt;
  }
}

/// Whether an unsigned number is negative is no question.
std::optional<bool> compareWithZero(const BinaryExpr *comparison, std::optional<long long> left,
                                    std::optional<long long> right) {
  const Type *type = comparison->left->type;
  if (!type->is(TypeKind::Integer) || type->isSigned || (left != 0 && right != 0))
    return std::nullopt;
  if (right == 0 && (comparison->op == BinaryOp::GreaterEq || comparison->op == BinaryOp::Less))
    return comparison->op == BinaryOp::GreaterEq;
  if (left == 0 && (comparison->op == BinaryOp::LessEq || comparison->op == BinaryOp::Greater))
    return comparison->op == BinaryOp::LessEq;
  return std::nullopt;
}

std::optional<bool> truthOf(const Expr *condition) {
  condition = withoutCasts(condition);
  if (isLiteral(condition, "true") || isLiteral(condition, "false"))
    return isLiteral(condition, "true");
  if (llvm::isa<AddressExpr, FunctionRefExpr>(condition))
    return true;
  const auto *comparison = dyn_cast<BinaryExpr>(condition);
  if (!comparison || !isComparison(comparison->op))
    return std::nullopt;
  bool isEquality = comparison->op == BinaryOp::Equal || comparison->op == BinaryOp::NotEqual;
  std::optional<bool> equal = isEquality ? areEqual(comparison->left, comparison->right) : std::nullopt;
  if (equal)
    return *equal == (comparison->op == BinaryOp::Equal);
  std::optional<long long> left = numberOf(comparison->left), right = numberOf(comparison->right);
  return left && right ? compare(comparison->op, *left, *right) : compareWithZero(comparison, left, right);
}

class Deciding : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  const Expr *replace(const Expr *expr) override {
    if (const auto *negation = dyn_cast<UnaryExpr>(expr); negation && negation->op == UnaryOp::Not)
      if (llvm::isa<AddressExpr>(withoutCasts(negation->operand)))
        return context.literal("false", expr->type);
    if (const auto *choice = dyn_cast<SelectExpr>(expr); choice && llvm::isa<AddressExpr>(withoutCasts(choice->condition)))
      return rewrite(choice->yes);
    if (expr->type->is(TypeKind::Bool) && llvm::isa<CastExpr>(expr) && llvm::isa<AddressExpr>(withoutCasts(expr)))
      return context.literal("true", expr->type);
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    if (!binary)
      return nullptr;
    if (const Expr *rest = withoutAddress(binary))
      return rest;
    std::optional<bool> known = truthOf(expr);
    return known ? context.literal(*known ? "true" : "false", expr->type) : nullptr;
  }

  /// `&v && e` is e.
  const Expr *withoutAddress(const BinaryExpr *binary) {
    if (binary->op != BinaryOp::And || !llvm::isa<AddressExpr>(withoutCasts(binary->left)))
      return nullptr;
    return context.cast(CastExpr::Form::Implicit, rewrite(binary->right), binary->type);
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *branch = dyn_cast<IfStmt>(stmt);
    std::optional<bool> holds = branch ? truthOf(branch->condition) : std::nullopt;
    if (!holds)
      return false;
    StmtList arm = rewrite(*holds ? branch->yes : branch->no);
    if (!arm.empty())
      out.push_back(annotatedAs(stmt, context.make<BlockStmt>(std::move(arm))));
    return true;
  }
};

} // namespace

StmtList decideConditions(Context &context, StmtList body) { return Deciding(context).rewrite(body); }

} // namespace adjoint::transform
