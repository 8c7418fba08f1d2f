// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/InitLowering.h"

#include "Frontend/Clang/Braces.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ConstantAddresses.h"
#include "Frontend/Facts/Counters.h"
#include "Frontend/Facts/LazyStatics.h"
#include "Frontend/Facts/ReturnedTexts.h"
#include "Frontend/Facts/StatelessObjects.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/HiddenConstants.h"
#include "Frontend/Lower/Synonyms.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"
#include "IR/Visit.h"

#include "clang/AST/Attr.h"

#include <functional>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Complex numbers that are made of nothing.
bool isZeroArray(const clang::Expr *init) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit());
  const clang::CXXRecordDecl *record = construct ? construct->getConstructor()->getParent() : nullptr;
  return construct && construct->getType()->isArrayType() && construct->getConstructor()->isDefaultConstructor() && record->getIdentifier() &&
         record->getName() == "complex" && isOfLibrary(record);
}

} // namespace

namespace {

const clang::Expr *withoutWraps(const clang::Expr *e, Models &models) {
  e = e->IgnoreParens();
  if (const clang::Expr *inside = insideBraces(e))
    return withoutWraps(inside, models);
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return withoutWraps(full->getSubExpr(), models);
  if (const auto *init = dyn_cast<clang::CXXDefaultInitExpr>(e))
    return withoutWraps(init->getExpr(), models);
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return needsDestruction(e->getType(), models) ? e : withoutWraps(temporary->getSubExpr(), models);
  if (const auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return withoutWraps(bound->getSubExpr(), models);
  if (const auto *literal = dyn_cast<clang::CompoundLiteralExpr>(e); literal && !literal->isFileScope())
    return withoutWraps(literal->getInitializer(), models);
  const auto *cast = dyn_cast<clang::CastExpr>(e);
  bool isCall = cast && (cast->getCastKind() == clang::CK_ConstructorConversion ||
                         cast->getCastKind() == clang::CK_UserDefinedConversion);
  if (isCall && e->getType()->isRecordType() && e->isPRValue())
    return withoutWraps(cast->getSubExpr(), models);
  if (cast && cast->getCastKind() == clang::CK_NoOp && e->getType()->isRecordType() && e->isPRValue())
    return withoutWraps(cast->getSubExpr(), models);
  return e;
}

/// `S(x, y)` of an aggregate is `S{x, y}`.
const clang::Expr *inBraces(const clang::ASTContext &ast, const clang::CXXParenListInitExpr *e) {
  const llvm::ArrayRef<clang::Expr *> parts = e->getInitExprs();
  auto *list = new (ast) clang::InitListExpr(ast, e->getBeginLoc(), parts, e->getEndLoc());
  list->setType(e->getType());
  if (const clang::Expr *filler = e->getArrayFiller())
    list->setArrayFiller(const_cast<clang::Expr *>(filler));
  return list;
}

bool isAggregateList(const clang::Expr *init) {
  const auto *list = dyn_cast<clang::InitListExpr>(init);
  return list && !list->getType()->isScalarType() && !list->isTransparent();
}

/// Is it, in a default member initialiser, about the object that is being made?
bool namesThis(const clang::Stmt *s) {
  return clang::isa<clang::CXXThisExpr>(s) ||
         llvm::any_of(s->children(), [](const clang::Stmt *child) { return child && namesThis(child); });
}

/// Could the code pass over statements, or run the same function again?
bool hasDetours(const clang::Stmt *s) {
  const auto *call = dyn_cast<clang::CallExpr>(s);
  bool mayReturnHere = call && !(call->getDirectCallee() && isLibraryFunction(call->getDirectCallee()));
  if (mayReturnHere || clang::isa<clang::GotoStmt>(s))
    return true;
  for (const clang::Stmt *child : s->children())
    if (child && hasDetours(child))
      return true;
  return false;
}

/// Is the first statement that names the variable an assignment to all of it, in every run of the body?
bool isSetFirst(const clang::VarDecl *variable, const clang::Stmt *body) {
  if (hasDetours(body))
    return false;
  for (const clang::Stmt *s : body->children()) {
    if (mentions(s, variable) == 0)
      continue;
    const auto *e = dyn_cast<clang::Expr>(s);
    const auto *assignment = e ? dyn_cast<clang::BinaryOperator>(e->IgnoreParenImpCasts()) : nullptr;
    const auto *target = assignment && assignment->getOpcode() == clang::BO_Assign
                             ? dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens())
                             : nullptr;
    return target && target->getDecl() == variable && mentions(assignment->getRHS(), variable) == 0;
  }
  return false;
}

} // namespace

void refuseStatic(const clang::VarDecl *decl) {
  refuse(DiagId::static_variable, decl->getLocation());
}

/// The initialiser without what wraps it and does not change its value.
const clang::Expr *InitLowering::bare(const clang::Expr *e) {
  e = withoutWraps(e, body.unit.models);
  if (const auto *list = dyn_cast<clang::CXXParenListInitExpr>(e))
    e = inBraces(body.ast, list);
  if (const clang::Expr *model = body.unit.translation.of(e))
    return bare(model);
  const auto *list = dyn_cast<clang::InitListExpr>(e);
  const bool isOneOfSynonyms = list && list->getType()->isUnionType() && list->getNumInits() == 1 &&
                               !isOneMember(list->getType()->getAsRecordDecl());
  return isOneOfSynonyms ? bare(list->getInit(0)) : e;
}

// ------------------------------------------------------------- variables

void InitLowering::variable(const clang::VarDecl *decl) {
  bool isHoisted = !decl->hasInit() && body.isDeclared(decl); // out of a switch
  if (decl->hasExternalStorage() || isHoisted || body.bindFunction(decl))
    return;
  if (decl->hasAttr<clang::CleanupAttr>())
    refuse(DiagId::cleanup, decl->getLocation());
  if (decl->isStaticLocal())
    return staticVariable(decl);
  if (body.unit.statefulCalls().isNamedInstead(decl))
    return;
  body.unit.types.require(decl->getType(), decl->getLocation());
  body.arrays.measure(decl->getType(), decl->getLocation());
  if (body.unit.models.type(decl->getType())->isReferenceType())
    return reference(decl);
  if (decl->getType()->isVariableArrayType())
    return body.arrays.declare(decl);
  declareVariable(decl);
  body.lifetimes.begin({body.ir.place(body.variable(decl)), decl->getType(), decl->getLocation(), decl});
}

void InitLowering::hiddenConstant(const clang::VarDecl *decl) {
  body.unit.types.require(decl->getType(), decl->getLocation());
  declareVariable(decl);
  body.lifetimes.begin({body.ir.place(body.variable(decl)), decl->getType(), decl->getLocation(), decl});
}

/// Of which each call has its own.
void InitLowering::workContainer(const clang::VarDecl *decl, Beginning beginning) {
  hiddenConstant(decl);
  if (beginning == Beginning::OfSize)
    body.ir.noteLeftFromBefore(body.variable(decl));
}

namespace {
/// `double t = t + 1;`
bool readsItself(const clang::VarDecl *decl, const clang::Stmt *init) {
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(init))
    return name->getDecl() == decl;
  const auto *address = dyn_cast<clang::UnaryOperator>(init);
  if (clang::isa<clang::UnaryExprOrTypeTraitExpr>(init) || (address && address->getOpcode() == clang::UO_AddrOf))
    return false;
  return llvm::any_of(init->children(), [&](const clang::Stmt *part) { return part && readsItself(decl, part); });
}
} // namespace

void InitLowering::declareVariable(const clang::VarDecl *decl) {
  if (body.untyped.declare(decl) || body.rows.declare(decl))
    return;
  const ir::Type *type = body.unit.types.lower(decl->getType());
  const clang::Expr *init = decl->getAnyInitializer();
  if (!init) {
    body.emit<ir::DeclareStmt>(decl->getLocation(), body.declare(decl, type), nullptr);
    return;
  }
  if (type->isScalar() && readsItself(decl, init))
    refuse(DiagId::initialised_by_itself, decl->getLocation(), {decl->getNameAsString()});
  bool staysConst = type->isScalar() || isDeclaredWithValue(init);
  declare(body.declare(decl, staysConst ? type : body.ir.withoutConst(type)), init, decl->getLocation());
}

/// Else it is declared first, and its parts are stored.
bool InitLowering::isDeclaredWithValue(const clang::Expr *init) {
  init = bare(init);
  if (isAggregateList(init))
    return constantList(clang::cast<clang::InitListExpr>(init)) != nullptr;
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(init))
    return isWholeCopy(construct) && isDeclaredWithValue(construct->getArg(0));
  return !clang::isa<clang::LambdaExpr, clang::ArrayInitLoopExpr, clang::CXXInheritedCtorInitExpr,
                     clang::CXXStdInitializerListExpr>(init);
}

bool InitLowering::isWholeCopy(const clang::CXXConstructExpr *e) const {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  const clang::CXXRecordDecl *record = constructor->getParent();
  return constructor->isCopyOrMoveConstructor() && constructor->isTrivial() &&
         clang::declaresSameEntity(wholeClass(record, body.unit.types.classes()), record);
}

/// A reference to a temporary is a variable that holds the value.
void InitLowering::reference(const clang::VarDecl *decl) {
  const clang::Expr *init = decl->getInit();
  const ir::Type *type = body.unit.types.lower(decl->getType());
  if (const auto *full = dyn_cast<clang::FullExpr>(init))
    init = full->getSubExpr();
  if (const clang::Expr *inside = insideBraces(init))
    init = inside;
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(init)) {
    body.unit.types.require(temporary->getType(), decl->getLocation());
    declare(body.declare(decl, body.ir.withoutConst(type->element)), temporary->getSubExpr(), decl->getLocation());
    return body.lifetimes.begin({body.ir.place(body.variable(decl)), temporary->getType(), decl->getLocation(), decl});
  }
  if (body.unit.models.isText(decl->getType().getNonReferenceType()))
    return textReference(decl, init);
  const ir::Expr *address = body.places.address(init, type->element);
  body.emit<ir::DeclareStmt>(decl->getLocation(), body.declare(decl, type), address);
}

/// It leads to a variable, or to the Text in another object.
void InitLowering::textReference(const clang::VarDecl *decl, const clang::Expr *init) {
  if (!decl->getType()->getPointeeType().isConstQualified())
    refuseReturnedText(init);
  const ir::Place *target = body.places.place(init);
  const ir::Type *element = TextLowering::isText(target->type) ? body.ir.withoutConst(target->type)
                                                               : body.unit.types.lower(decl->getType())->element;
  if (decl->getType()->getPointeeType().isConstQualified())
    element = body.ir.withConst(element);
  const ir::Type *type = body.ir.referenceTo(element);
  const ir::Expr *address = body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.addressOf(target), body.ir.pointerTo(element));
  body.emit<ir::DeclareStmt>(decl->getLocation(), body.declare(decl, type), address);
}

/// A constant can be born anew in each call, and so can a variable that each call sets before it reads it.
/// Anything else would carry state that the adjoint cannot reach.
void InitLowering::staticVariable(const clang::VarDecl *decl) {
  if (decl->getType()->isReferenceType() && constantAddress(decl))
    return; // its uses name what it leads to
  if (isStateless(decl))
    return; // its uses make their own
  if (isOnlyCounted(decl, body.definition->getBody()))
    return; // which generated code does not do
  body.unit.types.require(decl->getType(), decl->getLocation());
  const bool isConstantAtFirst = !decl->getInit() || isMadeOfConstants(decl->getInit());
  if (isConstantAtFirst && isFilledLazily(decl, body.definition->getBody()))
    return hiddenConstant(decl); // made and filled in each call
  const Beginning beginning = isConstantAtFirst ? beginningOf(decl, body.definition->getBody()) : Beginning::Unknown;
  if (beginning != Beginning::Unknown)
    return workContainer(decl, beginning);
  bool isWritten = body.facts.isReassigned(decl) || body.facts.isExposed(decl);
  clang::QualType element = body.ast.getBaseElementType(decl->getType());
  bool isScratch = isWritten && decl->getType()->isArrayType() && element->isArithmeticType() && !element.isConstQualified();
  if (isScratch || (isSetFirst(decl, body.definition->getBody()) && !body.facts.isExposed(decl))) {
    const ir::Variable *variable = body.declare(decl, body.unit.types.lower(decl->getType()));
    body.emit<ir::DeclareStmt>(decl->getLocation(), variable, nullptr);
    return isScratch ? body.unit.requireSetFirst(body.function, variable, decl) : void();
  }
  bool isConst = body.ast.getBaseElementType(decl->getType()).isConstQualified() ||
                 !isWritten;
  if (!isConst || !decl->getInit() || !isMadeOfConstants(decl->getInit()))
    refuseStatic(decl);
  if (!hasEffects(decl->getInit()))
    return declareVariable(decl);
  if (!element.isConstQualified())
    refuseStatic(decl);
  hiddenConstant(decl); // an object of the library
}

void InitLowering::declare(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where) {
  if (const clang::Expr *inside = insideBraces(init))
    return declare(variable, inside, where);
  if (isZeroArray(init))
    return void(body.emit<ir::DeclareStmt>(where, variable, body.ir.zero(variable->type)));
  if (body.texts.declare(variable, init, where) || body.opaques.declare(variable, init, where))
    return;
  init = bare(init);
  if (body.memory.declareAllocated(variable, init, where) || body.calls.declareResult(variable, init, where))
    return;
  if (isAggregateList(init))
    return declareList(variable, clang::cast<clang::InitListExpr>(init), where);
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(init))
    return declareConstructed(variable, construct, where);
  if (clang::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(init)) {
    body.emit<ir::DeclareStmt>(where, variable, body.ir.zero(variable->type));
    return;
  }
  if (const auto *text = dyn_cast<clang::StringLiteral>(init)) {
    body.emit<ir::DeclareStmt>(where, variable, characters(text, variable->type));
    return;
  }
  if (!isDeclaredWithValue(init)) {
    body.emit<ir::DeclareStmt>(where, variable, nullptr);
    return store(body.ir.place(variable), init, where);
  }
  if (variable->type->isArray())
    refuse(DiagId::array_initialisation, where);
  body.emit<ir::DeclareStmt>(where, variable, body.exprs.value(init));
}

void InitLowering::declareConstructed(const ir::Variable *variable, const clang::CXXConstructExpr *e,
                                      clang::SourceLocation where) {
  if (isWholeCopy(e))
    return declare(variable, e->getArg(0), where);
  bool isZeroed = e->requiresZeroInitialization();
  body.emit<ir::DeclareStmt>(where, variable, isZeroed ? body.ir.zero(variable->type) : nullptr);
  body.objects.construct(body.ir.place(variable), e, where, isZeroed);
}

// ---------------------------------------------------------------- lists

void InitLowering::declareList(const ir::Variable *variable, const clang::InitListExpr *list,
                               clang::SourceLocation where) {
  if (const ir::Expr *constants = constantList(list)) {
    body.emit<ir::DeclareStmt>(where, variable, constants);
    return;
  }
  std::function<bool(const clang::Expr *)> leavesZeros = [&](const clang::Expr *init) {
    if (clang::isa<clang::ImplicitValueInitExpr>(init))
      return true;
    const auto *inner = dyn_cast<clang::InitListExpr>(init);
    if (!inner || !isAggregateList(inner))
      return false;
    bool found = inner->hasArrayFiller() && leavesZeros(inner->getArrayFiller());
    for (const clang::Expr *element : inner->inits())
      found = found || leavesZeros(element);
    return found;
  };
  bool isZeroed = leavesZeros(list);
  body.emit<ir::DeclareStmt>(where, variable, isZeroed ? body.ir.zero(variable->type) : nullptr);
  storeList(body.ir.place(variable), list, isZeroed, where);
}

void InitLowering::storeList(const ir::Place *place, const clang::InitListExpr *list, bool isZeroed,
                             clang::SourceLocation where) {
  if (const clang::CXXRecordDecl *record = list->getType()->getAsCXXRecordDecl()) {
    storeMembers(place, record->getDefinition(), list, isZeroed, where);
    return;
  }
  for (unsigned i = 0; i < list->getNumInits(); ++i)
    storeElement(body.ir.index(place, body.ir.intLiteral(i)), list->getInit(i), isZeroed, where);
  const clang::Expr *rest = list->hasArrayFiller() && !isZeroed ? list->getArrayFiller() : filler(list);
  if (rest)
    storeRest(place, rest, list->getNumInits(), isZeroed, where);
}

const clang::Expr *InitLowering::filler(const clang::InitListExpr *list) {
  const clang::Expr *rest = list->hasArrayFiller() ? list->getArrayFiller() : nullptr;
  return rest && clang::isa<clang::ImplicitValueInitExpr>(rest) ? nullptr : rest;
}

/// Of an array, the elements that the list does not name.
void InitLowering::storeRest(const ir::Place *place, const clang::Expr *init, uint64_t first, bool isZeroed,
                             clang::SourceLocation where) {
  constexpr uint64_t few = 8;
  const uint64_t count = place->type->count - first;
  auto storeAt = [&](const ir::Expr *index) { storeElement(body.ir.index(place, index), init, isZeroed, where); };
  if (count > few)
    return body.memory.forEachIndex(count, where, [&](const ir::Expr *k) {
      storeAt(first == 0 ? k : body.ir.binary(ir::BinaryOp::Add, k, body.ir.literal(first, k->type)));
    });
  for (uint64_t i = first; i < place->type->count; ++i)
    storeAt(body.ir.intLiteral(i));
}

/// Of an aggregate: its bases, then its members. One that only names the elements of an array is that array.
void InitLowering::storeMembers(const ir::Place *place, const clang::CXXRecordDecl *record,
                                const clang::InitListExpr *list, bool isZeroed, clang::SourceLocation where) {
  unsigned next = 0;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (next < list->getNumInits())
      storeElement(body.objects.part(place, record, base.getType()->getAsCXXRecordDecl()), list->getInit(next++),
                   isZeroed, where);
  const clang::FieldDecl *chosen = record->isUnion() ? list->getInitializedFieldInUnion() : nullptr;
  for (const clang::FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField() || next >= list->getNumInits() || (chosen && field != chosen))
      continue;
    const clang::Expr *init = list->getInit(next++);
    if (body.unit.types.isLeftOut(field))
      continue;
    const ir::Place *part = place->type->isArray() ? body.ir.index(place, body.ir.intLiteral(field->getFieldIndex()))
                                                   : memberPlace(body, place, field);
    auto storeIt = [&] {
      if (field->getType()->isReferenceType())
        storeMember(part, field, init, where);
      else
        storeElement(part, init, isZeroed, where);
    };
    // In a default member initialiser `this` is the new object, in the list's own expressions it is not.
    if (clang::isa<clang::CXXDefaultInitExpr>(init))
      body.objects.withThis(place, storeIt);
    else
      storeIt();
  }
}

void InitLowering::storeElement(const ir::Place *place, const clang::Expr *init, bool isZeroed,
                                clang::SourceLocation where) {
  if (isZeroed && clang::isa<clang::ImplicitValueInitExpr>(init))
    return;
  const clang::Expr *inner = bare(init);
  if (isAggregateList(inner))
    return storeList(place, clang::cast<clang::InitListExpr>(inner), isZeroed, where);
  store(place, init, inner->getExprLoc().isValid() ? inner->getExprLoc() : where);
}

void InitLowering::store(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where) {
  if (const clang::Expr *inside = insideBraces(init))
    return store(place, inside, where);
  if (isZeroArray(init))
    return body.memory.zero(place, where);
  if (body.texts.store(place, init, where) || body.opaques.store(place, init, where))
    return;
  init = bare(init);
  if (body.opaques.store(place, init, where)) // the initialiser of a member
    return;
  if (isAggregateList(init))
    return storeList(place, clang::cast<clang::InitListExpr>(init), false, where);
  if (clang::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(init))
    return body.memory.zero(place, where);
  if (storeInPlace(place, init, where))
    return;
  if (place->type->isArray())
    refuse(DiagId::array_initialisation, where);
  const bool isTyped = init->getType()->isVoidPointerType() && !place->type->element->isVoid();
  body.assign(place, isTyped ? body.untyped.stored(init, place->type) : body.exprs.value(init), where);
}

/// What is made in its storage, rather than a value that is assigned.
bool InitLowering::storeInPlace(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(init);
  if (construct && !isWholeCopy(construct))
    return body.objects.construct(place, construct, where), true;
  if (const auto *inherited = dyn_cast<clang::CXXInheritedCtorInitExpr>(init))
    return body.objects.constructInherited(place, inherited), true;
  if (const auto *lambda = dyn_cast<clang::LambdaExpr>(init))
    return body.objects.capture(place, lambda), true;
  if (const auto *loop = dyn_cast<clang::ArrayInitLoopExpr>(init))
    return storeArray(place, loop, where), true;
  return place->type->isRecord() && body.calls.storeResult(place, init, where);
}

void InitLowering::storeMember(const ir::Place *place, const clang::FieldDecl *field, const clang::Expr *init,
                               clang::SourceLocation where) {
  if (!field->getType()->isReferenceType())
    return store(place, init, where);
  body.assign(place, body.places.address(init, place->type->element), where);
}

void InitLowering::element(const clang::VarDecl *decl, const ir::Place *entry) {
  body.unit.types.require(decl->getType(), decl->getLocation());
  const ir::Type *type = body.unit.types.lower(decl->getType());
  auto implicit = ir::CastExpr::Form::Implicit;
  const ir::Expr *value = type->isReference()
                              ? body.ir.cast(implicit, body.ir.addressOf(entry), body.ir.pointerTo(type->element))
                              : body.ir.cast(implicit, body.ir.load(entry), body.ir.withoutConst(type));
  body.emit<ir::DeclareStmt>(decl->getLocation(), body.declare(decl, type), value);
}

// ---------------------------------------------------------------- arrays

const ir::Place *InitLowering::opaque(const clang::OpaqueValueExpr *e) {
  auto found = arrays.find(e);
  return found != arrays.end() ? found->second : body.places.place(e->getSourceExpr());
}

void InitLowering::storeArray(const ir::Place *place, const clang::ArrayInitLoopExpr *e, clang::SourceLocation where) {
  const clang::OpaqueValueExpr *source = e->getCommonExpr();
  const ir::Place *from = body.places.place(source->getSourceExpr());
  if (body.ast.getBaseElementType(e->getType()).isTriviallyCopyableType(body.ast))
    return body.memory.copyElement(place, from, where);
  arrays[source] = from;
  body.memory.forEachIndex(place->type->count, where, [&](const ir::Expr *k) {
    const ir::Expr *outer = std::exchange(copied, k);
    store(body.ir.index(place, k), e->getSubExpr(), where);
    copied = outer;
  });
}

// ------------------------------------------------------------- constants

/// The characters of `char text[] = "ab"`; the rest of the array is zero.
const ir::Expr *InitLowering::characters(const clang::StringLiteral *text, const ir::Type *array) {
  const ir::Type *type = body.ir.withoutConst(array->element);
  std::vector<const ir::Expr *> elements;
  for (unsigned i = 0; i < text->getLength() && i < array->count; ++i)
    elements.push_back(body.ir.literal(text->getCodeUnit(i), type));
  return body.ir.make<ir::InitListExpr>(std::move(elements), body.ir.withoutConst(array));
}

const ir::Expr *InitLowering::constantList(const clang::InitListExpr *list) {
  const clang::CXXRecordDecl *owner = list->getType()->getAsCXXRecordDecl();
  if (owner && owner->getNumBases() != 0) // those without members are no fields
    return nullptr;
  std::vector<const ir::Expr *> elements;
  bool isArray = list->getType()->isArrayType();
  const clang::RecordDecl *record = list->getType()->getAsRecordDecl();
  if (const clang::FieldDecl *only = record ? onlyMember(record) : nullptr; only && only->getType()->isArrayType())
    return nullptr;
  if (record)
    for (const clang::FieldDecl *field : record->fields()) {
      if (firstSynonym(field)->getType()->isArrayType() && field->isAnonymousStructOrUnion())
        return nullptr; // whose members' braces are not those of the array
      if (!body.unit.models.targetOf(field).isNull())
        return nullptr; // a pointer to void, of another type
    }
  for (const clang::Expr *init : list->inits()) {
    const ir::Expr *element = constant(init);
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  bool fillsWithZeros = !list->hasArrayFiller() || clang::isa<clang::ImplicitValueInitExpr>(list->getArrayFiller());
  if (isArray && !fillsWithZeros)
    return nullptr;
  return body.ir.make<ir::InitListExpr>(std::move(elements), body.exprs.typeOf(list));
}

const ir::Expr *InitLowering::constant(const clang::Expr *init) {
  init = bare(init);
  if (isAggregateList(init))
    return constantList(clang::cast<clang::InitListExpr>(init));
  if (clang::isa<clang::ImplicitValueInitExpr>(init))
    return body.ir.zero(body.exprs.typeOf(init));
  if (init->getType()->isRecordType() || init->getType()->isArrayType() || hasEffects(init) || namesThis(init))
    return nullptr;
  const ir::Expr *value = nullptr;
  ir::StmtList effects = body.collect([&] { value = body.exprs.value(init); });
  bool isConstant = effects.empty();
  ir::forEachExpr(value, [&](const ir::Expr *e) {
    isConstant = isConstant && !llvm::isa<ir::LoadExpr>(e) && !llvm::isa<ir::AddressExpr>(e);
  });
  return isConstant ? value : nullptr;
}

} // namespace adjoint::frontend
