// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Evaluation.h"

#include "IR/Values.h"
#include "IR/Visit.h"

namespace adjoint::ir {

using llvm::dyn_cast;
using llvm::isa;

void forEachCertainLoad(const Expr *expr, llvm::function_ref<void(const LoadExpr *)> visit) {
  bool hasChoice = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *binary = dyn_cast<BinaryExpr>(e);
    hasChoice |= isa<SelectExpr>(e) || (binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or));
  });
  if (!hasChoice)
    forEachLoad(expr, visit);
}

/// A variable, or a member of one, or of what a parameter refers to.
static bool isNamed(const Place *place) {
  if (const Variable *parameter = objectOfParameter(place); parameter && parameter->type->isReference())
    return true;
  while (const auto *member = dyn_cast<FieldPlace>(place))
    place = member->object;
  return isa<VarPlace>(place);
}

bool isAlwaysComputable(const Expr *expr) {
  bool is = true;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    const auto *binary = dyn_cast<BinaryExpr>(e);
    const auto *intrinsic = dyn_cast<IntrinsicExpr>(e);
    bool divides = binary && (binary->op == BinaryOp::Div || binary->op == BinaryOp::Rem);
    is &= (!intrinsic || intrinsic->name == "trips") && (!load || isNamed(load->place)) && (!divides || integerValue(binary->right).value_or(0) > 0);
  });
  return is;
}

} // namespace adjoint::ir
