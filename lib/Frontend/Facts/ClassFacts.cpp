// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ClassFacts.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassHierarchy.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;

bool leadsToMember(const clang::FunctionDecl *function) {
  auto leads = [](clang::QualType type) {
    while (!type->isMemberPointerType() && !type->getPointeeType().isNull())
      type = type->getPointeeType();
    return type->isMemberPointerType();
  };
  return leads(function->getReturnType()) ||
         llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *p) { return leads(p->getType()); });
}

namespace {
bool isOfLocalClass(clang::QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record)
    return false;
  const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return record->isLambda() || record->getParentFunctionOrMethod() ||
         (instance && llvm::any_of(instance->getTemplateArgs().asArray(), [](const clang::TemplateArgument &argument) {
            return argument.getKind() == clang::TemplateArgument::Type && isOfLocalClass(argument.getAsType());
          }));
}
} // namespace

bool leadsToLocalClass(const clang::FunctionDecl *function) {
  return isOfLocalClass(function->getReturnType()) ||
         llvm::any_of(function->parameters(), [](const clang::ParmVarDecl *p) { return isOfLocalClass(p->getType()); });
}

// ----------------------------------------------------------------- names

namespace {

bool isNameableArgument(const clang::TemplateArgument &argument) {
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    return isNameable(argument.getAsType());
  case clang::TemplateArgument::Pack:
    return areNameable(argument.pack_elements());
  case clang::TemplateArgument::StructuralValue: // which would lose digits
    return false;
  default:
    return true;
  }
}

bool isNameableClass(const clang::CXXRecordDecl *record) {
  if (record->isLambda() || !isAccessible(record))
    return false;
  if (!record->getIdentifier() && !record->getTypedefNameForAnonDecl())
    return false;
  for (const clang::DeclContext *c = record->getDeclContext(); c; c = c->getParent())
    if (c->isFunctionOrMethod())
      return false;
  const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return !instance || areNameable(instance->getTemplateArgs().asArray());
}

} // namespace

bool areNameable(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return std::all_of(arguments.begin(), arguments.end(), isNameableArgument);
}

bool isAccessible(const clang::NamedDecl *decl) {
  if (decl->getAccess() == clang::AS_private || decl->getAccess() == clang::AS_protected)
    return false;
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(decl->getDeclContext());
  return !owner || isAccessible(owner);
}

bool isNameableEnum(const clang::EnumDecl *decl) {
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(decl->getDeclContext());
  if (decl->getDeclContext()->isFunctionOrMethod() || !isAccessible(decl))
    return false;
  return !owner || isNameableClass(owner);
}

bool isNameable(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType())
    return isNameable(type->getPointeeType());
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return isNameable(array->getElementType());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !record || isNameableClass(record);
}

// --------------------------------------------------------------- mirrors

namespace {

class MirrorSearch {
public:
  explicit MirrorSearch(Models &models) : models(models) {}

  bool isMirrored(const clang::CXXRecordDecl *record) {
    record = record->getDefinition() ? record->getDefinition() : record;
    if (record->isUnion())
      return false;
    if (isOpaque(typeOf(record->getASTContext(), record), models))
      return false;
    if (isOfModels(record) || isOfLibrary(record))
      return !isDirect(record);
    if (!isNameableClass(record))
      return true;
    if (!record->hasDefinition() || !seen.insert(record).second)
      return false;
    if (!isPlainStruct(record) || !canBeZeroed(record))
      return true;
    for (const clang::FieldDecl *field : record->fields())
      if (preventsUse(field))
        return true;
    return false;
  }

private:
  /// Is there an expression for an object that is all zero?
  static bool canBeZeroed(const clang::CXXRecordDecl *record) {
    auto isDeletedCopy = [](const clang::CXXConstructorDecl *c) { return c->isCopyConstructor() && c->isDeleted(); };
    return emptyBracesOf(record) == ir::EmptyBraces::AllZero ||
           !(record->defaultedCopyConstructorIsDeleted() || llvm::any_of(record->ctors(), isDeletedCopy));
  }
  bool isDirect(const clang::CXXRecordDecl *record) {
    if (isOfModels(record) ? !isDirectModel(record) : !isPlainStruct(record))
      return !record->hasDefinition();
    if (seen.insert(record).second)
      for (const clang::FieldDecl *field : record->fields())
        if (leadsToMirror(field->getType()))
          return false;
    return true;
  }

  bool preventsUse(const clang::FieldDecl *field) {
    clang::QualType type = field->getType();
    bool isFixed = type->isReferenceType() || field->getASTContext().getBaseElementType(type).isConstQualified();
    bool isHidden = field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected;
    return isFixed || isHidden || type->isMemberPointerType() || !models.targetOf(field).isNull() || leadsToMirror(type);
  }

  bool leadsToMirror(clang::QualType type) {
    type = models.type(type);
    const bool hasTexts = !models.string().isNull();
    if (hasTexts && models.held(models.string()).getTypePtr() == type.getTypePtr())
      return true; // a Text, where the user's class has a std::string
    if (type->isPointerType() || type->isReferenceType())
      return leadsToMirror(type->getPointeeType());
    if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
      return leadsToMirror(array->getElementType());
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return record && isMirrored(record);
  }

  Models &models;
  std::set<const clang::CXXRecordDecl *> seen;
};

} // namespace

bool isMirrored(const clang::CXXRecordDecl *record, Models &models) { return MirrorSearch(models).isMirrored(record); }

namespace {
/// Whatever else happens would happen once for each object in the generated code.
bool happensInside(const clang::CXXRecordDecl *record) {
  return isOfLibrary(record) || isOfModels(record) || llvm::all_of(record->fields(), [](const clang::FieldDecl *field) {
    const clang::Expr *init = field->getInClassInitializer();
    return !init || isSelfContained(init);
  });
}
} // namespace

ir::EmptyBraces emptyBracesOf(const clang::CXXRecordDecl *record) {
  const ir::EmptyBraces others = happensInside(record) ? ir::EmptyBraces::OtherThan : ir::EmptyBraces::Nothing;
  if (record->isAggregate())
    return record->hasInClassInitializer() ? others : ir::EmptyBraces::AllZero;
  if (record->hasTrivialDefaultConstructor())
    return ir::EmptyBraces::AllZero;
  for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
    bool isUsable = constructor->isDefaultConstructor() && !constructor->isDeleted() && isAccessible(constructor) &&
                    !constructor->isExplicit();
    if (isUsable)
      return isOfLibrary(record) || isOfModels(record) || isSelfContained(constructor) ? others : ir::EmptyBraces::Nothing;
  }
  return record->needsImplicitDefaultConstructor() ? others : ir::EmptyBraces::Nothing;
}

// ----------------------------------------------------------- hierarchies

namespace {

/// `Circle`, given the `Shape<Circle>` that it is derived from; null: this is no such base, or one of the library, whose
/// members know nothing of the derived class.
const clang::CXXRecordDecl *recurring(const clang::CXXRecordDecl *record) {
  const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!instance || isOfLibrary(record))
    return nullptr;
  for (const clang::TemplateArgument &argument : instance->getTemplateArgs().asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Type)
      continue;
    const clang::CXXRecordDecl *derived = argument.getAsType()->getAsCXXRecordDecl();
    derived = derived ? derived->getDefinition() : nullptr;
    if (derived && derived->isDerivedFrom(record))
      return derived;
  }
  return nullptr;
}

/// The same, given a class that stands between the two; null: it does not.
const clang::CXXRecordDecl *recurringAround(const clang::CXXRecordDecl *record) {
  if (!record->hasDefinition())
    return nullptr;
  for (const clang::CXXBaseSpecifier &specifier : record->bases()) {
    const clang::CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    if (!base)
      continue;
    const clang::CXXRecordDecl *derived = recurring(base);
    derived = derived ? derived : recurringAround(base);
    if (derived && derived->isDerivedFrom(record->getDefinition()))
      return derived;
  }
  return nullptr;
}

} // namespace

const clang::CXXRecordDecl *wholeClass(const clang::CXXRecordDecl *record, ClassHierarchy &hierarchy) {
  if (record->hasDefinition() && record->isPolymorphic())
    return hierarchy.rootOf(record);
  const clang::CXXRecordDecl *derived = recurring(record);
  derived = derived ? derived : recurringAround(record);
  return derived ? wholeClass(derived, hierarchy) : record;
}

bool isLibraryException(const clang::CXXBaseSpecifier &base) {
  const clang::CXXRecordDecl *record = base.getType()->getAsCXXRecordDecl();
  return record && isOfLibrary(record) && hasText(thrownType(base.getType()));
}

bool needsDestruction(clang::QualType type, Models &models) {
  return type.isDestructedType() == clang::QualType::DK_cxx_destructor &&
         !isOpaque(clang::QualType(type->getBaseElementTypeUnsafe(), 0), models);
}

// ---------------------------------------------------------------- opaque

bool isCopiedAsBytes(const clang::ASTContext &ast, clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!type.isTriviallyCopyableType(ast) || !record)
    return type.isTriviallyCopyableType(ast);
  if (record->needsImplicitCopyConstructor())
    return !record->defaultedCopyConstructorIsDeleted();
  return llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
    return constructor->isCopyConstructor() && !constructor->isDeleted();
  });
}

namespace {

/// In the type, or among the arguments of the template that it is made from?
bool mentionsFloating(clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isPointerType() || type->isArrayType())
    return mentionsFloating(clang::QualType(type->getPointeeOrArrayElementType(), 0));
  const auto *instance = clang::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!instance)
    return type->isFloatingType() || (type->isRecordType() && !isOfLibrary(type->getAsCXXRecordDecl()));
  return llvm::any_of(instance->getTemplateArgs().asArray(), [](const clang::TemplateArgument &argument) {
    return argument.getKind() == clang::TemplateArgument::Type && mentionsFloating(argument.getAsType());
  });
}

/// Is it there to hold objects of another class?
bool isHolder(const clang::CXXRecordDecl *record) {
  const clang::ASTContext &ast = record->getASTContext();
  return llvm::any_of(std::initializer_list<const char *>{"value_type", "element_type", "mapped_type"},
                      [&](const char *name) { return !record->lookup(&ast.Idents.get(name)).empty(); });
}

} // namespace

bool isOpaque(clang::QualType type, Models &models) {
  type = type.getCanonicalType().getUnqualifiedType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || models.changes(type))
    return false;
  record = record->getDefinition();
  if (!isOfLibrary(record))
    return isOpaqueOfInstalledLibrary(record, models);
  bool isRecordOfC = isPlainStruct(record) && record->isAggregate();
  return !isRecordOfC && !record->isLambda() && !(isHolder(record) && mentionsFloating(type));
}

namespace {
bool leadsNowhere(clang::QualType type) {
  type = type.getCanonicalType();
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return leadsNowhere(array->getElementType());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return type->isArithmeticType() || type->isEnumeralType();
  return record->hasDefinition() &&
         llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) { return leadsNowhere(base.getType()); }) &&
         llvm::all_of(record->fields(), [](const clang::FieldDecl *field) { return leadsNowhere(field->getType()); });
}
} // namespace

bool isValueOfLibrary(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->isInStdNamespace() && record->isTriviallyCopyable() && leadsNowhere(type);
}

} // namespace adjoint::frontend
