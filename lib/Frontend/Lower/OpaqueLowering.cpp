// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/OpaqueLowering.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/OpaquePattern.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"
#include "Frontend/Models/TextUse.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;
using clang::isa;

namespace {

std::string stemOf(const Expr *e) {
  const clang::FunctionDecl *callee = calleeOf(e);
  if (const auto *constructor = clang::dyn_cast_or_null<clang::CXXConstructorDecl>(callee))
    return constructor->getParent()->getNameAsString();
  const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e);
  if (op && op->getOperator() == clang::OO_GreaterGreater)
    return "extraction";
  return callee && callee->getIdentifier() ? callee->getNameAsString() : "result";
}

} // namespace

bool OpaqueLowering::concerns(const Expr *e) const {
  e = withoutConversions(e);
  if (const Expr *left = assigned(e))
    return concerns(left);
  if (body.exceptions.whatOf(e))
    return true;
  const clang::FunctionDecl *callee = calleeOf(e);
  Models &models = body.unit.models;
  if (!callee || !(isOfLibrary(callee) || isCalledAsItIs(callee, models)) || isMoveOfText(e, models))
    return false;
  bool isOne = isOpaque(e->getType(), models), concernsModel = false;
  auto look = [&](clang::QualType type) {
    isOne = isOne || isOpaque(type, models);
    concernsModel = concernsModel || models.changes(type);
  };
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e))
    look(member->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType());
  for (const Expr *operand : operandsOf(e)) {
    if (isListOfNumbers(operand) || clang::isa<clang::CXXDefaultArgExpr>(operand)) // nobody has written an allocator
      continue;
    look(operand->getType());
    concernsModel = concernsModel || models.changes(withoutConversions(operand)->IgnoreParenImpCasts()->getType());
  }
  return isOne && !concernsModel;
}

namespace {
/// What its end does would be done at another place, or not at all where nobody reads it.
void refuseEnd(const Expr *e) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  const clang::CXXRecordDecl *record = construct ? construct->getConstructor()->getParent() : nullptr;
  if (record && isOfInstalledLibrary(record) && !record->hasTrivialDestructor())
    refuse(DiagId::opaque_end, e->getExprLoc(), {record->getQualifiedNameAsString()});
}
} // namespace

namespace {
/// The object at the left end of a chain, such as `std::cerr << x << y`.
const Expr *leftEnd(const Expr *e) {
  for (e = withoutConversions(e);;) {
    const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
    llvm::ArrayRef<const Expr *> operands = operandsOf(e);
    const Expr *first = member ? member->getImplicitObjectArgument() : operands.empty() ? nullptr : operands.front();
    if (!first)
      return e;
    e = withoutConversions(first->IgnoreParenImpCasts());
  }
}

ir::TextUse textUseOf(const Expr *e, bool takesFloating, bool keepsText) {
  const bool givesNumber = e->getType()->isRealFloatingType();
  const bool takesText = keepsText || llvm::any_of(operandsOf(e), [](const Expr *operand) { return isCharacters(operand->getType()); });
  if (!takesText)
    return ir::TextUse::None;
  if (!takesFloating || isPrinted(leftEnd(e)))
    return givesNumber ? ir::TextUse::Reads : ir::TextUse::None;
  return givesNumber ? ir::TextUse::Both : ir::TextUse::Writes;
}
} // namespace

OpaqueLowering::Call OpaqueLowering::call(const Expr *e, bool usesResult) {
  e = withoutConversions(e);
  if (usesResult)
    refuseEnd(e);
  Call made{body.ir.make<ir::Function>(), {}};
  clang::QualType type = usesResult ? e->getType().getNonReferenceType() : body.ast.VoidTy;
  const bool leadsToOpaque = type->isPointerType() && isOpaque(type->getPointeeType(), body.unit.models);
  if (body.unit.models.changes(type) || (!isOpaque(type, body.unit.models) && !leadsToOpaque && !type->isArithmeticType() &&
                                         !type->isEnumeralType() && !type->isVoidType() && !isCharacters(type)))
    refuse(DiagId::opaque_result, e->getExprLoc());
  made.function->returnType = body.ir.withoutConst(body.unit.types.lower(type));
  OpaquePattern pattern(body, *made.function, made.args);
  pattern.isOfHandedIn = isHandedInFunction(calleeOf(e));
  std::string text = pattern.of(e);
  const auto *construct = usesResult ? dyn_cast<clang::CXXConstructExpr>(e) : nullptr;
  if (construct && !isa<clang::CXXTemporaryObjectExpr>(construct)) {
    bool hasBraces = construct->isListInitialization() && !construct->isStdInitListInitialization();
    text = made.function->returnType->spelling + (hasBraces ? text : "(" + text + ")");
  }
  if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(calleeOf(e)))
    text = "static_cast<" + body.unit.types.spell(type) + ">(" + text + ")";
  if (pattern.changesText && usesResult)
    refuse(DiagId::text_change_used, e->getExprLoc());
  made.function->name = stemOf(e);
  made.function->spelling = made.function->name;
  made.function->pattern = text;
  made.function->isOverloaded = true;
  made.function->isRepeatable = pattern.readsAlone;
  made.function->isRepeatableWithObjects = pattern.usesValuesAlone && !pattern.isOfHandedIn;
  bool keepsText = holdsText(type) || llvm::any_of(operandsOf(e), [](const Expr *operand) {
                     return holdsText(operand->getType());
                   });
  const bool mayGiveBack = pattern.extractsFloating || (pattern.takesFloating && !keepsText && !pattern.isOfHandedIn);
  made.function->rule = mayGiveBack ? ir::CallRule::Opaque : ir::CallRule::Passive;
  made.function->textUse = pattern.extractsFloating ? ir::TextUse::Reads : textUseOf(e, pattern.takesFloating, keepsText);
  return made;
}

namespace {

/// The parameter that is the number of a text before a change of it.
size_t changedParameter(const ir::Function &function) {
  auto found = llvm::find_if(function.params, [](const ir::Variable *param) { return param->name == "changed"; });
  return static_cast<size_t>(found - function.params.begin());
}

/// `name += "x"` of a text in another object: its number is then
/// `adjoint::text_after(number, [&](std::string &text) { text += "x"; })`.
void returnChange(ir::Function &function) {
  size_t changed = changedParameter(function);
  function.pattern =
      "adjoint::text_after($" + std::to_string(changed) + " , [&](std::string &text) { " + function.pattern + "; })";
  function.returnType = function.params[changed]->type;
}

} // namespace

void OpaqueLowering::number(const ir::Place *place, const Expr *e, clang::SourceLocation where) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  if (construct && construct->getConstructor()->isDefaultConstructor())
    return body.assign(place, body.ir.literal(0, body.ir.withoutConst(place->type)), where);
  Call made{body.ir.make<ir::Function>(), {}};
  OpaquePattern pattern(body, *made.function, made.args);
  made.function->name = made.function->spelling = "text_id";
  made.function->pattern = "adjoint::text_id(" + pattern.of(e) + ")";
  if (pattern.changesText)
    refuse(DiagId::text_change_used, where);
  made.function->returnType = body.ir.withoutConst(place->type);
  made.function->isOverloaded = true;
  made.function->rule = ir::CallRule::Passive;
  made.function->isRepeatable = pattern.readsAlone;
  made.function->textUse = pattern.takesFloating ? ir::TextUse::Writes : ir::TextUse::None;
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
}

void OpaqueLowering::effect(const Expr *e) {
  if (body.texts.assign(withoutConversions(e)))
    return;
  Call made = call(e, /*usesResult=*/false);
  size_t changed = changedParameter(*made.function);
  const ir::Place *place = nullptr;
  if (changed != made.args.size()) {
    returnChange(*made.function);
    place = llvm::cast<ir::LoadExpr>(made.args[changed])->place;
  }
  body.emit<ir::CallStmt>(e->getExprLoc(), place, false, made.function, std::move(made.args));
}

void OpaqueLowering::raise(const Expr *object, clang::SourceLocation where) {
  Call made = call(object, /*usesResult=*/true);
  made.function->pattern = "throw " + made.function->pattern;
  made.function->textUse = ir::TextUse::None;
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->returnType = body.ir.voidType();
  body.emit<ir::CallStmt>(where, nullptr, false, made.function, std::move(made.args));
}

void OpaqueLowering::raiseMade(const Expr *object, MakingStatements statements, clang::SourceLocation where) {
  Call made{body.ir.make<ir::Function>(), {}};
  made.function->name = made.function->spelling = "throw";
  made.function->pattern = "throw " + MadeObject(body, *made.function, made.args).text(object, statements);
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->isOverloaded = true;
  made.function->returnType = body.ir.voidType();
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(where, nullptr, false, made.function, std::move(made.args));
}

namespace {
bool holdsReturn(const clang::Stmt *s) { return s && (isa<clang::ReturnStmt>(s) || llvm::any_of(s->children(), holdsReturn)); }

/// Does the function end by throwing, and in no other way?
bool alwaysThrows(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = nullptr;
  const auto *list = function->hasBody(definition) ? dyn_cast<clang::CompoundStmt>(definition->getBody()) : nullptr;
  const auto *last = list && !list->body_empty() ? dyn_cast<Expr>(list->body_back()) : nullptr;
  return last && isa<clang::CXXThrowExpr>(last->IgnoreImplicit()) && !holdsReturn(list);
}
} // namespace

bool OpaqueLowering::raiseByCall(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!callee || e->getNumArgs() != 1 || !callee->getReturnType()->isVoidType() || !isCallable(callee) || !alwaysThrows(callee))
    return false;
  Call made{body.ir.make<ir::Function>(), {}};
  OpaquePattern pattern(body, *made.function, made.args);
  if (!pattern.madeException(e->getArg(0)->IgnoreImplicit()))
    return false;
  made.function->name = made.function->spelling = "throw";
  made.function->pattern = body.unit.names.of(callee) + "(" + pattern.of(e->getArg(0)) + ")";
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->isOverloaded = true;
  made.function->returnType = body.ir.voidType();
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(e->getExprLoc(), nullptr, false, made.function, std::move(made.args));
  return true;
}

void OpaqueLowering::explanation(const ir::Place *place, const Expr *object, MakingStatements statements, clang::SourceLocation where) {
  Call made{body.ir.make<ir::Function>(), {}};
  MadeObject pattern(body, *made.function, made.args);
  made.function->name = made.function->spelling = "text_id";
  made.function->pattern = "adjoint::text_id(" + pattern.text(object, statements) + ".what())";
  const auto *construct = statements.empty() ? constructionIn(object) : nullptr;
  const clang::CXXConstructorDecl *constructor = construct ? construct->getConstructor() : nullptr;
  made.function->isRepeatable =
      constructor && pattern.readsAlone && (isOfLibrary(constructor->getParent()) || isSelfContained(constructor));
  made.function->returnType = body.ir.withoutConst(place->type);
  made.function->isOverloaded = true;
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
}

const ir::Place *OpaqueLowering::place(const Expr *e) {
  const Expr *operation = withoutConversions(e);
  bool isObject = isOpaque(operation->getType(), body.unit.models);
  if (isObject && operation->isGLValue()) { // a stream gives itself
    const Expr *first = operandsOf(operation).empty() ? nullptr : operandsOf(operation).front();
    if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(operation))
      first = member->getImplicitObjectArgument();
    if (!first || !body.ast.hasSameUnqualifiedType(first->getType(), operation->getType()) || !first->isGLValue())
      refuse(DiagId::opaque_reference, e->getExprLoc());
    effect(e);
    while (concerns(first)) // the object at the left end of the chain
      first = operandsOf(withoutConversions(first)).front();
    return body.places.place(first);
  }
  Call made = call(e, /*usesResult=*/true);
  const ir::Type *type = made.function->returnType;
  const ir::Variable *result =
      body.temporary(made.function->name + "_value", isObject ? type : body.ir.withConst(type), e->getExprLoc());
  body.emit<ir::CallStmt>(e->getExprLoc(), body.ir.place(result), true, made.function, std::move(made.args));
  return body.ir.place(result);
}

bool OpaqueLowering::declare(const ir::Variable *variable, const Expr *init, clang::SourceLocation where) {
  if (!concerns(init) || !isOpaque(init->getType(), body.unit.models))
    return false;
  Call made = call(init, /*usesResult=*/true);
  body.emit<ir::CallStmt>(where, body.ir.place(variable), true, made.function, std::move(made.args));
  return true;
}

bool OpaqueLowering::store(const ir::Place *place, const Expr *init, clang::SourceLocation where) {
  if (!concerns(init) || !isOpaque(init->getType(), body.unit.models))
    return false;
  Call made = call(init, /*usesResult=*/true);
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
  return true;
}

} // namespace adjoint::frontend
