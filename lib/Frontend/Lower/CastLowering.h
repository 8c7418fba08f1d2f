// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CastLowering: conversions, explicit and implicit.

#ifndef ADJOINT_FRONTEND_LOWER_CASTLOWERING_H
#define ADJOINT_FRONTEND_LOWER_CASTLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"

namespace adjoint::frontend {

class BodyLowering;

class CastLowering {
public:
  explicit CastLowering(BodyLowering &body) : body(body) {}

  const ir::Expr *value(const clang::CastExpr *e);
  /// Is it a dynamic_cast to a class of which no object in this file can be?
  bool isNull(const clang::CastExpr *e) const;
  /// Does one record stand for both classes?
  bool isSameRecord(const ir::Type *from, clang::QualType to);
  [[noreturn]] const ir::Place *refuseDowncast(const clang::CastExpr *e);

  /// The pointer as one to the same type, const or not.
  const ir::Expr *sameTarget(const ir::Expr *pointer, const ir::Type *type);

private:
  const ir::Expr *loaded(const clang::CastExpr *e);
  const ir::Expr *converted(const clang::CastExpr *e);
  const ir::Expr *mark(const clang::CastExpr *e);
  const ir::Expr *pointerCast(const clang::CastExpr *e);
  const ir::Expr *pointerToBase(const clang::CastExpr *e);
  const ir::Expr *decayed(const clang::CastExpr *e);
  /// A text between quotes, or a choice between such, as a pointer to its first character.
  const ir::Expr *text(const clang::Expr *e, const ir::Type *type);
  const ir::Expr *derived(const clang::CastExpr *e);
  const ir::Expr *dynamic(const clang::CastExpr *e);
  const ir::Expr *functionPointer(const clang::CastExpr *e);
  const ir::Expr *functionPointer(const clang::Expr *e, const ir::Type *type);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
