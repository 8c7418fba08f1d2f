// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/WorkContainers.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

bool isOne(const clang::Expr *e, const clang::VarDecl *variable) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  return name && name->getDecl() == variable;
}

/// `v.member(...)`, where the arguments do not name v.
const clang::CXXMemberCallExpr *memberCall(const clang::Stmt *s, const clang::VarDecl *variable) {
  const auto *e = dyn_cast<clang::Expr>(s);
  const auto *call = e ? dyn_cast<clang::CXXMemberCallExpr>(e->IgnoreParenImpCasts()->IgnoreImplicit()) : nullptr;
  const bool isOfIt = call && call->getMethodDecl() && call->getMethodDecl()->getIdentifier() &&
                      isOne(call->getImplicitObjectArgument(), variable) && mentions(call, variable) == 1;
  return isOfIt ? call : nullptr;
}

Beginning ofCall(const clang::CXXMemberCallExpr *call) {
  const llvm::StringRef name = call->getMethodDecl()->getName();
  if (name == "clear" || name == "assign")
    return Beginning::OfAll;
  return name == "resize" ? Beginning::OfSize : Beginning::Unknown;
}

/// `v.size()`, compared with what does not name v.
bool asksForSize(const clang::Expr *condition, const clang::VarDecl *variable) {
  const auto *comparison = dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  const clang::CXXMemberCallExpr *size = comparison && comparison->getOpcode() == clang::BO_NE
                                             ? memberCall(comparison->getLHS()->IgnoreParenImpCasts(), variable)
                                             : nullptr;
  return size && size->getMethodDecl()->getName() == "size" && mentions(comparison, variable) == 1;
}

/// The only statement of a block.
const clang::Stmt *single(const clang::Stmt *s) {
  const auto *block = dyn_cast<clang::CompoundStmt>(s);
  return block && block->size() == 1 ? block->body_front() : s;
}

Beginning ofStatement(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (const clang::CXXMemberCallExpr *call = memberCall(s, variable))
    return ofCall(call);
  if (const auto *choice = dyn_cast<clang::IfStmt>(s)) { // if (v.size() != n) v.resize(n);
    const bool isPlain = !choice->getElse() && !choice->getInit() && !choice->getConditionVariable();
    const clang::CXXMemberCallExpr *call = isPlain ? memberCall(single(choice->getThen()), variable) : nullptr;
    const bool isResized = call && ofCall(call) == Beginning::OfSize && asksForSize(choice->getCond(), variable);
    return isResized ? Beginning::OfSize : Beginning::Unknown;
  }
  const auto *e = dyn_cast<clang::Expr>(s);
  const auto *assignment = e ? dyn_cast<clang::CXXOperatorCallExpr>(e->IgnoreImplicit()) : nullptr;
  const bool isWhole = assignment && assignment->getOperator() == clang::OO_Equal && isOne(assignment->getArg(0), variable) &&
                       mentions(assignment, variable) == 1;
  return isWhole ? Beginning::OfAll : Beginning::Unknown;
}

/// Counts what is done with the container that leaves no address of it, or of a part, in another variable: numbers are read and
/// written, and it is gone over.
class NumbersAlone : public AstVisitor {
public:
  explicit NumbersAlone(const clang::VarDecl *variable) : variable(variable) {}

  unsigned count = 0;
  bool leadsElsewhere = false;

  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *e) override {
    count += isOne(e->getImplicitObjectArgument(), variable) && isOfNumbers(e->getType());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) override {
    const auto *operation = dyn_cast<clang::CXXOperatorCallExpr>(e);
    const bool isOfIt = operation && isOne(operation->getArg(0), variable);
    count += isOfIt && (operation->getOperator() == clang::OO_Equal || isOfNumbers(operation->getType()));
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *decl) override {
    const clang::Expr *init = decl->getInit();
    if (!init || !decl->getType()->isReferenceType() || mentions(init, variable) == 0)
      return true;
    const bool isRange = decl->isImplicit() && isOne(init, variable);
    count += isRange;
    leadsElsewhere = leadsElsewhere || !isRange;
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    leadsElsewhere = leadsElsewhere || (e->getOpcode() == clang::UO_AddrOf && mentions(e, variable) != 0);
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }

private:
  static bool isOfNumbers(clang::QualType type) { return type->isVoidType() || type->isArithmeticType(); }

  const clang::VarDecl *const variable;
};

bool isUsedForNumbersAlone(const clang::VarDecl *variable, const clang::Stmt *body) {
  NumbersAlone uses(variable);
  uses.TraverseStmt(const_cast<clang::Stmt *>(body));
  return !uses.leadsElsewhere && uses.count == mentions(body, variable);
}

} // namespace

Beginning beginningOf(const clang::VarDecl *variable, const clang::Stmt *body) {
  const clang::CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl();
  if (!record || !isOfLibrary(record) || variable->getType().isConstQualified() || hasLabels(body) ||
      !isUsedForNumbersAlone(variable, body))
    return Beginning::Unknown;
  for (const clang::Stmt *s : body->children())
    if (s && mentions(s, variable) != 0)
      return ofStatement(s, variable);
  return Beginning::Unknown;
}

} // namespace adjoint::frontend
