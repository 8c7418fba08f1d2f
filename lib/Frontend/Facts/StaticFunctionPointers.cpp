// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/StaticFunctionPointers.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/AddressesTaken.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class Stores : public AstVisitor {
public:
  explicit Stores(const clang::VarDecl *variable) : variable(variable) {}
  std::vector<clang::Expr *> values;

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitBinaryOperator(clang::BinaryOperator *e) override {
    const clang::VarDecl *written = e->isAssignmentOp() ? variableOf(e->getLHS()) : nullptr;
    if (written && clang::declaresSameEntity(written, variable))
      values.push_back(e->getRHS());
    return true;
  }

private:
  const clang::VarDecl *variable;
};

/// `f`, `&f`, null, or a choice between such?
bool isFunction(const clang::Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return isFunction(choice->getTrueExpr()) && isFunction(choice->getFalseExpr());
  if (const auto *list = dyn_cast<clang::InitListExpr>(e))
    return llvm::all_of(list->inits(), isFunction);
  if (const auto *address = dyn_cast<clang::UnaryOperator>(e); address && address->getOpcode() == clang::UO_AddrOf)
    return isFunction(address->getSubExpr());
  const auto *name = dyn_cast<clang::DeclRefExpr>(e);
  return (name && clang::isa<clang::FunctionDecl>(name->getDecl())) ||
         clang::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr, clang::IntegerLiteral, clang::ImplicitValueInitExpr>(e);
}

} // namespace

std::optional<std::vector<clang::Expr *>> functionsStoredIn(const clang::VarDecl *variable) {
  const clang::ASTContext &ast = variable->getASTContext();
  const bool isOne = ast.getBaseElementType(variable->getType())->isFunctionPointerType();
  const clang::Expr *init = variable->getAnyInitializer();
  if (!isOne || !variable->isFileVarDecl() || variable->isExternallyVisible() || (init && !isFunction(init)) ||
      AddressesTaken(ast).contains(variable))
    return std::nullopt;
  Stores stores(variable);
  stores.TraverseDecl(ast.getTranslationUnitDecl());
  return llvm::all_of(stores.values, isFunction) ? std::optional(stores.values) : std::nullopt;
}

} // namespace adjoint::frontend
