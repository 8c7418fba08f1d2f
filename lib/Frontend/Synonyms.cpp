// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Synonyms.h"

#include "clang/AST/ASTContext.h"

namespace adjoint::frontend {

bool joinsSynonyms(const clang::RecordDecl *record) {
  if (!record->isUnion() || !record->isAnonymousStructOrUnion() || record->field_empty())
    return false;
  const clang::ASTContext &ast = record->getASTContext();
  clang::QualType first = record->field_begin()->getType();
  for (const clang::FieldDecl *field : record->fields())
    if (!first->isScalarType() || field->isBitField() || !ast.hasSameType(field->getType(), first))
      return false;
  return true;
}

const clang::FieldDecl *firstSynonym(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->isAnonymousStructOrUnion() ? field->getType()->getAsRecordDecl() : nullptr;
  return record && joinsSynonyms(record) ? *record->field_begin() : field;
}

const clang::RecordDecl *ownerOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->getParent();
  return joinsSynonyms(record) ? llvm::cast<clang::RecordDecl>(record->getDeclContext()) : record;
}

} // namespace adjoint::frontend
