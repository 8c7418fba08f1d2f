// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ExprLowering: expressions as pure values; their side effects become statements before.

#ifndef ADJOINT_FRONTEND_LOWER_EXPRLOWERING_H
#define ADJOINT_FRONTEND_LOWER_EXPRLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include <functional>

namespace adjoint::frontend {

class BodyLowering;

class ExprLowering {
public:
  explicit ExprLowering(BodyLowering &body) : body(body) {}

  /// Of a prvalue, or what a glvalue holds.
  const ir::Expr *value(const clang::Expr *e);
  /// An expression whose value is not used.
  void effect(const clang::Expr *e);
  /// Emits the assignment (simple or compound) and returns its place.
  const ir::Place *assignment(const clang::BinaryOperator *e);
  /// Emits `++x` or `--x` and returns the place of x.
  const ir::Place *increment(const clang::UnaryOperator *e);
  /// `c ? a : b`, where `lowerArm` lowers one arm to a value of the type.
  const ir::Expr *choose(const clang::AbstractConditionalOperator *e, const ir::Type *type,
                         const std::function<const ir::Expr *(const clang::Expr *)> &lowerArm);
  /// The value of the binary operation, of which the left operand has been lowered.
  const ir::Expr *arithmetic(clang::BinaryOperatorKind op, const ir::Expr *left, const ir::Expr *right,
                             const ir::Type *type);
  const ir::Type *typeOf(const clang::Expr *e);
  /// The address of a known function, which calls through it do not need.
  const ir::Expr *functionReference(const clang::FunctionDecl *target, const ir::Type *type);
  /// An object of class type, as a constructor call makes it.
  const ir::Expr *constructed(const clang::CXXConstructExpr *e);

  /// What `object.*pointer` and `(object.*pointer)(x)` call; refused where it is not known what they can lead to.
  const ir::Function *memberDispatcher(const clang::BinaryOperator *e);
  /// The first two arguments of the dispatcher.
  std::vector<const ir::Expr *> memberAndObject(const clang::Expr *pointer, const clang::Expr *object,
                                                const ir::Function *dispatcher);
  const ir::Place *memberBehindPointer(const clang::BinaryOperator *e);

private:
  bool assignsLeftOut(const clang::Expr *e) const;
  bool countsUnseen(const clang::Expr *e) const;
  const ir::Expr *name(const clang::DeclRefExpr *e);
  const ir::Expr *constantVariable(const clang::VarDecl *variable);
  const ir::Expr *unary(const clang::UnaryOperator *e);
  const ir::Expr *postfix(const clang::UnaryOperator *e);
  const ir::Expr *addressOf(const clang::UnaryOperator *e);
  const ir::Expr *binary(const clang::BinaryOperator *e);
  const ir::Expr *additive(const clang::BinaryOperator *e, const ir::Expr *left, const ir::Expr *right);
  const ir::Expr *shortCircuit(const clang::BinaryOperator *e);
  const ir::Expr *initList(const clang::InitListExpr *e);
  const ir::Place *simpleAssignment(const clang::BinaryOperator *e);
  const ir::Place *compoundAssignment(const clang::CompoundAssignOperator *e);
  const ir::Expr *incremented(const clang::UnaryOperator *e, const ir::Place *place);
  const ir::Expr *lastValue(const clang::StmtExpr *e);
  const ir::Expr *thisPointer(const clang::Expr *e);
  void partEffect(const clang::Expr *e);
  const ir::Expr *chooseItself(const clang::BinaryConditionalOperator *e);
  void chooseEffect(const clang::ConditionalOperator *e);
  void shortCircuitEffect(const clang::BinaryOperator *e);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
