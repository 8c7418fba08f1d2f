// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/HiddenConstants.h"

#include "Frontend/SideEffects.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class VariableMentions : public clang::RecursiveASTVisitor<VariableMentions> {
public:
  bool onlyConstants = true;
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    const auto *variable = dyn_cast<clang::VarDecl>(ref->getDecl());
    bool mayVary = variable && !variable->getType().isConstQualified();
    onlyConstants = onlyConstants && !mayVary && !clang::isa_and_nonnull<clang::ParmVarDecl>(variable);
    return true;
  }
};

class ConstantSearch : public clang::RecursiveASTVisitor<ConstantSearch> {
public:
  ConstantSearch(UnitLowering &unit, const clang::FunctionDecl *definition) : unit(unit), definition(definition) {}

  std::vector<const clang::VarDecl *> found;

  /// The body of a lambda is a function of its own.
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda, DataRecursionQueue * = nullptr) {
    for (clang::Expr *capture : lambda->capture_inits())
      TraverseStmt(capture);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    consider(dyn_cast<clang::VarDecl>(name->getDecl()));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    consider(dyn_cast<clang::VarDecl>(member->getMemberDecl()));
    return true;
  }

private:
  void consider(const clang::VarDecl *variable) {
    if (!variable || !variable->hasGlobalStorage() || llvm::is_contained(found, variable))
      return;
    clang::QualType element = unit.ast.getBaseElementType(variable->getType());
    bool isTable = variable->getType()->isConstantArrayType() || element->isRecordType();
    bool isHidden = variable->isStaticLocal() ? variable->getDeclContext() != definition : !unit.canName(variable);
    if (!isTable || !element.isConstQualified() || !isHidden)
      return;
    const clang::Expr *init = variable->getAnyInitializer();
    if (init && isMadeOfConstants(init))
      found.push_back(variable);
  }

  UnitLowering &unit;
  const clang::FunctionDecl *definition;
};

} // namespace

bool isMadeOfConstants(const clang::Expr *init) {
  VariableMentions mentions;
  mentions.TraverseStmt(const_cast<clang::Expr *>(init));
  return mentions.onlyConstants && !hasEffects(init);
}

std::vector<const clang::VarDecl *> hiddenConstants(UnitLowering &unit, const clang::FunctionDecl *definition) {
  ConstantSearch search(unit, definition);
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
    for (clang::CXXCtorInitializer *init : constructor->inits())
      search.TraverseStmt(init->getInit());
  search.TraverseStmt(definition->getBody());
  return search.found;
}

} // namespace adjoint::frontend
