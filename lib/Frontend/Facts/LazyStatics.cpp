// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/LazyStatics.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

using Variables = std::set<const clang::VarDecl *>;

const clang::VarDecl *staticIn(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isStaticLocal() ? variable : nullptr;
}

/// The object and the name of `object.member()`.
std::pair<const clang::VarDecl *, llvm::StringRef> memberCall(const clang::Expr *e) {
  const auto *call = dyn_cast<clang::CXXMemberCallExpr>(e->IgnoreParenImpCasts());
  const clang::CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() || !isOfLibrary(method))
    return {nullptr, ""};
  return {staticIn(call->getImplicitObjectArgument()), method->getName()};
}

bool isZero(const clang::Expr *e, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  return e->getType()->isIntegralOrEnumerationType() && e->EvaluateAsInt(result, ast) && result.Val.getInt().isZero();
}
bool isNonzero(const clang::Expr *e, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  return e->getType()->isIntegralOrEnumerationType() && e->EvaluateAsInt(result, ast) && !result.Val.getInt().isZero();
}

/// A condition that holds where a static variable is as it was made.
struct Guard {
  const clang::VarDecl *variable = nullptr;
  bool isContainer = false; ///< which is empty; else a number
  bool holdsAtZero = true;  ///< of the number
};

Guard guardIn(const clang::Expr *condition, const clang::ASTContext &ast) {
  condition = condition->IgnoreParenImpCasts();
  if (auto [object, member] = memberCall(condition); object && member == "empty")
    return {object, true};
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(condition); unary && unary->getOpcode() == clang::UO_LNot)
    return {staticIn(unary->getSubExpr())};
  if (const auto *pair = dyn_cast<clang::BinaryOperator>(condition); pair && pair->getOpcode() == clang::BO_EQ && isZero(pair->getRHS(), ast)) {
    auto [object, member] = memberCall(pair->getLHS());
    return object && member == "size" ? Guard{object, true} : Guard{staticIn(pair->getLHS())};
  }
  return {staticIn(condition), false, false};
}

bool startsAsGuarded(const Guard &guard, const clang::ASTContext &ast) {
  const clang::Expr *init = guard.variable->getInit();
  if (!guard.isContainer)
    return guard.variable->getType()->isIntegerType() &&
           (guard.holdsAtZero ? !init || isZero(init, ast) : init && isNonzero(init, ast));
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(guard.variable->getType()->isRecordType() && init ? init->IgnoreImplicit() : nullptr);
  return construct && construct->getConstructor()->isDefaultConstructor();
}

/// A statement that always runs in the block, and after which the guard does not hold.
bool endsGuard(const clang::Stmt *s, const Guard &guard, const clang::ASTContext &ast) {
  const auto *e = dyn_cast<clang::Expr>(s);
  if (!e)
    return false;
  e = e->IgnoreImplicit();
  if (guard.isContainer) {
    auto [object, member] = memberCall(e);
    const auto *call = object ? clang::cast<clang::CXXMemberCallExpr>(e) : nullptr;
    const bool makesSome = member == "resize" || member == "assign";
    return object == guard.variable && (member == "push_back" || member == "emplace_back" ||
                                        (makesSome && call->getNumArgs() > 0 && isNonzero(call->getArg(0), ast)));
  }
  const auto *assignment = dyn_cast<clang::BinaryOperator>(e);
  return assignment && assignment->getOpcode() == clang::BO_Assign && staticIn(assignment->getLHS()) == guard.variable &&
         (guard.holdsAtZero ? isNonzero(assignment->getRHS(), ast) : isZero(assignment->getRHS(), ast));
}

bool endsGuardAlways(const clang::Stmt *guarded, const Guard &guard, const clang::ASTContext &ast) {
  const auto *block = dyn_cast<clang::CompoundStmt>(guarded);
  return block && llvm::any_of(block->body(), [&](const clang::Stmt *s) { return endsGuard(s, guard, ast); });
}

bool leaves(const clang::Stmt *s) {
  if (clang::isa<clang::ReturnStmt, clang::CXXThrowExpr, clang::LambdaExpr>(s))
    return true;
  return llvm::any_of(s->children(), [](const clang::Stmt *child) { return child && leaves(child); });
}

/// `if (nodes.empty()) ...`
const clang::IfStmt *fillingIn(const clang::Stmt *s, const clang::ASTContext &ast) {
  const auto *choice = dyn_cast<clang::IfStmt>(s);
  const bool isPlain = choice && !choice->getElse() && !choice->getInit() && !choice->getConditionVariable() && !leaves(choice->getThen());
  const Guard guard = isPlain ? guardIn(choice->getCond(), ast) : Guard();
  return guard.variable && startsAsGuarded(guard, ast) ? choice : nullptr;
}

/// What the guarded statement uses: its own variables, the function's static ones, and constants.
class Fill : public AstVisitor {
public:
  Variables used; ///< static ones
  bool isClosed = true;

  bool VisitVarDecl(clang::VarDecl *variable) override {
    own.insert(variable);
    isClosed = isClosed && !variable->isStaticLocal();
    return isClosed;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && variable->isStaticLocal())
      used.insert(variable);
    else if (variable && !own.count(variable))
      isClosed = isClosed && variable->isUsableInConstantExpressions(variable->getASTContext());
    return isClosed;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const clang::FunctionDecl *callee = e->getDirectCallee();
    const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    const bool isOfContainer = method && !method->isStatic() && isOfLibrary(callee);
    isClosed = callee && (isPureCall(e) || isOfContainer || (!isOfLibrary(callee) && isSelfContained(callee)));
    return isClosed;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    return isClosed = isOfLibrary(e->getConstructor()->getParent()) || isSelfContained(e->getConstructor());
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    return isClosed = e->getOpcode() != clang::UO_Deref && e->getOpcode() != clang::UO_AddrOf;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return isClosed = false; }
  bool VisitStmtExpr(clang::StmtExpr *) override { return isClosed = false; }

private:
  std::set<const clang::VarDecl *> own;
};

/// How often the code reads an element, the whole, or the size of the variable.
class Reads : public AstVisitor {
public:
  explicit Reads(const clang::VarDecl *variable) : variable(variable) {}

  unsigned count = 0;

  bool VisitCastExpr(clang::CastExpr *e) override {
    if (e->getCastKind() != clang::CK_LValueToRValue)
      return true;
    const clang::Expr *read = e->getSubExpr()->IgnoreParens();
    while (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(read))
      read = element->getBase()->IgnoreParenImpCasts();
    if (const auto *element = dyn_cast<clang::CXXOperatorCallExpr>(read); element && element->getOperator() == clang::OO_Subscript)
      read = element->getArg(0);
    count += staticIn(read) == variable;
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *e) override {
    auto [object, member] = memberCall(e);
    count += object == variable && (member == "size" || member == "empty");
    return true;
  }

private:
  const clang::VarDecl *const variable;
};

bool isOnlyRead(const clang::Stmt *s, const clang::VarDecl *variable) {
  Reads reads(variable);
  reads.TraverseStmt(const_cast<clang::Stmt *>(s));
  return reads.count == mentions(s, variable);
}

} // namespace

bool isFilledLazily(const clang::VarDecl *variable, const clang::Stmt *body) {
  const clang::ASTContext &ast = variable->getASTContext();
  if (hasLabels(body))
    return false;
  const auto statement = llvm::find_if(body->children(), [&](const clang::Stmt *s) { return mentions(s, variable) != 0; });
  const clang::IfStmt *filling = statement == body->child_end() ? nullptr : fillingIn(*statement, ast);
  if (!filling)
    return false;
  const Guard guard = guardIn(filling->getCond(), ast);
  Fill fill;
  fill.TraverseStmt(const_cast<clang::Stmt *>(filling->getThen()));
  const bool isAlone = guard.isContainer && fill.used == Variables{guard.variable};
  const bool isOne = variable == guard.variable || fill.used.count(variable) != 0;
  auto isLeftAlone = [&](const clang::VarDecl *other) {
    return llvm::all_of(body->children(), [&](const clang::Stmt *s) { return s == filling || isOnlyRead(s, other); });
  };
  return fill.isClosed && isOne && (isAlone || endsGuardAlways(filling->getThen(), guard, ast)) && isLeftAlone(guard.variable) &&
         llvm::all_of(fill.used, isLeftAlone);
}

} // namespace adjoint::frontend
