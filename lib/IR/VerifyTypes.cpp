// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/VerifyTypes.h"

namespace adjoint::ir {

using llvm::cast;
using llvm::isa;

bool sameValueType(const Type *a, const Type *b) {
  if (a == b)
    return true;
  bool sameElement = a->isArray() && b->isArray() ? sameValueType(a->element, b->element) : a->element == b->element;
  return a->kind == b->kind && a->spelling == b->spelling && a->bits == b->bits && a->isSigned == b->isSigned &&
         sameElement && a->count == b->count && a->record == b->record;
}

bool isConstDeep(const Type *type) { return type->isArray() ? isConstDeep(type->element) : type->isConst; }

namespace {
/// What a load of a place of the type gives.
bool isValueOf(const Type *value, const Type *stored) {
  if (stored->isReference())
    return value->isPointer() && value->element == stored->element;
  return sameValueType(value, stored);
}
} // namespace

bool isValueFor(const Type *value, const Type *stored) {
  if (isValueOf(value, stored))
    return true;
  bool isAddress = value->isPointer() && (stored->isReference() || stored->isPointer());
  return isAddress && isConstDeep(stored->element) && sameValueType(value->element, stored->element);
}

bool isCondition(const Type *type) { return type->isIntegral() || type->isPointer(); }

namespace {

bool isArithmetic(const Type *type) { return type->isFloating() || type->isIntegral(); }

// -------------------------------------------------------------- expressions

std::string unaryRule(const UnaryExpr *unary) {
  const Type *operand = unary->operand->type;
  switch (unary->op) {
  case UnaryOp::Minus:
    return isArithmetic(operand) && unary->type == operand ? "" : "E4: '-' of a type that is not its own";
  case UnaryOp::BitNot:
    return operand->isIntegral() && unary->type == operand ? "" : "E4: '~' of a type that is not its own";
  case UnaryOp::Not:
    return isCondition(operand) && unary->type->is(TypeKind::Bool) ? "" : "E5: '!' of what is no condition";
  }
  return "";
}

std::string pointerArithmeticRule(const BinaryExpr *binary) {
  const Type *left = binary->left->type, *right = binary->right->type;
  bool isDifference = binary->op == BinaryOp::Sub && left->isPointer() && right->isPointer();
  if (isDifference)
    return binary->type->is(TypeKind::Integer) ? "" : "E4: a difference of pointers that is no integer";
  bool isMoved = (left->isPointer() && right->isIntegral() && binary->type == left) ||
                 (binary->op == BinaryOp::Add && left->isIntegral() && right->isPointer() && binary->type == right);
  return isMoved ? "" : "E4: arithmetic of pointers that is neither a move nor a difference";
}

std::string comparisonRule(const BinaryExpr *binary) {
  const Type *left = binary->left->type, *right = binary->right->type;
  if (!binary->type->is(TypeKind::Bool))
    return "E4: a comparison that is no bool";
  bool agree = left == right || (left->isPointer() && right->isPointer());
  return agree && left->isScalar() ? "" : "E4: a comparison of two types";
}

std::string binaryRule(const BinaryExpr *binary) {
  const Type *left = binary->left->type, *right = binary->right->type;
  if (left->isRecord() || right->isRecord()) // arithmetic of ranges of indices
    return binary->type->isRecord() ? "" : "E4: arithmetic of ranges that gives none";
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    if (left->isPointer() || right->isPointer())
      return pointerArithmeticRule(binary);
    [[fallthrough]];
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return isArithmetic(left) && left == right && binary->type == left ? "" : "E4: arithmetic of two types";
  case BinaryOp::Rem:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    return left->isIntegral() && left == right && binary->type == left ? "" : "E4: an operation on bits of two types";
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return left->isIntegral() && right->isIntegral() && binary->type == left ? "" : "E4: a shift that is not integral";
  case BinaryOp::Less:
  case BinaryOp::LessEq:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
    return comparisonRule(binary);
  case BinaryOp::And:
  case BinaryOp::Or:
    break;
  }
  bool isLogic = isCondition(left) && isCondition(right) && binary->type->is(TypeKind::Bool);
  return isLogic ? "" : "E5: logic of what is no condition";
}

/// A pointer that leads nowhere, but differs from others: (void *)1.
bool isMark(const CastExpr *conversion) {
  return isa<LiteralExpr>(conversion->operand) && conversion->type->isPointer() && conversion->type->element->isVoid();
}

std::string castRule(const CastExpr *conversion) {
  const Type *from = conversion->operand->type, *to = conversion->type;
  if (!from->isScalar() || !to->isScalar())
    return "E6: a cast of what is no scalar";
  if (conversion->form == CastExpr::Form::Const && (!from->isPointer() || !to->isPointer()))
    return "E6: a const cast of what is no pointer";
  if (conversion->form == CastExpr::Form::Address)
    return (from->isPointer() && to->is(TypeKind::Integer)) || isMark(conversion)
               ? ""
               : "E6: the address of what is no pointer, or no integer";
  bool toPointer = to->isPointer() && !from->isPointer();
  bool fromPointer = from->isPointer() && !to->isPointer() && !to->is(TypeKind::Bool);
  return toPointer || fromPointer ? "E6: a cast between pointer and number" : "";
}

std::string addressRule(const AddressExpr *address) {
  if (isa<DerefPlace>(address->place))
    return "E3: the address of a dereference is the pointer itself";
  if (address->place->type->isReference())
    return "E3: the address of a reference is its load";
  bool pointsToIt = address->type->isPointer() && address->type->element == address->place->type;
  return pointsToIt ? "" : "E3: an address of another type";
}

std::string initListRule(const InitListExpr *list) {
  const Type *type = list->type;
  size_t room = type->isArray() ? type->count : type->isRecord() ? type->record->fields.size() : 0;
  return list->elements.size() <= room ? "" : "E9: more elements than the type has";
}

/// Does the type have such a value?
struct IsValueOf {
  const Type *type;
  bool operator()(const Unknown &) const { return true; }
  bool operator()(const NullPointer &) const { return type->isPointer(); }
  bool operator()(const Floating &) const { return type->isFloating(); }
  bool operator()(const Integer &integer) const {
    const unsigned digits = type->bits - type->isSigned;
    bool isInRange = digits >= 64 || integer.magnitude < (std::uint64_t(1) << digits) + integer.isNegative;
    return type->isIntegral() && isInRange && (type->isSigned || !integer.isNegative);
  }
};

std::string literalRule(const LiteralExpr *literal) {
  if (literal->spelling.empty() && (literal->isNamed || std::holds_alternative<Unknown>(literal->value)))
    return "E1: a literal without a name or a value";
  return std::visit(IsValueOf{literal->type}, literal->value) ? "" : "E1: a literal whose value its type does not have";
}

std::string ruleOfKind(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Kind::Literal:
    return literalRule(cast<LiteralExpr>(expr));
  case Expr::Kind::Load:
    return isValueOf(expr->type, cast<LoadExpr>(expr)->place->type) ? "" : "E2: a load of another type";
  case Expr::Kind::Address:
    return addressRule(cast<AddressExpr>(expr));
  case Expr::Kind::Unary:
    return unaryRule(cast<UnaryExpr>(expr));
  case Expr::Kind::Binary:
    return binaryRule(cast<BinaryExpr>(expr));
  case Expr::Kind::Cast:
    return castRule(cast<CastExpr>(expr));
  case Expr::Kind::Select: {
    const auto *select = cast<SelectExpr>(expr);
    if (!isCondition(select->condition->type))
      return "E5: a choice by what is no condition";
    bool agree = isValueFor(select->yes->type, expr->type) && isValueFor(select->no->type, expr->type);
    return agree ? "" : "E7: a choice between two types";
  }
  case Expr::Kind::Intrinsic:
    return cast<IntrinsicExpr>(expr)->spelling.empty() ? "E1: an intrinsic without a name" : "";
  case Expr::Kind::FunctionRef: {
    bool isPointer = expr->type->isPointer() && expr->type->element->is(TypeKind::Function);
    return isPointer ? "" : "E8: a function that is no pointer to one";
  }
  case Expr::Kind::InitList:
    return initListRule(cast<InitListExpr>(expr));
  }
  return "";
}

} // namespace

std::string brokenRule(const Expr *expr) {
  const Type *type = expr->type;
  if (!type || type->isVoid() || type->is(TypeKind::Function) || type->isReference())
    return "E1: an expression without a value";
  if (isConstDeep(type) && !isa<InitListExpr>(expr))
    return "E1: an expression of a const type";
  return ruleOfKind(expr);
}

// ------------------------------------------------------------------- places

std::string brokenRule(const Place *place) {
  switch (place->kind) {
  case Place::Kind::Var:
    return place->type == cast<VarPlace>(place)->variable->type ? "" : "P1: a variable of another type";
  case Place::Kind::Deref: {
    const Type *pointer = cast<DerefPlace>(place)->pointer->type;
    return pointer->isPointer() && place->type == pointer->element ? "" : "P2: a dereference of another type";
  }
  case Place::Kind::Index: {
    const auto *element = cast<IndexPlace>(place);
    bool fits = element->array->type->isArray() && place->type == element->array->type->element;
    return fits && element->index->type->isIntegral() ? "" : "P3: an index of what is no array, or by no integer";
  }
  case Place::Kind::Field:
    break;
  }
  const auto *field = cast<FieldPlace>(place);
  const Type *object = field->object->type;
  if (!object->isRecord())
    return "P4: a field of what is no record";
  const std::vector<Field> &fields = object->record->fields;
  bool isIts = field->field->index < fields.size() && field->field == &fields[field->field->index];
  bool isAsConst = field->field->type->isReference() ||
                   isConstDeep(place->type) == (object->isConst || isConstDeep(field->field->type));
  bool fits = isIts && isAsConst && sameValueType(place->type, field->field->type);
  return fits ? "" : "P4: a field of another record, type or constness";
}

} // namespace adjoint::ir
