// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/AllocatingFunctions.h"

#include "Frontend/Intrinsics.h"
#include "Frontend/SideEffects.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::isa;

namespace {

constexpr unsigned deepest = 8; ///< functions that call each other

bool isHandedOn(const clang::FunctionDecl *function, const char *library, unsigned depth);

const clang::Expr *bare(const clang::Expr *e) {
  const clang::Expr *inner = e->IgnoreParenCasts();
  if (const auto *full = dyn_cast<clang::FullExpr>(inner))
    return bare(full->getSubExpr());
  return inner;
}

bool isNamed(const clang::Expr *e, const clang::VarDecl *variable) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(bare(e));
  return name && name->getDecl() == variable;
}

/// Does the function throw, or nothing at all?
bool onlyThrows(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = nullptr;
  if (function->isNoReturn())
    return true;
  const auto *body = function->hasBody(definition) ? dyn_cast<clang::CompoundStmt>(definition->getBody()) : nullptr;
  return body && llvm::all_of(body->body(), [](const clang::Stmt *stmt) {
           const auto *e = dyn_cast<clang::Expr>(stmt);
           return isa<clang::NullStmt>(stmt) || (e && isa<clang::CXXThrowExpr>(bare(e)));
         });
}

bool isHarmless(const clang::Expr *e) {
  e = bare(e);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return call->getDirectCallee() && onlyThrows(call->getDirectCallee());
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) // assert
    return !hasEffects(choice->getCond()) && isHarmless(choice->getTrueExpr()) && isHarmless(choice->getFalseExpr());
  return isa<clang::CXXThrowExpr>(e) || !hasEffects(e);
}

/// Over the body of one function.
class Walk {
public:
  Walk(const clang::ParmVarDecl *given, const char *library, unsigned depth)
      : given(given), library(library), depth(depth) {}

  bool isFound = false; ///< a call that hands it on

  /// Does the statement do nothing else?
  bool visit(const clang::Stmt *stmt) {
    if (const auto *declaration = dyn_cast<clang::DeclStmt>(stmt))
      return llvm::all_of(declaration->decls(), [&](const clang::Decl *decl) { return visit(decl); });
    if (const auto *last = dyn_cast<clang::ReturnStmt>(stmt))
      return !last->getRetValue() || isMemory(last->getRetValue());
    if (const auto *choice = dyn_cast<clang::IfStmt>(stmt))
      return !choice->getInit() && !choice->getConditionVariable() && !hasEffects(choice->getCond()) &&
             visit(choice->getThen()) && (!choice->getElse() || visit(choice->getElse()));
    if (const auto *block = dyn_cast<clang::CompoundStmt>(stmt))
      return llvm::all_of(block->body(), [&](const clang::Stmt *inner) { return visit(inner); });
    const auto *e = dyn_cast<clang::Expr>(stmt);
    return isa<clang::NullStmt>(stmt) || (e && visitExpr(bare(e)));
  }

private:
  bool visit(const clang::Decl *decl) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable)
      return !isa<clang::FunctionDecl>(decl);
    const bool isPointer = variable->getType()->isVoidPointerType() && variable->hasLocalStorage();
    if (!isPointer || (variable->hasInit() && !isMemory(variable->getInit())))
      return false;
    memory.insert(variable);
    return true;
  }

  bool visitExpr(const clang::Expr *e) {
    if (const auto *assignment = dyn_cast<clang::BinaryOperator>(e); assignment && assignment->getOpcode() == clang::BO_Assign) {
      const auto *name = dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      return name && memory.count(name->getDecl()) && isMemory(assignment->getRHS());
    }
    return isCall(e) || isHarmless(e);
  }

  bool isCall(const clang::Expr *e) {
    const auto *call = dyn_cast<clang::CallExpr>(bare(e));
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const bool handsOn = callee && call->getNumArgs() > 0 && isNamed(call->getArg(0), given) && isHandedOn(callee, library, depth + 1);
    isFound = isFound || handsOn;
    return handsOn;
  }

  bool isMemory(const clang::Expr *e) {
    const auto *name = dyn_cast<clang::DeclRefExpr>(bare(e));
    return (name && memory.count(name->getDecl())) || isCall(e) ||
           e->isNullPointerConstant(given->getASTContext(), clang::Expr::NPC_NeverValueDependent);
  }

  const clang::ParmVarDecl *given;
  const char *library;
  unsigned depth;
  std::set<const clang::ValueDecl *> memory;
};

bool isHandedOn(const clang::FunctionDecl *function, const char *library, unsigned depth) {
  if (isLibraryFunction(function))
    return function->getIdentifier() && function->getName() == library;
  const clang::FunctionDecl *definition = nullptr;
  if (depth > deepest || isa<clang::CXXMethodDecl>(function) || !function->hasBody(definition))
    return false;
  Walk walk(definition->getParamDecl(0), library, depth);
  return walk.visit(definition->getBody()) && walk.isFound;
}

} // namespace

bool handsOnToMalloc(const clang::FunctionDecl *function) {
  return function->getReturnType()->isVoidPointerType() && function->getNumParams() > 0 &&
         function->getParamDecl(0)->getType()->isIntegerType() && isHandedOn(function, "malloc", 0);
}

bool handsOnToFree(const clang::FunctionDecl *function) {
  return function->getReturnType()->isVoidType() && function->getNumParams() > 0 &&
         function->getParamDecl(0)->getType()->isVoidPointerType() && isHandedOn(function, "free", 0);
}

} // namespace adjoint::frontend
