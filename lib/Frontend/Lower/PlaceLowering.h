// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlaceLowering: lvalues as places, and their addresses.

#ifndef ADJOINT_FRONTEND_LOWER_PLACELOWERING_H
#define ADJOINT_FRONTEND_LOWER_PLACELOWERING_H

#include "IR/Context.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

class PlaceLowering {
public:
  explicit PlaceLowering(BodyLowering &body) : body(body) {}

  /// Of a glvalue, after its side effects have been emitted.
  const ir::Place *place(const clang::Expr *e);
  /// Its address, as a pointer to exactly this type.
  const ir::Expr *address(const clang::Expr *e, const ir::Type *element);
  /// The place itself if the effects of `later` cannot move it, else one that stays.
  const ir::Place *keep(const ir::Place *place, const clang::Stmt *later);
  /// Of a prvalue: a temporary that holds it.
  const ir::Place *materialize(const clang::Expr *prvalue, const std::string &name);

  /// An object that ends with the full expression, or lives as long as what is bound to it.
  const ir::Place *temporary(const clang::MaterializeTemporaryExpr *e, const std::string &name);
  /// A member, also a pointer to void that leads to numbers.
  const ir::Place *typedMember(const clang::MemberExpr *e);

private:
  const ir::Place *bound(const clang::BindingDecl *binding);
  const ir::Place *writable(const ir::Place *part);
  const ir::Place *name(const clang::DeclRefExpr *e);
  const ir::Place *element(const clang::ArraySubscriptExpr *e);
  const ir::Place *member(const clang::MemberExpr *e);
  const ir::Place *choice(const clang::ConditionalOperator *e);
  const ir::Place *unary(const clang::UnaryOperator *e);
  const ir::Place *binary(const clang::BinaryOperator *e);
  const ir::Place *cast(const clang::CastExpr *e);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
