// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Casts.h"

#include "CodeGen/Cpp/Conversions.h"
#include "CodeGen/Cpp/Declarators.h"

namespace adjoint::codegen {

using namespace ir;
using llvm::dyn_cast;

const Expr *withoutImplicitCasts(const Expr *expr, const CastExpr **innermost) {
  bool isOutermost = true;
  while (const auto *conversion = dyn_cast<CastExpr>(expr)) {
    const Type *from = conversion->operand->type, *to = conversion->type;
    bool bothPointers = from->isPointer() && to->isPointer();
    bool keepsValue = bothPointers || preservesValue(kindOf(from), kindOf(to));
    if (conversion->form != CastExpr::Form::Implicit || (!isOutermost && !keepsValue))
      break;
    if (innermost)
      *innermost = conversion;
    expr = conversion->operand;
    isOutermost = false;
  }
  return expr;
}

std::string castText(const Type *type, const std::string &operand) {
  if (isFunctionalCastType(type))
    return type->spelling + "(" + operand + ")";
  return "static_cast<" + declarator(type, "") + ">(" + operand + ")";
}

std::string constCastText(const Type *type, const std::string &operand) {
  return "const_cast<" + declarator(type, "") + ">(" + operand + ")";
}

std::string addressText(const Type *type, const std::string &operand) {
  return "reinterpret_cast<" + declarator(type, "") + ">(" + operand + ")";
}

} // namespace adjoint::codegen
