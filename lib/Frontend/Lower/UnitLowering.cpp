// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/UnitLowering.h"

#include "Analysis/Loops/SetFirst.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/AddressesTaken.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ClassHierarchy.h"
#include "Frontend/Facts/FunctionKind.h"
#include "Frontend/Facts/HandedInFunctions.h"
#include "Frontend/Facts/InjectedCode.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/SelfPointers.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/BridgeLowering.h"
#include "Frontend/Lower/HiddenConstants.h"
#include "Frontend/Lower/IteratorParameters.h"
#include "Frontend/Lower/MemberDispatch.h"
#include "Frontend/Lower/PointerDispatch.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"
#include "Frontend/Models/TextUse.h"
#include "IR/Callees.h"
#include "IR/ClassView.h"
#include "IR/Identifiers.h"

#include "clang/Sema/Sema.h"

#include <functional>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// The functions that a virtual call can end in, and the classes for which it does.
struct Overrider {
  const clang::CXXMethodDecl *method;
  std::vector<unsigned> ids;
};

std::vector<Overrider> overridersOf(const clang::CXXMethodDecl *method, ClassHierarchy &classes) {
  std::vector<Overrider> overriders;
  const clang::CXXRecordDecl *owner = method->getParent();
  for (const clang::CXXRecordDecl *record : classes.classesOf(owner)) {
    bool isOne = clang::declaresSameEntity(record, owner) || record->isDerivedFrom(owner);
    const clang::CXXMethodDecl *chosen =
        isOne && !record->isAbstract() ? method->getCorrespondingMethodInClass(record) : nullptr;
    if (!chosen || chosen->isPureVirtual())
      continue;
    auto isSame = [&](const Overrider &other) { return clang::declaresSameEntity(other.method, chosen); };
    auto known = std::find_if(overriders.begin(), overriders.end(), isSame);
    if (known == overriders.end())
      known = overriders.insert(overriders.end(), {chosen, {}});
    known->ids.push_back(classes.idOf(record));
  }
  return overriders;
}

} // namespace

UnitLowering::UnitLowering(clang::Sema &sema, ir::Context &ir, const PragmaTable &pragmas, DiagnosticSink &sink)
    : ast(sema.getASTContext()), preprocessor(sema.getPreprocessor()), ir(ir), pragmas(pragmas), sink(sink),
      models(sema), translation(models), types(ast, ir, models), names(ast),
      comments(ast.getSourceManager(), ast.getLangOpts()),
      thrown({[this](const clang::Expr *e) { return modelled(e); },
              [this](const clang::CXXMethodDecl *method) { return overriders(method); },
              [this](clang::QualType functionType) { return pointees(functionType); }}) {}

PossibleCallees::Functions UnitLowering::overriders(const clang::CXXMethodDecl *method) {
  PossibleCallees::Functions functions;
  for (const Overrider &overrider : overridersOf(method, types.classes()))
    functions.push_back(overrider.method);
  return functions;
}

PossibleCallees::Functions UnitLowering::pointees(clang::QualType functionType) {
  PossibleCallees::Functions functions;
  if (std::optional<std::vector<PointerTarget>> targets = reachableCode().targetsOf(functionType))
    for (const PointerTarget &target : *targets)
      functions.push_back(target.function);
  return functions;
}

void UnitLowering::report(const Refusal &refusal) { sink.report(refusal.id, locationOf(refusal.where), refusal.args); }

// ------------------------------------------------------------- functions

/// What a pointer to `std::sin` leads to.
static void giveIntrinsic(ir::Context &ir, const Names &names, ir::Function &function, const LibraryCall &known) {
  std::vector<const ir::Expr *> args;
  for (const ir::Variable *param : function.params)
    args.push_back(ir.load(ir.make<ir::VarPlace>(param)));
  function.rule = ir::CallRule::Derive;
  function.hasBody = function.needsCopy = true;
  function.body = {ir.make<ir::ReturnStmt>(
      ir.make<ir::IntrinsicExpr>(known.key, names.ofLibrary(known.spelling), std::move(args), function.returnType))};
}

const ir::Function *UnitLowering::function(const clang::FunctionDecl *decl, const Bindings &bindings,
                                           const Report &report) {
  decl = decl->getCanonicalDecl();
  ir::Function *&slot = functions[{decl, bindings, report}];
  if (slot)
    return slot;
  const bool makesSense = translation.define(decl);
  slot = signature(decl, bindings);
  for (auto [index, target] : bindings.functions)
    slot->needsCopy = slot->needsCopy || memberFunction(target);
  if (!report.isNothing())
    addReport(*slot, report, decl->getLocation());
  if (isZeroFunction(decl)) {
    giveZero(*slot);
    return slot;
  }
  if (std::optional<LibraryCall> known = recognisePure(decl)) {
    giveIntrinsic(ir, names, *slot, *known);
    return slot;
  }
  if (const clang::FunctionDecl *tangent = pragmas.handWrittenFor(decl, PragmaKind::TangentOf))
    tangentsByHand.push_back({slot, tangent});
  if (const PragmaTable::Annotated *request = pragmas.requestOf(decl))
    slot->derivativeOf = requestedFunction(request->function);
  else
    slot->isLastDerivative = !decl->hasBody() && isGenerated(decl);
  const clang::FunctionDecl *definition = nullptr;
  bool hasUsableBody =
      makesSense && decl->hasBody(definition) && !isLibraryFunction(decl) && slot->rule == ir::CallRule::Derive;
  if (hasUsableBody) {
    slot->hasBody = true;
    pending.push_back({definition, slot, bindings});
    calls[slot] = {current, sink.place()};
  }
  return slot;
}

void UnitLowering::giveZero(ir::Function &function) {
  auto *object = ir.make<ir::Variable>("zero", function.returnType, ir::Storage::Local);
  function.rule = ir::CallRule::Derive;
  function.hasBody = true;
  function.body = {ir.make<ir::DeclareStmt>(object, ir.zero(object->type)), ir.make<ir::ReturnStmt>(ir.load(object))};
}

/// A hand-written adjoint, or a function that is left alone, has no version that reports. One that returns a reference
/// returns an address instead, which is null where something was thrown.
void UnitLowering::addReport(ir::Function &function, const Report &report, clang::SourceLocation where) {
  if (function.rule != ir::CallRule::Derive)
    refuse(DiagId::may_throw_in_try, where);
  if (function.returnType->isReference())
    function.returnType = ir.pointerTo(function.returnType->element);
  auto add = [&](const char *name, const ir::Type *type) {
    function.params.push_back(ir.make<ir::Variable>(name, ir.referenceTo(type), ir::Storage::Parameter));
  };
  add("thrown", ir.intType());
  if (report.text)
    add("thrown_text", ir.integer("unsigned long", 64, false));
  for (const clang::Type *type : report.objects)
    add("thrown_object", types.lower(clang::QualType(type, 0)));
  function.needsCopy = true;
  function.spelling = function.name;
  reporting[&function] = report;
}

const ir::Function *UnitLowering::dispatcher(const clang::CXXMethodDecl *method, const Report &report) {
  const ir::Function *&known = dispatchers[{method->getCanonicalDecl(), report}];
  if (known)
    return known;
  std::vector<Overrider> overriders = overridersOf(method, types.classes());
  if (overriders.empty()) // of a model: a std::function that nobody here makes
    refuse(isOfModels(method) ? DiagId::call_handed_in : DiagId::call_indirect, method->getLocation());
  if (overriders.size() == 1)
    return known = function(overriders.front().method, {}, report);
  ir::Function *image = signature(method);
  if (!report.isNothing())
    addReport(*image, report, method->getLocation());
  known = image;
  image->hasBody = true;
  lowered[image] = method;
  std::vector<ir::SwitchSection> sections;
  for (const Overrider &overrider : overriders) {
    ir::SwitchSection section;
    for (unsigned id : overrider.ids)
      section.labels.push_back(ir.intLiteral(id));
    section.isDefault = &overrider == &overriders.back();
    section.body = callOverrider(*image, function(overrider.method, {}, report));
    if (image->returnType->isVoid() && !section.isDefault)
      section.body.push_back(ir.make<ir::BreakStmt>());
    sections.push_back(std::move(section));
  }
  const ir::Expr *id = ir.load(ir.field(ir.place(image->params.front()), 0));
  image->body = {ir.make<ir::SwitchStmt>(id, std::move(sections))};
  return image;
}

const ir::Function *UnitLowering::dispatcher(clang::QualType functionType, const Report &report, const UntypedTargets &untyped) {
  const ir::Type *pointer = types.lower(ast.getPointerType(functionType));
  const ir::Function *&known = pointerDispatchers[{pointer, report, untyped}];
  if (known)
    return known;
  std::optional<std::vector<PointerTarget>> targets = reachableCode().targetsOf(functionType);
  return known = targets ? makePointerDispatcher(*this, functionType, *targets, report, untyped) : nullptr;
}

const ReachableCode &UnitLowering::reachableCode() {
  if (!reachable)
    reachable.emplace(ast, models, requested);
  return *reachable;
}

/// A std::function that the caller hands in, that nobody here makes, and that no derivative can go through, is left as it is. What
/// members that are pointers to void lead to is known as far as the code is that runs.
void UnitLowering::setRequested(std::vector<const clang::FunctionDecl *> functions) {
  requested = std::move(functions);
  models.leave([this](const clang::CXXRecordDecl *record) {
    const clang::QualType signature = signatureOfFunctionObject(record);
    return !signature.isNull() && carriesNoDerivative(signature) && isHandedIn(record) && !reachableCode().makes(record);
  });
  models.typeMembers([this](const clang::FieldDecl *field) { return reachableCode().targetOf(field); });
}

bool UnitLowering::isHandedIn(const clang::CXXRecordDecl *record) const {
  auto isOne = [&](const clang::ParmVarDecl *param) {
    const clang::CXXRecordDecl *taken = param->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return taken && clang::declaresSameEntity(taken, record);
  };
  return llvm::any_of(requested, [&](const clang::FunctionDecl *function) { return llvm::any_of(function->parameters(), isOne); });
}

bool UnitLowering::isRequested(const clang::FunctionDecl *function) const {
  return llvm::any_of(requested, [&](const clang::FunctionDecl *other) { return clang::declaresSameEntity(other, function); });
}

const StatefulCalls &UnitLowering::statefulCalls() {
  if (!stateful)
    stateful.emplace(ast, StatefulCalls::Questions{isCallable, isMadeOfConstants, [this](const clang::CXXMethodDecl *m) { return overriders(m); }},
                     requested);
  return *stateful;
}

const ir::Function *UnitLowering::function(const CalledAtOnce &call) {
  const ir::Function *&known = calledAtOnce[call];
  if (known)
    return known;
  const bool isPointer = call.function->getReturnType()->isPointerType();
  auto *function = ir.make<ir::Function>();
  function->name = call.member->getNameAsString();
  function->spelling = names.of(call.function) + "()" + (isPointer ? "->" : ".") + function->name;
  function->pattern = function->spelling + "(";
  for (unsigned i = 0; i < call.member->getNumParams(); ++i)
    function->pattern += (i == 0 ? "$" : ", $") + std::to_string(i);
  function->pattern += ")";
  function->returnType = ir.withoutConst(types.lower(call.member->getReturnType()));
  for (const clang::ParmVarDecl *param : call.member->parameters())
    function->params.push_back(ir.make<ir::Variable>(param->getNameAsString(), types.lower(param->getType()), ir::Storage::Parameter));
  function->rule = ir::CallRule::Passive;
  return known = function;
}

/// Whatever is known of its body or of derivatives.
ir::Function *UnitLowering::calledAsItIs(const clang::FunctionDecl *decl) {
  ir::Function *image = signature(decl);
  auto *plain = ir.make<ir::Function>();
  plain->name = image->name;
  plain->spelling = names.of(decl);
  plain->isOverloaded = image->isOverloaded;
  plain->location = image->location;
  plain->returnType = image->returnType;
  plain->params = image->params;
  plain->bridge = image->bridge ? image->bridge : bridgeOf(*this, decl, *image);
  plain->needsCopy = image->needsCopy && !plain->bridge;
  plain->rule = ir::CallRule::HandWritten;
  return plain;
}

const ir::Function *UnitLowering::hook(const clang::FunctionDecl *of, const clang::FunctionDecl *changes) {
  const ir::Function *&known = hooks[{of->getCanonicalDecl(), changes->getCanonicalDecl()}];
  if (known)
    return known;
  const auto *member = dyn_cast<clang::CXXMethodDecl>(changes);
  const ir::Type *number = types.lower(of->getReturnType());
  auto *made = ir.make<ir::Function>();
  made->name = made->spelling = "hook";
  made->pattern = "$0";
  made->returnType = number;
  made->params = {ir.make<ir::Variable>("x", number, ir::Storage::Parameter)};
  made->rule = ir::CallRule::HandWritten;
  made->hook = member && member->getParent()->isLambda() ? lambdaFunction(member) : function(changes);
  const std::vector<const ir::Variable *> &params = made->hook->params;
  if (!number->isFloating() || params.size() != 1 || params[0]->type != ir.referenceTo(number) || !made->hook->returnType->isVoid())
    return nullptr;
  return known = made;
}

const ir::Function *UnitLowering::lambdaFunction(const clang::CXXMethodDecl *callOperator, const Report &report) {
  const ir::Function *&known = lambdaFunctions[{callOperator->getCanonicalDecl(), report}];
  return known ? known : known = makeLambdaFunction(*this, callOperator, report);
}

const ir::Expr *UnitLowering::functionReference(const clang::FunctionDecl *target, const ir::Type *pointer) {
  const bool isOne =
      !isLibraryFunction(target) && target->getDeclContext()->lookup(target->getDeclName()).isSingleResult();
  return ir.make<ir::FunctionRefExpr>(nullptr, names.of(target), pointer, !isOne);
}

const ir::Expr *UnitLowering::lambdaReference(const clang::CXXMethodDecl *callOperator, const ir::Type *pointer) {
  const ir::Function *function = lambdaFunction(callOperator);
  return takesMirror(*function) ? nullptr : ir.make<ir::FunctionRefExpr>(function, function->spelling, pointer);
}

const ir::Expr *UnitLowering::memberNumber(const clang::ValueDecl *member) {
  const auto *canonical = clang::cast<clang::ValueDecl>(member->getCanonicalDecl());
  auto found = std::find(numberedMembers.begin(), numberedMembers.end(), canonical);
  if (found == numberedMembers.end())
    found = numberedMembers.insert(found, canonical);
  return ir.intLiteral(found - numberedMembers.begin() + 1);
}

const ir::Function *UnitLowering::dispatcher(const clang::MemberPointerType *type, bool isConstObject) {
  const ir::Function *&known = memberDispatchers[{type->getCanonicalTypeUnqualified()->getTypePtr(), isConstObject}];
  if (known)
    return known;
  return known = makeMemberDispatcher(*this, type, isConstObject, reachableCode().membersOf(type));
}

/// Passes the parameters on.
ir::StmtList UnitLowering::callOverrider(const ir::Function &dispatcher, const ir::Function *overrider) {
  std::vector<const ir::Expr *> args;
  for (size_t i = 0; i < dispatcher.params.size(); ++i) {
    const ir::Expr *arg = ir.load(ir.make<ir::VarPlace>(dispatcher.params[i]));
    const ir::Type *wanted = overrider->params[i]->type;
    args.push_back(wanted->isReference() ? ir.cast(ir::CastExpr::Form::Const, arg, ir.pointerTo(wanted->element))
                                         : arg);
  }
  if (dispatcher.returnType->isVoid())
    return {ir.make<ir::CallStmt>(nullptr, false, overrider, std::move(args))};
  auto *result = ir.make<ir::Variable>(
      "value", dispatcher.returnType->isReference() ? dispatcher.returnType : ir.withConst(overrider->returnType),
      ir::Storage::Local);
  result->isTemporary = true;
  const ir::Place *place = ir.make<ir::VarPlace>(result);
  return {ir.make<ir::CallStmt>(place, true, overrider, std::move(args)), ir.make<ir::ReturnStmt>(ir.load(place))};
}

LoweringResult UnitLowering::lowerBodies() {
  while (!pending.empty() || addTangentSources()) {
    Pending next = std::move(pending.front());
    pending.pop_front();
    DiagnosticSink::LookingAt here(sink, next.function->location);
    current = next.function;
    try {
      BodyLowering(*this, next.definition, *next.function, next.bindings).run();
    } catch (const Refusal &refusal) {
      if (!types.classes().isComplete())
        return LoweringResult::ClassesAppeared;
      report(refusal);
      if (ast.getSourceManager().isInSystemHeader(refusal.where) && !isOfModels(next.definition))
        noteCaller(next.function);
      refused.insert(next.function);
      continue;
    }
    lowered[next.function] = next.definition;
  }
  if (!types.classes().isComplete())
    return LoweringResult::ClassesAppeared;
  findAddresses();
  checkSetFirst();
  return refused.empty() ? LoweringResult::Done : LoweringResult::Refused;
}

/// Hand-written tangents are differentiated in their turn where a second derivative is asked for. True: bodies have to be lowered.
bool UnitLowering::addTangentSources() {
  if (!pragmas.askForSecondOrder() && derived.empty())
    return false;
  for (auto [function, tangent] : std::exchange(tangentsByHand, {}))
    try {
      const ir::Function *source = this->function(tangent);
      if (source->hasBody || !source->handWrittenAdjoint.empty() || source->handWrittenHalves)
        function->tangentSource = source;
    } catch (const Refusal &refusal) {
      report(refusal);
      refused.insert(function);
    }
  return !pending.empty();
}

bool UnitLowering::leadsToRefused(const ir::Function *function) const {
  return llvm::any_of(ir::reachedFrom(function), [this](const ir::Function *reached) { return refused.count(reached) != 0; });
}

/// Where the user's code leads to an installed library's.
void UnitLowering::noteCaller(const ir::Function *function) {
  for (auto call = calls.find(function); call != calls.end(); call = calls.find(call->second.caller)) {
    const Location where = call->second.where;
    if (where.isValid() && !ast.getSourceManager().isInSystemHeader(sourceLocationOf(where)))
      return sink.report(DiagId::called_here, where);
  }
}

/// Only where there is a pointer of which nobody knows where it leads. What other files can name they can point to.
void UnitLowering::findAddresses() {
  bool hasPointers = std::any_of(globals.begin(), globals.end(),
                                 [](const auto &entry) { return ir::pointsToFloating(entry.second->type); });
  if (!hasPointers)
    return;
  AddressesTaken taken(ast);
  for (auto &[decl, variable] : globals)
    variable->mayBePointedTo = decl->isExternallyVisible() || taken.contains(decl);
}

void UnitLowering::checkSetFirst() {
  for (const Scratch &one : scratch)
    if (!refused.count(one.function) && !analysis::isSetFirst(ir, *one.function, one.array)) {
      sink.report(DiagId::static_variable, locationOf(one.decl->getLocation()));
      refused.insert(one.function);
    }
}

/// Can memory that the function makes be left in the caller's object, or in one that it returns, which do not know its size?
static bool leavesUncounted(const ir::Function &function) {
  auto isOne = [](const ir::Type *type) { return type->isRecord() && type->record->isMirror && ir::holdsUncounted(*type->record); };
  return isOne(function.returnType) || llvm::any_of(function.params, [&](const ir::Variable *param) {
           const bool isIndirect = param->type->isPointer() || param->type->isReference();
           return isIndirect && !param->type->element->isConst && isOne(param->type->element);
         });
}

const ir::Function *UnitLowering::requestedFunction(const clang::FunctionDecl *decl) {
  if (const auto *method = dyn_cast<clang::CXXMethodDecl>(decl); method && method->getParent()->isLambda())
    return lambdaFunction(method);
  const ir::Function *requested = function(decl, {{}, untypedParameters(*this, decl), {}});
  asksForSizes = asksForSizes || leavesUncounted(*requested);
  return requested;
}

/// A vector type of the compiler is something else to the adjoint, so that none can be handed in.
static void refuseVectors(const clang::FunctionDecl *decl) {
  auto check = [](clang::QualType type, clang::SourceLocation where) {
    clang::QualType inner = type.getNonReferenceType();
    while (inner->isPointerType())
      inner = inner->getPointeeType();
    if (inner->isVectorType())
      refuse(DiagId::type_vector, where, {inner.getCanonicalType().getUnqualifiedType().getAsString()});
  };
  check(decl->getReturnType(), decl->getLocation());
  for (const clang::ParmVarDecl *param : decl->parameters())
    check(param->getType(), param->getLocation());
}

const ir::Function *UnitLowering::lowerSignature(const clang::FunctionDecl *decl, unsigned leftOut) {
  try {
    if (const auto *method = dyn_cast<clang::CXXMethodDecl>(decl); method && method->getParent()->isLambda())
      return lambdaFunction(method);
    refuseVectors(decl);
    return signature(decl, {{}, untypedParameters(*this, decl), {}}, leftOut);
  } catch (const Refusal &refusal) {
    report(refusal);
    return nullptr;
  }
}

namespace {
std::string specifiersOf(const clang::FunctionDecl *decl) {
  std::string text;
  if (decl->getStorageClass() == clang::SC_Static && !decl->isCXXClassMember())
    text += "static ";
  if (decl->isInlineSpecified() || decl->isConstexpr())
    text += "inline ";
  return text;
}
} // namespace

const clang::CXXMethodDecl *memberFunction(const clang::FunctionDecl *decl) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
  return method && method->isImplicitObjectMemberFunction() ? method : nullptr;
}

/// `double f(this const S &self)` has its object as a parameter.
static bool namesObject(const clang::FunctionDecl *decl) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
  return method && method->isExplicitObjectMemberFunction();
}

bool isCallable(const clang::FunctionDecl *decl) {
  if (namesObject(decl))
    return false;
  bool isHiddenFriend = decl->getLexicalDeclContext()->isRecord() && !decl->isCXXClassMember();
  if (memberFunction(decl) || isHiddenFriend || !isAccessible(decl))
    return false;
  if (const auto *method = dyn_cast<clang::CXXMethodDecl>(decl))
    return isNameable(typeOf(decl->getASTContext(), method->getParent()));
  const clang::TemplateArgumentList *args = decl->getTemplateSpecializationArgs();
  return !args || areNameable(args->asArray());
}

bool isCalledOnObject(const clang::FunctionDecl *decl) {
  const clang::CXXMethodDecl *method = memberFunction(decl);
  bool isPlain = method && !clang::isa<clang::CXXConstructorDecl>(decl) && !clang::isa<clang::CXXDestructorDecl>(decl) &&
                 !method->isVirtual() && !method->getTemplateSpecializationArgs();
  return isPlain && method->getRefQualifier() != clang::RQ_RValue && isAccessible(decl) &&
         isNameable(typeOf(decl->getASTContext(), method->getParent()));
}

namespace {

bool takesIterator(const clang::FunctionDecl *decl, Models &models) {
  return isPlainIterator(decl->getReturnType(), models) ||
         llvm::any_of(decl->parameters(), [&](const clang::ParmVarDecl *p) { return isPlainIterator(p->getType(), models); });
}

/// `object.f(x, y)`
std::string patternOf(const clang::FunctionDecl *member) {
  std::string text = "$0." + member->getNameAsString() + "(";
  for (unsigned i = 1; i <= member->getNumParams(); ++i)
    text += (i == 1 ? "$" : ", $") + std::to_string(i);
  return text + ")";
}

} // namespace

const ir::Record *mirrorIn(const ir::Type *type) {
  while (type->element)
    type = type->element;
  return type->record && type->record->isMirror ? type->record : nullptr;
}

/// A const member function may write members that are mutable.
const ir::Variable *UnitLowering::selfOf(const clang::CXXMethodDecl *method) {
  const ir::Type *type = types.lower(typeOf(ast, method->getParent()));
  const bool writesMutable = method->isConst() && method->getParent()->hasMutableFields();
  if (method->isConst() && !writesMutable)
    type = ir.withConst(type);
  auto *self =
      ir.make<ir::Variable>("self", ir.referenceTo(type), ir::Storage::Parameter, locationOf(method->getLocation()));
  self->user.className = derivedClassIn(typeOf(ast, method->getParent()));
  self->user.isConst = writesMutable;
  return self;
}

/// The class, if another one, from which it is derived, gives the record its name.
std::string UnitLowering::derivedClassIn(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !record->isPolymorphic() || isOfModels(record) ||
      clang::declaresSameEntity(types.classes().rootOf(record), record))
    return "";
  return types.spell(type.getNonReferenceType().getUnqualifiedType());
}

ir::UserParameter UnitLowering::userParameter(clang::QualType type) {
  if (std::optional<ir::UserParameter> iterator = iteratorParameter(type, models, types))
    return *iterator;
  ir::UserParameter user;
  user.className = derivedClassIn(type);
  user.adjointClass = viewOfVariables(type);
  return user;
}

/// Of a view of constants, that of variables, which its model names: the same class, of what is not const.
std::string UnitLowering::viewOfVariables(clang::QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType();
  const clang::CXXRecordDecl *model = models.type(type)->getAsCXXRecordDecl();
  if (!model || !isOfModels(model) || !model->hasDefinition() || model->lookup(&ast.Idents.get("of_variables")).empty())
    return "";
  const clang::QualType variables = models.ofVariables(type);
  return variables.isNull() ? "" : types.spell(variables);
}

/// What a reference to a text leads to may be a part of another object, and is returned itself.
clang::QualType UnitLowering::returnTypeOf(const clang::FunctionDecl *decl) {
  clang::QualType type = decl->getReturnType();
  bool isPart = type->isLValueReferenceType() && models.isText(type->getPointeeType()) && !isLibraryFunction(decl);
  if (!isPart)
    return type;
  return models.held(type->getPointeeType().getUnqualifiedType());
}

/// Generated code passes and returns objects member by member.
static void refuseFixedObjects(const clang::FunctionDecl *decl) {
  auto check = [&](clang::QualType type) {
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record && record->hasDefinition() && !isOfLibrary(record) && holdsOwnAddress(record->getDefinition()))
      refuse(DiagId::copied_self_pointer, decl->getLocation(), {decl->getNameAsString(), record->getNameAsString()});
  };
  check(decl->getReturnType());
  for (const clang::ParmVarDecl *param : decl->parameters())
    check(param->getType());
}

ir::Function *UnitLowering::signature(const clang::FunctionDecl *decl, const Bindings &bindings, unsigned leftOut) {
  refuseFixedObjects(decl);
  const clang::FunctionDecl *definition = nullptr;
  const clang::FunctionDecl *named = decl->hasBody(definition) ? definition : decl;
  auto *function = ir.make<ir::Function>();
  function->name = names.stem(decl);
  function->spelling = names.of(decl);
  function->isOverloaded = names.isOverloaded(decl);
  function->location = isOfModels(decl) ? sink.place() : locationOf(named->getLocation());
  function->returnType = types.lower(returnTypeOf(decl));
  if (function->returnType->isScalar())
    function->returnType = ir.withoutConst(function->returnType); // which says nothing there
  function->returnsIterator = isPlainIterator(decl->getReturnType(), models);
  function->isVariadic = decl->isVariadic();
  function->isRepeatable = function->neverReturns = decl->isNoReturn();
  function->specifiers = specifiersOf(named);
  if (const clang::CXXMethodDecl *method = memberFunction(decl))
    function->params.push_back(selfOf(method));
  for (const clang::ParmVarDecl *param : named->parameters().drop_back(leftOut)) {
    auto target = bindings.targets.find(param->getFunctionScopeIndex());
    const ir::Type *type = target == bindings.targets.end() ? types.lower(param->getType())
                                                            : types.pointerTo(target->second, param->getType());
    auto *variable =
        ir.make<ir::Variable>(param->getNameAsString(), type, ir::Storage::Parameter, locationOf(param->getLocation()));
    variable->isRestrict = param->getType().isRestrictQualified();
    variable->user = userParameter(param->getType());
    if (target != bindings.targets.end())
      variable->user.className = "void";
    function->params.push_back(variable);
  }
  chooseRule(decl, *function);
  const bool isCalledByName = !decl->hasBody() || function->rule == ir::CallRule::HandWritten || function->rule == ir::CallRule::Passive;
  if (isCalledByName && isCalledOnObject(decl))
    function->pattern = patternOf(decl);
  bool isCalled = isCallable(decl) || !function->pattern.empty();
  if (isCalledWithObjects(*function, decl))
    function->bridge = bridgeOf(*this, decl, *function);
  function->needsCopy = isOfModels(decl) || !isCalled || (takesMirror(*function) && !function->bridge) || leadsToMember(decl) ||
                        takesIterator(decl, models) || (decl->hasBody() && takesTemporary(decl) && !function->bridge) || (decl->hasBody() && reachableCode().mayGiveLambda(decl));
  if (function->needsCopy)
    function->spelling = function->name;
  return function;
}

namespace {

bool canWriteFloating(const ir::Type *type) {
  if (!type->isPointer() && !type->isReference())
    return false;
  return ir::reachesFloating(type->element) && !type->element->isConst;
}

/// A library function that takes no floating-point value and leaves none behind in memory:
/// what it returns is a constant of the differentiation (strtod, drand48, clock).
bool carriesNoDerivative(const clang::FunctionDecl *decl, const ir::Function &function) {
  if (!isLibraryFunction(decl))
    return false;
  for (const ir::Variable *param : function.params)
    if (ir::holdsFloating(param->type) || canWriteFloating(param->type) || ir::pointsToFloating(param->type))
      return false;
  return !ir::pointsToFloating(function.returnType);
}

} // namespace

/// An adjoint or tangent of this file: a derivative of it is generated if it is called.
void UnitLowering::chooseGenerated(const PragmaTable::Annotated &request, const clang::FunctionDecl *decl, ir::Function &function) {
  const Pragma &pragma = *request.pragma;
  const bool isAdjoint = pragma.kind == PragmaKind::Reverse, hasClauses = pragma.wrt || pragma.of;
  const std::string stem = names.of(decl) + (pragma.name.empty() ? "" : "_");
  function.rule = ir::CallRule::HandWritten;
  function.handWrittenAdjoint = stem + "b";
  function.handWrittenTangent = isAdjoint && hasClauses ? "" : stem + "d";
  derived[decl] = &request;
}

/// A function of the runtime without a body (a factorisation) that is given numbers and arrays of them does nothing but to these; those of MPI
/// exchange messages.
static bool computesNumbersAlone(const ir::Function &function) {
  const bool isKnown = ir::isOfRuntime(function.spelling) && !llvm::StringRef(function.spelling).contains("mpi::");
  return isKnown && llvm::all_of(function.params, [](const ir::Variable *param) {
    const ir::Type *type = param->type->isPointer() ? param->type->element : param->type;
    return type->isFloating() || type->isIntegral();
  });
}

void UnitLowering::chooseRule(const clang::FunctionDecl *decl, ir::Function &function) {
  const clang::FunctionDecl *adjoint = pragmas.handWrittenFor(decl, PragmaKind::DerivativeOf);
  const clang::FunctionDecl *tangent = pragmas.handWrittenFor(decl, PragmaKind::TangentOf);
  const std::optional<PragmaTable::HandWrittenPair> halves = pragmas.handWrittenPairFor(decl);
  if (adjoint || tangent || halves) {
    function.rule = ir::CallRule::HandWritten;
    if (halves)
      function.handWrittenHalves = {names.of(halves->forward), names.of(halves->reverse), types.spell(halves->context), halves->promises.restores,
                                    halves->promises.communicates};
    function.takesNullAdjoints = pragmas.promisesOf(decl, halves ? PragmaKind::ReverseOf : PragmaKind::DerivativeOf).isNullable;
    function.handWrittenAdjoint = adjoint ? names.of(adjoint) : "";
    function.handWrittenTangent = tangent ? names.of(tangent) : "";
    if (adjoint && pragmas.isAdjointElsewhere(decl) && isSharedByFiles(decl)) {
      function.halves = names.halves(decl, adjoint);
      declaredOnly[&function] = decl;
    }
  } else if (const ir::Differences *how = pragmas.differencesOf(decl)) {
    function.rule = ir::CallRule::HandWritten;
    function.differences = *how;
  } else if (isNestingLevel(decl)) {
    function.rule = ir::CallRule::Passive;
    function.asksNesting = function.isRepeatable = true;
  } else if (const PragmaTable::Annotated *request = pragmas.requestOf(decl)) {
    chooseGenerated(*request, decl, function);
  } else if (pragmas.isPassive(decl) || carriesNoDerivative(decl, function) || (!memberFunction(decl) && isCalledAsItIs(decl, models)) ||
             statefulCalls().isLeftAlone(decl)) {
    function.rule = ir::CallRule::Passive;
  }
  const bool isPure = decl->hasAttr<clang::PureAttr>() || decl->hasAttr<clang::ConstAttr>();
  const bool isKnown = isPure || computesNumbersAlone(function);
  function.isRepeatable = function.isRepeatable || (isKnown && function.rule != ir::CallRule::HandWritten);
  function.writesOnlyArguments = isElemental(decl);
  if (isLibraryFunction(decl)) {
    function.textUse = textUseOf(decl);
    function.storesNoPointers = function.rule == ir::CallRule::Passive && llvm::none_of(function.params, [](const ir::Variable *param) {
      const ir::Type *type = param->type; // where strtod leaves one
      return (type->isPointer() || type->isReference()) && type->element->isPointer();
    });
  }
}

const ir::Function *UnitLowering::assertion() {
  if (!assertFunction) {
    assertFunction = ir.make<ir::Function>();
    assertFunction->name = assertFunction->spelling = "assert";
    assertFunction->returnType = ir.voidType();
    assertFunction->params = {ir.make<ir::Variable>("condition", ir.boolType(), ir::Storage::Parameter)};
    assertFunction->rule = ir::CallRule::Passive;
    assertFunction->isRepeatable = true;
  }
  return assertFunction;
}

const ir::Function *UnitLowering::arrayNote() {
  if (!arrayNoteFunction) {
    auto *made = ir.make<ir::Function>();
    made->name = made->spelling = "adjoint::note_array";
    made->returnType = ir.voidType();
    made->params = {ir.make<ir::Variable>("address", ir.integer("std::uintptr_t", 64, false), ir::Storage::Parameter),
                    ir.make<ir::Variable>("size", ir.integer("std::size_t", 64, false), ir::Storage::Parameter)};
    made->rule = ir::CallRule::Passive;
    made->isRepeatable = true;
    arrayNoteFunction = made;
  }
  return arrayNoteFunction;
}

// --------------------------------------------------------------- globals

bool UnitLowering::canName(const clang::VarDecl *decl) {
  return isAccessible(decl) && !mirrorIn(types.lower(decl->getType())) &&
         !ast.getBaseElementType(decl->getType())->isMemberPointerType();
}

/// An object that generated code knows as a plain struct: see GlobalObjects.
bool UnitLowering::canReadObject(const clang::VarDecl *decl) {
  const ir::Type *type = types.lower(decl->getType());
  return isAccessible(decl) && type->isRecord() && type->record->isMirror && !decl->isStaticLocal();
}

/// A private number of a class: an accessor reaches it.
bool UnitLowering::canReachStatic(const clang::VarDecl *decl) {
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(decl->getDeclContext());
  const clang::QualType type = decl->getType();
  const auto *enumeration = type->getAs<clang::EnumType>();
  const bool isNumber = enumeration ? isNameableEnum(enumeration->getDecl()) : type->isIntegerType() || type->isRealFloatingType();
  const bool isOne = decl->getTLSKind() == clang::VarDecl::TLS_None; // with a constant address
  return owner && isOne && isNumber && !type.isConstQualified() && isNameable(typeOf(ast, owner));
}

const ir::HiddenStatic *UnitLowering::reachedStatic(const clang::VarDecl *decl) {
  auto *made = ir.make<ir::HiddenStatic>();
  made->member = names.of(decl);
  made->accessor = types.nameFor(made->member);
  made->type = types.spell(decl->getType());
  return made;
}

const ir::Variable *UnitLowering::global(const clang::VarDecl *decl) {
  decl = decl->getCanonicalDecl();
  if (auto known = globals.find(decl); known != globals.end())
    return known->second;
  const clang::VarDecl *definition = decl->getMostRecentDecl(); // its type may be complete where the first is not
  const ir::HiddenStatic *hidden = nullptr;
  if (canReadObject(definition))
    types.require(definition->getType(), decl->getLocation());
  else if (!canName(definition) && canReachStatic(definition))
    hidden = reachedStatic(definition);
  else if (!canName(definition))
    refuse(DiagId::hidden_variable, decl->getLocation(), {decl->getNameAsString()});
  auto *variable = ir.make<ir::Variable>(hidden ? hidden->accessor + "()" : names.of(decl), types.lower(definition->getType()),
                                         ir::Storage::Global, locationOf(decl->getLocation()));
  variable->hidden = hidden;
  variable->isOfFile = !decl->isExternallyVisible();
  variable->isUnsetOnEntry = isUnset(decl);
  return globals[decl] = variable;
}

} // namespace adjoint::frontend
