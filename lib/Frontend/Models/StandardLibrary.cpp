// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/StandardLibrary.h"

#include "Frontend/Models/Models.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

namespace {

/// The namespace that stands in no other one; null: none.
const clang::NamespaceDecl *outermostNamespace(const clang::Decl *decl) {
  const clang::NamespaceDecl *outermost = nullptr;
  for (const clang::DeclContext *c = decl->getDeclContext(); c; c = c->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(c))
      outermost = space;
  return outermost;
}

} // namespace

namespace {

/// A class with members of its own, as C has none.
bool isOfCpp(const clang::CXXRecordDecl *record) {
  const auto *instance = clang::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  const clang::CXXRecordDecl *definition = instance || record->getDescribedClassTemplate() ? nullptr : record->getDefinition();
  if (!definition)
    return instance || record->getDescribedClassTemplate();
  return definition->getNumBases() != 0 ||
         llvm::any_of(definition->methods(), [](const clang::CXXMethodDecl *method) { return !method->isImplicit(); });
}

bool isOfCpp(clang::QualType type) {
  while (type->isReferenceType() || type->isPointerType())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !record->getDeclContext()->isNamespace() && isOfCpp(record);
}

/// Outside of all namespaces: a class that C cannot have, a member of one, or a function of such.
bool isPlainlyOfCpp(const clang::Decl *decl) {
  const auto *record = clang::dyn_cast<clang::CXXRecordDecl>(decl);
  for (const clang::DeclContext *context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto *around = clang::dyn_cast<clang::CXXRecordDecl>(context))
      record = around;
  if (record)
    return isOfCpp(record);
  const auto *function = clang::dyn_cast<clang::FunctionDecl>(decl);
  return function && !function->isExternC() && llvm::any_of(function->parameters(), [](const clang::ParmVarDecl *param) { return isOfCpp(param->getType()); });
}

} // namespace

bool isOfLibrary(const clang::Decl *decl) {
  const clang::SourceManager &sources = decl->getASTContext().getSourceManager();
  if (isOfModels(decl) || !sources.isInSystemHeader(sources.getExpansionLoc(decl->getLocation())))
    return false;
  const clang::NamespaceDecl *space = outermostNamespace(decl);
  if (!space)
    return !isPlainlyOfCpp(decl);
  llvm::StringRef name = space->getName();
  bool isReserved = name.size() > 1 && name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
  return name == "std" || isReserved;
}

bool hasCharacters(clang::QualType type) {
  const auto *record =
      clang::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !isOfLibrary(record))
    return false;
  bool isOne = record->getName() == "basic_string" || record->getName() == "basic_string_view";
  return isOne && record->getTemplateArgs()[0].getAsType()->isCharType();
}

} // namespace adjoint::frontend
