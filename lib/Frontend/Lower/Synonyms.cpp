// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/Synonyms.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Lower/BodyLowering.h"

#include "clang/AST/ASTContext.h"

namespace adjoint::frontend {

namespace {

const clang::RecordDecl *unnamedIn(const clang::FieldDecl *field) {
  return field->isAnonymousStructOrUnion() ? field->getType()->getAsRecordDecl() : nullptr;
}

bool areScalarsOf(clang::QualType type, const clang::RecordDecl *record) {
  return llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
    return !field->isBitField() && record->getASTContext().hasSameType(field->getType(), type);
  });
}

/// Of a union that is an array and what its elements are called; null for any other.
const clang::FieldDecl *arrayIn(const clang::RecordDecl *record) {
  const clang::ASTContext &ast = record->getASTContext();
  const clang::FieldDecl *found = nullptr;
  for (const clang::FieldDecl *field : record->fields())
    if (!found && field->getType()->isConstantArrayType())
      found = field;
  if (!found || ast.getTypeSize(found->getType()) != ast.getTypeSize(typeOf(ast, record)))
    return nullptr;
  clang::QualType element(found->getType()->getAsArrayTypeUnsafe()->getElementType());
  if (!element->isArithmeticType())
    return nullptr;
  for (const clang::FieldDecl *field : record->fields()) {
    const clang::RecordDecl *inner = unnamedIn(field);
    bool isNames = inner && !inner->isUnion() && areScalarsOf(element, inner);
    bool isSame = ast.hasSameType(field->getType(), element) || ast.hasSameType(field->getType(), found->getType());
    if (!isNames && !isSame)
      return nullptr;
  }
  return found;
}

/// The union that joins it with its synonyms; null: none does.
const clang::RecordDecl *unionAround(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->getParent();
  if (!record->isUnion() && record->isAnonymousStructOrUnion())
    record = clang::dyn_cast<clang::RecordDecl>(record->getDeclContext());
  return record && joinsSynonyms(record) ? record : nullptr;
}

} // namespace

bool joinsSynonyms(const clang::RecordDecl *record) {
  if (!record->isUnion() || !record->isAnonymousStructOrUnion() || record->field_empty())
    return false;
  clang::QualType first = record->field_begin()->getType();
  return (first->isScalarType() && areScalarsOf(first, record)) || arrayIn(record);
}

bool isOneMember(const clang::RecordDecl *record) {
  const auto *owner = clang::dyn_cast<clang::CXXRecordDecl>(record);
  if (!record->isUnion() || record->isAnonymousStructOrUnion() || record->field_empty())
    return false;
  const clang::QualType first = record->field_begin()->getType();
  const bool isPlain = !owner || (owner->hasDefinition() && owner->isAggregate() && owner->hasTrivialDefaultConstructor());
  return isPlain && first->isScalarType() && areScalarsOf(first, record);
}

const clang::FieldDecl *firstSynonym(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unnamedIn(field);
  if (!record || !joinsSynonyms(record))
    return field;
  const clang::FieldDecl *array = arrayIn(record);
  return array ? array : *record->field_begin();
}

std::vector<const clang::FieldDecl *> synonymsOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unnamedIn(field);
  if (!record || !joinsSynonyms(record))
    return {field};
  std::vector<const clang::FieldDecl *> names = {field};
  for (const clang::FieldDecl *name : record->fields()) {
    names.push_back(name);
    if (const clang::RecordDecl *inner = unnamedIn(name))
      names.insert(names.end(), inner->field_begin(), inner->field_end());
  }
  return names;
}

const clang::RecordDecl *ownerOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unionAround(field);
  return record ? llvm::cast<clang::RecordDecl>(record->getDeclContext()) : field->getParent();
}

const ir::Place *memberPlace(BodyLowering &body, const ir::Place *object, const clang::FieldDecl *field) {
  const ir::Place *part = body.ir.field(object, body.unit.types.fieldIndex(field));
  const clang::RecordDecl *around = unionAround(field);
  const clang::FieldDecl *array = around ? arrayIn(around) : nullptr;
  if (!array || field->getType()->isArrayType() || unnamedIn(field))
    return part;
  const uint64_t offset = body.ast.getFieldOffset(field), size = body.ast.getTypeSize(field->getType());
  return body.ir.index(part, body.ir.intLiteral(offset / size));
}

} // namespace adjoint::frontend
