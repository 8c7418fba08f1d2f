// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/TypeLowering.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/TypeSpelling.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/Synonyms.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

std::string TypeLowering::spell(clang::QualType type) const {
  type = type.getCanonicalType().getUnqualifiedType();
  if (namesAlias(models, type))
    type = models.original(type);
  return nameOfOriginal(type.getAsString(policyFor(type, ast)));
}

const ir::Type *TypeLowering::lower(clang::QualType type) {
  type = models.type(type);
  bool isConst = type.isConstQualified();
  type = clang::QualType(type.getTypePtr(), 0);
  auto found = known.find(type.getTypePtr());
  const ir::Type *image = found != known.end() ? found->second : lowerCanonical(type);
  known[type.getTypePtr()] = image;
  return isConst && !image->isReference() ? ir.withConst(image) : image;
}

const ir::Type *TypeLowering::pointerTo(const clang::Type *target, clang::QualType untyped) {
  const ir::Type *object = lower(clang::QualType(target, 0));
  const ir::Type *pointer = ir.pointerTo(untyped->getPointeeType().isConstQualified() ? ir.withConst(object) : object);
  return untyped.isConstQualified() ? ir.withConst(pointer) : pointer;
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
  if (const auto *array = ast.getAsVariableArrayType(type))
    return lower(array->getElementType()); // see VariableArrays
  if (const auto *array = ast.getAsArrayType(type))
    return ir.arrayOf(lower(array->getElementType()), 0);
  if (type->isFunctionType())
    return ir.functionType(spell(type));
  if (type->isMemberPointerType())
    return ir.intType(); // the member's number, see MemberDispatch
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
  const bool hasName = decl->getIdentifier() || decl->getTypedefNameForAnonDecl();
  if (!hasName || !isNameableEnum(decl))
    return lower(underlying);
  return ir.enumeration(spell(type), ast.getTypeSize(underlying), underlying->isSignedIntegerType());
}

// --------------------------------------------------------------- records

namespace {

/// The function that a local class or a lambda expression stands in.
std::string functionAround(const clang::RecordDecl *record) {
  for (const clang::DeclContext *c = record->getDeclContext(); c; c = c->getParent())
    if (const auto *function = dyn_cast<clang::FunctionDecl>(c); function && function->getIdentifier())
      return function->getNameAsString();
  return "";
}

/// The captures of a closure are members without names.
std::map<const clang::FieldDecl *, std::string> captureNames(const clang::RecordDecl *record) {
  std::map<const clang::FieldDecl *, std::string> names;
  const auto *closure = dyn_cast<clang::CXXRecordDecl>(record);
  if (!closure || !closure->isLambda())
    return names;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *object = nullptr;
  closure->getCaptureFields(captures, object);
  for (const auto &[variable, field] : captures)
    names[field] = variable->getNameAsString();
  if (object)
    names[object] = "object";
  return names;
}

} // namespace

/// What nobody can name is called after the function that it stands in: "f_lambda", "f_lambda2".
std::string TypeLowering::mirrorName(const clang::CXXRecordDecl *record, clang::QualType type) {
  std::string base = spell(type);
  std::string around = functionAround(record);
  if (record->isLambda() || !around.empty() ||
      (!isNameable(type) && clang::isa<clang::ClassTemplateSpecializationDecl>(record)))
    base = (around.empty() ? "" : around + "::") + (record->isLambda() ? "lambda" : record->getNameAsString());
  std::string name = base;
  for (unsigned number = 2; numbered.count(name); ++number)
    name = base + std::to_string(number);
  numbered.insert(name);
  std::string made = mirrorNames.make(name);
  while (ir.hasRecord(made))
    made = mirrorNames.make(name);
  return made;
}

static bool isPartOf(const ir::Record *record, const ir::Type *type) {
  while (type->isArray())
    type = type->element;
  if (!type->isRecord() || type->record == record)
    return type->isRecord();
  return llvm::any_of(type->record->fields, [&](const ir::Field &field) { return isPartOf(record, field.type); });
}

/// All classes of a hierarchy share one record, which cannot be a part of itself.
static void refuseOwnHierarchy(const clang::CXXRecordDecl *owner, const clang::FieldDecl *field) {
  refuse(DiagId::type_own_hierarchy, field->getLocation(), {owner->getQualifiedNameAsString(), field->getNameAsString()});
}

/// What C's streams are, which is nobody's business.
static bool isFile(const clang::RecordDecl *record, const clang::ASTContext &ast) {
  const clang::QualType file = ast.getFILEType();
  return !file.isNull() && clang::declaresSameEntity(file->getAsRecordDecl(), record);
}

const ir::Type *TypeLowering::lowerRecord(const clang::RecordDecl *record, clang::QualType type) {
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(record);
  models.complete(record);
  if (isOpaque(type, models) || isFile(record, ast))
    return opaque(type);
  if (const clang::CXXRecordDecl *whole = owner ? wholeClass(owner, hierarchy) : nullptr;
      whole && !clang::declaresSameEntity(whole, owner))
    return lower(typeOf(ast, whole));
  const bool mirrored = owner && isMirrored(owner, models);
  ir::Record *image = ir.record(mirrored ? mirrorName(owner, type) : spell(type));
  image->isMirror = mirrored;
  const ir::Type *result = ir.recordType(image);
  known[type.getTypePtr()] = result; // before its fields: they may point to it
  const clang::RecordDecl *definition = record->getDefinition();
  if (!definition || definition->isInvalidDecl())
    return result;
  if (owner && !mirrored) {
    image->emptyBraces = emptyBracesOf(owner->getDefinition());
    members[image] = {owner->getDefinition()};
  }
  unsigned next = 0;
  std::vector<ir::FieldView> fields;
  try {
    layOut(definition, *image, next, fields);
    auto indexOf = [&](const clang::FieldDecl *field) { return fieldIndices.at(field->getCanonicalDecl()); };
    if (owner && owner->getDefinition()->isPolymorphic())
      for (const clang::CXXRecordDecl *member : hierarchy.classesOf(owner->getDefinition()))
        for (const clang::FieldDecl *field : member->fields())
          if (!isLeftOut(field) && isPartOf(image, image->fields[indexOf(field)].type))
            refuseOwnHierarchy(member, field);
  } catch (const Refusal &) { // of a field, which leaves half a record
    for (auto entry = known.begin(); entry != known.end();)
      entry = entry->second == result ? known.erase(entry) : std::next(entry);
    throw;
  }
  if (mirrored) {
    image->isHierarchy = owner->getDefinition()->isPolymorphic() && !isOfModels(owner);
    if (image->isHierarchy)
      members[image] = hierarchy.classesOf(owner->getDefinition());
    auto *view = ir.make<ir::ClassView>(classViews.of(owner->getDefinition(), members[image]));
    view->fields = std::move(fields);
    view->isJoined = image->isHierarchy && hierarchy.isJoined(owner);
    ClassViews::finish(*view, *image);
    image->view = view;
  }
  return result;
}

void TypeLowering::addField(ir::Record &image, unsigned &next, const std::string &name, const ir::Type *type) {
  auto isTaken = [&](const ir::Field &field) { return !name.empty() && field.name == name; };
  if (next == image.fields.size()) { // not made before, for another function
    bool isFree = std::none_of(image.fields.begin(), image.fields.end(), isTaken);
    image.fields.push_back({isFree ? name : name + std::to_string(next), type, next});
  }
  ++next;
}

void TypeLowering::layOut(const clang::RecordDecl *record, ir::Record &image, unsigned &next,
                          std::vector<ir::FieldView> &views) {
  const auto *root = dyn_cast<clang::CXXRecordDecl>(record);
  if (!root || !root->isPolymorphic())
    return layOutOwn(record, image, next, views);
  addField(image, next, "class_id", ir.intType());
  views.push_back(classViews.ofClassNumber());
  const bool isJoined = hierarchy.isJoined(root);
  for (const clang::CXXRecordDecl *member : hierarchy.classesOf(root)) {
    const size_t first = views.size();
    const bool isOfAll = !isJoined && clang::declaresSameEntity(member, root);
    layOutOwn(member, image, next, views);
    for (size_t i = first; i < views.size() && !isOfAll; ++i)
      views[i].part = spell(typeOf(ast, member));
  }
}

void TypeLowering::layOutOwn(const clang::RecordDecl *record, ir::Record &image, unsigned &next,
                             std::vector<ir::FieldView> &views) {
  if (const auto *owner = dyn_cast<clang::CXXRecordDecl>(record))
    layOutBases(owner, image, next, views);
  std::map<const clang::FieldDecl *, std::string> captures = captureNames(record);
  const clang::FieldDecl *only = onlyMember(record);
  for (const clang::FieldDecl *field : record->fields()) {
    if (isLeftOut(field))
      continue;
    if (only && field != only) {
      for (const clang::FieldDecl *name : namesIn(field))
        fieldIndices[name->getCanonicalDecl()] = 0;
      continue;
    }
    const clang::FieldDecl *named = firstSynonym(field);
    const bool holdsText = models.isText(ast.getBaseElementType(named->getType()));
    const clang::QualType behind = models.targetOf(named);
    const ir::Type *type = !behind.isNull() ? pointerTo(behind.getTypePtr(), named->getType())
                                            : lower(holdsText ? models.held(named->getType()) : named->getType());
    if (image.isMirror)
      type = type->isReference() ? ir.pointerTo(type->element) : ir.withoutConst(type);
    for (const clang::FieldDecl *synonym : synonymsOf(field))
      fieldIndices[synonym->getCanonicalDecl()] = next;
    std::string name = named->getNameAsString();
    addField(image, next, name.empty() ? captures[field] : name, type);
    if (field->isBitField())
      image.fields[next - 1].bits = bitWidth(ast, field);
    views.push_back(classViews.ofField(named));
    if (!image.isMirror && isOfModels(record))
      image.fields[next - 1].access = viewOf(field);
  }
}

void TypeLowering::layOutBases(const clang::CXXRecordDecl *record, ir::Record &image, unsigned &next,
                               std::vector<ir::FieldView> &views) {
  for (const clang::CXXBaseSpecifier &specifier : record->bases()) {
    const clang::CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    base = base ? base->getDefinition() : nullptr;
    if (!base || base->isPolymorphic())
      continue;
    if (!clang::declaresSameEntity(wholeClass(base, hierarchy), base)) {
      layOut(base, image, next, views);
      continue;
    }
    baseIndices[{record->getCanonicalDecl(), base->getCanonicalDecl()}] = next;
    addField(image, next, record->getNumBases() == 1 ? "base" : "base_" + base->getNameAsString(),
             lower(specifier.getType()));
    views.push_back(classViews.ofBase(specifier));
  }
}

unsigned TypeLowering::fieldIndex(const clang::FieldDecl *field) {
  const clang::RecordDecl *owner = ownerOf(field);
  if (const auto *record = dyn_cast<clang::CXXRecordDecl>(owner); record && record->isPolymorphic())
    hierarchy.idOf(record); // one that appeared too late has no fields
  lower(typeOf(ast, owner));
  return fieldIndices.at(field->getCanonicalDecl());
}

std::optional<unsigned> TypeLowering::baseIndex(const clang::CXXRecordDecl *record, const clang::CXXRecordDecl *base) {
  lower(typeOf(ast, record));
  auto found = baseIndices.find({record->getCanonicalDecl(), base->getCanonicalDecl()});
  return found == baseIndices.end() ? std::nullopt : std::optional<unsigned>(found->second);
}

/// Something that is only ever named: a record without fields.
const ir::Type *TypeLowering::opaque(clang::QualType type) {
  std::string name = libraryName(type);
  ir::Record *record = ir.record(name.empty() ? spell(type) : name);
  record->isOpaque = true;
  record->isValue = isValueOfLibrary(type);
  const clang::CXXRecordDecl *owner = type->getAsCXXRecordDecl();
  if (owner && owner->hasDefinition() && !owner->getDefinition()->hasDefaultConstructor())
    record->emptyBraces = ir::EmptyBraces::Nothing;
  return ir.recordType(record);
}

/// `std::mt19937` for what is an instance of a template; empty: it has no name of its own that is not the library's alone.
std::string TypeLowering::libraryName(clang::QualType type) const {
  for (clang::NamedDecl *found : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("std"))) {
    const auto *space = dyn_cast<clang::NamespaceDecl>(found);
    if (!space)
      continue;
    for (const clang::NamespaceDecl *part : space->redecls())
      for (const clang::Decl *decl : part->decls())
        if (const auto *alias = dyn_cast<clang::TypedefNameDecl>(decl);
            alias && !alias->getName().starts_with("_") && ast.hasSameType(alias->getUnderlyingType(), type))
          return "std::" + alias->getNameAsString();
  }
  return "";
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

/// Does a copy of the object point into itself, so that it cannot be moved bit by bit?
class SelfPointer : public AstVisitor {
public:
  bool isFound = false;

  static bool isIn(const clang::CXXRecordDecl *record) {
    SelfPointer search;
    for (clang::CXXConstructorDecl *constructor : record->ctors())
      if (constructor->isCopyOrMoveConstructor() && constructor->isUserProvided())
        search.TraverseDecl(constructor);
    return search.isFound;
  }

  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init) override {
    const clang::FieldDecl *field = init->getAnyMember();
    if (field && init->getInit())
      check(field->getType(), init->getInit());
    return AstVisitor::TraverseConstructorInitializer(init);
  }
  bool VisitBinaryOperator(clang::BinaryOperator *op) override {
    if (op->getOpcode() == clang::BO_Assign)
      check(op->getLHS()->getType(), op->getRHS());
    return true;
  }

private:
  void check(clang::QualType target, const clang::Expr *value) {
    const clang::Expr *e = value->IgnoreParenImpCasts();
    if (const auto *address = dyn_cast<clang::UnaryOperator>(e); address && address->getOpcode() == clang::UO_AddrOf)
      e = address->getSubExpr()->IgnoreParenImpCasts();
    else if (target->isPointerType() && !e->getType()->isArrayType() && !clang::isa<clang::CXXThisExpr>(e))
      return;
    else if (!target->isPointerType() && !target->isReferenceType())
      return;
    while (true) {
      if (const auto *member = dyn_cast<clang::MemberExpr>(e))
        e = member->getBase()->IgnoreParenImpCasts();
      else if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
        e = element->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    isFound = isFound || clang::isa<clang::CXXThisExpr>(e);
  }
};

std::optional<DiagId> obstacle(clang::ASTContext &ast, Models &models, clang::QualType type);

/// A member of the user's class of a library class that cannot be part of a record. To name it is an error; the
/// library changes nothing else when it makes, copies or destroys it.
bool isLeftOut(clang::ASTContext &ast, Models &models, const clang::FieldDecl *field) {
  if (field->hasCapturedVLAType()) // a size, for the lambda to multiply with
    return true;
  clang::QualType type = ast.getBaseElementType(field->getType());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || isOfModels(field) || models.isText(type))
    return false;
  if (isOpaque(type, models))
    return !isCopiedAsBytes(ast, type);
  return isOfLibrary(record) && obstacle(ast, models, type).has_value();
}

/// What stands in the way of a value of the type; none: nothing.
std::optional<DiagId> obstacle(clang::ASTContext &ast, Models &models, clang::QualType type) {
  type = models.type(type);
  if (type->isReferenceType() || type->isPointerType())
    return std::nullopt;
  if (type.isVolatileQualified() && type->isRealFloatingType())
    return DiagId::type_volatile;
  if (const clang::ArrayType *array = ast.getAsArrayType(type))
    return obstacle(ast, models, array->getElementType());
  if (type->isAtomicType())
    return DiagId::type_atomic;
  if (type->isAnyComplexType())
    return DiagId::type_complex;
  if (type->isVectorType())
    return DiagId::type_vector;
  if (type->isRealFloatingType()) {
    auto kind = type->castAs<clang::BuiltinType>()->getKind();
    bool isStandard = kind == clang::BuiltinType::Float || kind == clang::BuiltinType::Double ||
                      kind == clang::BuiltinType::LongDouble;
    return isStandard ? std::nullopt : std::optional(DiagId::type_floating);
  }
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return std::nullopt;
  if (record->isUnion())
    return isOneMember(record) && isNameable(type) ? std::nullopt : std::optional(DiagId::type_union);
  record = record->getDefinition();
  if (!record)
    return DiagId::type_incomplete;
  if (isOpaque(type, models))
    return std::nullopt;
  if (isOfLibrary(record))
    return isPlainStruct(record) ? std::nullopt : std::optional(DiagId::type_library);
  if (record->isPolymorphic() && repeatsBase(record))
    return DiagId::type_hierarchies;
  if (record->getNumVBases() != 0)
    return DiagId::type_virtual_base;
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    if (isLibraryException(base))
      continue;
    const clang::CXXRecordDecl *inherited = base.getType()->getAsCXXRecordDecl();
    if (isOfLibrary(inherited) && inherited->hasDefinition() && inherited->isPolymorphic())
      return DiagId::type_hierarchies;
    if (isOpaque(base.getType(), models) && !isCopiedAsBytes(ast, base.getType()))
      return DiagId::type_library;
    if (std::optional<DiagId> inside = obstacle(ast, models, base.getType()))
      return inside;
  }
  if (SelfPointer::isIn(record))
    return DiagId::type_self_pointer;
  const bool mirrored = isMirrored(record, models);
  for (const clang::FieldDecl *member : record->fields()) {
    const clang::FieldDecl *field = firstSynonym(member);
    if (mirrored && (field->isBitField() || field->isAnonymousStructOrUnion()))
      return DiagId::type_bit_fields;
    bool isPassiveUnion = field->getType()->isUnionType() && !holdsFloating(ast, field->getType());
    if (isOfModels(record) && field->getType()->isPointerType() && isOpaque(field->getType()->getPointeeType(), models) &&
        !isCopiedAsBytes(ast, field->getType()->getPointeeType()))
      return DiagId::type_elements;
    if (isLeftOut(ast, models, field))
      continue;
    if (std::optional<DiagId> inside = isPassiveUnion ? std::nullopt : obstacle(ast, models, field->getType()))
      return inside;
  }
  return std::nullopt;
}

} // namespace

bool TypeLowering::isLeftOut(const clang::FieldDecl *field) const { return adjoint::frontend::isLeftOut(ast, models, field); }

/// What is volatile itself is a variable, which nobody else changes; what is volatile inside is a member.
void TypeLowering::require(clang::QualType type, clang::SourceLocation where) const {
  clang::Qualifiers qualifiers = type.getQualifiers();
  qualifiers.removeVolatile();
  type = ast.getQualifiedType(type.getUnqualifiedType(), qualifiers);
  if (std::optional<DiagId> why = obstacle(ast, models, type))
    refuse(*why, where, {type.getCanonicalType().getAsString(generatedCodePolicy(ast))});
}

} // namespace adjoint::frontend
