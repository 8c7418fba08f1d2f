// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ConstantAddresses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// The variable that an address constant lies in, null for anything else (a literal, a temporary object).
const clang::VarDecl *variableIn(const clang::Expr *address) {
  while (true) {
    address = address->IgnoreParenImpCasts();
    if (const auto *part = dyn_cast<clang::ArraySubscriptExpr>(address))
      address = part->getBase();
    else if (const auto *member = dyn_cast<clang::MemberExpr>(address))
      address = member->getBase();
    else if (const auto *op = dyn_cast<clang::UnaryOperator>(address))
      address = op->getSubExpr();
    else if (const auto *sum = dyn_cast<clang::BinaryOperator>(address))
      address = sum->getLHS()->getType()->isIntegerType() ? sum->getRHS() : sum->getLHS();
    else
      break;
  }
  const auto *name = dyn_cast<clang::DeclRefExpr>(address);
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

} // namespace

const clang::Expr *constantAddress(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  bool isFixed = type->isReferenceType() || (type->isPointerType() && type.isConstQualified());
  const clang::Expr *init = variable->getAnyInitializer();
  if (!variable->hasGlobalStorage() || !isFixed || !init || init->isValueDependent())
    return nullptr;
  const clang::VarDecl *target = variableIn(init);
  bool isConstant = target && init->isConstantInitializer(variable->getASTContext(), type->isReferenceType());
  return isConstant ? init : nullptr;
}

} // namespace adjoint::frontend
