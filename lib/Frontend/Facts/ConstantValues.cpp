// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ConstantValues.h"

#include <limits>

namespace adjoint::frontend {

using clang::dyn_cast;

ir::Constant constantOf(const llvm::APSInt &value) {
  const llvm::APInt magnitude =
      value.isNegative() ? -llvm::APInt(value).sext(value.getBitWidth() + 1) : llvm::APInt(value);
  if (magnitude.getActiveBits() > 64)
    return ir::Unknown();
  return ir::Integer{value.isNegative(), magnitude.getZExtValue()};
}

/// In parts that a double holds: a long double has two of them, or three.
ir::Constant constantOf(const llvm::APFloat &value, bool isExact) {
  const auto nearest = llvm::APFloat::rmNearestTiesToEven;
  const unsigned digits = llvm::APFloat::semanticsPrecision(value.getSemantics());
  if (value.isNaN() || digits > std::numeric_limits<long double>::digits)
    return ir::Unknown();
  if (value.isInfinity()) {
    const long double infinity = std::numeric_limits<long double>::infinity();
    return ir::Floating{value.isNegative() ? -infinity : infinity, true};
  }
  bool rounds = false;
  llvm::APFloat rest = value;
  long double sum = value.isNegative() ? -0.0L : 0.0L;
  for (unsigned parts = 0; parts < 3; ++parts) {
    llvm::APFloat part = rest;
    part.convert(llvm::APFloat::IEEEdouble(), nearest, &rounds);
    if (part.isInfinity())
      return ir::Unknown();
    sum += part.convertToDouble();
    part.convert(rest.getSemantics(), nearest, &rounds);
    rest.subtract(part, nearest);
    if (rest.isZero())
      return ir::Floating{sum, isExact};
  }
  return ir::Unknown();
}

namespace {
ir::Constant constantIn(const clang::APValue &value) {
  if (value.isInt())
    return constantOf(value.getInt());
  return value.isFloat() ? constantOf(value.getFloat()) : ir::Unknown();
}
} // namespace

ir::Constant constantOf(const clang::Expr *e, const clang::ASTContext &ast) {
  if (const auto *number = dyn_cast<clang::FloatingLiteral>(e))
    return constantOf(number->getValue(), number->isExact());
  clang::Expr::EvalResult result;
  const bool isKnown = !e->isValueDependent() && e->getType()->isArithmeticType() && e->EvaluateAsRValue(result, ast);
  return isKnown && !result.HasSideEffects ? constantIn(result.Val) : ir::Unknown();
}

ir::Constant constantOf(const clang::VarDecl *variable) {
  const clang::APValue *value = variable->evaluateValue();
  return value ? constantIn(*value) : ir::Unknown();
}

} // namespace adjoint::frontend
