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

/// The unnamed struct that only this member is of: `struct { double x, y; } axis;`; null: it is nothing of the kind.
const clang::RecordDecl *ownStruct(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->getType()->getAsRecordDecl();
  const bool isOwn = record && !record->getIdentifier() && !record->getTypedefNameForAnonDecl() && !record->isUnion() &&
                     record->getDeclContext() == field->getParent();
  return isOwn ? record : nullptr;
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
    const clang::RecordDecl *inner = ownStruct(field);
    bool isNames = inner && areScalarsOf(element, inner);
    bool isSame = ast.hasSameType(field->getType(), element) || ast.hasSameType(field->getType(), found->getType());
    if (!isNames && !isSame)
      return nullptr;
  }
  return found;
}

/// Of a union with a name that is an array; null for any other.
const clang::FieldDecl *arrayOf(const clang::RecordDecl *record) { return isOneMember(record) ? arrayIn(record) : nullptr; }

/// The union that joins it with its synonyms; null: none does.
const clang::RecordDecl *unionAround(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = field->getParent();
  const auto *outer = clang::dyn_cast<clang::RecordDecl>(record->getDeclContext());
  if (!record->isUnion() && outer && outer->isUnion() && !record->getIdentifier())
    record = outer;
  return joinsSynonyms(record) || arrayOf(record) ? record : nullptr;
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
  if (!isPlain)
    return false;
  if (first->isScalarType() && areScalarsOf(first, record))
    return true;
  const clang::ASTContext &ast = record->getASTContext();
  return arrayIn(record) && ast.getTypeSize(first) == ast.getTypeSize(typeOf(ast, record)); // `= {}` clears all of it
}

const clang::FieldDecl *onlyMember(const clang::RecordDecl *record) {
  if (!isOneMember(record))
    return nullptr;
  const clang::FieldDecl *array = arrayIn(record);
  return array ? array : *record->field_begin();
}

const clang::FieldDecl *firstSynonym(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unnamedIn(field);
  if (!record || !joinsSynonyms(record))
    return field;
  const clang::FieldDecl *array = arrayIn(record);
  return array ? array : *record->field_begin();
}

std::vector<const clang::FieldDecl *> namesIn(const clang::FieldDecl *field) {
  std::vector<const clang::FieldDecl *> names = {field};
  if (const clang::RecordDecl *inner = ownStruct(field))
    names.insert(names.end(), inner->field_begin(), inner->field_end());
  return names;
}

std::vector<const clang::FieldDecl *> synonymsOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unnamedIn(field);
  if (!record || !joinsSynonyms(record))
    return {field};
  std::vector<const clang::FieldDecl *> names = {field};
  for (const clang::FieldDecl *name : record->fields())
    for (const clang::FieldDecl *part : namesIn(name))
      names.push_back(part);
  return names;
}

const clang::RecordDecl *ownerOf(const clang::FieldDecl *field) {
  const clang::RecordDecl *record = unionAround(field);
  if (!record)
    return field->getParent();
  return record->isAnonymousStructOrUnion() ? llvm::cast<clang::RecordDecl>(record->getDeclContext()) : record;
}

const ir::Place *memberPlace(BodyLowering &body, const ir::Place *object, const clang::FieldDecl *field) {
  const ir::Place *part = body.ir.field(object, body.unit.types.fieldIndex(field));
  const clang::RecordDecl *around = unionAround(field);
  const clang::FieldDecl *array = around ? arrayIn(around) : nullptr;
  if (!array || field->getType()->isArrayType() || unnamedIn(field) || ownStruct(field))
    return part;
  const uint64_t offset = body.ast.getFieldOffset(field), size = body.ast.getTypeSize(field->getType());
  return body.ir.index(part, body.ir.intLiteral(offset / size));
}

} // namespace adjoint::frontend
