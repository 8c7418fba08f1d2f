// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/TypeLowering.h"

#include "Frontend/ClangVersion.h"
#include "Frontend/Diagnostics.h"

namespace adjoint::frontend {

using clang::dyn_cast;

std::string TypeLowering::spell(clang::QualType type) const {
  return type.getCanonicalType().getUnqualifiedType().getAsString(generatedCodePolicy(ast));
}

const ir::Type *TypeLowering::lower(clang::QualType type) {
  type = type.getCanonicalType();
  bool isConst = type.isConstQualified();
  type = clang::QualType(type.getTypePtr(), 0);
  auto found = known.find(type.getTypePtr());
  const ir::Type *image = found != known.end() ? found->second : lowerCanonical(type);
  known[type.getTypePtr()] = image;
  return isConst && !image->isReference() ? ir.withConst(image) : image;
}

const ir::Type *TypeLowering::lowerCanonical(clang::QualType type) {
  if (const auto *builtin = type->getAs<clang::BuiltinType>())
    return lowerBuiltin(builtin);
  if (type->isReferenceType())
    return ir.referenceTo(lower(type->getPointeeType()));
  if (type->isPointerType())
    return ir.pointerTo(lower(type->getPointeeType()));
  if (const auto *array = ast.getAsConstantArrayType(type))
    return ir.arrayOf(lower(array->getElementType()), array->getZExtSize());
  if (const auto *array = ast.getAsArrayType(type))
    return ir.arrayOf(lower(array->getElementType()), 0);
  if (type->isFunctionType())
    return ir.functionType(spell(type));
  if (const clang::RecordDecl *record = type->getAsRecordDecl())
    return lowerRecord(record, type);
  if (const auto *enumeration = type->getAsTagDecl())
    return lowerEnum(llvm::cast<clang::EnumDecl>(enumeration), type);
  return opaque(type);
}

const ir::Type *TypeLowering::lowerBuiltin(const clang::BuiltinType *builtin) {
  clang::QualType type(builtin, 0);
  switch (builtin->getKind()) {
  case clang::BuiltinType::Void:
    return ir.voidType();
  case clang::BuiltinType::Bool:
    return ir.boolType();
  case clang::BuiltinType::Float:
  case clang::BuiltinType::Double:
  case clang::BuiltinType::LongDouble:
    return ir.floating(spell(type), ast.getTypeSize(type));
  case clang::BuiltinType::NullPtr:
    return ir.pointerTo(ir.voidType());
  default:
    break;
  }
  if (type->isIntegerType())
    return ir.integer(spell(type), ast.getTypeSize(type), type->isSignedIntegerType());
  return opaque(type);
}

const ir::Type *TypeLowering::lowerEnum(const clang::EnumDecl *decl, clang::QualType type) {
  clang::QualType underlying = decl->getIntegerType();
  if (underlying.isNull())
    underlying = ast.IntTy;
  if (decl->getDeclContext()->isFunctionOrMethod()) // which the adjoint cannot name
    return lower(underlying);
  return ir.enumeration(spell(type), ast.getTypeSize(underlying), underlying->isSignedIntegerType());
}

const ir::Type *TypeLowering::lowerRecord(const clang::RecordDecl *record, clang::QualType type) {
  ir::Record *image = ir.record(spell(type));
  const ir::Type *result = ir.recordType(image);
  known[type.getTypePtr()] = result; // before its fields: they may point to it
  const clang::RecordDecl *definition = record->getDefinition();
  if (!definition || !image->fields.empty() || definition->isInvalidDecl())
    return result;
  for (const clang::FieldDecl *field : definition->fields()) {
    ir::Field entry{field->getNameAsString(), lower(field->getType()), field->getFieldIndex()};
    image->fields.push_back(std::move(entry));
  }
  return result;
}

/// Something that is only ever named, through a pointer: a record without fields.
const ir::Type *TypeLowering::opaque(clang::QualType type) { return ir.recordType(ir.record(spell(type))); }

bool TypeLowering::isPlain(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  return record && !record->isLambda() && !record->isUnion() && record->getNumBases() == 0 &&
         !record->isPolymorphic() && record->hasTrivialDestructor() && record->isTriviallyCopyable();
}

namespace {

bool holdsFloating(const clang::ASTContext &ast, clang::QualType type) {
  type = ast.getBaseElementType(type);
  if (type->isRealFloatingType())
    return true;
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return false;
  for (const clang::FieldDecl *field : record->getDefinition()->fields())
    if (holdsFloating(ast, field->getType()))
      return true;
  return false;
}

/// What stands in the way of a value of the type; empty: nothing.
std::string obstacle(clang::ASTContext &ast, clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type->isPointerType())
    return "";
  if (type.isVolatileQualified() && type->isRealFloatingType())
    return "a volatile object may change by itself; drop 'volatile'";
  if (type->isVariableArrayType())
    return "give the array a constant size, or allocate it with new[]";
  if (const clang::ArrayType *array = ast.getAsArrayType(type))
    return obstacle(ast, array->getElementType());
  if (type->isAtomicType())
    return "use a plain object and let each thread have its own";
  if (type->isAnyComplexType())
    return "hold the real and the imaginary part in two variables";
  if (type->isVectorType())
    return "use an array";
  if (type->isRealFloatingType()) {
    auto kind = type->castAs<clang::BuiltinType>()->getKind();
    bool isStandard = kind == clang::BuiltinType::Float || kind == clang::BuiltinType::Double ||
                      kind == clang::BuiltinType::LongDouble;
    return isStandard ? "" : "use float, double or long double";
  }
  if (type->isMemberPointerType())
    return "name the member directly";
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return "";
  if (record->isLambda())
    return "write a named function instead of a lambda expression";
  if (record->isUnion())
    return "use a struct: the members of a union share storage";
  if (record->getDeclContext()->isFunctionOrMethod())
    return "the adjoint cannot name a type that is local to a function; move it out of the function";
  if (!TypeLowering::isPlain(record))
    return "only plain structs are supported: no bases, virtual functions, or user-written copies and destructors";
  for (const clang::FieldDecl *field : record->getDefinition()->fields()) {
    bool isPassiveUnion = field->getType()->isUnionType() && !holdsFloating(ast, field->getType());
    std::string inside = isPassiveUnion ? "" : obstacle(ast, field->getType());
    if (!inside.empty())
      return inside;
  }
  return "";
}

} // namespace

void TypeLowering::require(clang::QualType type, clang::SourceLocation where) const {
  std::string reason = obstacle(ast, type);
  if (!reason.empty())
    refuse(DiagId::unsupported_type, where, {type.getCanonicalType().getAsString(generatedCodePolicy(ast)), reason});
}

} // namespace adjoint::frontend
