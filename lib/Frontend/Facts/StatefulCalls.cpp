// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/StatefulCalls.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/Counters.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Can no derivative go through a value of the type?
bool carriesNothing(clang::QualType type) {
  type = type.getCanonicalType();
  const bool isText = type->isPointerType() && type->getPointeeType().isConstQualified() && type->getPointeeType()->isCharType();
  return isText || type->isIntegralOrEnumerationType();
}

/// Is it taken as a text: `const std::string &`, `std::string_view`? Of a number, a text has digits alone.
bool isTakenAsText(clang::QualType type) {
  const bool isRead = !type->isReferenceType() || type->getPointeeType().isConstQualified();
  return isRead && !type->isRValueReferenceType() && hasCharacters(type);
}

bool takesAndGivesConstants(const clang::FunctionDecl *function) {
  const clang::QualType result = function->getReturnType();
  const bool givesNothing = result->isVoidType();
  return (givesNothing || result->isArithmeticType() || result->isEnumeralType()) && !function->isVariadic() &&
         llvm::all_of(function->parameters(), [&](const clang::ParmVarDecl *p) {
           return carriesNothing(p->getType()) || (givesNothing && isTakenAsText(p->getType()));
         });
}

/// `f()`, of a function of the user's that returns a reference or a pointer to an object of a class.
const clang::FunctionDecl *givesObject(const clang::Expr *e) {
  const auto *call = dyn_cast<clang::CallExpr>(e->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts());
  const clang::FunctionDecl *function = call && call->getNumArgs() == 0 ? call->getDirectCallee() : nullptr;
  if (!function || clang::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(call) || isOfLibrary(function))
    return nullptr;
  const clang::QualType result = function->getReturnType();
  const bool isAddress = result->isReferenceType() || result->isPointerType();
  return isAddress && result->getPointeeType()->isRecordType() ? function->getCanonicalDecl() : nullptr;
}

/// Does every `return` name one variable that stays, the same each time?
bool givesSameObject(const clang::FunctionDecl *function) {
  struct Returns : AstVisitor {
    std::set<const clang::VarDecl *> variables;
    bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }
    bool VisitReturnStmt(clang::ReturnStmt *s) override {
      const auto *name = s->getRetValue() ? dyn_cast<clang::DeclRefExpr>(s->getRetValue()->IgnoreParenImpCasts()) : nullptr;
      const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
      variables.insert(variable && variable->hasGlobalStorage() && !variable->getType()->isReferenceType() ? variable : nullptr);
      return true;
    }
  } returns;
  const clang::FunctionDecl *definition = nullptr;
  if (!function->getReturnType()->isReferenceType() || !function->hasBody(definition))
    return false;
  returns.TraverseStmt(definition->getBody());
  return returns.variables.size() == 1 && *returns.variables.begin();
}

/// Is it a reference to the object that a function gives, the same each time?
bool namesObject(const clang::VarDecl *variable) {
  const bool isOne = variable->isLocalVarDecl() && variable->getType()->isReferenceType() && variable->getInit();
  const clang::FunctionDecl *function = isOne ? givesObject(variable->getInit()) : nullptr;
  return function && givesSameObject(function);
}

/// The variable that the expression names, if it is such a reference.
const clang::VarDecl *referenceIn(const clang::Expr *object) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && namesObject(variable) ? variable : nullptr;
}

/// `f().member(x)`; the member alone is null where the call is something else.
CalledAtOnce calledAtOnce(const clang::CXXMemberCallExpr *e) {
  const clang::CXXMethodDecl *member = e->getMethodDecl();
  const bool isPlain = member && member->getIdentifier() && !member->isVirtual() && !member->isTemplateInstantiation() &&
                       !isOfLibrary(member) && isAccessible(member) && takesAndGivesConstants(member);
  if (!isPlain)
    return {nullptr};
  const clang::Expr *object = e->getImplicitObjectArgument();
  const clang::VarDecl *reference = referenceIn(object);
  const clang::FunctionDecl *function = givesObject(reference ? reference->getInit() : object);
  return function ? CalledAtOnce{function, member->getCanonicalDecl()} : CalledAtOnce{nullptr};
}

} // namespace

class UseVisitor : public AstVisitor {
public:
  UseVisitor(const StatefulCalls &owner, StatefulCalls::Use &use) : owner(owner), use(use) {}

  bool shouldVisitImplicitCode() const override { return true; }

  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    for (clang::Expr *capture : lambda->capture_inits())
      TraverseStmt(capture);
    call(lambda->getCallOperator());
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *e) override {
    const CalledAtOnce both = calledAtOnce(e);
    if (!both.member)
      return true;
    use.calls.insert(both);
    const clang::Expr *object = e->getImplicitObjectArgument();
    seen.insert({e->getCallee()->IgnoreParens(), object->IgnoreParenImpCasts()});
    if (const auto *call = dyn_cast<clang::CallExpr>(object->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts()))
      seen.insert({call, call->getCallee()->IgnoreParenImpCasts()});
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const bool isEnd = clang::isa<clang::CXXPseudoDestructorExpr>(e->getCallee()->IgnoreParens());
    use.isOpen = use.isOpen || (!e->getDirectCallee() && !isEnd);
    if (!seen.count(e))
      hasObjects(e->getType());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    if (!seen.count(name))
      names(name->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    if (!seen.count(member))
      names(member->getMemberDecl());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (namesObject(variable))
      skip(variable->getInit());
    else
      hasObjects(variable->getType());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    call(e->getConstructor());
    hasObjects(e->getType());
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }

private:
  void skip(const clang::Expr *init) {
    const auto *call = clang::cast<clang::CallExpr>(init->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts());
    seen.insert({call, call->getCallee()->IgnoreParenImpCasts()});
  }

  void names(const clang::ValueDecl *decl) {
    if (const auto *function = dyn_cast<clang::FunctionDecl>(decl))
      return call(function);
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (variable && namesObject(variable))
      use.calls.insert({givesObject(variable->getInit())});
    if (variable && owner.keepsState(variable))
      use.variables.insert(variable->getCanonicalDecl());
  }
  void call(const clang::FunctionDecl *function) {
    if (isOfLibrary(function) || function->isDependentContext())
      return;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    if (method && method->isVirtual()) {
      use.isOpen = true;
      for (const clang::FunctionDecl *overrider : owner.questions.overriders(method))
        use.calls.insert({overrider->getCanonicalDecl()});
    }
    const bool isMade = function->isImplicit() || function->isDefaulted();
    use.isOpen = use.isOpen || (!function->hasBody() && !isMade && !function->isPureVirtual());
    use.calls.insert({function->getCanonicalDecl()});
  }

  /// All that the library may call of the classes: what makes, copies and ends objects, operators, virtual functions.
  void hasObjects(clang::QualType type) {
    type = type.getNonReferenceType().getCanonicalType();
    while (type->isPointerType() || type->isArrayType())
      type = type->isPointerType() ? type->getPointeeType() : owner.ast.getBaseElementType(type);
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || !classes.insert(record->getCanonicalDecl()).second)
      return;
    record = record->getDefinition();
    if (const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
      for (const clang::TemplateArgument &argument : instance->getTemplateArgs().asArray())
        if (argument.getKind() == clang::TemplateArgument::Type)
          hasObjects(argument.getAsType());
    if (isOfLibrary(record))
      return;
    for (const clang::CXXMethodDecl *method : record->methods()) {
      const bool isMember = method->getIdentifier() && !method->isVirtual();
      if (!isMember && !record->isLambda())
        call(method);
    }
    for (const clang::CXXBaseSpecifier &base : record->bases())
      hasObjects(base.getType());
    for (const clang::FieldDecl *field : record->fields())
      hasObjects(field->getType());
  }

  const StatefulCalls &owner;
  StatefulCalls::Use &use;
  std::set<const clang::Expr *> seen; ///< parts of what is called at once
  std::set<const clang::CXXRecordDecl *> classes;
};

StatefulCalls::StatefulCalls(const clang::ASTContext &ast, Questions questions,
                             const std::vector<const clang::FunctionDecl *> &requested)
    : ast(ast), questions(std::move(questions)) {
  restOf(requested); // all that they run
  std::set<CalledAtOnce> all;
  for (const auto &[function, use] : uses)
    all.insert(use.calls.begin(), use.calls.end());
  for (const CalledAtOnce &call : all)
    if (!llvm::is_contained(requested, call.function) && isCandidate(call))
      left.insert(call);
  for (bool changes = !left.empty(); changes;) {
    const std::set<const clang::VarDecl *> others = restOf(requested).variables;
    auto isShared = [&](const clang::VarDecl *variable) { return others.count(variable) != 0; };
    const size_t before = left.size();
    for (auto call = left.begin(); call != left.end();)
      call = llvm::any_of(closureOf(*call).variables, isShared) ? left.erase(call) : std::next(call);
    changes = left.size() != before;
  }
}

bool StatefulCalls::isLeftAlone(const clang::FunctionDecl *function) const {
  return left.count({function->getCanonicalDecl()}) != 0;
}

CalledAtOnce StatefulCalls::leftAlone(const clang::CXXMemberCallExpr *e) const {
  const CalledAtOnce call = left.empty() ? CalledAtOnce{nullptr} : calledAtOnce(e);
  return left.count(call) ? call : CalledAtOnce{nullptr};
}

bool StatefulCalls::isNamedInstead(const clang::VarDecl *reference) const {
  if (left.empty() || !namesObject(reference))
    return false;
  const clang::FunctionDecl *function = givesObject(reference->getInit());
  return llvm::any_of(left, [&](const CalledAtOnce &call) { return call.member && call.function == function; });
}

const StatefulCalls::Use &StatefulCalls::useOf(const clang::FunctionDecl *function) {
  auto [entry, isNew] = uses.try_emplace(function);
  const clang::FunctionDecl *definition = nullptr;
  if (!isNew || !function->hasBody(definition))
    return entry->second;
  Use use;
  UseVisitor visitor(*this, use);
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
    for (clang::CXXCtorInitializer *init : constructor->inits())
      visitor.TraverseStmt(init->getInit());
  visitor.TraverseStmt(definition->getBody());
  for (const clang::VarDecl *variable : use.variables)
    if (const clang::Expr *init = variable->isStaticLocal() ? nullptr : variable->getAnyInitializer())
      visitor.TraverseStmt(const_cast<clang::Expr *>(init));
  return uses[function] = std::move(use);
}

/// Of all that they run, but for what is passed over.
StatefulCalls::Use StatefulCalls::reachedFrom(std::vector<CalledAtOnce> pending, const std::set<CalledAtOnce> &passedOver) {
  Use all;
  while (!pending.empty()) {
    const CalledAtOnce next = pending.back();
    pending.pop_back();
    if (passedOver.count(next) || !all.calls.insert(next).second)
      continue;
    for (const clang::FunctionDecl *function : {next.function, static_cast<const clang::FunctionDecl *>(next.member)}) {
      if (!function)
        continue;
      const Use &use = useOf(function);
      all.isOpen = all.isOpen || use.isOpen;
      all.variables.insert(use.variables.begin(), use.variables.end());
      pending.insert(pending.end(), use.calls.begin(), use.calls.end());
    }
  }
  return all;
}

StatefulCalls::Use StatefulCalls::closureOf(const CalledAtOnce &call) { return reachedFrom({call}, {}); }

/// Of the requested functions, but for the calls that are left alone.
StatefulCalls::Use StatefulCalls::restOf(const std::vector<const clang::FunctionDecl *> &requested) {
  std::vector<CalledAtOnce> calls;
  for (const clang::FunctionDecl *function : requested)
    calls.push_back({function->getCanonicalDecl()});
  return reachedFrom(std::move(calls), left);
}

bool StatefulCalls::isCandidate(const CalledAtOnce &call) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(call.function);
  if ((method && !method->isStatic()) || !questions.isCallable(call.function) || !call.function->hasBody() ||
      (!call.member && !takesAndGivesConstants(call.function)) || (call.member && !call.member->hasBody()))
    return false;
  const Use closure = closureOf(call);
  if (closure.isOpen)
    return false;
  auto counts = [&](const clang::FunctionDecl *function, const clang::VarDecl *variable) {
    const clang::FunctionDecl *definition = nullptr;
    const bool isUsed = function && function->hasBody(definition) && useOf(function).variables.count(variable);
    return !isUsed || isOnlyCounted(variable, definition->getBody());
  };
  return llvm::any_of(closure.variables, [&](const clang::VarDecl *variable) {
    return (isHidden(variable) || changesObject(closure, variable)) && !llvm::all_of(closure.calls, [&](const CalledAtOnce &part) {
             return counts(part.function, variable) && counts(part.member, variable);
           });
  });
}

bool StatefulCalls::keepsState(const clang::VarDecl *variable) const {
  if (!variable->hasGlobalStorage() || isOfLibrary(variable))
    return false;
  const clang::QualType element = ast.getBaseElementType(variable->getType());
  const clang::CXXRecordDecl *record = element->getAsCXXRecordDecl();
  const bool isConstant = variable->isConstexpr() || (element.isConstQualified() && !(record && record->hasDefinition() && record->hasMutableFields()));
  const bool isMadeOnce = variable->isStaticLocal() && variable->getInit() && !questions.isMadeOfConstants(variable->getInit());
  return !isConstant || isMadeOnce;
}

/// Is it a variable that generated code cannot use: static in a function, or private?
bool StatefulCalls::isHidden(const clang::VarDecl *variable) const { return variable->isStaticLocal() || !isAccessible(variable); }

/// Is it an object, of which generated code has a copy, that the call changes?
bool StatefulCalls::changesObject(const Use &closure, const clang::VarDecl *variable) const {
  auto changes = [&](const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (!function || !function->hasBody(definition))
      return false;
    const FunctionFacts facts(definition);
    return facts.isReassigned(variable) || facts.isExposed(variable);
  };
  return ast.getBaseElementType(variable->getType())->isRecordType() &&
         llvm::any_of(closure.calls, [&](const CalledAtOnce &call) { return changes(call.function) || changes(call.member); });
}

} // namespace adjoint::frontend
