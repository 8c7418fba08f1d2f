// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Expressions.h"

#include "CodeGen/Cpp/Casts.h"
#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Cpp/Literals.h"
#include "IR/Values.h"
#include "IR/Visit.h"

#include <tuple>

namespace adjoint::codegen {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::string atLevel(const Printed &printed, Level level) {
  return printed.level < level ? "(" + printed.text + ")" : printed.text;
}

// ------------------------------------------------- in which type it stands

static Level levelOf(const std::string &number) { return number[0] == '-' ? Level::Unary : Level::Primary; }

/// Without the implicit conversions around it: what remains may have another type.
Printed Expressions::uncast(const Expr *expr) const {
  const CastExpr *innermost = nullptr;
  const Expr *inner = withoutImplicitCasts(expr, &innermost);
  if (const auto *literal = dyn_cast<LiteralExpr>(inner)) {
    const Spelling spelling = spell(literal);
    return {spelling.text, levelOf(spelling.text), spelling.kind, literal};
  }
  Printed printed = exact(inner);
  // An enumeration promotes to what the tree says; its width alone does not tell.
  if (innermost && printed.kind.which == ScalarKind::Enumeration && innermost->type->is(TypeKind::Integer))
    printed.kind = kindOf(innermost->type);
  return printed;
}

/// Printed as having the type, by a cast if it has another one.
Printed Expressions::withType(Printed printed, const Type *type) const {
  ScalarKind wanted = kindOf(type);
  if (!wanted.isArithmetic() || printed.kind == wanted)
    return printed;
  if (printed.literal)
    if (std::optional<std::string> text = spellAs(printed.literal, type))
      return {*text, levelOf(*text), wanted, printed.literal};
  return {castText(type, printed.text), Level::Postfix, wanted};
}

Printed Expressions::converted(const Expr *expr) const {
  const auto *conversion = dyn_cast<CastExpr>(expr);
  if (!conversion || conversion->form != CastExpr::Form::Implicit)
    return isa<LiteralExpr>(expr) ? uncast(expr) : exact(expr);
  if (expr->type->is(TypeKind::Bool))
    return condition(expr);
  Printed printed = uncast(expr);
  // Compilers warn of 2.5 as an int.
  bool losesDigits = printed.literal && printed.kind.which == ScalarKind::Floating && kindOf(expr->type).isIntegral();
  return losesDigits ? exact(expr) : printed;
}

Printed Expressions::condition(const Expr *expr) const {
  Printed printed = uncast(expr);
  // Compilers suspect that `a * b` should have been `a && b`.
  const auto *binary = dyn_cast<BinaryExpr>(withoutImplicitCasts(expr));
  bool isSuspect =
      printed.level == Level::Conditional || (binary && (binary->op == BinaryOp::Mul || binary->op == BinaryOp::Shl));
  if (isSuspect && printed.kind.which == ScalarKind::Integer)
    return {"(" + printed.text + ") != 0", Level::Equality, boolKind()};
  return printed;
}

Printed Expressions::offset(const Expr *expr) const {
  const Expr *inner = withoutImplicitCasts(expr);
  const auto *conversion = dyn_cast<CastExpr>(inner); // of a number, which has the type that the index had
  const LiteralExpr *number = conversion ? dyn_cast<LiteralExpr>(conversion->operand) : nullptr;
  if (number && integerValue(number) && integerValue(conversion) == integerValue(number))
    inner = expr = number;
  return preservesValue(kindOf(inner->type), ptrdiffKind()) || isa<LiteralExpr>(inner) ? uncast(expr) : exact(expr);
}

Printed Expressions::exactLiteral(const LiteralExpr *literal) const {
  Printed printed = uncast(literal);
  if (isNull(literal))
    return {castText(literal->type, printed.text), Level::Postfix};
  return withType(printed, literal->type);
}

Printed Expressions::explicitCast(const CastExpr *conversion) const {
  Printed operand = isa<LiteralExpr>(conversion->operand) ? uncast(conversion->operand) : exact(conversion->operand);
  if (conversion->form == CastExpr::Form::Const)
    return {constCastText(conversion->type, operand.text), Level::Postfix};
  if (conversion->form == CastExpr::Form::Address)
    return {addressText(conversion->type, operand.text), Level::Postfix, kindOf(conversion->type)};
  if (conversion->type->is(TypeKind::Bool))
    return withType(condition(conversion->operand), conversion->type);
  return {castText(conversion->type, operand.text), Level::Postfix, kindOf(conversion->type)};
}

Printed Expressions::exactConversion(const CastExpr *conversion) const {
  if (conversion->type->isPointer())
    return {castText(conversion->type, converted(conversion).text), Level::Postfix};
  Printed printed = conversion->type->is(TypeKind::Bool) ? condition(conversion) : uncast(conversion);
  const Type *type = withoutImplicitCasts(conversion)->type;
  if (type->is(TypeKind::Enum))
    printed.kind = kindOf(type);
  return withType(printed, conversion->type);
}

Printed Expressions::exact(const Expr *expr) const {
  switch (expr->kind) {
  case Expr::Kind::Literal:
    return exactLiteral(cast<LiteralExpr>(expr));
  case Expr::Kind::Load:
    return load(cast<LoadExpr>(expr));
  case Expr::Kind::Address:
    return address(cast<AddressExpr>(expr));
  case Expr::Kind::Unary:
    return withType(unary(cast<UnaryExpr>(expr)), expr->type);
  case Expr::Kind::Binary:
    return withType(binary(cast<BinaryExpr>(expr)), expr->type);
  case Expr::Kind::Cast:
    if (cast<CastExpr>(expr)->form != CastExpr::Form::Implicit)
      return explicitCast(cast<CastExpr>(expr));
    return exactConversion(cast<CastExpr>(expr));
  case Expr::Kind::Select:
    return withType(select(cast<SelectExpr>(expr)), expr->type);
  case Expr::Kind::Intrinsic:
    return intrinsic(cast<IntrinsicExpr>(expr));
  case Expr::Kind::FunctionRef:
    return {cast<FunctionRefExpr>(expr)->spelling};
  case Expr::Kind::InitList:
    return initList(cast<InitListExpr>(expr));
  }
  return {};
}

// --------------------------------------------------------------- operators

const Expr *Expressions::negatedLiteral(const LiteralExpr *literal) const {
  std::unique_ptr<LiteralExpr> number = withoutSign(literal);
  if (!number)
    return nullptr;
  return made.make<LiteralExpr>(*number);
}

const Expr *Expressions::negated(const Expr *expr) const {
  const auto *unary = dyn_cast<UnaryExpr>(expr);
  if (unary && unary->op == UnaryOp::Minus)
    return unary->operand;
  if (const auto *literal = dyn_cast<LiteralExpr>(expr))
    return negatedLiteral(literal);
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  bool isProduct = binary && (binary->op == BinaryOp::Mul || binary->op == BinaryOp::Div);
  if (!isProduct || !expr->type->isFloating())
    return nullptr;
  // The sign of a product or a quotient does not enter its rounding.
  const Expr *left = negated(binary->left);
  if (!left)
    return nullptr;
  return made.make<BinaryExpr>(binary->op, left, binary->right, binary->type);
}

Printed Expressions::unary(const UnaryExpr *unary) const {
  if (unary->op == UnaryOp::Not)
    return {"!" + atLevel(condition(unary->operand), Level::Unary), Level::Unary, boolKind()};
  Printed operand = uncast(unary->operand);
  bool looksLikeNot = unary->op == UnaryOp::BitNot && operand.kind.which == ScalarKind::Bool;
  if (promoted(operand.kind) != kindOf(unary->operand->type) || looksLikeNot)
    operand = exact(unary->operand);
  std::string text = atLevel(operand, Level::Unary);
  if (unary->op == UnaryOp::Minus && text[0] == '-')
    text = "(" + text + ")";
  return {spellingOf(unary->op) + text, Level::Unary, promoted(operand.kind)};
}

namespace {

std::string operand(const Printed &printed, Level parent, Side side) {
  // `!a == b` is suspected to mean `!(a == b)`.
  bool isSuspect =
      printed.level == Level::Unary && printed.text[0] == '!' && parent != Level::And && parent != Level::Or;
  return needsParentheses(parent, side, printed.level) || isSuspect ? "(" + printed.text + ")" : printed.text;
}

/// Would a compiler warn that a signed operand becomes unsigned?
bool changesSign(const Printed &printed, ScalarKind common) {
  return common.which == ScalarKind::Integer && !common.isSigned && promoted(printed.kind).isSigned && !printed.literal;
}

/// Would a compiler warn that an enumeration is mixed with numbers?
bool mixesEnumeration(const Expr *expr) {
  return withoutImplicitCasts(expr)->type->is(TypeKind::Enum) && !expr->type->is(TypeKind::Enum);
}

ScalarKind selectKind(ScalarKind a, ScalarKind b) { return a == b ? a : commonKind(a, b); }

} // namespace

/// Two operands of one type, each without its conversion if the other one brings it about.
std::pair<Printed, Printed> Expressions::balanced(const Expr *left, const Expr *right, Mixing mixing) const {
  ScalarKind wanted = kindOf(left->type);
  bool keepsBoth = mixing == Mixing::Select && (mixesEnumeration(left) || mixesEnumeration(right));
  auto leadsTo = [&](const Printed &a, const Printed &b) {
    ScalarKind common = mixing == Mixing::Select ? selectKind(a.kind, b.kind) : commonKind(a.kind, b.kind);
    bool warns = mixing != Mixing::Arithmetic && (changesSign(a, wanted) || changesSign(b, wanted));
    return common == wanted && !warns && !keepsBoth;
  };
  Printed bareLeft = uncast(left), bareRight = uncast(right);
  if (leadsTo(bareLeft, bareRight))
    return {bareLeft, bareRight};
  Printed exactLeft = exact(left), exactRight = exact(right);
  if (bareRight.literal && leadsTo(bareLeft, exactRight))
    return {bareLeft, exactRight};
  if (leadsTo(exactLeft, bareRight))
    return {exactLeft, bareRight};
  if (leadsTo(bareLeft, exactRight))
    return {bareLeft, exactRight};
  return {exactLeft, exactRight};
}

/// Of several functions of one name, nothing around an operand says which.
Printed Expressions::pointerOperand(const Expr *expr) const {
  const auto *function = dyn_cast<FunctionRefExpr>(expr);
  if (function && function->isOverloaded)
    return {castText(function->type, function->spelling), Level::Postfix};
  return converted(expr);
}

Expressions::Operands Expressions::pointerOperands(const Expr *left, const Expr *right) const {
  Operands result;
  result.left = left->type->isPointer() ? pointerOperand(left) : offset(left);
  result.right = right->type->isPointer() ? pointerOperand(right) : offset(right);
  if (left->type->isPointer() && right->type->isPointer())
    result.result = ptrdiffKind();
  return result;
}

Expressions::Operands Expressions::operands(BinaryOp op, const Expr *left, const Expr *right) const {
  Operands result;
  if (op == BinaryOp::And || op == BinaryOp::Or)
    return {condition(left), condition(right), boolKind()};
  if (left->type->isPointer() || right->type->isPointer()) {
    result = pointerOperands(left, right);
  } else if (op == BinaryOp::Shl || op == BinaryOp::Shr) {
    result.left = uncast(left);
    if (promoted(result.left.kind) != kindOf(left->type))
      result.left = exact(left);
    result.right = offset(right);
    result.result = promoted(result.left.kind);
  } else {
    std::tie(result.left, result.right) =
        balanced(left, right, isComparison(op) ? Mixing::Comparison : Mixing::Arithmetic);
    result.result = commonKind(result.left.kind, result.right.kind);
  }
  if (isComparison(op))
    result.result = boolKind();
  return result;
}

/// Is it printed as the name of an array?
static bool isDecayed(const Expr *expr) {
  const auto *address = dyn_cast<AddressExpr>(withoutImplicitCasts(expr));
  const auto *element = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
  return element && isInteger(element->index, 0);
}

Printed Expressions::binary(const BinaryExpr *binary) const {
  BinaryOp op = binary->op;
  const Expr *right = binary->right;
  bool isSum = (op == BinaryOp::Add || op == BinaryOp::Sub) && binary->left->type == right->type;
  if (const Expr *other = isSum ? negated(right) : nullptr) {
    op = op == BinaryOp::Add ? BinaryOp::Sub : BinaryOp::Add;
    right = other;
  }
  Operands parts = operands(op, binary->left, right);
  Level level = levelOf(op);
  // Compilers warn of compared arrays, not of compared addresses.
  const char *sign = level == Level::Equality && isDecayed(binary->left) && isDecayed(right) ? "+" : "";
  std::string text = sign + operand(parts.left, level, Side::Left) + " " + spellingOf(op) + breakMark(level) + sign +
                     operand(parts.right, level, Side::Right);
  return {text, level, parts.result};
}

Printed Expressions::select(const SelectExpr *select) const {
  Printed test = condition(select->condition);
  bool isArithmetic = test.level >= Level::BitOr && test.level <= Level::BitAnd;
  isArithmetic |= test.level >= Level::Shift && test.level <= Level::Multiplicative;
  std::string text = isArithmetic ? "(" + test.text + ")" : atLevel(test, Level::Or);

  Printed yes, no;
  if (kindOf(select->type).isArithmetic()) {
    std::tie(yes, no) = balanced(select->yes, select->no, Mixing::Select);
  } else {
    yes = pointerOperand(select->yes);
    no = pointerOperand(select->no);
  }
  // A break before `?` and `:` reads better than one after them.
  text += breakMark(Level::Conditional);
  text += "? " + atLevel(yes, Level::Or);
  text += breakMark(Level::Conditional);
  text += ": " + no.text;
  return {text, Level::Conditional, selectKind(yes.kind, no.kind)};
}

Printed Expressions::intrinsic(const IntrinsicExpr *call) const {
  std::string text;
  for (const Expr *arg : call->args)
    text += (text.empty() ? "" : std::string(",") + commaMark()) + exact(arg).text;
  return {call->spelling + "(" + text + ")", Level::Postfix, kindOf(call->type)};
}

/// Does `{}` not do for a zero of the type?
static bool needsZeroFunction(const Type *type) { return emptyBraces(type) != EmptyBraces::AllZero; }

std::string zeroObject(const Type *type) { return "adjoint::zero<" + mutableDeclarator(type, "") + ">()"; }

Printed Expressions::initList(const InitListExpr *list) const {
  if (list->elements.empty() && list->type->isRecord() && needsZeroFunction(list->type))
    return {zeroObject(list->type), Level::Postfix};
  std::string text = "{";
  size_t count = list->elements.size();
  for (size_t i = 0; i < count; ++i) {
    if (i != 0)
      text += std::string(",") + commaMark();
    const Expr *element = list->elements[i];
    // A conversion that may lose something is no C++ inside braces.
    bool isConstant = isa<LiteralExpr>(withoutImplicitCasts(element)) || element->type->isPointer();
    text += isConstant ? converted(element).text : exact(element).text;
  }
  // The fields that were left out are zero; naming them all keeps compilers quiet.
  if (list->type->isRecord() && count > 0)
    for (size_t i = count; i < list->type->record->fields.size(); ++i)
      text += std::string(",") + commaMark() + "{}";
  return {text + "}"};
}

// ------------------------------------------------------------------ places

Printed Expressions::load(const LoadExpr *load) const {
  Printed printed = place(load->place);
  if (load->place->type->isReference())
    return {"&" + atLevel(printed, Level::Unary), Level::Unary};
  return printed;
}

Printed Expressions::address(const AddressExpr *address) const {
  const auto *element = dyn_cast<IndexPlace>(address->place);
  if (element && isInteger(element->index, 0)) {
    Printed array = place(element->array);
    return {array.text, array.level};
  }
  return {"&" + atLevel(place(address->place), Level::Unary), Level::Unary};
}

Printed Expressions::place(const Place *p) const {
  switch (p->kind) {
  case Place::Kind::Var:
    return {names.of(cast<VarPlace>(p)->variable), Level::Primary, kindOf(p->type)};
  case Place::Kind::Deref: {
    Printed printed = pointee(cast<DerefPlace>(p)->pointer);
    printed.kind = kindOf(p->type);
    return printed;
  }
  case Place::Kind::Index: {
    const auto *element = cast<IndexPlace>(p);
    std::string array = atLevel(place(element->array), Level::Postfix);
    return {array + "[" + offset(element->index).text + "]", Level::Postfix, kindOf(p->type)};
  }
  case Place::Kind::Field:
    return field(cast<FieldPlace>(p));
  }
  return {};
}

Printed Expressions::field(const FieldPlace *p) const {
  ScalarKind kind = kindOf(p->type);
  std::string access = p->field->access.empty() ? "$." + p->field->name : p->field->access;
  std::string object = atLevel(place(p->object), Level::Postfix);
  const auto *deref = dyn_cast<DerefPlace>(p->object);
  bool isMember = access.compare(0, 2, "$.") == 0;
  if (isMember && deref && pointee(deref->pointer).level == Level::Unary) {
    object = atLevel(converted(deref->pointer), Level::Postfix);
    access.replace(0, 2, "$->");
  }
  access.replace(access.find('$'), 1, object);
  return {access, Level::Postfix, kind};
}

Printed Expressions::pointee(const Expr *pointer) const {
  const Expr *inner = withoutImplicitCasts(pointer);
  if (!inner->type->isPointer())
    inner = pointer;
  if (const auto *address = dyn_cast<AddressExpr>(inner))
    return place(address->place);
  const auto *conversion = dyn_cast<CastExpr>(inner);
  const auto *seen = conversion ? dyn_cast<AddressExpr>(conversion->operand) : nullptr;
  if (seen && conversion->form == CastExpr::Form::Const)
    return {"const_cast<" + declarator(conversion->type->element, "&") + ">(" + place(seen->place).text + ")", Level::Postfix};
  const auto *load = dyn_cast<LoadExpr>(inner);
  if (load && load->place->type->isReference())
    return place(load->place);
  const auto *sum = dyn_cast<BinaryExpr>(inner);
  if (sum && sum->op == BinaryOp::Add) {
    bool pointerFirst = sum->left->type->isPointer();
    const Expr *base = pointerFirst ? sum->left : sum->right;
    const Expr *index = pointerFirst ? sum->right : sum->left;
    const std::string from = isDecayed(base) ? "(&" + place(cast<AddressExpr>(withoutImplicitCasts(base))->place).text + ")" // beyond its row
                                             : atLevel(converted(base), Level::Postfix);
    return {from + "[" + offset(index).text + "]", Level::Postfix};
  }
  return {"*" + atLevel(converted(inner), Level::Unary), Level::Unary};
}

} // namespace adjoint::codegen
