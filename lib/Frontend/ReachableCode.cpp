// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/ReachableCode.h"

#include "Frontend/ClangVersion.h"
#include "Frontend/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// `noexcept` makes another type, of which the pointers are converted; so do models of what the function takes.
const clang::Type *plainType(const clang::ASTContext &ast, Models &models, clang::QualType functionType) {
  clang::QualType plain = ast.getFunctionTypeWithExceptionSpec(models.type(functionType), clang::EST_None);
  return plain.getCanonicalType().getTypePtr();
}

/// Can a pointer to the function type be found in a value, or behind the pointers in it?
class TypeSearch {
public:
  TypeSearch(const clang::ASTContext &ast, Models &models, const clang::Type *wanted)
      : ast(ast), models(models), wanted(wanted) {}

  bool leadsThere(clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (!seen.insert(type.getTypePtr()).second)
      return false;
    if (type->isFunctionType())
      return plainType(ast, models, type) == wanted;
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
  Models &models;
  const clang::Type *const wanted;
  std::set<const clang::Type *> seen;
};

} // namespace

class CodeVisitor : public clang::RecursiveASTVisitor<CodeVisitor> {
public:
  explicit CodeVisitor(ReachableCode &code) : code(code) {}

  bool shouldVisitImplicitCode() const { return true; }

  void enter(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (isOfLibrary(function) || function->isDependentContext() || !seen.insert(function->getCanonicalDecl()).second)
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
        for (clang::CXXCtorInitializer *init : constructor->inits())
          TraverseStmt(init->getInit());
      TraverseStmt(function->getBody());
    }
  }

  bool TraverseLambdaExpr(clang::LambdaExpr *lambda, DataRecursionQueue * = nullptr) {
    for (clang::Expr *capture : lambda->capture_inits())
      TraverseStmt(capture);
    enter(lambda->getCallOperator()); // of a generic one, its instances are named elsewhere
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (const auto *callee = dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
      called.insert(callee);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    if (const auto *function = dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      enter(function);
      if (!called.count(name))
        code.named.push_back(function);
    } else if (const auto *field = dyn_cast<clang::FieldDecl>(name->getDecl())) {
      code.fields.push_back(field);
    } else if (const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl()); variable && variable->hasGlobalStorage()) {
      enterGlobal(variable);
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
    if (!method)
      return true;
    enter(method);
    const auto *conversion = dyn_cast<clang::CXXConversionDecl>(method);
    if (conversion && conversion->getParent()->isLambda() && conversion->getConversionType()->isFunctionPointerType())
      code.lambdas.insert(plainType(code.ast, code.models, conversion->getConversionType()->getPointeeType()));
    return true;
  }
  /// With an object, all that its class can do: virtual functions, operators that a library calls, the destructor.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    enter(e->getConstructor());
    const clang::CXXRecordDecl *record = e->getConstructor()->getParent();
    if (!isOfLibrary(record) && !record->isLambda() && classes.insert(record->getCanonicalDecl()).second)
      for (const clang::CXXMethodDecl *method : record->methods())
        if (method->isVirtual() || method->getOverloadedOperator() != clang::OO_None ||
            clang::isa<clang::CXXDestructorDecl>(method))
          enter(method);
    return true;
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) { return TraverseStmt(e->getExpr()); }
  bool VisitCastExpr(clang::CastExpr *e) {
    if (e->getCastKind() == clang::CK_BitCast || e->getCastKind() == clang::CK_IntegralToPointer ||
        e->getCastKind() == clang::CK_LValueBitCast)
      code.fromOutside.push_back(e->getType());
    return true;
  }

private:
  void enterGlobal(const clang::VarDecl *variable) {
    if (isOfLibrary(variable) || !seenGlobals.insert(variable->getCanonicalDecl()).second)
      return;
    const clang::VarDecl *definition = nullptr;
    const clang::Expr *init = variable->getAnyInitializer(definition);
    if (init)
      TraverseStmt(const_cast<clang::Expr *>(init));
    clang::QualType element = code.ast.getBaseElementType(variable->getType());
    if (!init || !(element.isConstQualified() || variable->isConstexpr()))
      code.fromOutside.push_back(variable->getType());
  }

  ReachableCode &code;
  std::vector<const clang::FunctionDecl *> pending;
  std::set<const clang::FunctionDecl *> seen;
  std::set<const clang::VarDecl *> seenGlobals;
  std::set<const clang::CXXRecordDecl *> classes;
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

std::optional<std::vector<const clang::FunctionDecl *>>
ReachableCode::targetsOf(clang::QualType functionType) const {
  const clang::Type *wanted = plainType(ast, models, functionType);
  TypeSearch search(ast, models, wanted);
  bool isOpen = lambdas.count(wanted) || llvm::any_of(fromOutside, [&](clang::QualType t) { return search.leadsThere(t); });
  if (isOpen)
    return std::nullopt;
  std::vector<const clang::FunctionDecl *> targets;
  for (const clang::FunctionDecl *function : named) {
    bool isKnown = llvm::any_of(targets, [&](auto *other) { return clang::declaresSameEntity(other, function); });
    bool isMember = clang::isa<clang::CXXMethodDecl>(function) && !clang::cast<clang::CXXMethodDecl>(function)->isStatic();
    if (!isKnown && !isMember && plainType(ast, models, function->getType()) == wanted)
      targets.push_back(function);
  }
  return targets;
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
