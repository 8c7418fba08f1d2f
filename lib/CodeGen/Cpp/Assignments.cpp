// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Assignments.h"

#include "CodeGen/Cpp/Casts.h"
#include "CodeGen/Cpp/Layout.h"
#include "IR/Values.h"
#include "IR/Visit.h"

namespace adjoint::codegen {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// `place op= right`
struct Update {
  BinaryOp op;
  const Expr *left, *right;
};

bool hasCompoundForm(const Update &update, const Type *place) {
  if (isComparison(update.op) || update.op == BinaryOp::And || update.op == BinaryOp::Or)
    return false;
  if (place->is(TypeKind::Enum))
    return false;
  bool isBitOp = update.op == BinaryOp::BitAnd || update.op == BinaryOp::BitOr || update.op == BinaryOp::BitXor;
  return !place->is(TypeKind::Bool) || (isBitOp && withoutImplicitCasts(update.right)->type->is(TypeKind::Bool));
}

std::optional<Update> updateIn(const AssignStmt *assign) {
  const Expr *value = assign->value;
  const auto *conversion = dyn_cast<CastExpr>(value);
  if (conversion && conversion->form == CastExpr::Form::Implicit)
    value = conversion->operand;
  const auto *binary = dyn_cast<BinaryExpr>(value);
  if (!binary)
    return std::nullopt;
  const auto *load = dyn_cast<LoadExpr>(withoutImplicitCasts(binary->left));
  Update update{binary->op, binary->left, binary->right};
  if (!load || !same(load->place, assign->place) || !hasCompoundForm(update, assign->place->type))
    return std::nullopt;
  return update;
}

/// `x + (-e)` is `x - e`.
void foldSign(Update &update, const Expressions &expressions) {
  if (update.op != BinaryOp::Add && update.op != BinaryOp::Sub)
    return;
  if (const Expr *other = expressions.negated(update.right)) {
    update.op = update.op == BinaryOp::Add ? BinaryOp::Sub : BinaryOp::Add;
    update.right = other;
  }
}

/// The operand, so printed that C++ computes in the type that the tree computes in.
std::optional<std::string> operandText(const Update &update, const Type *place, const Expressions &expressions) {
  if (place->isPointer())
    return expressions.offset(update.right).text;
  ScalarKind of = kindOf(place), wanted = kindOf(update.left->type);
  if (update.op == BinaryOp::Shl || update.op == BinaryOp::Shr) {
    if (promoted(of) != wanted)
      return std::nullopt;
    return expressions.offset(update.right).text;
  }
  if (place->is(TypeKind::Bool))
    return expressions.condition(update.right).text;
  Printed bare = expressions.operands(update.op, update.left, update.right).right;
  if (commonKind(of, bare.kind) == wanted)
    return bare.text;
  Printed exact = expressions.exact(update.right);
  // Without promotion in the tree, as transformations write it, the result is cut back to the place all the same.
  if (commonKind(of, exact.kind) == wanted || (of == exact.kind && of == wanted))
    return exact.text;
  return std::nullopt;
}

bool isStep(const Update &update, const Type *place) {
  bool counts = place->is(TypeKind::Integer) || place->isPointer();
  bool isSum = update.op == BinaryOp::Add || update.op == BinaryOp::Sub;
  const Expr *right = withoutImplicitCasts(update.right);
  return counts && isSum && isNumeral(right) && isInteger(right, 1);
}

} // namespace

std::string assignment(const AssignStmt *assign, const Expressions &expressions, StepForm stepForm) {
  std::string place = expressions.place(assign->place).text;
  const auto *load = dyn_cast<LoadExpr>(assign->value);
  if (load && same(load->place, assign->place)) // compilers suspect `x = x`
    return "static_cast<void>(" + place + ")";
  if (std::optional<Update> update = updateIn(assign)) {
    foldSign(*update, expressions);
    if (stepForm == StepForm::Increment && isStep(*update, assign->place->type))
      return (update->op == BinaryOp::Add ? "++" : "--") + place;
    if (std::optional<std::string> operand = operandText(*update, assign->place->type, expressions))
      return place + " " + spellingOf(update->op) + "=" + assignMark() + *operand;
  }
  return place + " =" + assignMark() + expressions.converted(assign->value).text;
}

} // namespace adjoint::codegen
