// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (&v != &v) { free what v has; copy v }
// becomes nothing, and
//   if (&v != &w) { free what v has; copy w }
// what stands in it: the test for self-assignment, once the operator is inlined. No reference that the caller gives leads to a
// variable of the function's own, either. So are comparisons of numbers that
// have become known in the same way, as the size of an empty vector has; and
//   &v && v.index == 1 ? &v.second : nullptr
// becomes
//   v.index == 1 ? &v.second : nullptr
// for no object has the address null. A pointer to a known function is compared with functions in the same way. And an
// element p + i is null where p is.
#include "Transform/Simplify/Simplify.h"

#include "IR/Values.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The variable that the place is a part of; null behind a pointer or reference.
const Variable *variableOf(const Place *place) {
  while (const auto *field = dyn_cast<FieldPlace>(place))
    place = field->object;
  const Variable *variable = wholeVariable(place);
  return variable && !variable->type->isReference() ? variable : nullptr;
}

/// The address of what a reference is bound to.
bool isReference(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && variable->type->isReference();
}

/// An address that is not null: of an object, or of the element behind a number of others.
bool isAddress(const Expr *expr) {
  expr = withoutCasts(expr);
  const auto *sum = dyn_cast<BinaryExpr>(expr);
  bool isElement = sum && sum->op == BinaryOp::Add && sum->type->isPointer() && computedValue(sum->right).value_or(0) > 0;
  return isElement || isa<AddressExpr>(expr) || isReference(expr);
}

/// `noexcept` makes another type of the same function.
bool haveOneType(const FunctionRefExpr *a, const FunctionRefExpr *b) {
  llvm::StringRef one = a->type->element->spelling, other = b->type->element->spelling;
  one.consume_back(" noexcept");
  other.consume_back(" noexcept");
  return one == other;
}

bool isOneFunction(const FunctionRefExpr *a, const FunctionRefExpr *b) {
  return a->function == b->function && a->spelling == b->spelling && (!a->isOverloaded || haveOneType(a, b));
}

/// Whether both are one function; nothing where one is not known.
std::optional<bool> areOneFunction(const Expr *left, const Expr *right) {
  const auto *a = dyn_cast<FunctionRefExpr>(withoutCasts(left)), *b = dyn_cast<FunctionRefExpr>(withoutCasts(right));
  if ((a && isNull(right)) || (b && isNull(left)))
    return false;
  return a && b ? std::optional<bool>(isOneFunction(a, b)) : std::nullopt;
}

/// A reference that was bound before the function's own variables were there.
bool isBoundByCaller(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(expr));
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && variable->type->isReference() && variable->storage == Storage::Parameter;
}

bool isOfLocal(const AddressExpr *address) {
  const Variable *variable = variableOf(address->place);
  return variable && variable->storage == Storage::Local;
}

/// Whether both are the address of one object; nothing where that is not known.
std::optional<bool> areEqual(const Expr *left, const Expr *right) {
  if (std::optional<bool> oneFunction = areOneFunction(left, right))
    return oneFunction;
  if ((isAddress(left) && isNull(right)) || (isAddress(right) && isNull(left)))
    return false;
  const auto *a = dyn_cast<AddressExpr>(withoutCasts(left)), *b = dyn_cast<AddressExpr>(withoutCasts(right));
  if ((a && isOfLocal(a) && isBoundByCaller(right)) || (b && isOfLocal(b) && isBoundByCaller(left)))
    return false;
  if (!a || !b)
    return std::nullopt;
  if (same(a->place, b->place))
    return true;
  const Variable *x = variableOf(a->place), *y = variableOf(b->place);
  return x && y && x != y ? std::optional<bool>(false) : std::nullopt;
}

/// Of floating-point numbers.
std::optional<bool> compare(BinaryOp op, long double left, long double right) {
  if (left == right)
    return comparedWithItself(op);
  if (op == BinaryOp::Equal || op == BinaryOp::NotEqual)
    return op == BinaryOp::NotEqual;
  const bool asksForLess = op == BinaryOp::Less || op == BinaryOp::LessEq;
  const bool isOrdered = left < right || left > right;
  return isOrdered ? asksForLess == (left < right) : false;
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

/// Is it compared with itself? A number that is none (NaN) is not even equal to itself.
bool isWithItself(const BinaryExpr *comparison) {
  const Expr *left = withoutCasts(comparison->left);
  return isa<LoadExpr>(left) && !comparison->left->type->isFloating() && same(comparison->left, comparison->right) &&
         !left->type->isFloating();
}

std::optional<bool> truthOf(const Expr *condition) {
  if (std::optional<long long> value = integerValue(condition))
    return *value != 0;
  condition = withoutCasts(condition);
  if (isAddress(condition) || isa<FunctionRefExpr>(condition))
    return true;
  const auto *comparison = dyn_cast<BinaryExpr>(condition);
  if (!comparison || !isComparison(comparison->op))
    return std::nullopt;
  if (isWithItself(comparison))
    return comparedWithItself(comparison->op);
  bool isEquality = comparison->op == BinaryOp::Equal || comparison->op == BinaryOp::NotEqual;
  std::optional<bool> equal = isEquality ? areEqual(comparison->left, comparison->right) : std::nullopt;
  if (equal)
    return *equal == (comparison->op == BinaryOp::Equal);
  if (std::optional<long double> left = realValue(comparison->left), right = realValue(comparison->right);
      left && right)
    return compare(comparison->op, *left, *right);
  if (const std::optional<long long> known = computedValue(comparison))
    return *known != 0;
  return compareWithZero(comparison, computedValue(comparison->left), computedValue(comparison->right));
}

class Deciding : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  const Expr *replace(const Expr *expr) override {
    if (const Expr *other = askingFirst(expr))
      return rewrite(other);
    if (const auto *negation = dyn_cast<UnaryExpr>(expr); negation && negation->op == UnaryOp::Not)
      if (isAddress(negation->operand))
        return context.literal(false, expr->type);
    if (const auto *choice = dyn_cast<SelectExpr>(expr))
      if (const std::optional<bool> isFirst = truthOf(choice->condition))
        return context.cast(CastExpr::Form::Implicit, rewrite(*isFirst ? choice->yes : choice->no), choice->type);
    if (expr->type->is(TypeKind::Bool) && isa<CastExpr>(expr) && isAddress(expr))
      return context.literal(true, expr->type);
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    if (!binary)
      return nullptr;
    if (const Expr *rest = withoutKnown(binary))
      return rest;
    std::optional<bool> known = isComparison(binary->op) ? truthOf(expr) : std::nullopt;
    return known ? context.literal(*known, expr->type) : nullptr;
  }

  /// `p + i` as a condition, or compared with null, is p.
  const Expr *askingFirst(const Expr *expr) {
    const auto *conversion = dyn_cast<CastExpr>(expr);
    if (conversion && expr->type->is(TypeKind::Bool) && isBehind(withoutCasts(expr)))
      return context.cast(conversion->form, first(withoutCasts(expr)), expr->type);
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    const bool isTest = binary && (binary->op == BinaryOp::Equal || binary->op == BinaryOp::NotEqual);
    if (isTest && isBehind(binary->left) && isNull(binary->right))
      return context.binary(binary->op, first(binary->left), binary->right);
    return nullptr;
  }

  static bool isBehind(const Expr *expr) { return first(expr) != expr; }
  static const Expr *first(const Expr *expr) {
    const auto *sum = dyn_cast<BinaryExpr>(expr);
    bool isOne = sum && sum->type->isPointer() && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub);
    return isOne && !isAddress(expr) ? first(sum->left) : expr;
  }

  /// `&v && e` is e, `0 == 0 || e` is true.
  const Expr *withoutKnown(const BinaryExpr *binary) {
    if (binary->op != BinaryOp::And && binary->op != BinaryOp::Or)
      return nullptr;
    const std::optional<bool> first = truthOf(binary->left), second = truthOf(binary->right);
    if (!first && !second)
      return nullptr;
    if ((first ? *first : *second) == (binary->op == BinaryOp::Or))
      return context.literal(binary->op == BinaryOp::Or, binary->type);
    return context.cast(CastExpr::Form::Implicit, rewrite(first ? binary->right : binary->left), binary->type);
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      return replaceSwitch(choice, out);
    const auto *branch = dyn_cast<IfStmt>(stmt);
    std::optional<bool> holds = branch ? truthOf(branch->condition) : std::nullopt;
    if (!holds)
      return false;
    keep(stmt, *holds ? branch->yes : branch->no, out);
    return true;
  }

  bool replaceSwitch(const SwitchStmt *choice, StmtList &out) {
    const SwitchSection *chosen = nullptr, *otherwise = nullptr;
    bool isKnown = true;
    for (const SwitchSection &section : choice->sections) {
      for (const Expr *label : section.labels) {
        const std::optional<bool> meets = areOne(choice->condition, label);
        isKnown &= meets.has_value();
        chosen = meets.value_or(false) ? &section : chosen;
      }
      otherwise = section.isDefault ? &section : otherwise;
    }
    if (!(isKnown || chosen))
      return false;
    if (!chosen && !otherwise) // no case names the number
      return true;
    if (!choice->isSeparate)
      return false;
    if (const SwitchSection *taken = chosen ? chosen : otherwise)
      keep(choice, taken->body, out);
    return true;
  }

  /// Whether both are one number or one enumerator; nothing where that is not known.
  static std::optional<bool> areOne(const Expr *value, const Expr *label) {
    const std::optional<long long> left = computedValue(value), right = computedValue(label);
    if (left && right)
      return left == right;
    return isa<LiteralExpr>(value) && same(value, label) ? std::optional<bool>(true) : std::nullopt;
  }

  /// Of a choice, the part that is taken.
  void keep(const Stmt *choice, const StmtList &part, StmtList &out) {
    StmtList arm = rewrite(part);
    if (llvm::none_of(arm, [](const Stmt *inner) { return declaredBy(inner); }) && choice->comment.empty())
      out.insert(out.end(), arm.begin(), arm.end());
    else
      out.push_back(annotatedAs(choice, context.make<BlockStmt>(std::move(arm))));
  }
};

} // namespace

StmtList decideConditions(Context &context, StmtList body) { return Deciding(context).rewrite(body); }

} // namespace adjoint::transform
