// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Context.h"

#include "IR/Values.h"
#include "IR/Visit.h"

#include <cassert>

namespace adjoint::ir {

using llvm::dyn_cast;

// ----------------------------------------------------------------- types

namespace {
std::string keyOf(const Type &t) {
  auto address = [](const void *p) { return std::to_string(reinterpret_cast<uintptr_t>(p)); };
  return std::to_string(static_cast<int>(t.kind)) + (t.isConst ? "c" : "-") + t.spelling + "," +
         std::to_string(t.bits) + (t.isSigned ? "s" : "u") + address(t.element) + "," + std::to_string(t.count) +
         "," + address(t.record);
}

Type scalar(TypeKind kind, const std::string &spelling, unsigned bits, bool isSigned) {
  Type type;
  type.kind = kind;
  type.spelling = spelling;
  type.bits = bits;
  type.isSigned = isSigned;
  return type;
}

Type derived(TypeKind kind, const Type *element, uint64_t count = 0) {
  Type type;
  type.kind = kind;
  type.element = element;
  type.count = count;
  return type;
}
} // namespace

const Type *Context::unique(Type type) {
  std::unique_ptr<Type> &slot = types[keyOf(type)];
  if (!slot)
    slot = std::make_unique<Type>(std::move(type));
  return slot.get();
}

const Type *Context::voidType() { return unique(scalar(TypeKind::Void, "void", 0, false)); }
const Type *Context::boolType() { return unique(scalar(TypeKind::Bool, "bool", 8, false)); }

const Type *Context::integer(const std::string &spelling, unsigned bits, bool isSigned) {
  return unique(scalar(TypeKind::Integer, spelling, bits, isSigned));
}

const Type *Context::enumeration(const std::string &spelling, unsigned bits, bool isSigned) {
  return unique(scalar(TypeKind::Enum, spelling, bits, isSigned));
}

const Type *Context::floating(const std::string &spelling, unsigned bits) {
  return unique(scalar(TypeKind::Floating, spelling, bits, true));
}

const Type *Context::pointerTo(const Type *element) { return unique(derived(TypeKind::Pointer, element)); }
const Type *Context::referenceTo(const Type *element) { return unique(derived(TypeKind::Reference, element)); }

const Type *Context::arrayOf(const Type *element, uint64_t count) {
  return unique(derived(TypeKind::Array, element, count));
}

const Type *Context::recordType(const Record *record) {
  Type type = scalar(TypeKind::Record, record->spelling, 0, false);
  type.record = record;
  return unique(type);
}

const Type *Context::functionType(const std::string &spelling) {
  return unique(scalar(TypeKind::Function, spelling, 0, false));
}

const Type *Context::withConst(const Type *type) {
  if (type->isArray()) // the const of an array is its elements'
    return arrayOf(withConst(type->element), type->count);
  Type copy = *type;
  copy.isConst = true;
  return unique(copy);
}

const Type *Context::withoutConst(const Type *type) {
  if (type->isArray())
    return arrayOf(withoutConst(type->element), type->count);
  Type copy = *type;
  copy.isConst = false;
  return unique(copy);
}

Record *Context::record(const std::string &spelling) {
  std::unique_ptr<Record> &slot = records[spelling];
  if (!slot) {
    slot = std::make_unique<Record>();
    slot->spelling = spelling;
  }
  return slot.get();
}

// ---------------------------------------------------------------- places

const Place *Context::place(const Variable *variable) {
  const Place *storage = make<VarPlace>(variable);
  if (!variable->type->isReference())
    return storage;
  return deref(load(storage));
}

namespace {
/// The place of an `&array[0]`, else null.
const IndexPlace *firstElement(const Expr *pointer) {
  const auto *address = dyn_cast<AddressExpr>(pointer);
  const auto *element = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
  return element && isInteger(element->index, 0) ? element : nullptr;
}
} // namespace

/// Is the array a row, behind whose end the next one begins? `&m[0][0] + i` may lead there, though `m[0][i]` must not.
static bool isRow(const Place *array) {
  const auto *field = dyn_cast<FieldPlace>(array);
  if (field && field->object->type->record->fields.size() == 1) // of an array of arrays that are objects
    return llvm::isa<IndexPlace>(field->object);
  return llvm::isa<IndexPlace>(array) || llvm::isa<DerefPlace>(array);
}

static bool isInRow(const IndexPlace *first, const Expr *index) {
  const std::optional<long long> known = integerValue(index);
  return !isRow(first->array) || (known && *known >= 0 && uint64_t(*known) < first->array->type->count);
}

const Place *Context::subscript(const Expr *pointer, const Expr *index) {
  const IndexPlace *first = firstElement(pointer);
  return first ? this->index(first->array, index) : deref(binary(BinaryOp::Add, pointer, index));
}

const Place *Context::deref(const Expr *pointer) {
  assert(pointer->type->isPointer() && "only a pointer can be dereferenced");
  const auto *address = dyn_cast<AddressExpr>(withoutCasts(pointer));
  if (address && (address == pointer || address->place->type == pointer->type->element)) // const, and not again
    return address->place;
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  if (sum && sum->op == BinaryOp::Add)
    if (const IndexPlace *first = firstElement(withoutCasts(sum->left));
        first && first->type == pointer->type->element && isInRow(first, sum->right))
      return index(first->array, sum->right);
  return make<DerefPlace>(pointer, pointer->type->element);
}

/// Of `(c ? a : b)[i]`, what is indexed is a pointer: to the whole of an array there is none when its storage moves.
static const Expr *firstElements(Context &context, const SelectExpr *arrays) {
  const Expr *yes = context.decay(context.deref(arrays->yes)), *no = context.decay(context.deref(arrays->no));
  return context.select(arrays->condition, yes, no);
}

const Place *Context::index(const Place *array, const Expr *index) {
  assert(array->type->isArray() && "only an array can be indexed");
  const auto *deref = dyn_cast<DerefPlace>(array);
  if (const auto *choice = deref ? dyn_cast<SelectExpr>(deref->pointer) : nullptr)
    return this->deref(binary(BinaryOp::Add, firstElements(*this, choice), index));
  return make<IndexPlace>(array, index);
}

const Place *Context::field(const Place *object, unsigned index) {
  assert(object->type->isRecord() && "only a record has fields");
  assert(index < object->type->record->fields.size() && "no such field");
  const Field *field = &object->type->record->fields[index];
  bool becomesConst = object->type->isConst && !field->type->isReference();
  return make<FieldPlace>(object, field, becomesConst ? withConst(field->type) : field->type);
}

// ----------------------------------------------------------- expressions

const Expr *Context::literal(long long value, const Type *type) {
  if (type->isFloating())
    return numeral(Floating{static_cast<long double>(value), true}, "", type);
  assert(type->isIntegral() && "a number of another type");
  return numeral(integerOf(wrapped(type, value).value_or(value)), "", type);
}

const Expr *Context::null(const Type *pointer) {
  assert(pointer->isPointer() && "only pointers are null");
  return make<LiteralExpr>(NullPointer(), "", false, pointer);
}

const Expr *Context::numeral(const Constant &value, const std::string &spelling, const Type *type) {
  return make<LiteralExpr>(value, spelling, false, type);
}

const Expr *Context::named(const std::string &spelling, const Type *type, const Constant &value) {
  return make<LiteralExpr>(value, spelling, true, type);
}

const Expr *Context::zero(const Type *type) {
  type = withoutConst(type);
  switch (type->kind) {
  case TypeKind::Floating:
  case TypeKind::Bool:
  case TypeKind::Integer:
    return literal(0, type);
  case TypeKind::Enum:
    return named(type->spelling + "(0)", type, integerOf(0));
  case TypeKind::Pointer:
    return null(type);
  case TypeKind::Record:
  case TypeKind::Array:
    return make<InitListExpr>(std::vector<const Expr *>(), type);
  case TypeKind::Void:
  case TypeKind::Reference:
  case TypeKind::Function:
    break;
  }
  assert(false && "a type without a zero");
  return nullptr;
}

const Expr *Context::load(const Place *place) {
  const Type *type = withoutConst(place->type);
  if (type->isReference())
    type = pointerTo(type->element);
  return make<LoadExpr>(place, type);
}

const Expr *Context::addressOf(const Place *place) {
  if (const auto *deref = dyn_cast<DerefPlace>(place))
    return deref->pointer;
  return make<AddressExpr>(place, pointerTo(place->type));
}

const Expr *Context::decay(const Place *array) { return addressOf(index(array, intLiteral(0))); }

const Expr *Context::unary(UnaryOp op, const Expr *operand) {
  return make<UnaryExpr>(op, operand, op == UnaryOp::Not ? boolType() : operand->type);
}

const Expr *Context::binary(BinaryOp op, const Expr *left, const Expr *right) {
  const Type *type = left->type;
  if (isComparison(op) || op == BinaryOp::And || op == BinaryOp::Or)
    type = boolType();
  else if (left->type->isPointer() && right->type->isPointer())
    type = integer("std::ptrdiff_t", 64, true);
  else if (right->type->isPointer())
    type = right->type;
  return make<BinaryExpr>(op, left, right, type);
}

const Expr *Context::cast(CastExpr::Form form, const Expr *operand, const Type *type) {
  if (operand->type == type)
    return operand;
  const auto *inner = llvm::dyn_cast<CastExpr>(operand);
  if (form == CastExpr::Form::Const && inner && inner->form == form)
    return cast(form, inner->operand, type);
  if (form == CastExpr::Form::Const && isNull(operand))
    return null(type);
  return make<CastExpr>(form, operand, type);
}

const Expr *Context::select(const Expr *condition, const Expr *yes, const Expr *no, Location where) {
  return make<SelectExpr>(condition, yes, no, yes->type, where);
}

const Expr *Context::intrinsic(const std::string &name, const std::string &spelling,
                               std::vector<const Expr *> args, const Type *type) {
  return make<IntrinsicExpr>(name, spelling, std::move(args), type);
}

void Context::noteAddressTaken(const Variable *variable, bool isTaken) {
  const_cast<Variable *>(variable)->addressTaken = isTaken; // the owner may
}

void Context::noteLeftFromBefore(const Variable *variable) { const_cast<Variable *>(variable)->leftFromBefore = true; }

} // namespace adjoint::ir
