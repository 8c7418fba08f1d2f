// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/ModelTranslation.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/Braces.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Models/AsWritten.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/Marks.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"
#include "Frontend/Models/TakenArguments.h"
#include "Frontend/Models/Translated.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Overload.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

#include <functional>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;

namespace {

/// The scope of the file, which is gone when the file has been read. Clang enters its builtins there.
class FileScope {
public:
  explicit FileScope(clang::Sema &sema)
      : sema(sema), scope(nullptr, clang::Scope::DeclScope, sema.getDiagnostics()), before(sema.TUScope) {
    if (before)
      return;
    scope.setEntity(sema.getASTContext().getTranslationUnitDecl());
    sema.TUScope = &scope;
  }
  ~FileScope() { sema.TUScope = before; }

private:
  clang::Sema &sema;
  clang::Scope scope;
  clang::Scope *before;
};

/// Are values of the types objects of one class? What is no object is converted where it is used.
bool isSameObject(clang::QualType a, clang::QualType b) {
  return (!a->isRecordType() && !b->isRecordType()) || a.getUnqualifiedType() == b.getUnqualifiedType();
}

/// Clang's complaints about a model are not the user's; the translation is null instead.
class Silence {
public:
  explicit Silence(clang::DiagnosticsEngine &engine) : engine(engine), before(engine.getSuppressAllDiagnostics()) {
    engine.setSuppressAllDiagnostics(true);
  }
  ~Silence() { engine.setSuppressAllDiagnostics(before); }

private:
  clang::DiagnosticsEngine &engine;
  bool before;
};

} // namespace

ModelTranslation::ModelTranslation(Models &models)
    : models(models), sema(models.sema), ast(sema.getASTContext()) {}

const Expr *ModelTranslation::of(const Expr *e) { return inSema(known, e, &ModelTranslation::translate); }

const Expr *ModelTranslation::ofEffect(const Expr *e) {
  const auto *assignment = dyn_cast<clang::BinaryOperator>(e);
  if (!assignment || !assignment->isAssignmentOp() || !assignment->getType()->isVectorType())
    return of(e);
  const Expr *store = inSema(stores, e, &ModelTranslation::storedLanes);
  return store ? store : of(e);
}

/// What Clang makes of the expression: once.
const Expr *ModelTranslation::inSema(std::map<const Expr *, const Expr *> &known, const Expr *e,
                                     Expr *(ModelTranslation::*translate)(const Expr *)) {
  auto found = known.find(e);
  if (found != known.end())
    return found->second;
  Silence silence(sema.getDiagnostics());
  FileScope scope(sema);
  clang::EnterExpressionEvaluationContext evaluated(sema,
                                                    clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Expr *translated = (this->*translate)(e);
  if (translated)
    sema.PerformPendingInstantiations();
  return known[e] = translated;
}

namespace {
struct Faults : AstVisitor {
  bool found = false;
  bool VisitRecoveryExpr(clang::RecoveryExpr *) override { return !(found = true); }
};
} // namespace

bool ModelTranslation::define(const clang::FunctionDecl *function) {
  if (!isOfModels(function))
    return true;
  if (!function->hasBody() && function->isImplicitlyInstantiable()) {
    Silence silence(sema.getDiagnostics());
    FileScope scope(sema);
    sema.InstantiateFunctionDefinition(function->getLocation(), const_cast<clang::FunctionDecl *>(function), true);
    sema.PerformPendingInstantiations();
  }
  const clang::FunctionDecl *definition = nullptr;
  Faults faults;
  if (function->hasBody(definition))
    faults.TraverseStmt(definition->getBody());
  return !faults.found;
}

Expr *ModelTranslation::translate(const Expr *e) {
  Expr *made = translated(e);
  if (!made && isLeftOut(e))
    refuseMissing(e);
  return made;
}

/// Is it done with an object of a library that has models alone, of a class that has none?
bool ModelTranslation::isLeftOut(const Expr *e) {
  auto isOfOne = [this](clang::QualType type) {
    const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && models.isWhollyModelled(record) && !models.changes(type.getNonReferenceType());
  };
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return isOfOne(construct->getType());
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || isOfModels(callee) || !models.isWhollyModelled(callee))
    return false;
  const auto *method = dyn_cast<clang::CXXMemberCallExpr>(call);
  const bool isOnOne = method ? isOfOne(objectTypeOf(method)) : call->getNumArgs() != 0 && isOfOne(typeWritten(call->getArg(0)));
  return isOnOne || isOfOne(callee->getReturnType()) ||
         llvm::any_of(callee->parameters(), [&](const clang::ParmVarDecl *param) { return isOfOne(param->getType()); });
}

Expr *ModelTranslation::translated(const Expr *e) {
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return construction(construct);
  if (const auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(e))
    return operation(operatorCall);
  if (const auto *rewritten = dyn_cast<clang::CXXRewrittenBinaryOperator>(e))
    return inequality(rewritten);
  if (const auto *function = dyn_cast<clang::CallExpr>(e); function && isSameFunction(function->getDirectCallee()))
    return same(function);
  if (const auto *method = dyn_cast<clang::CXXMemberCallExpr>(e))
    return memberCall(method);
  if (const auto *function = dyn_cast<clang::CallExpr>(e))
    return call(function);
  if (const auto *field = dyn_cast<clang::MemberExpr>(e))
    return member(field);
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e))
    return variable(name);
  if (const auto *elements = dyn_cast<clang::CXXStdInitializerListExpr>(e))
    return list(elements);
  if (const auto *fields = dyn_cast<clang::InitListExpr>(e))
    return fields->getType()->isVectorType() ? onLanes(e) : aggregate(fields);
  return onLanes(e);
}

namespace {
/// The library's object that is called as a function (std::ranges::sort); null: the call is another.
const clang::VarDecl *calledObject(const Expr *e) {
  const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e);
  const bool isCall = call && call->getOperator() == clang::OO_Call;
  const auto *name = isCall ? dyn_cast<clang::DeclRefExpr>(asWritten(call->getArg(0))) : nullptr;
  const auto *object = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return object && object->isFileVarDecl() && isOfLibrary(object) ? object : nullptr;
}
} // namespace

void ModelTranslation::refuseMissing(const Expr *e) {
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const clang::NamedDecl *called = calledObject(e);
  if (!called && call)
    called = clang::dyn_cast_or_null<clang::NamedDecl>(call->getCalleeDecl());
  const auto *function = clang::dyn_cast_or_null<clang::FunctionDecl>(called);
  if (function && function->isExternC())
    refuse(DiagId::model_c_function, e->getExprLoc(), {function->getQualifiedNameAsString()});
  if (called)
    refuse(DiagId::model_arguments, e->getExprLoc(), {called->getQualifiedNameAsString()});
  refuse(DiagId::model_use, e->getExprLoc(), {e->getType().getCanonicalType().getAsString(generatedCodePolicy(ast))});
}

// -------------------------------------------------------------- operands

Expr *ModelTranslation::operand(const Expr *e) {
  if (const Expr *floating = wholeAsFloating(e))
    return const_cast<Expr *>(floating);
  const Expr *written = asWritten(e);
  if (Expr *loaded = e->isPRValue() ? loadedLanes(written) : nullptr)
    return loaded;
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(written))
    written = toLibraryPart(ast, cast);
  if (clang::isa<clang::StringLiteral>(written)) // an array would have to be passed by reference
    return sema.DefaultFunctionArrayConversion(const_cast<Expr *>(written)).get();
  clang::QualType model = models.held(written->getType());
  if (model == written->getType().getCanonicalType())
    return const_cast<Expr *>(written);
  bool isReference = model->isReferenceType(); // to an element of std::vector<bool>
  bool isMoved = e->isXValue() && written->isLValue(); // by `return`
  return clang::ImplicitCastExpr::Create(
      ast, model.getNonReferenceType(), clang::CK_NoOp, const_cast<Expr *>(written), nullptr,
      isReference ? clang::VK_LValue : isMoved ? clang::VK_XValue : written->getValueKind(), clang::FPOptionsOverride());
}

std::vector<Expr *> ModelTranslation::operands(llvm::ArrayRef<const Expr *> args) {
  std::vector<Expr *> made;
  for (const Expr *arg : args)
    if (!clang::isa<clang::CXXDefaultArgExpr>(arg))
      made.push_back(operand(arg));
  return made;
}

// ---------------------------------------------------------- constructions

namespace {
/// Are the members that a default constructor leaves or sets all zero?
bool beginsAsZero(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record)
    return true;
  record = record->getDefinition();
  if (!record || (!isOfModels(record) && record->hasNonTrivialDefaultConstructor()))
    return false;
  auto isZero = [](const clang::FieldDecl *field) {
    return !field->hasInClassInitializer() && !isRing(field) && beginsAsZero(field->getType());
  };
  return llvm::all_of(record->bases(), [](const auto &base) { return beginsAsZero(base.getType()); }) &&
         llvm::all_of(record->fields(), isZero);
}

/// `std::array<double, 3> a;`: its elements have no value yet.
bool leavesUnset(const clang::CXXConstructExpr *e) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  return constructor->isDefaultConstructor() && constructor->isTrivial() && !e->requiresZeroInitialization();
}

/// Does it say where a container takes its memory? Models do not ask.
bool isAllocator(const Expr *argument) {
  const clang::CXXRecordDecl *record = typeWritten(argument).getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "allocator" && record->isInStdNamespace();
}
} // namespace

/// An array of default objects: each element is made.
Expr *ModelTranslation::defaultArray(const clang::CXXConstructExpr *e, clang::QualType array) {
  const clang::QualType element = ast.getAsArrayType(array)->getElementType();
  const clang::InitializationKind kind = clang::InitializationKind::CreateDefault(e->getExprLoc());
  Expr *one = element->isArrayType() ? defaultArray(e, element) : made(element, {}, kind, e);
  auto *list = new (ast) clang::InitListExpr(ast, e->getBeginLoc(), {}, e->getEndLoc());
  list->setType(array);
  list->setArrayFiller(one);
  return list;
}

Expr *ModelTranslation::construction(const clang::CXXConstructExpr *e) {
  clang::QualType model = models.type(e->getType());
  const bool isChanged = model != e->getType().getCanonicalType();
  if (!isChanged || leavesUnset(e))
    return nullptr;
  if (model->isArrayType() && e->getNumArgs() == 0 && !beginsAsZero(model))
    return defaultArray(e, model);
  if (!model->isRecordType()) { // an iterator that is copied or made from a pointer is that pointer
    if (e->getNumArgs() == 0)
      return new (ast) clang::ImplicitValueInitExpr(model);
    Expr *value = operand(e->getArg(0));
    clang::ExprResult converted = sema.DefaultLvalueConversion(value);
    return converted.isUsable() ? converted.get() : nullptr;
  }
  std::vector<const Expr *> given(e->arg_begin(), e->arg_end());
  if (given.size() > 0 && isAllocator(given.back()) && !isAllocator(e))
    given.pop_back();
  clang::SourceLocation where = e->getExprLoc();
  clang::InitializationKind kind = given.empty() ? clang::InitializationKind::CreateValue(where, where, where)
                                                 : clang::InitializationKind::CreateDirect(where, where, where);
  return made(model, operands(given), kind, e);
}

/// An object of the model, in the place of what the expression makes.
Expr *ModelTranslation::made(clang::QualType model, std::vector<Expr *> args, const clang::InitializationKind &kind,
                             const clang::Expr *e) {
  clang::InitializedEntity entity = clang::InitializedEntity::InitializeTemporary(model.getUnqualifiedType());
  clang::InitializationSequence sequence(sema, entity, kind, args);
  clang::ExprResult made = sequence.Perform(sema, entity, kind, args);
  const auto *construction = dyn_cast<clang::CXXConstructExpr>(e);
  if (!madeOf(made) || (construction && takesNameAsNumber(models, unmarked(made.get()), construction->getConstructor(),
                                                          llvm::ArrayRef(construction->getArgs(), construction->getNumArgs())))) {
    const Expr *without = construction ? argumentWithoutModel(construction->arguments()) : nullptr;
    refuseMissing(without && clang::isa<clang::CallExpr>(without) ? without : e);
  }
  return unmarked(made.get());
}

/// A list of elements: the array that Clang has made, and how many they are.
Expr *ModelTranslation::list(const clang::CXXStdInitializerListExpr *e) {
  clang::QualType model = models.type(e->getType());
  if (model == e->getType().getCanonicalType())
    return nullptr;
  const Expr *array = e->getSubExpr();
  const auto *type = ast.getAsConstantArrayType(array->getType());
  clang::QualType elements = models.held(array->getType());
  Expr *source = clang::ImplicitCastExpr::Create(ast, elements, clang::CK_NoOp, const_cast<Expr *>(array), nullptr,
                                                 clang::VK_LValue, clang::FPOptionsOverride());
  auto *count = clang::IntegerLiteral::Create(ast, type->getSize(), ast.getSizeType(), e->getExprLoc());
  Expr *args[] = {source, count};
  clang::SourceLocation where = e->getExprLoc();
  clang::InitializedEntity entity = clang::InitializedEntity::InitializeTemporary(model.getUnqualifiedType());
  clang::InitializationKind kind = clang::InitializationKind::CreateDirect(where, where, where);
  clang::InitializationSequence sequence(sema, entity, kind, args);
  clang::ExprResult made = sequence.Perform(sema, entity, kind, args);
  if (!madeOf(made))
    refuseMissing(e);
  return unmarked(made.get());
}

/// The fields of an aggregate and those of its model correspond in order.
Expr *ModelTranslation::aggregate(const clang::InitListExpr *e) {
  clang::QualType model = models.type(e->getType());
  if (model == e->getType().getCanonicalType() || !e->isSemanticForm() || insideBraces(e))
    return nullptr;
  llvm::ArrayRef<Expr *> elements(const_cast<clang::InitListExpr *>(e)->getInits(), e->getNumInits());
  if (const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl()) // models have no bases of the library's
    elements = elements.drop_front(std::min<size_t>(record->getNumBases(), elements.size()));
  auto *made = new (ast) clang::InitListExpr(ast, e->getLBraceLoc(), elements, e->getRBraceLoc());
  made->setType(model);
  if (const Expr *filler = e->hasArrayFiller() ? e->getArrayFiller() : nullptr)
    made->setArrayFiller(const_cast<Expr *>(filler));
  return made;
}

// ------------------------------------------------------------------ calls

Expr *ModelTranslation::memberNamed(const Expr *object, bool isArrow, clang::DeclarationName name,
                                    const clang::TemplateArgumentListInfo *explicitArguments,
                                    clang::SourceLocation where) {
  Expr *base = operand(object);
  clang::CXXScopeSpec scope;
  clang::ExprResult made =
      sema.BuildMemberReferenceExpr(base, base->getType(), where, isArrow, scope, clang::SourceLocation(), nullptr,
                                    clang::DeclarationNameInfo(name, where), explicitArguments, nullptr);
  return madeOf(made);
}

/// A class of the library may inherit members from classes that only the library knows.
clang::QualType ModelTranslation::objectTypeOf(const clang::CXXMemberCallExpr *e) {
  clang::QualType type = e->getObjectType();
  const clang::CXXRecordDecl *owner = type->getAsCXXRecordDecl();
  const Expr *object = e->getImplicitObjectArgument();
  if (!owner || !object || !models.covers(owner))
    return type;
  clang::QualType written = typeWritten(object);
  return written->isPointerType() ? written->getPointeeType() : written;
}

Expr *ModelTranslation::memberCall(const clang::CXXMemberCallExpr *e) {
  clang::QualType object = objectTypeOf(e);
  clang::QualType model = models.type(object);
  const auto *callee = dyn_cast<clang::MemberExpr>(e->getCallee()->IgnoreParens());
  if (model == object.getCanonicalType() || !callee || !callee->getBase())
    return nullptr;
  if (!model->isRecordType()) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee->getMemberDecl());
    const bool isBase = method && method->getIdentifier() && method->getName() == "base"; // of an iterator
    const bool isItself = isBase || (method && clang::isa<clang::CXXConversionDecl>(method));
    if (!isItself) // flip() of an element of std::vector<bool>
      refuseMissing(e);
    return operand(callee->getBase());
  }
  clang::DeclarationName name = callee->getMemberDecl()->getDeclName();
  if (name.getNameKind() == clang::DeclarationName::CXXConversionFunctionName)
    name = ast.DeclarationNames.getCXXConversionFunctionName(
        ast.getCanonicalType(models.type(name.getCXXNameType())));
  clang::TemplateArgumentListInfo written;
  callee->copyTemplateArgumentsInto(written);
  Expr *function = memberNamed(callee->getBase(), callee->isArrow(), name,
                               callee->hasExplicitTemplateArgs() ? &written : nullptr, e->getExprLoc());
  if (!function)
    refuseMissing(e);
  std::vector<Expr *> args = operands(llvm::ArrayRef(e->getArgs(), e->getNumArgs()));
  clang::ExprResult made = sema.BuildCallExpr(nullptr, function, e->getExprLoc(), args, e->getExprLoc());
  if (!madeOf(made) || givesText(e) || givesAnother(e, made.get()) ||
      takesNameAsNumber(models, unmarked(made.get()), e->getMethodDecl(), llvm::ArrayRef(e->getArgs(), e->getNumArgs())))
    refuseMissing(e);
  return unmarked(made.get());
}

/// Is what the model gives of another class? (What it refers to may be a base that only models have. Where the library gives nothing, a
/// model may give its object.)
bool ModelTranslation::givesAnother(const Expr *e, const Expr *made) {
  if (e->getType()->isVoidType())
    return false;
  const clang::QualType given = models.held(made->getType()), held = models.held(e->getType());
  if (isSameObject(given, held) || e->isPRValue())
    return !isSameObject(given, held);
  auto isModel = [](clang::QualType type) { return type->isRecordType() && isOfModels(type->getAsCXXRecordDecl()); };
  auto isPartOf = [&](clang::QualType base, clang::QualType whole) { return sema.IsDerivedFrom(e->getExprLoc(), whole, base); };
  return isModel(given) && isModel(held) && !isPartOf(given, held) && !isPartOf(held, given);
}

/// Is it a text by value? Models hold texts as numbers, and give none.
bool ModelTranslation::givesText(const Expr *e) const { return e->isPRValue() && models.isText(e->getType()); }

/// Does the call take or return anything that has a model?
bool ModelTranslation::concernsModel(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!callee || isOfModels(callee))
    return false;
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method)
    return models.changes(typeOf(ast, method->getParent())) ||
           (models.covers(method->getParent()) && e->getNumArgs() != 0 && models.changes(typeWritten(e->getArg(0))));
  if (!isLibraryFunction(callee) && models.namesakes(callee).empty())
    return false;
  for (const Expr *arg : e->arguments())
    if (models.changes(typeWritten(arg)))
      return true;
  return false;
}

/// A class of the library (a view, a stream) that no operator of a model takes.
bool ModelTranslation::isWithoutModel(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !record->isLambda() && isOfLibrary(record) && !models.changes(type) && !models.isText(type);
}

/// What is to blame where there is no counterpart: as it is written.
const Expr *ModelTranslation::argumentWithoutModel(clang::CallExpr::const_arg_range args) {
  const auto found = llvm::find_if(args, [&](const Expr *arg) { return isWithoutModel(typeWritten(arg)); });
  return found == args.end() ? nullptr : (*found)->IgnoreUnlessSpelledInSource();
}

Expr *ModelTranslation::call(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  const auto *member = clang::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!callee || (member && !member->isStatic()) || isOfModels(callee) || !callee->getIdentifier() || recognise(e))
    return nullptr;
  clang::DeclContext::lookup_result candidates = member ? models.staticNamesakes(member) : models.namesakes(callee);
  if (member && candidates.empty())
    return models.changes(typeOf(ast, member->getParent())) ? (refuseMissing(e), nullptr) : nullptr;
  if (candidates.empty())
    return concernsModel(e) ? (refuseMissing(e), nullptr) : nullptr;
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->getCallee()->IgnoreParenImpCasts());
  return callAmong(candidates, name, llvm::ArrayRef(e->getArgs(), e->getNumArgs()), e);
}

Expr *ModelTranslation::objectCall(const clang::CXXOperatorCallExpr *e) {
  const clang::VarDecl *object = calledObject(e);
  if (!object)
    return nullptr;
  clang::DeclContext::lookup_result candidates = models.namesakes(object);
  if (candidates.empty() || !llvm::all_of(candidates, [](const auto *d) { return d->isFunctionOrFunctionTemplate(); })) {
    if (models.changes(object->getType())) // its class says what a call does
      return nullptr;
    refuseMissing(e);
  }
  return callAmong(candidates, nullptr, llvm::ArrayRef(e->getArgs(), e->getNumArgs()).drop_front(), e);
}

namespace {
/// A function of C that takes pointers to void, of which a model has but those to numbers.
bool takesAnything(const clang::FunctionDecl *callee) {
  return Models::isOfOtherLanguage(callee) && llvm::any_of(callee->parameters(), [](const clang::ParmVarDecl *param) {
    return param->getType()->isVoidPointerType();
  });
}

bool leadsToNumbers(const Expr *arg) {
  clang::QualType type = typeWritten(arg);
  while (type->isPointerType() || type->isArrayType())
    type = type->isPointerType() ? type->getPointeeType() : clang::QualType(type->getArrayElementTypeNoTypeQual(), 0);
  return type != typeWritten(arg) && (type->isFloatingType() || type->isAnyComplexType());
}
} // namespace

namespace {
/// The template arguments in front that nothing deduces, of which the library has the type (the instructions of a batch).
void addLeadingDefaults(clang::Sema &sema, const clang::CallExpr *e, clang::TemplateArgumentListInfo &arguments) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  const clang::FunctionTemplateDecl *pattern = callee ? callee->getPrimaryTemplate() : nullptr;
  if (!pattern)
    return;
  const llvm::ArrayRef<clang::TemplateArgument> given = callee->getTemplateSpecializationArgs()->asArray();
  for (const auto &[parameter, argument] : llvm::zip(*pattern->getTemplateParameters(), given)) {
    const auto *type = dyn_cast<clang::TemplateTypeParmDecl>(parameter);
    if (!type || !type->hasDefaultArgument() || argument.getKind() != clang::TemplateArgument::Type)
      return;
    arguments.addArgument(sema.getTrivialTemplateArgumentLoc(argument, {}, e->getExprLoc()));
  }
}
} // namespace

Expr *ModelTranslation::callAmong(clang::DeclContext::lookup_result candidates, const clang::DeclRefExpr *name,
                                  llvm::ArrayRef<const Expr *> given, const clang::CallExpr *e) {
  clang::LookupResult lookup(sema, (*candidates.begin())->getDeclName(), e->getExprLoc(), clang::Sema::LookupOrdinaryName);
  for (clang::NamedDecl *candidate : candidates)
    lookup.addDecl(candidate);
  lookup.resolveKind();
  clang::CXXScopeSpec scope;
  clang::TemplateArgumentListInfo arguments(e->getExprLoc(), e->getExprLoc()); // an invalid place means: none
  if (name && name->hasExplicitTemplateArgs()) {
    clang::TemplateArgumentListInfo written;
    name->copyTemplateArgumentsInto(written);
    for (const clang::TemplateArgumentLoc &argument : written.arguments()) {
      clang::TemplateArgument model = models.argument(argument.getArgument());
      bool isType = model.getKind() == clang::TemplateArgument::Type;
      arguments.addArgument(isType ? sema.getTrivialTemplateArgumentLoc(model, {}, e->getExprLoc()) : argument);
    }
  }
  std::vector<Expr *> args = operands(given);
  auto called = [&]() -> clang::ExprResult {
    clang::ExprResult function = arguments.size() != 0
                                     ? sema.BuildTemplateIdExpr(scope, {}, lookup, false, &arguments)
                                     : sema.BuildDeclarationNameExpr(scope, lookup, false);
    if (!function.isUsable())
      refuseMissing(e);
    return sema.BuildCallExpr(nullptr, function.get(), e->getExprLoc(), args, e->getExprLoc());
  };
  clang::ExprResult made = called();
  if (!madeOf(made) && arguments.size() == 0 && models.isWhollyModelled(e->getDirectCallee())) {
    addLeadingDefaults(sema, e, arguments);
    made = arguments.size() != 0 ? called() : made;
  }
  if (!madeOf(made) && takesAnything(e->getDirectCallee()) && llvm::none_of(given, leadsToNumbers)) // the function itself
    return nullptr;
  if (!madeOf(made) || givesText(e) || !isSameObject(models.held(made.get()->getType()), models.held(e->getType())) ||
      losesDigits(ast, unmarked(made.get()), given) ||
      takesNameAsNumber(models, unmarked(made.get()), e->getDirectCallee(), given))
    refuseMissing(e);
  return unmarked(made.get());
}

/// A model of another class, as a model converts to it (a pointer to a derived class).
Expr *ModelTranslation::converted(Expr *value, clang::QualType model, const Expr *e) {
  if (!model->isRecordType())
    refuseMissing(e);
  clang::InitializedEntity entity = clang::InitializedEntity::InitializeTemporary(model.getUnqualifiedType());
  clang::InitializationKind kind = clang::InitializationKind::CreateCopy(e->getExprLoc(), e->getExprLoc());
  value = operand(value);
  Expr *given = e->isXValue() && value->isLValue()
                    ? clang::ImplicitCastExpr::Create(ast, value->getType(), clang::CK_NoOp, value, nullptr,
                                                      clang::VK_XValue, clang::FPOptionsOverride())
                    : value;
  clang::InitializationSequence sequence(sema, entity, kind, given);
  clang::ExprResult made = sequence.Perform(sema, entity, kind, given);
  if (!madeOf(made))
    refuseMissing(e);
  if (e->isPRValue())
    return unmarked(made.get());
  return sema.CreateMaterializeTemporaryExpr(model.getUnqualifiedType(), unmarked(made.get()), e->isLValue());
}

/// A class of the library for its model, or the other way round.
Expr *ModelTranslation::same(const clang::CallExpr *e) {
  const auto *method = dyn_cast<clang::CXXMemberCallExpr>(e);
  Expr *value = const_cast<Expr *>(method ? method->getImplicitObjectArgument() : e->getArg(0));
  if (!method)
    value = unmarked(value);
  clang::QualType type = e->getType();
  if (!ast.hasSameUnqualifiedType(models.held(value->getType()), models.held(type)))
    value = converted(value, models.held(type), e);
  return clang::ImplicitCastExpr::Create(ast, type, clang::CK_NoOp, value, nullptr, value->getValueKind(),
                                         clang::FPOptionsOverride());
}

// ------------------------------------------------------------------ lanes

Expr *ModelTranslation::member(const clang::MemberExpr *e) {
  const auto *field = dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  const auto *owner = field ? dyn_cast<clang::CXXRecordDecl>(field->getParent()) : nullptr;
  if (!owner || isOfModels(owner) || !models.changes(typeOf(ast, owner)))
    return nullptr;
  Expr *made = memberNamed(e->getBase(), e->isArrow(), field->getDeclName(), nullptr, e->getExprLoc());
  if (!made)
    refuseMissing(e);
  return made;
}

/// A constant of the library (std::nullopt). Where the models have none of its name (std::views::reverse), one object of an
/// empty class is as good as another.
Expr *ModelTranslation::variable(const clang::DeclRefExpr *e) {
  const auto *constant = dyn_cast<clang::VarDecl>(e->getDecl());
  if (!constant || !constant->isFileVarDecl() || !isOfLibrary(constant) || !models.changes(constant->getType()))
    return nullptr;
  for (clang::NamedDecl *found : models.namesakes(constant))
    if (auto *model = dyn_cast<clang::VarDecl>(found))
      return sema.BuildDeclRefExpr(model, model->getType().getNonReferenceType(), clang::VK_LValue, e->getExprLoc());
  return emptyObject(models.type(constant->getType()), e->getExprLoc());
}

/// A new object of the class; null if it has members.
Expr *ModelTranslation::emptyObject(clang::QualType model, clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = model->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !record->isEmpty())
    return nullptr;
  const clang::QualType type = model.getUnqualifiedType();
  clang::InitializedEntity entity = clang::InitializedEntity::InitializeTemporary(type);
  clang::InitializationKind kind = clang::InitializationKind::CreateValue(where, where, where);
  clang::InitializationSequence sequence(sema, entity, kind, {});
  Expr *made = madeOf(sequence.Perform(sema, entity, kind, {}));
  return made ? sema.CreateMaterializeTemporaryExpr(type, unmarked(made), /*BoundToLvalueReference=*/true) : nullptr;
}

} // namespace adjoint::frontend
