// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Python/PythonTypes.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/TypeSpelling.h"
#include "Frontend/Facts/ClassFacts.h"

#include "clang/AST/DeclTemplate.h"

namespace adjoint::driver {

namespace {

/// Not of characters, and none that NumPy lacks.
bool isNumber(clang::QualType type) {
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin)
    return false;
  switch (builtin->getKind()) {
  case clang::BuiltinType::Bool:
  case clang::BuiltinType::SChar:
  case clang::BuiltinType::UChar:
  case clang::BuiltinType::Short:
  case clang::BuiltinType::UShort:
  case clang::BuiltinType::Int:
  case clang::BuiltinType::UInt:
  case clang::BuiltinType::Long:
  case clang::BuiltinType::ULong:
  case clang::BuiltinType::LongLong:
  case clang::BuiltinType::ULongLong:
  case clang::BuiltinType::Float:
  case clang::BuiltinType::Double:
    return true;
  default:
    return false;
  }
}

/// The class template of the library with this name that the class is an instance of; null: it is none.
const clang::ClassTemplateSpecializationDecl *instanceOf(const clang::CXXRecordDecl *record, llvm::StringRef name) {
  const auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return instance && instance->isInStdNamespace() && instance->getName() == name ? instance : nullptr;
}

clang::QualType argument(const clang::ClassTemplateSpecializationDecl *instance) {
  return instance->getTemplateArgs()[0].getAsType();
}

bool isSpan(clang::QualType type) {
  const auto *span = instanceOf(type->getAsCXXRecordDecl(), "span");
  return span && isNumber(argument(span));
}

/// std::vector with the allocator that it has by default, or std::array.
const clang::ClassTemplateSpecializationDecl *container(const clang::CXXRecordDecl *record) {
  if (const auto *vector = instanceOf(record, "vector")) {
    const auto *allocator = vector->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
    return instanceOf(allocator, "allocator") ? vector : nullptr;
  }
  return instanceOf(record, "array");
}

bool isString(const clang::CXXRecordDecl *record) {
  const auto *string = instanceOf(record, "basic_string");
  return string && argument(string)->isSpecificBuiltinType(clang::BuiltinType::Char_S);
}

bool isCopyable(const clang::CXXRecordDecl *record) {
  for (const clang::CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isCopyConstructor() && (constructor->isDeleted() || constructor->getAccess() != clang::AS_public))
      return false;
  for (const clang::CXXMethodDecl *method : record->methods())
    if (method->isCopyAssignmentOperator() && (method->isDeleted() || method->getAccess() != clang::AS_public))
      return false;
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  return !destructor || destructor->getAccess() == clang::AS_public;
}

/// Where an object has to be there before its value is.
bool canBeMade(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return true;
  const bool isDeleted = llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
    return constructor->isDefaultConstructor() &&
           (constructor->isDeleted() || constructor->getAccess() != clang::AS_public);
  });
  return record->hasDefaultConstructor() && !isDeleted;
}

} // namespace

bool PythonTypes::isUncounted(clang::QualType type) {
  return type->isPointerType() && isNumber(type->getPointeeType());
}

bool PythonTypes::isInteger(clang::QualType type) {
  const bool isWritten = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
  type = type.getNonReferenceType();
  return !isWritten && isNumber(type) && type->isIntegerType() && !type->isBooleanType();
}

std::string PythonTypes::spelling(clang::QualType type) const {
  return type.getCanonicalType().getAsString(frontend::policyFor(type.getCanonicalType(), ast));
}

bool PythonTypes::canBeParameter(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isRValueReferenceType() || type.isVolatileQualified())
    return false;
  const clang::QualType object = type.getNonReferenceType();
  const bool isWritten = type->isReferenceType() && !object.isConstQualified();
  if (isUncounted(type) || (isSpan(object) && !isWritten))
    return true;
  if (type->isPointerType())
    return canBeClass(type->getPointeeType()->getAsCXXRecordDecl());
  return isWritten ? canBeWritten(object) : canBeValue(object);
}

bool PythonTypes::canBeWritten(clang::QualType object) {
  const clang::CXXRecordDecl *record = object->getAsCXXRecordDecl();
  return isNumber(object) || (container(record) ? isOfNumbers(record) : canBeClass(record));
}

bool PythonTypes::canBeResult(clang::QualType type) {
  return type->isVoidType() || (!type->isReferenceType() && canBeValue(type.getCanonicalType()) && canBeMade(type));
}

bool PythonTypes::canBeValue(clang::QualType type) {
  if (isNumber(type))
    return true;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (isString(record))
    return true;
  if (const auto *holder = container(record)) {
    const bool isVector = instanceOf(record, "vector"), isBits = isVector && argument(holder)->isBooleanType();
    return !isBits && canBeValue(argument(holder)) && (isVector || canBeMade(argument(holder)));
  }
  return canBeClass(record);
}

bool PythonTypes::isOfNumbers(const clang::CXXRecordDecl *record) const {
  const clang::QualType element = argument(container(record));
  return isNumber(element) && !element->isBooleanType();
}

bool PythonTypes::canBeMember(const clang::FieldDecl *field) {
  clang::QualType type = field->getType().getCanonicalType();
  if (field->getAccess() != clang::AS_public || field->isBitField() || field->getName().empty() ||
      type.isConstQualified() || type.isVolatileQualified() || field->isMutable())
    return false;
  while (const auto *array = ast.getAsConstantArrayType(type))
    type = array->getElementType();
  return canBeValue(type);
}

bool PythonTypes::canBeClass(const clang::CXXRecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  if (record && known.contains(record))
    return true;
  if (!record || record->isUnion() || record->isLambda() || record->getNumBases() || record->isPolymorphic() ||
      record->isInStdNamespace() || !record->getIdentifier() || !isCopyable(record) ||
      !frontend::isNameable(frontend::typeOf(ast, record)) || !asked.insert(record))
    return false;
  const bool isPlain =
      llvm::all_of(record->fields(), [this](const clang::FieldDecl *field) { return canBeMember(field); });
  asked.remove(record);
  if (isPlain)
    known.insert(record);
  return isPlain;
}

} // namespace adjoint::driver
