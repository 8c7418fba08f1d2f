// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/InstalledLibraries.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include <set>

namespace adjoint::frontend {

namespace {

/// Is the source elsewhere? Of a template, that of the template counts.
bool isUnseen(const clang::FunctionDecl *function) {
  if (function->isDefaulted() || function->isDeleted() || function->isPureVirtual() || function->getBuiltinID() != 0)
    return false;
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return !(pattern ? pattern : function)->hasBody();
}

/// Is a class without public members made or ended by what is not to be seen? Private constructors without a body are there
/// to be called by nobody.
bool isMadeElsewhere(const clang::CXXRecordDecl *record) {
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  if (llvm::any_of(record->fields(), [](const clang::FieldDecl *field) { return field->getAccess() == clang::AS_public; }))
    return false;
  return (destructor && isUnseen(destructor)) || llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
           return constructor->getAccess() == clang::AS_public && isUnseen(constructor);
         });
}

bool leadsToOpaque(clang::QualType type, Models &models) {
  return type->isPointerType() && isOpaque(type->getPointeeType(), models);
}

/// One that is opaque whatever its members are: a class may lead to itself.
bool leadsToMadeElsewhere(clang::QualType type, Models &models) {
  const clang::CXXRecordDecl *record = type->isPointerType() ? type->getPointeeType()->getAsCXXRecordDecl() : nullptr;
  if (!record || !record->hasDefinition())
    return false;
  return isOfLibrary(record) ? isOpaque(type->getPointeeType(), models)
                             : isOfInstalledLibrary(record) && isMadeElsewhere(record->getDefinition());
}

bool holdsFloating(const clang::CXXRecordDecl *record) {
  auto holds = [](clang::QualType type) {
    const clang::QualType element(type->getBaseElementTypeUnsafe(), 0);
    const clang::CXXRecordDecl *part = element->getAsCXXRecordDecl();
    return element->isFloatingType() || (part && part->hasDefinition() && holdsFloating(part->getDefinition()));
  };
  return llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) { return holds(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) { return holds(base.getType()); });
}

/// What a call may be given: it changes no number.
bool isHarmlessParameter(clang::QualType type, Models &models) {
  const clang::QualType bare = type.getNonReferenceType();
  const bool isConstant = !type->isLValueReferenceType() || type->getPointeeType().getCanonicalType().isConstQualified();
  const clang::QualType character(bare->getPointeeOrArrayElementType(), 0);
  const bool isText = bare->isPointerType() ? bare->getPointeeType().isConstQualified() && character->isCharType()
                                            : bare->isArrayType() && character->isCharType();
  return (isConstant && (bare->isArithmeticType() || bare->isEnumeralType() || isText)) || isOpaque(bare, models) ||
         leadsToOpaque(bare, models);
}

bool isHarmlessResult(clang::QualType type, Models &models) {
  const clang::QualType bare = type.getNonReferenceType();
  const bool isValue = !type->isReferenceType() && (type->isVoidType() || type->isIntegralOrEnumerationType());
  return isValue || isOpaque(bare, models) || leadsToOpaque(bare, models);
}

/// Does the function run one whose source is elsewhere?
class UnseenSearch : public AstVisitor {
public:
  bool isFound = false;

  void visit(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (isFound || isOfLibrary(function) || !seen.insert(function->getCanonicalDecl()).second)
      return;
    isFound = isUnseen(function);
    if (!isFound && function->hasBody(definition))
      TraverseStmt(definition->getBody());
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    if (const clang::FunctionDecl *callee = e->getDirectCallee())
      visit(callee);
    return !isFound;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    visit(e->getConstructor());
    return !isFound;
  }

private:
  std::set<const clang::FunctionDecl *> seen;
};

} // namespace

bool isOfInstalledLibrary(const clang::Decl *decl) {
  const clang::SourceManager &sources = decl->getASTContext().getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(decl->getLocation())) && !isOfLibrary(decl) && !isOfModels(decl);
}

bool isOpaqueOfInstalledLibrary(const clang::CXXRecordDecl *record, Models &models) {
  if (!isOfInstalledLibrary(record) || record->isLambda() || record->isUnion() || record->isDependentContext() || holdsFloating(record))
    return false;
  return isMadeElsewhere(record) || (!record->field_empty() && llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
           return leadsToMadeElsewhere(field->getType(), models);
         }));
}

namespace {
bool givesNoNumbers(const clang::FunctionDecl *function, Models &models) {
  const auto *method = clang::dyn_cast<clang::CXXMethodDecl>(function);
  const bool isConstructor = clang::isa<clang::CXXConstructorDecl>(function);
  const bool isPlain = isOfInstalledLibrary(function) && !function->isVariadic() && !(method && method->isVirtual());
  return isPlain && (isConstructor || isHarmlessResult(function->getReturnType(), models)) &&
         llvm::all_of(function->parameters(), [&](const clang::ParmVarDecl *p) { return isHarmlessParameter(p->getType(), models); });
}
} // namespace

bool isCalledAsItIs(const clang::FunctionDecl *function, Models &models) {
  const auto *method = clang::dyn_cast<clang::CXXMethodDecl>(function);
  if (!givesNoNumbers(function, models))
    return false;
  if (method && !method->isStatic())
    return method->getParent()->isEmpty() ? !clang::isa<clang::CXXConstructorDecl>(method)
                                          : isOpaqueOfInstalledLibrary(method->getParent(), models);
  UnseenSearch search;
  search.visit(function);
  return search.isFound;
}

} // namespace adjoint::frontend
