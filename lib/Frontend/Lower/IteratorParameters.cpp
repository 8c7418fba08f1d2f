// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/IteratorParameters.h"

#include "Frontend/Clang/ClangVersion.h"

#include "clang/AST/DeclTemplate.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::dyn_cast_or_null;

namespace {

bool isMemberType(const clang::ASTContext &ast, const clang::CXXRecordDecl *container, const char *name, clang::QualType type) {
  for (const clang::NamedDecl *found : container->lookup(&ast.Idents.get(name)))
    if (const auto *alias = dyn_cast<clang::TypedefNameDecl>(found))
      return ast.hasSameType(alias->getUnderlyingType(), type);
  return false;
}

/// The container that the iterator names among its template's arguments; null: none that calls it by that name.
const clang::CXXRecordDecl *containerOf(const clang::ClassTemplateSpecializationDecl *iterator, const char *name, clang::QualType type) {
  for (const clang::TemplateArgument &argument : iterator->getTemplateArgs().asArray()) {
    const clang::CXXRecordDecl *record =
        argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType()->getAsCXXRecordDecl() : nullptr;
    record = record ? record->getDefinition() : nullptr;
    if (record && isMemberType(iterator->getASTContext(), record, name, type))
      return record;
  }
  return nullptr;
}

bool hasArrow(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  return record && !record->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Arrow)).empty();
}

} // namespace

bool isPlainIterator(clang::QualType type, Models &models) {
  type = type.getNonReferenceType();
  return type->isRecordType() && !models.type(type)->isRecordType();
}

std::optional<ir::UserParameter> iteratorParameter(clang::QualType type, Models &models, const TypeLowering &types) {
  if (!isPlainIterator(type, models))
    return std::nullopt;
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const clang::QualType model = models.type(type);
  const bool isOverConstants = model->isPointerType() && model->getPointeeType().isConstQualified();
  const auto *iterator = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const char *name = isOverConstants ? "const_iterator" : "iterator";
  const clang::CXXRecordDecl *container = iterator ? containerOf(iterator, name, type) : nullptr;
  ir::UserParameter user;
  user.isIterator = true;
  const std::string prefix = container ? types.spell(typeOf(iterator->getASTContext(), container)) + "::" : "";
  user.className = container ? prefix + name : types.spell(type);
  user.adjointClass = isOverConstants && container ? prefix + "iterator" : "";
  const bool hasAdjoint = !isOverConstants || container;
  if (iterator && model->isPointerType() && hasAdjoint && hasArrow(iterator))
    user.pointer = "$.operator->()";
  return user;
}

} // namespace adjoint::frontend
