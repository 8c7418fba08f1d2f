// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/Counters.h"

#include "Frontend/Models/SideEffects.h"

#include "clang/AST/Decl.h"
#include "clang/AST/StmtCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

const clang::VarDecl *staticInteger(const clang::Expr *e) {
  e = e->IgnoreParens();
  const clang::ValueDecl *named = nullptr;
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e))
    named = name->getDecl();
  else if (const auto *member = dyn_cast<clang::MemberExpr>(e); member && !hasEffects(member->getBase()))
    named = member->getMemberDecl();
  const auto *variable = named ? dyn_cast<clang::VarDecl>(named) : nullptr;
  const bool isInteger = variable && variable->getType()->isIntegerType() && !variable->getType().isVolatileQualified();
  return isInteger && variable->hasGlobalStorage() ? variable : nullptr;
}

/// Where the statement stands, the value of an expression is not used.
unsigned countsIn(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (!s)
    return 0;
  if (const auto *pair = dyn_cast<clang::BinaryOperator>(s); pair && pair->isCommaOp())
    return countsIn(pair->getLHS(), variable) + countsIn(pair->getRHS(), variable);
  if (const auto *e = dyn_cast<clang::Expr>(s))
    return countedBy(e) == variable ? 1 : 0;
  if (const auto *branch = dyn_cast<clang::IfStmt>(s))
    return countsIn(branch->getThen(), variable) + countsIn(branch->getElse(), variable);
  if (const auto *loop = dyn_cast<clang::ForStmt>(s))
    return countsIn(loop->getInc(), variable) + countsIn(loop->getBody(), variable);
  if (const auto *loop = dyn_cast<clang::WhileStmt>(s))
    return countsIn(loop->getBody(), variable);
  if (const auto *loop = dyn_cast<clang::DoStmt>(s))
    return countsIn(loop->getBody(), variable);
  if (const auto *loop = dyn_cast<clang::CXXForRangeStmt>(s))
    return countsIn(loop->getBody(), variable);
  unsigned counts = 0;
  if (clang::isa<clang::CompoundStmt>(s))
    for (const clang::Stmt *child : s->children())
      counts += countsIn(child, variable);
  return counts;
}

} // namespace

const clang::VarDecl *countedBy(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *op = dyn_cast<clang::UnaryOperator>(e))
    return op->isIncrementDecrementOp() ? staticInteger(op->getSubExpr()) : nullptr;
  const auto *op = dyn_cast<clang::CompoundAssignOperator>(e);
  const bool adds = op && (op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign);
  return adds && clang::isa<clang::IntegerLiteral>(op->getRHS()->IgnoreParenImpCasts()) ? staticInteger(op->getLHS()) : nullptr;
}

bool isOnlyCounted(const clang::VarDecl *variable, const clang::Stmt *code) {
  const unsigned counts = countsIn(code, variable);
  return counts != 0 && counts == mentions(code, variable);
}

} // namespace adjoint::frontend
