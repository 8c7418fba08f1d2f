// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ReachableCode.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/LambdaPlaces.h"
#include "Frontend/Facts/StaticFunctionPointers.h"
#include "Frontend/Models/AllocatingFunctions.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// `noexcept` makes another type, of which the pointers are converted; so do models of what the function takes.
const clang::Type *plainType(const clang::ASTContext &ast, Models &models, clang::QualType functionType) {
  clang::QualType plain = ast.getFunctionTypeWithExceptionSpec(models.type(functionType), clang::EST_None);
  return plain.getCanonicalType().getTypePtr();
}

/// Can something of a type that is wanted be found in a value, or behind the pointers in it?
class TypeSearch {
public:
  using Wanted = std::function<bool(clang::QualType)>;
  TypeSearch(const clang::ASTContext &ast, Wanted isWanted) : ast(ast), isWanted(std::move(isWanted)) {}

  bool leadsThere(clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (!seen.insert(type.getTypePtr()).second)
      return false;
    if (isWanted(type))
      return true;
    if (type->isPointerType() || type->isReferenceType())
      return leadsThere(type->getPointeeType());
    if (const clang::ArrayType *array = ast.getAsArrayType(type))
      return leadsThere(array->getElementType());
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition())
      return false;
    record = record->getDefinition();
    return llvm::any_of(record->fields(), [&](const clang::FieldDecl *f) { return leadsThere(f->getType()); }) ||
           llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &b) { return leadsThere(b.getType()); });
  }

private:
  const clang::ASTContext &ast;
  const Wanted isWanted;
  std::set<const clang::Type *> seen;
};

/// A function type of this kind.
TypeSearch::Wanted functionLike(const clang::ASTContext &ast, Models &models, const clang::Type *wanted) {
  return [&ast, &models, wanted](clang::QualType type) { return type->isFunctionType() && plainType(ast, models, type) == wanted; };
}

/// Memory that holds nothing yet, or what the program itself has stored.
bool isOwnMemory(const clang::FunctionDecl *function) {
  return handsOnToMalloc(function) || handsOnToZeroingMalloc(function) || handsOnToCalloc(function) ||
         (isLibraryFunction(function) && function->getIdentifier() &&
          llvm::is_contained({"realloc", "aligned_alloc", "memcpy", "memmove", "memset"}, function->getName()));
}

const clang::Type *plainPointee(clang::QualType pointer) {
  return pointer->getPointeeType().getCanonicalType().getUnqualifiedType().getTypePtr();
}

/// A pointer to void before it was one, or what it was read from.
const clang::Expr *withoutConversions(const clang::Expr *e) {
  e = e->IgnoreParens();
  const auto *cast = dyn_cast<clang::CastExpr>(e);
  const bool isConversion = cast && e->getType()->isVoidPointerType() && cast->getCastKind() != clang::CK_NullToPointer;
  return isConversion ? withoutConversions(cast->getSubExpr()) : e;
}

/// The member, parameter or variable; null for anything else.
const clang::ValueDecl *namedBy(const clang::Expr *e) {
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return member->getMemberDecl();
  const auto *name = dyn_cast<clang::DeclRefExpr>(e);
  return name ? name->getDecl() : nullptr;
}

const clang::ValueDecl *canonical(const clang::ValueDecl *decl) { // a parameter of a definition is not that of its declaration
  return clang::cast<clang::ValueDecl>(decl->getCanonicalDecl());
}

} // namespace

class CodeVisitor : public AstVisitor {
public:
  explicit CodeVisitor(ReachableCode &code) : code(code) {}

  bool shouldVisitImplicitCode() const override { return true; }

  void enter(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (isOfLibrary(function) && function->getReturnType()->isVoidPointerType() && !isOwnMemory(function))
      code.fromOutside.push_back(function->getReturnType());
    if (isOfLibrary(function))
      enterConstructors(function);
    if (isOfLibrary(function) || code.models.isWhollyModelled(function) || function->isDependentContext() || !seen.insert(function->getCanonicalDecl()).second)
      return;
    if (function->hasBody(definition))
      return pending.push_back(definition);
    if (function->isPureVirtual() || function->isImplicit() || function->isDefaulted())
      return;
    code.fromOutside.push_back(function->getReturnType());
    for (const clang::ParmVarDecl *param : function->parameters())
      if (param->getType()->isPointerType() || param->getType()->isReferenceType())
        code.fromOutside.push_back(param->getType()); // it may write there
  }

  void run() {
    while (!pending.empty()) {
      const clang::FunctionDecl *function = pending.back();
      pending.pop_back();
      if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
        for (clang::CXXCtorInitializer *init : constructor->inits()) {
          if (init->isMemberInitializer())
            store(init->getMember(), init->getInit());
          TraverseStmt(init->getInit());
        }
      TraverseStmt(function->getBody());
    }
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    for (clang::Expr *capture : lambda->capture_inits())
      TraverseStmt(capture);
    enter(lambda->getCallOperator()); // of a generic one, its instances are named elsewhere
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->getInit() && variable->hasLocalStorage())
      store(variable, variable->getInit());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    if (!clang::isa<clang::CXXOperatorCallExpr>(call)) // whose object is an argument
      storeArguments(call->getDirectCallee(), call->getArgs(), call->getNumArgs());
    if (const auto *callee = dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      called.insert(callee);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    if (const auto *function = dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      enter(function);
      if (const auto *method = dyn_cast<clang::CXXMethodDecl>(function); method && makesAnew(method))
        code.made.insert(method->getParent()->getCanonicalDecl());
      if (!called.count(name))
        code.named.push_back(function);
    } else if (const auto *field = dyn_cast<clang::FieldDecl>(name->getDecl())) {
      code.fields.push_back(field);
    } else if (const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl()); variable && variable->hasGlobalStorage()) {
      enterGlobal(variable);
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
    if (!method)
      return true;
    enter(method);
    const auto *conversion = dyn_cast<clang::CXXConversionDecl>(method);
    bool isLambda = conversion && conversion->getParent()->isLambda();
    if (isLambda && conversion->getConversionType()->isFunctionPointerType())
      (isInGlobal ? code.lambdasInGlobals : code.lambdas).push_back(conversion);
    return true;
  }
  /// With an object, all that its class can do: virtual functions, operators that a library calls, the destructor.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    enter(e->getConstructor());
    storeArguments(e->getConstructor(), e->getArgs(), e->getNumArgs());
    const clang::CXXRecordDecl *record = e->getConstructor()->getParent();
    if (isOfLibrary(record) && !e->getConstructor()->isCopyOrMoveConstructor())
      code.made.insert(record->getCanonicalDecl());
    if (!isOfLibrary(record) && !record->isLambda() && classes.insert(record->getCanonicalDecl()).second)
      for (const clang::CXXMethodDecl *method : record->methods())
        if (method->isVirtual() || method->getOverloadedOperator() != clang::OO_None ||
            clang::isa<clang::CXXDestructorDecl>(method))
          enter(method);
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitInitListExpr(clang::InitListExpr *list) override {
    const clang::InitListExpr *parts = list->isSemanticForm() ? list : list->getSemanticForm();
    const clang::RecordDecl *record = parts ? parts->getType()->getAsRecordDecl() : nullptr;
    if (!record || record->isUnion())
      return true;
    const auto *object = dyn_cast<clang::CXXRecordDecl>(record);
    unsigned next = object ? object->getNumBases() : 0;
    for (const clang::FieldDecl *field : record->fields())
      if (!field->isUnnamedBitField() && next < parts->getNumInits())
        store(field, parts->getInit(next++));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *e) override {
    if (const clang::ValueDecl *written = e->isAssignmentOp() ? namedBy(e->getLHS()->IgnoreParens()) : nullptr)
      store(written, e->getRHS());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr *e) override {
    if (e->getCastKind() == clang::CK_BitCast && e->getSubExpr()->getType()->isVoidPointerType())
      castUntyped(e);
    else if (e->getCastKind() == clang::CK_BitCast || e->getCastKind() == clang::CK_IntegralToPointer ||
             e->getCastKind() == clang::CK_LValueBitCast)
      code.fromOutside.push_back(e->getType());
    return true;
  }

private:
  /// Of the classes that a template of the library is used with: `std::make_unique<Layer>(3)`, `layers.emplace_back(3)`.
  void enterConstructors(const clang::FunctionDecl *function) {
    auto enterAll = [&](const clang::TemplateArgumentList *arguments) {
      for (const clang::TemplateArgument &argument : arguments ? arguments->asArray() : llvm::ArrayRef<clang::TemplateArgument>())
        if (argument.getKind() == clang::TemplateArgument::Type)
          enterConstructors(argument.getAsType()->getAsCXXRecordDecl());
    };
    enterAll(function->getTemplateSpecializationArgs());
    if (const auto *owner = dyn_cast<clang::ClassTemplateSpecializationDecl>(function->getDeclContext()))
      enterAll(&owner->getTemplateArgs());
  }
  void enterConstructors(const clang::CXXRecordDecl *record) {
    if (!record || !record->hasDefinition() || isOfLibrary(record) || !constructed.insert(record->getCanonicalDecl()).second)
      return;
    for (const clang::CXXConstructorDecl *constructor : record->getDefinition()->ctors())
      if (constructor->isDefined())
        enter(constructor);
  }

  void castUntyped(const clang::CastExpr *e) {
    const clang::Expr *pointer = e->getSubExpr()->IgnoreParenImpCasts();
    const auto *call = dyn_cast<clang::CallExpr>(pointer);
    if (call && call->getDirectCallee() && isOwnMemory(call->getDirectCallee()))
      return;
    code.fromUntyped.push_back(e->getType());
    const auto *member = dyn_cast<clang::MemberExpr>(pointer);
    const auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field && !e->getType()->isVoidPointerType())
      code.untyped[canonical(field)].types.insert(plainPointee(e->getType()));
  }

  /// In a pointer to void.
  void store(const clang::ValueDecl *variable, const clang::Expr *value) {
    if (!variable->getType()->isVoidPointerType())
      return;
    value = withoutConversions(value);
    if (value->getType()->isPointerType() && !value->getType()->isVoidPointerType())
      code.untyped[canonical(variable)].types.insert(plainPointee(value->getType()));
    else if (const clang::ValueDecl *source = namedBy(value); source && source->getType()->isVoidPointerType())
      code.untyped[canonical(variable)].sources.insert(canonical(source));
    else if (value->getType()->isArrayType())
      code.untyped[canonical(variable)].types.insert(
          value->getType()->getAsArrayTypeUnsafe()->getElementType().getCanonicalType().getUnqualifiedType().getTypePtr());
  }

  void storeArguments(const clang::FunctionDecl *callee, const clang::Expr *const *args, unsigned count) {
    const clang::FunctionDecl *definition = nullptr;
    if (callee && callee->hasBody(definition))
      for (unsigned i = 0; i < count && i < definition->getNumParams(); ++i)
        store(definition->getParamDecl(i), args[i]);
  }

  /// An assignment of something else than another object, to one of the library.
  static bool makesAnew(const clang::CXXMethodDecl *method) {
    const bool isAssignment = method->getOverloadedOperator() == clang::OO_Equal;
    return isAssignment && isOfLibrary(method) && !method->isCopyAssignmentOperator() && !method->isMoveAssignmentOperator();
  }

  void enterGlobal(const clang::VarDecl *variable) {
    if (isOfLibrary(variable) || !seenGlobals.insert(variable->getCanonicalDecl()).second)
      return;
    const clang::VarDecl *definition = nullptr;
    const clang::Expr *init = variable->getAnyInitializer(definition);
    clang::QualType element = code.ast.getBaseElementType(variable->getType());
    bool isConstant = init && (element.isConstQualified() || variable->isConstexpr());
    const std::optional<std::vector<clang::Expr *>> stored = isConstant ? std::nullopt : functionsStoredIn(variable);
    if (!isConstant && !stored)
      code.fromOutside.push_back(variable->getType());
    for (clang::Expr *value : stored.value_or(std::vector<clang::Expr *>()))
      TraverseStmt(value);
    bool hasName = isConstant && !variable->isStaticLocal();
    if (hasName)
      code.constants.push_back(definition);
    llvm::SaveAndRestore<bool> inside(isInGlobal, hasName);
    if (init)
      TraverseStmt(const_cast<clang::Expr *>(init));
  }

  ReachableCode &code;
  bool isInGlobal = false;
  std::vector<const clang::FunctionDecl *> pending;
  std::set<const clang::FunctionDecl *> seen;
  std::set<const clang::VarDecl *> seenGlobals;
  std::set<const clang::CXXRecordDecl *> classes, constructed;
  std::set<const clang::DeclRefExpr *> called;
};

ReachableCode::ReachableCode(const clang::ASTContext &ast, Models &models,
                             const std::vector<const clang::FunctionDecl *> &requested)
    : ast(ast), models(models) {
  CodeVisitor visitor(*this);
  for (const clang::FunctionDecl *function : requested) {
    visitor.enter(function);
    for (const clang::ParmVarDecl *param : function->parameters())
      fromOutside.push_back(param->getType());
    if (const auto *method = dyn_cast<clang::CXXMethodDecl>(function); method && !method->isStatic())
      fromOutside.push_back(typeOf(ast, method->getParent()));
  }
  visitor.run();
}

namespace {
bool isSameTarget(const PointerTarget &target, const clang::FunctionDecl *function) {
  return !target.global && clang::declaresSameEntity(target.function, function);
}
} // namespace

bool ReachableCode::comesFromOutside(const std::function<bool(clang::QualType)> &isWanted) const {
  auto leads = [&](const std::vector<clang::QualType> &types, const TypeSearch::Wanted &there) {
    TypeSearch search(ast, there);
    return llvm::any_of(types, [&](clang::QualType type) { return search.leadsThere(type); });
  };
  return leads(fromOutside, isWanted) ||
         (leads(fromUntyped, isWanted) && leads(fromOutside, [](clang::QualType type) { return type->isVoidType(); }));
}

clang::QualType ReachableCode::targetOf(const clang::FieldDecl *field) const {
  std::set<const clang::Type *> types;
  std::set<const clang::ValueDecl *> seen;
  std::vector<const clang::ValueDecl *> open = {canonical(field)};
  while (!open.empty()) {
    auto found = untyped.find(open.back());
    const bool isNew = seen.insert(open.back()).second;
    open.pop_back();
    if (found == untyped.end() || !isNew)
      continue;
    types.insert(found->second.types.begin(), found->second.types.end());
    llvm::append_range(open, found->second.sources);
  }
  if (types.size() != 1)
    return {};
  const clang::QualType target(*types.begin(), 0);
  const bool isObject = target->isObjectType() && !target->isIncompleteType() && !target.isVolatileQualified();
  if (!isObject || !TypeSearch(ast, [](clang::QualType type) { return type->isRealFloatingType(); }).leadsThere(target))
    return {};
  auto isOwner = [&](clang::QualType type) {
    const clang::RecordDecl *record = type->getAsRecordDecl();
    return record && clang::declaresSameEntity(record, field->getParent());
  };
  const bool isInConstant = llvm::any_of(constants, [&](const clang::VarDecl *global) {
    return TypeSearch(ast, isOwner).leadsThere(global->getType());
  });
  return isInConstant || comesFromOutside(isOwner) ? clang::QualType() : target;
}

std::optional<std::vector<PointerTarget>> ReachableCode::targetsOf(clang::QualType functionType) const {
  const clang::Type *wanted = plainType(ast, models, functionType);
  if (comesFromOutside(functionLike(ast, models, wanted)))
    return std::nullopt;
  std::vector<PointerTarget> targets;
  auto add = [&](const clang::FunctionDecl *function) {
    if (llvm::none_of(targets, [&](const PointerTarget &other) { return isSameTarget(other, function); }))
      targets.push_back({function});
  };
  auto isWanted = [&](clang::QualType type) { return plainType(ast, models, type) == wanted; };
  for (const clang::FunctionDecl *function : named) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    bool hasNoObject = !method || (method->isStatic() && !method->isLambdaStaticInvoker());
    if (hasNoObject && isWanted(function->getType()))
      add(function);
  }
  auto isLambda = [&](const clang::CXXConversionDecl *conversion) {
    return isWanted(conversion->getConversionType()->getPointeeType());
  };
  for (const clang::CXXConversionDecl *conversion : lambdas)
    if (isLambda(conversion))
      add(callOperatorBehind(conversion));
  bool areInGlobals = llvm::any_of(lambdasInGlobals, isLambda);
  for (const clang::VarDecl *global : constants)
    if (areInGlobals && !addLambdas(global, isWanted, targets) &&
        TypeSearch(ast, functionLike(ast, models, wanted)).leadsThere(global->getType()))
      return std::nullopt;
  return targets;
}

bool ReachableCode::mayGiveLambda(const clang::FunctionDecl *function) const {
  auto leads = [&](clang::QualType type) {
    return llvm::any_of(lambdas, [&](const clang::CXXConversionDecl *conversion) {
      clang::QualType pointee = conversion->getConversionType()->getPointeeType();
      return TypeSearch(ast, functionLike(ast, models, plainType(ast, models, pointee))).leadsThere(type);
    });
  };
  auto mayBeWritten = [](clang::QualType type) {
    return !type->getPointeeType().isNull() && !type->getPointeeType().isConstQualified();
  };
  return leads(function->getReturnType()) || llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *p) {
           return mayBeWritten(p->getType()) && leads(p->getType()->getPointeeType());
         });
}

std::vector<const clang::ValueDecl *> ReachableCode::membersOf(const clang::MemberPointerType *type) const {
  const clang::CXXRecordDecl *owner = type->getMostRecentCXXRecordDecl();
  clang::QualType wanted = type->getPointeeType();
  std::vector<const clang::ValueDecl *> members;
  auto consider = [&](const clang::ValueDecl *member) {
    const auto *record = dyn_cast<clang::CXXRecordDecl>(member->getDeclContext());
    bool isOwn = record && (clang::declaresSameEntity(record, owner) || owner->isDerivedFrom(record));
    bool isKnown = llvm::any_of(members, [&](auto *other) { return clang::declaresSameEntity(other, member); });
    bool isSame = wanted->isFunctionType() == member->getType()->isFunctionType() &&
                  (wanted->isFunctionType()
                       ? plainType(ast, models, member->getType()) == plainType(ast, models, wanted)
                       : ast.hasSameUnqualifiedType(member->getType(), wanted));
    if (isOwn && isSame && !isKnown)
      members.push_back(member);
  };
  for (const clang::FunctionDecl *function : named)
    consider(function);
  for (const clang::FieldDecl *field : fields)
    consider(field);
  return members;
}

} // namespace adjoint::frontend
