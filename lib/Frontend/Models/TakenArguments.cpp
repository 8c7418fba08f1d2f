// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/TakenArguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

bool takesNameAsNumber(Models &models, const Expr *made, const clang::FunctionDecl *callee, llvm::ArrayRef<const Expr *> given) {
  const auto *call = dyn_cast<clang::CallExpr>(made->IgnoreImplicit());
  const auto *construction = dyn_cast<clang::CXXConstructExpr>(made->IgnoreImplicit());
  const unsigned count = call ? call->getNumArgs() : construction ? construction->getNumArgs() : 0;
  if (!callee || callee->isExternC()) // in C, names are numbers: CblasRowMajor
    return false;
  const clang::FunctionDecl *pattern = callee->getTemplateInstantiationPattern();
  const clang::FunctionDecl *declared = pattern ? pattern : callee;
  for (unsigned i = 0; i < std::min({count, declared->getNumParams(), unsigned(given.size())}); ++i) {
    const Expr *arg = call ? call->getArg(i) : construction->getArg(i);
    const bool isNumber = arg->getType()->isIntegerType() && !arg->getType()->isEnumeralType();
    const auto *name = given[i]->getType()->getAs<clang::EnumType>();
    const bool isDeclared = declared->getParamDecl(i)->getType().getNonReferenceType()->isEnumeralType();
    const bool isName = isDeclared || (name && models.covers(name->getDecl()));
    if (isNumber && isName && !clang::isa<clang::CXXDefaultArgExpr>(given[i]))
      return true;
  }
  return false;
}

bool losesDigits(const clang::ASTContext &ast, const Expr *made, llvm::ArrayRef<const Expr *> given) {
  const auto *call = dyn_cast<clang::CallExpr>(made);
  if (!call)
    return false;
  for (unsigned i = 0; i < std::min<size_t>(call->getNumArgs(), given.size()); ++i) {
    const clang::QualType type = given[i]->getType(), taken = call->getArg(i)->getType();
    const bool isNarrower = taken->isIntegerType() ||
                            (taken->isRealFloatingType() && ast.getFloatingTypeOrder(taken, type) < 0);
    if (type->isRealFloatingType() && isNarrower)
      return true;
  }
  return false;
}

} // namespace adjoint::frontend
