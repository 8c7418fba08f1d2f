// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/SelfContained.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class SelfContainedSearch : public AstVisitor {
public:
  explicit SelfContainedSearch(bool mayRead = false) : mayRead(mayRead) {}

  /// False ends the search: something else is read or written.
  bool visit(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    if (method && method->isVirtual() && !clang::isa<clang::CXXDestructorDecl>(method))
      return false;
    if (function->isTrivial() || function->isDefaulted())
      return true;
    if (!function->hasBody(definition))
      return false;
    if (!seen.insert(definition).second)
      return true;
    for (const clang::ParmVarDecl *param : definition->parameters())
      if (param->getIdentifier() && leadsToOthers(param->getType()))
        return false;
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        if (!TraverseStmt(init->getInit()))
          return false;
    return TraverseStmt(definition->getBody());
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    return !variable->isStaticLocal() && !leadsToOthers(variable->getType());
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    return !variable || variable->hasLocalStorage() || isFixed(variable->getType(), variable->getASTContext());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    const clang::CXXConstructorDecl *constructor = e->getConstructor();
    if (mayRead && isOfLibrary(constructor->getParent()) && isOutside(constructor->getParent()))
      return false;
    return isOfLibrary(constructor->getParent()) || (visit(constructor) && visitEnd(constructor->getParent()));
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const clang::FunctionDecl *callee = e->getDirectCallee();
    if (!callee)
      return false;
    if (isPureCall(e))
      return true;
    if (isOfLibraryObject(callee))
      return mayRead ? !isOfFile(callee) : !readsOutside(callee);
    return !isOfLibrary(callee) && visit(callee);
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    const bool isItself = clang::isa<clang::CXXThisExpr>(e->getSubExpr()->IgnoreParenImpCasts());
    return e->getOpcode() != clang::UO_Deref || (mayRead && (isItself || e->getType().isConstQualified()));
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; } // called, it is visited
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return false; }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) override { return false; }
  bool VisitStmtExpr(clang::StmtExpr *) override { return false; }

  bool visitEnd(const clang::CXXRecordDecl *record) {
    const clang::CXXDestructorDecl *destructor = record->getDestructor();
    if (isOfLibrary(record) || record->hasTrivialDestructor())
      return true;
    if (destructor && !visit(destructor))
      return false;
    return llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
      const clang::CXXRecordDecl *part = field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      return !part || visitEnd(part);
    });
  }
private:
  /// A pointer, or a reference to what is not constant.
  bool leadsToOthers(clang::QualType type) const {
    if (mayRead && type->isPointerType() && type->getPointeeType()->isArithmeticType())
      return !type->getPointeeType().isConstQualified();
    return type->isPointerType() || (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified());
  }
  /// What a container or an algorithm is given is named, and named is nothing but what is the function's own.
  static bool isOfLibraryObject(const clang::FunctionDecl *callee) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    return isOfLibrary(callee) && (method ? !method->isStatic() : callee->isTemplateInstantiation());
  }

  /// A constant that leads to nothing that may change.
  static bool isFixed(clang::QualType type, const clang::ASTContext &ast) {
    const clang::QualType element = ast.getBaseElementType(type);
    const clang::CXXRecordDecl *record = element->getAsCXXRecordDecl();
    if (!element.isConstQualified() || element->isAnyPointerType() || element->isReferenceType())
      return false;
    return !record || isOfLibrary(record) || (record->hasDefinition() && holdsFixed(record->getDefinition(), ast));
  }
  static bool holdsFixed(const clang::CXXRecordDecl *record, const clang::ASTContext &ast) {
    return !record->hasMutableFields() && llvm::all_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) {
             return isFixed(base.getType().withConst(), ast);
           }) && llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
             return !field->getType()->isReferenceType() && isFixed(field->getType().withConst(), ast);
           });
  }
  /// Files, and numbers that nobody knows.
  static bool readsOutside(const clang::FunctionDecl *callee) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    const clang::CXXRecordDecl *record = method ? method->getParent() : nullptr;
    return record && record->getIdentifier() &&
           (record->getName() == "random_device" || record->getName().contains("stream") || record->getName().contains("filebuf"));
  }

  static bool isOutside(const clang::CXXRecordDecl *record) {
    return record->getIdentifier() && (record->getName() == "random_device" || record->getName().contains("fstream") ||
                                       record->getName().contains("filebuf") || record->getName().contains("lock"));
  }
  static bool isOfFile(const clang::FunctionDecl *callee) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    return method && isOutside(method->getParent());
  }

  std::set<const clang::FunctionDecl *> seen;
  const bool mayRead; ///< what is no variable of its own
};

} // namespace

bool isSelfContained(const clang::FunctionDecl *function) {
  SelfContainedSearch search;
  const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function);
  return search.visit(function) && (!constructor || search.visitEnd(constructor->getParent()));
}

bool changesNothing(const clang::FunctionDecl *function) { return SelfContainedSearch(true).visit(function); }

bool isSelfContained(const clang::Expr *e) { return SelfContainedSearch().TraverseStmt(const_cast<clang::Expr *>(e)); }

} // namespace adjoint::frontend
