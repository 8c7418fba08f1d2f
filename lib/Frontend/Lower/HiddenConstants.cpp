// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/HiddenConstants.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// What an initialiser names and does.
class Initialiser : public AstVisitor {
public:
  bool namesConstants = true; ///< and no other variables
  bool makesOfLibrary = true; ///< objects of the library, and does nothing else
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) override {
    const auto *variable = dyn_cast<clang::VarDecl>(ref->getDecl());
    if (variable && (!variable->getType().isConstQualified() || isOfThisCall(variable)))
      namesConstants = false;
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    const clang::CXXConstructorDecl *constructor = e->getConstructor();
    const clang::CXXRecordDecl *record = constructor->getParent();
    return isOfLibrary(record) || (!record->hasMutableFields() && isSelfContained(constructor)) || hasEffect();
  }
  /// With the constructors that the braces stand for.
  bool TraverseInitListExpr(clang::InitListExpr *list) override {
    for (clang::Expr *init : (list->isSemanticForm() ? list : list->getSemanticForm())->inits())
      TraverseStmt(init);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    return isPureCall(e) || isLambdaPointer(e) || isSelfContainedCall(e) || hasEffect();
  }
  bool VisitBinaryOperator(clang::BinaryOperator *e) override { return !e->isAssignmentOp() || hasEffect(); }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override { return !e->isIncrementDecrementOp() || hasEffect(); }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) override {
    return e->capture_size() == 0 || hasEffect();
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return hasEffect(); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) override { return hasEffect(); }
  bool VisitStmtExpr(clang::StmtExpr *) override { return hasEffect(); }

private:
  /// `[] { ...; return table; }()`, and a function that gives the same each time.
  static bool isSelfContainedCall(const clang::CallExpr *e) {
    const clang::FunctionDecl *callee = e->getDirectCallee();
    const clang::CXXMethodDecl *method = callee ? memberFunction(callee) : nullptr;
    return callee && (!method || method->getParent()->isLambda()) && !isOfLibrary(callee) && isSelfContained(callee);
  }
  static bool isLambdaPointer(const clang::CallExpr *e) {
    const auto *conversion = clang::dyn_cast_or_null<clang::CXXConversionDecl>(e->getDirectCallee());
    return conversion && conversion->getParent()->isLambda();
  }
  static bool isOfThisCall(const clang::VarDecl *variable) {
    bool isKnown = variable->isUsableInConstantExpressions(variable->getASTContext());
    return variable->hasLocalStorage() && !isKnown;
  }
  bool hasEffect() {
    makesOfLibrary = false;
    return true;
  }
};

/// Is it a constant that is more than a number?
bool isObjectOrTable(const clang::VarDecl *variable) {
  clang::QualType element = variable->getASTContext().getBaseElementType(variable->getType());
  return variable->hasGlobalStorage() && element.isConstQualified() &&
         (variable->getType()->isConstantArrayType() || element->isRecordType());
}

class ConstantSearch : public AstVisitor {
public:
  ConstantSearch(UnitLowering &unit, const clang::FunctionDecl *definition) : unit(unit), definition(definition) {}

  std::vector<const clang::VarDecl *> found;

  /// The body of a lambda is a function of its own.
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    for (clang::Expr *capture : lambda->capture_inits())
      TraverseStmt(capture);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    consider(dyn_cast<clang::VarDecl>(name->getDecl()));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    if (const clang::Expr *returned = constantReturnedBy(call->getDirectCallee()))
      consider(dyn_cast<clang::VarDecl>(clang::cast<clang::DeclRefExpr>(returned->IgnoreParenImpCasts())->getDecl()));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    consider(dyn_cast<clang::VarDecl>(member->getMemberDecl()));
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }

private:
  void consider(const clang::VarDecl *variable) {
    if (!variable || !isObjectOrTable(variable) || llvm::is_contained(found, variable))
      return;
    bool isHidden = variable->isStaticLocal() ? variable->getDeclContext() != definition : !unit.canName(variable);
    const clang::Expr *init = isHidden ? variable->getAnyInitializer() : nullptr;
    if (init && isMadeOfConstants(init))
      found.push_back(variable);
  }

  UnitLowering &unit;
  const clang::FunctionDecl *definition;
};

} // namespace

bool isMadeOfConstants(const clang::Expr *init) {
  Initialiser initialiser;
  initialiser.TraverseStmt(const_cast<clang::Expr *>(init));
  return initialiser.namesConstants && (initialiser.makesOfLibrary || !hasEffects(init));
}

const clang::Expr *constantReturnedBy(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = nullptr;
  if (!function || function->getNumParams() != 0 || memberFunction(function)) // the call does nothing else
    return nullptr;
  const bool returnsAddress = function->getReturnType()->isReferenceType() || function->getReturnType()->isPointerType();
  if (!returnsAddress || !function->hasBody(definition))
    return nullptr;
  const auto *body = dyn_cast<clang::CompoundStmt>(definition->getBody());
  const auto *last = body && !body->body_empty() ? dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  const clang::Expr *returned = last ? last->getRetValue() : nullptr;
  const auto *name = returned ? dyn_cast<clang::DeclRefExpr>(returned->IgnoreParenImpCasts()) : nullptr;
  const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !isObjectOrTable(variable) || variable->getType()->isReferenceType())
    return nullptr;
  for (const clang::Stmt *stmt : body->body()) {
    const auto *declaration = dyn_cast<clang::DeclStmt>(stmt);
    bool isOfVariable = declaration && declaration->isSingleDecl() && declaration->getSingleDecl() == variable;
    if (stmt != last && !isOfVariable)
      return nullptr;
  }
  return returned;
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
