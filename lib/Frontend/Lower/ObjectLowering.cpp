// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ObjectLowering.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ClassHierarchy.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/ExprLowering.h"
#include "Frontend/Lower/Synonyms.h"

#include "clang/AST/CXXInheritance.h"

namespace adjoint::frontend {

using clang::dyn_cast;

void ObjectLowering::withThis(const ir::Place *object, const std::function<void()> &lower) {
  const ir::Place *outer = std::exchange(body.object, object);
  lower();
  body.object = outer;
}

// ---------------------------------------------------------- construction

void ObjectLowering::construct(const ir::Place *place, const clang::CXXConstructExpr *e, clang::SourceLocation where,
                               bool isZeroed) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  if (e->requiresZeroInitialization() && !isZeroed)
    body.memory.zero(place, where);
  if (constructor->isDefaultConstructor() && constructor->isTrivial())
    return;
  body.memory.forEachElement(place, where, [&](const ir::Place *element) { constructOne(element, e, where); });
}

void ObjectLowering::constructOne(const ir::Place *place, const clang::CXXConstructExpr *e,
                                  clang::SourceLocation where) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial()) {
    const clang::Expr *source = e->getArg(0);
    if (source->isGLValue())
      return copy(place, body.places.place(source), constructor->getParent(), where);
    return body.inits.store(place, source, where);
  }
  if (constructor->isDefaultConstructor() && !constructor->isUserProvided())
    return body.exceptions.constructing([&] { initialise(place, constructor, where); });
  body.calls.construct(place, e, where);
}

/// A class that one record holds together with what is derived from it has its own bases and members copied only.
void ObjectLowering::copy(const ir::Place *to, const ir::Place *from, const clang::CXXRecordDecl *record,
                          clang::SourceLocation where) {
  if (clang::declaresSameEntity(wholeClass(record, body.unit.types.classes()), record))
    return body.assign(to, body.ir.load(from), where);
  for (const clang::CXXBaseSpecifier &specifier : record->bases()) {
    if (isLibraryException(specifier))
      continue;
    const clang::CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    copy(part(to, record, base), part(from, record, base), base->getDefinition(), where);
  }
  for (const clang::FieldDecl *field : record->fields()) {
    if (body.unit.types.isLeftOut(field))
      continue;
    unsigned index = body.unit.types.fieldIndex(field);
    body.memory.copyElement(body.ir.field(to, index), body.ir.field(from, index), where);
  }
}

/// `using Base::Base`, of a base that has a model: what the constructor is given, as if it handed that on by name.
const clang::Expr *ObjectLowering::handedOn(const clang::CXXInheritedCtorInitExpr *e) {
  std::vector<clang::Expr *> args;
  for (const clang::ParmVarDecl *param : body.definition->parameters()) {
    const clang::QualType type = param->getType().getNonReferenceType();
    clang::Expr *name = clang::DeclRefExpr::Create(body.ast, {}, {}, const_cast<clang::ParmVarDecl *>(param), false, e->getLocation(), type,
                                                   clang::VK_LValue);
    const bool isMoved = param->getType()->isRValueReferenceType() || (!param->getType()->isReferenceType() && type->isRecordType());
    args.push_back(isMoved ? clang::ImplicitCastExpr::Create(body.ast, type, clang::CK_NoOp, name, nullptr, clang::VK_XValue, {}) : name);
  }
  return clang::CXXConstructExpr::Create(body.ast, e->getType(), e->getLocation(), e->getConstructor(), false, args, false, false, false,
                                         false, e->getConstructionKind(), e->getSourceRange());
}

void ObjectLowering::constructInherited(const ir::Place *place, const clang::CXXInheritedCtorInitExpr *e) {
  if (body.unit.models.changes(e->getType()))
    return body.inits.store(place, handedOn(e), e->getLocation());
  const ir::Function *callee = body.unit.function(e->getConstructor());
  std::vector<const ir::Expr *> args = {body.ir.addressOf(place)};
  for (size_t i = 1; i < body.function.params.size() && i < callee->params.size(); ++i) {
    const ir::Variable *param = body.function.params[i];
    const ir::Place *passed = body.ir.place(param);
    args.push_back(param->type->isReference() ? body.ir.addressOf(passed) : body.ir.load(passed));
  }
  body.emit<ir::CallStmt>(e->getLocation(), nullptr, false, callee, std::move(args));
}

void ObjectLowering::capture(const ir::Place *place, const clang::LambdaExpr *e) {
  auto init = e->capture_init_begin();
  for (const clang::FieldDecl *field : e->getLambdaClass()->fields()) {
    const clang::Expr *value = *init++;
    if (body.unit.types.isLeftOut(field))
      continue;
    const ir::Place *part = body.ir.field(place, body.unit.types.fieldIndex(field));
    body.inits.storeMember(part, field, value, e->getBeginLoc());
  }
}

// ---------------------------------------------------------- constructors

void ObjectLowering::initialisers(const clang::CXXConstructorDecl *constructor) {
  initialise(body.object, constructor, constructor->getLocation()); // its parts end if the body throws
}

void ObjectLowering::initialise(const ir::Place *object, const clang::CXXConstructorDecl *constructor,
                                clang::SourceLocation where) {
  bool isSet = constructor->isDelegatingConstructor();
  for (const clang::CXXCtorInitializer *init : constructor->inits()) {
    if (!isSet && !init->isBaseInitializer()) {
      setClass(object, constructor->getParent(), where);
      isSet = true;
    }
    clang::SourceLocation at = init->isWritten() ? init->getSourceLocation() : where;
    withThis(object, [&] { initialiseOne(object, constructor, init, at); });
    beginPart(object, constructor, init, at);
  }
  if (!isSet)
    setClass(object, constructor->getParent(), where);
}

void ObjectLowering::setClass(const ir::Place *object, const clang::CXXRecordDecl *record,
                              clang::SourceLocation where) {
  if (record->isPolymorphic())
    body.assign(body.ir.field(object, 0), body.ir.intLiteral(body.unit.types.classes().idOf(record)), where);
}

const ir::Expr *ObjectLowering::isOfClass(const ir::Place *object, const clang::CXXRecordDecl *record) {
  const ir::Expr *id = body.ir.load(body.ir.field(object, 0)), *any = nullptr;
  for (const clang::CXXRecordDecl *other : body.unit.types.classes().classesOf(record)) {
    if (!clang::declaresSameEntity(other, record) && !other->isDerivedFrom(record->getDefinition()))
      continue;
    const ir::Expr *number = body.ir.intLiteral(body.unit.types.classes().idOf(other));
    const ir::Expr *isOther = body.ir.binary(ir::BinaryOp::Equal, id, number);
    any = any ? body.ir.binary(ir::BinaryOp::Or, any, isOther) : isOther;
  }
  return any;
}

void ObjectLowering::destroyDynamic(const ir::Place *object, clang::QualType type, clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->isPolymorphic() || !record->getDestructor()->isVirtual())
    return destroy(object, type, where);
  std::vector<ir::SwitchSection> sections;
  bool isAny = false;
  for (const clang::CXXRecordDecl *other : body.unit.types.classes().classesOf(record)) {
    if (!clang::declaresSameEntity(other, record) && !other->isDerivedFrom(record->getDefinition()))
      continue;
    ir::SwitchSection section;
    section.labels = {body.ir.intLiteral(body.unit.types.classes().idOf(other))};
    section.body = body.collect([&] { destroy(object, typeOf(body.ast, other), where); });
    isAny = isAny || !section.body.empty();
    ir::StmtList leave = body.collect([&] { body.emit<ir::BreakStmt>(where); });
    section.body.push_back(leave.front());
    sections.push_back(std::move(section));
  }
  if (isAny)
    body.emit<ir::SwitchStmt>(where, body.ir.load(body.ir.field(object, 0)), std::move(sections));
}

static bool isBaseLeftOut(const clang::CXXRecordDecl *record, const clang::CXXCtorInitializer *init) {
  return init->isBaseInitializer() && llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) {
           return isLibraryException(base) && thrownType(base.getType()) == thrownType(clang::QualType(init->getBaseClass(), 0));
         });
}

/// Of a member that objects are held without. What making it does, in a library that is installed, is not to be seen.
static void requireNoEffects(const clang::FieldDecl *field, clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record && isOfInstalledLibrary(record))
    refuse(DiagId::opaque_end, where, {record->getQualifiedNameAsString()});
}

void ObjectLowering::initialiseOne(const ir::Place *object, const clang::CXXConstructorDecl *constructor,
                                   const clang::CXXCtorInitializer *init, clang::SourceLocation where) {
  const clang::Expr *value = init->getInit();
  if (isBaseLeftOut(constructor->getParent(), init)) {
    if (areMadeWithEffects(thrownFrom(value)))
      refuse(DiagId::text_effects, where);
    return;
  }
  body.fullExpression(value, [&] {
    if (init->isDelegatingInitializer())
      return body.inits.store(object, value, where);
    if (init->isBaseInitializer()) {
      const clang::CXXRecordDecl *base = init->getBaseClass()->getAsCXXRecordDecl();
      return body.inits.store(part(object, constructor->getParent(), base), value, where);
    }
    const clang::FieldDecl *field = init->getAnyMember();
    if (body.unit.types.isLeftOut(field))
      return requireNoEffects(field, where);
    if (init->isIndirectMemberInitializer() && ownerOf(field) == field->getParent())
      refuse(DiagId::unnamed_struct_member, where);
    body.inits.storeMember(memberPlace(body, object, field), field, value, where);
  });
}

/// What the initialiser has made ends if the constructor throws.
void ObjectLowering::beginPart(const ir::Place *object, const clang::CXXConstructorDecl *constructor,
                               const clang::CXXCtorInitializer *init, clang::SourceLocation where) {
  if (init->isDelegatingInitializer())
    return body.exceptions.beginPart(object, typeOf(body.ast, constructor->getParent()), where);
  if (isBaseLeftOut(constructor->getParent(), init))
    return;
  if (init->isBaseInitializer()) {
    clang::QualType type(init->getBaseClass(), 0);
    return body.exceptions.beginPart(part(object, constructor->getParent(), type->getAsCXXRecordDecl()), type, where);
  }
  const clang::FieldDecl *field = init->getAnyMember();
  if (!field->getType()->isReferenceType() && !body.unit.types.isLeftOut(field))
    body.exceptions.beginPart(memberPlace(body, object, field), field->getType(), where);
}

// ----------------------------------------------------------- destruction

void ObjectLowering::destroy(const ir::Place *place, clang::QualType type, clang::SourceLocation where) {
  type = body.unit.models.type(type);
  if (!needsDestruction(type, body.unit.models))
    return;
  const clang::CXXRecordDecl *record = body.ast.getBaseElementType(type)->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  auto destroyOne = [&](const ir::Place *element) {
    if (!destructor || !destructor->isUserProvided()) // an implicit one need not have been declared
      return destroyParts(element, record, where);
    const ir::Function *callee = body.unit.function(destructor);
    // A const object is no longer const when it ends.
    const ir::Expr *address = body.ir.cast(ir::CastExpr::Form::Const, body.ir.addressOf(element),
                                           body.ir.pointerTo(callee->params.front()->type->element));
    body.emit<ir::CallStmt>(where, nullptr, false, callee, std::vector<const ir::Expr *>{address});
  };
  body.memory.forEachElement(place, where, destroyOne, /*descending=*/true);
}

void ObjectLowering::forEachPart(const ir::Place *object, const clang::CXXRecordDecl *record,
                                 const std::function<void(const ir::Place *, clang::QualType)> &action) {
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (!isLibraryException(base))
      action(part(object, record, base.getType()->getAsCXXRecordDecl()), base.getType());
  for (const clang::FieldDecl *field : record->fields())
    if (!field->getType()->isReferenceType() && !body.unit.types.isLeftOut(field))
      action(body.ir.field(object, body.unit.types.fieldIndex(field)), field->getType());
}

void ObjectLowering::destroyParts(const ir::Place *object, const clang::CXXRecordDecl *record,
                                  clang::SourceLocation where) {
  std::vector<Lifetimes::Object> parts;
  forEachPart(object, record, [&](const ir::Place *place, clang::QualType type) {
    parts.push_back({place, type, where, nullptr});
  });
  body.lifetimes.end(parts);
}

void ObjectLowering::beginParts(const clang::CXXDestructorDecl *destructor) {
  setClass(body.object, destructor->getParent(), destructor->getLocation());
  forEachPart(body.object, destructor->getParent(), [&](const ir::Place *place, clang::QualType type) {
    body.lifetimes.begin({place, type, destructor->getLocation(), nullptr});
  });
}

// ----------------------------------------------------------------- bases

const ir::Place *ObjectLowering::part(const ir::Place *object, const clang::CXXRecordDecl *record,
                                      const clang::CXXRecordDecl *base) {
  std::optional<unsigned> index = body.unit.types.baseIndex(record->getDefinition(), base);
  return index ? body.ir.field(object, *index) : object;
}

const clang::CXXRecordDecl *ObjectLowering::modelOf(const clang::CXXRecordDecl *record) const {
  const clang::CXXRecordDecl *model = body.unit.models.type(typeOf(body.ast, record))->getAsCXXRecordDecl();
  return model && model->getDefinition() ? model->getDefinition() : record;
}

/// Classes of a library are derived from each other in other steps than their models are.
const ir::Place *ObjectLowering::partOfModel(const ir::Place *object, const clang::CXXRecordDecl *model,
                                             const clang::CXXRecordDecl *base) {
  clang::CXXBasePaths paths;
  if (!model->isDerivedFrom(base, paths))
    return object;
  for (const clang::CXXBasePathElement &step : paths.front())
    object = part(object, step.Class, step.Base->getType()->getAsCXXRecordDecl());
  return object;
}

const ir::Place *ObjectLowering::asBase(const ir::Place *object, const clang::CastExpr *e) {
  const clang::Expr *from = e->getSubExpr();
  clang::QualType type = from->getType()->isPointerType() ? from->getType()->getPointeeType() : from->getType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  body.unit.types.require(typeOf(body.ast, record), e->getExprLoc());
  for (const clang::CXXBaseSpecifier *step : e->path()) {
    if (isLibraryException(*step) && !isOpaque(typeOf(body.ast, record), body.unit.models))
      refuse(DiagId::exception_base, e->getExprLoc());
    const clang::CXXRecordDecl *base = step->getType()->getAsCXXRecordDecl();
    const clang::CXXRecordDecl *model = modelOf(record), *baseModel = modelOf(base);
    if (!isOfModels(model))
      object = part(object, record, base);
    else if (isOfModels(baseModel))
      object = partOfModel(object, model, baseModel);
    else if (step != e->path_end()[-1]) // no class of the models: one further down may be
      continue;
    record = base;
  }
  const ir::Type *wanted = body.unit.types.lower(typeOf(body.ast, record));
  const bool isNothing = wanted->isRecord() && wanted->record->fields.empty() && !wanted->record->isOpaque;
  if (!isNothing || body.ir.withoutConst(object->type) == wanted)
    return object;
  const ir::Variable *empty = body.temporary("empty", wanted, e->getExprLoc()); // a base without members is no part
  body.emit<ir::DeclareStmt>(e->getExprLoc(), empty, body.ir.zero(wanted));
  return body.ir.place(empty);
}

} // namespace adjoint::frontend
