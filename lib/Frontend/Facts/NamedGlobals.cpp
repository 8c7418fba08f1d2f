// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/NamedGlobals.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class GlobalsSearch : public AstVisitor {
public:
  NamedGlobals found;

  void visit(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (isLibraryFunction(function) || function->isTrivial() || function->isDefaulted())
      return;
    if (const auto *method = dyn_cast<clang::CXXMethodDecl>(function); method && method->isVirtual())
      found.isComplete = false;
    if (!function->hasBody(definition)) {
      found.isComplete = false;
      return;
    }
    if (!seen.insert(definition).second)
      return;
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        TraverseStmt(init->getInit());
    TraverseStmt(definition->getBody());
  }

private:
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override { return note(name->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *member) override { return note(member->getMemberDecl()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    visit(e->getConstructor());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    if (const clang::FunctionDecl *callee = e->getDirectCallee())
      visit(callee);
    else
      found.isComplete = false;
    return true;
  }

  bool note(const clang::ValueDecl *decl) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    const bool isOfFile = variable && variable->hasGlobalStorage() && !variable->isStaticLocal() && !isOfLibrary(variable);
    if (isOfFile && !variable->getType().isConstQualified())
      found.variables.insert(variable);
    return true;
  }

  std::set<const clang::FunctionDecl *> seen;
};

} // namespace

NamedGlobals globalsNamedBy(const clang::FunctionDecl *function) {
  GlobalsSearch search;
  search.visit(function);
  return std::move(search.found);
}

} // namespace adjoint::frontend
