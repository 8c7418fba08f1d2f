// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ExpressionAdjoint: from the adjoint of a value to what it adds to the adjoints of its operands.
//
//   y = sin(a * b) + c, with the adjoint w of y, gives
//     const double w_b = cos(a * b) * w;      (named, because two operands share it)
//     a: b * w_b     b: a * w_b     c: w
//
// Only active reads receive anything. A conditional operator becomes a branch.

#ifndef ADJOINT_TRANSFORM_STATEMENT_EXPRESSIONADJOINT_H
#define ADJOINT_TRANSFORM_STATEMENT_EXPRESSIONADJOINT_H

#include "IR/Context.h"
#include "Transform/Contract/Shadows.h"
#include "Transform/Function/ActiveParts.h"
#include "Transform/Statement/Scaling.h"

#include <functional>

namespace adjoint::transform {

struct Power;

/// `amount` is to be added to the adjoint of `operand`.
struct Contribution {
  const ir::Place *operand;
  const ir::Expr *amount;
};

class ExpressionAdjoint {
public:
  ExpressionAdjoint(ir::Context &context, Shadows &shadows, const Scaling &scaling, ActiveParts::IsActive isActive)
      : context(context), shadows(shadows), scaling(scaling), active(std::move(isActive)) {}

  /// The value of `expr` may be read as `value` (the variable that the statement wrote).
  void haveValue(const ir::Expr *expr, const ir::Expr *value) { known = expr, knownValue = value; }
  bool usedKnownValue() const { return usedValue; }
  /// The weight may be zero because of a branch, whatever the derivatives are that it meets.
  void guardZeros() { isGuarded = true; }

  /// Appends named intermediates and branches to `out`, and returns what is left to add.
  std::vector<Contribution> propagate(const ir::Expr *expr, const ir::Expr *weight, ir::StmtList &out);
  bool hasActiveOperand(const ir::Expr *expr) { return active.contain(expr); }
  /// Does a branch add to the adjoint of this place?
  bool mentionsConditionally(const ir::Expr *expr, const ir::Place *place) const;

  /// `place_b += amount`
  const ir::Stmt *increment(const Contribution &contribution);

private:
  void visit(const ir::Expr *expr, const ir::Expr *weight);
  const Scaling &byFactor(const ir::Expr *factor) const;
  void visitBinary(const ir::BinaryExpr *binary, const ir::Expr *weight);
  void visitPower(const Power &power, const ir::Expr *weight);
  void visitSelect(const ir::SelectExpr *select, const ir::Expr *weight);
  void visitIntrinsic(const ir::IntrinsicExpr *call, const ir::Expr *weight);
  void add(const ir::Place *operand, const ir::Expr *amount);
  const ir::Expr *named(const ir::Expr *weight);
  const ir::Expr *valueOf(const ir::Expr *expr);
  unsigned activeOperands(const std::vector<const ir::Expr *> &operands);
  ir::StmtList branch(const ir::Expr *expr, const ir::Expr *weight);

  ir::Context &context;
  Shadows &shadows;
  const Scaling &scaling;
  ActiveParts active;
  const ir::Expr *known = nullptr, *knownValue = nullptr;
  bool usedValue = false, isGuarded = false;
  ir::StmtList *statements = nullptr;
  std::vector<Contribution> contributions;
};

} // namespace adjoint::transform

#endif
