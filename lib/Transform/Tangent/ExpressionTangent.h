// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ExpressionTangent: the derivative of an expression in the direction of the tangents of its operands.
//
//   sin(a * b) + c   ->   cos(a * b) * (b * a_d + a * b_d) + c_d
//
// Only active reads contribute. What is not evaluated (the other branch of a conditional
// operator) has no tangent that is evaluated.

#ifndef ADJOINT_TRANSFORM_TANGENT_EXPRESSIONTANGENT_H
#define ADJOINT_TRANSFORM_TANGENT_EXPRESSIONTANGENT_H

#include "Analysis/Activity/ChosenZeros.h"
#include "IR/Context.h"
#include "Transform/Contract/Shadows.h"
#include "Transform/Statement/Scaling.h"

#include <functional>

namespace adjoint::transform {

class ExpressionTangent {
public:
  using IsActive = std::function<bool(const ir::Place *)>;

  ExpressionTangent(ir::Context &context, Shadows &shadows, const Scaling &scaling, IsActive isActive)
      : context(context), shadows(shadows), scaling(scaling), isActive(std::move(isActive)) {}

  /// The value of `expr` may be read as `value`.
  void haveValue(const ir::Expr *expr, const ir::Expr *value) { known = expr, knownValue = value; }
  bool usedKnownValue() const { return usedValue; }
  /// Where tangents may be zero because of a branch, whatever the derivatives are that they meet.
  void guardZerosOf(const analysis::ChosenTangents &tangents) { chosen = &tangents; }

  /// Of the type of `expr`, a floating-point one. Null where it is zero.
  const ir::Expr *of(const ir::Expr *expr);

private:
  const ir::Expr *ofBinary(const ir::BinaryExpr *binary);
  const ir::Expr *ofProduct(const ir::BinaryExpr *product);
  const ir::Expr *ofQuotient(const ir::BinaryExpr *quotient);
  const ir::Expr *ofSelect(const ir::SelectExpr *select);
  const ir::Expr *ofIntrinsic(const ir::IntrinsicExpr *call);
  const ir::Expr *sumOf(const ir::Expr *a, const ir::Expr *b);
  const ir::Expr *times(const ir::Expr *partial, const ir::Expr *tangent) { return times(partial, tangent, scaling); }
  const ir::Expr *times(const ir::Expr *partial, const ir::Expr *tangent, const Scaling &by);
  const ir::Expr *valueOf(const ir::Expr *expr);

  ir::Context &context;
  Shadows &shadows;
  const Scaling &scaling;
  IsActive isActive;
  const ir::Expr *known = nullptr, *knownValue = nullptr;
  bool usedValue = false;
  const analysis::ChosenTangents *chosen = nullptr;
};

} // namespace adjoint::transform

#endif
