// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/AllocatingFunctions.h"

#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/SideEffects.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::isa;

namespace {

constexpr unsigned deepest = 8; ///< functions that call each other

/// A function of the library, and how many arguments it is handed.
struct Library {
  const char *name;
  unsigned arguments;
  bool sets = false; ///< to zero: by memset behind malloc, or as calloc of single bytes
};

bool isHandedOn(const clang::FunctionDecl *function, Library library, unsigned depth);

const clang::Expr *withoutCasts(const clang::Expr *e) {
  const clang::Expr *inner = e->IgnoreParenCasts();
  if (const auto *full = dyn_cast<clang::FullExpr>(inner))
    return withoutCasts(full->getSubExpr());
  return inner;
}

bool isNamed(const clang::Expr *e, const clang::VarDecl *variable) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts()); // a conversion that is written may change it
  return name && name->getDecl() == variable;
}

/// Does the function throw at most, or, unless it `mayThrow`, nothing at all?
bool isHarmless(const clang::FunctionDecl *function, bool mayThrow) {
  const clang::FunctionDecl *definition = nullptr;
  if (function->isNoReturn())
    return mayThrow;
  const auto *body = function->hasBody(definition) ? dyn_cast<clang::CompoundStmt>(definition->getBody()) : nullptr;
  return body && llvm::all_of(body->body(), [&](const clang::Stmt *stmt) {
           const auto *e = dyn_cast<clang::Expr>(stmt);
           return isa<clang::NullStmt>(stmt) || (mayThrow && e && isa<clang::CXXThrowExpr>(withoutCasts(e)));
         });
}

bool isHarmless(const clang::Expr *e, bool mayThrow) {
  e = withoutCasts(e);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return call->getDirectCallee() && isHarmless(call->getDirectCallee(), mayThrow);
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) // assert
    return !hasEffects(choice->getCond()) && isHarmless(choice->getTrueExpr(), true) && isHarmless(choice->getFalseExpr(), true);
  return isa<clang::CXXThrowExpr>(e) ? mayThrow : !hasEffects(e);
}

/// Do all variables that the expression names belong to the set?
bool namesOnly(const clang::Stmt *code, const std::set<const clang::ValueDecl *> &some) {
  const auto *name = clang::dyn_cast_or_null<clang::DeclRefExpr>(code);
  if (name && isa<clang::VarDecl>(name->getDecl()) && !some.count(name->getDecl()))
    return false;
  return !code || llvm::all_of(code->children(), [&](const clang::Stmt *child) { return namesOnly(child, some); });
}

/// Over the body of one function.
class Walk {
public:
  Walk(const clang::FunctionDecl *function, Library library, unsigned depth)
      : given(function->parameters().take_front(library.arguments)), library(library), depth(depth), known(given.begin(), given.end()) {}

  bool isFound = false; ///< a call that hands it on
  bool isSet = false;   ///< to zero

  /// Does the statement do nothing else?
  bool visit(const clang::Stmt *stmt) {
    if (const auto *declaration = dyn_cast<clang::DeclStmt>(stmt))
      return llvm::all_of(declaration->decls(), [&](const clang::Decl *decl) { return visit(decl); });
    if (const auto *last = dyn_cast<clang::ReturnStmt>(stmt))
      return !last->getRetValue() || isMemory(last->getRetValue());
    if (const auto *choice = dyn_cast<clang::IfStmt>(stmt))
      return visitChoice(choice);
    if (const auto *block = dyn_cast<clang::CompoundStmt>(stmt))
      return llvm::all_of(block->body(), [&](const clang::Stmt *inner) { return visit(inner); });
    const auto *e = dyn_cast<clang::Expr>(stmt);
    return isa<clang::NullStmt>(stmt) || (e && visitExpr(withoutCasts(e)));
  }

private:
  /// By what is given, and what came of it: where no memory was to be had, the function may throw.
  bool visitChoice(const clang::IfStmt *choice) {
    const bool isPlain = !choice->getInit() && !choice->getConditionVariable() && !hasEffects(choice->getCond());
    if (!isPlain || !namesOnly(choice->getCond(), known))
      return false;
    const bool outer = mayThrow;
    mayThrow = mayThrow || llvm::any_of(memory, [&](const clang::VarDecl *pointer) { return mentions(choice->getCond(), pointer) != 0; });
    const bool isFine = visit(choice->getThen()) && (!choice->getElse() || visit(choice->getElse()));
    mayThrow = outer;
    return isFine;
  }

  bool visit(const clang::Decl *decl) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable)
      return !isa<clang::FunctionDecl>(decl);
    const bool isPointer = variable->getType()->isVoidPointerType() && variable->hasLocalStorage();
    if (!isPointer || (variable->hasInit() && !isMemory(variable->getInit())))
      return false;
    memory.insert(variable);
    known.insert(variable);
    return true;
  }

  bool visitExpr(const clang::Expr *e) {
    if (const auto *assignment = dyn_cast<clang::BinaryOperator>(e); assignment && assignment->getOpcode() == clang::BO_Assign) {
      const auto *name = dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      return name && isPointer(name) && isMemory(assignment->getRHS());
    }
    return isCall(e) || setsMemory(e) || isHarmless(e, mayThrow);
  }

  static const clang::FunctionDecl *calledByC(const clang::Expr *e, llvm::StringRef name, unsigned arguments) {
    const auto *call = dyn_cast<clang::CallExpr>(e);
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const bool isOne = callee && isLibraryFunction(callee) && callee->getIdentifier() && callee->getName() == name;
    return isOne && call->getNumArgs() == arguments ? callee : nullptr;
  }
  bool isNumber(const clang::Expr *e, uint64_t value) const {
    clang::Expr::EvalResult known;
    return e->EvaluateAsInt(known, given[0]->getASTContext()) && known.Val.getInt() == value;
  }

  /// `memset(memory, 0, n)`
  bool setsMemory(const clang::Expr *e) {
    if (!library.sets || !calledByC(e, "memset", 3))
      return false;
    const auto *call = clang::cast<clang::CallExpr>(e);
    const auto *name = dyn_cast<clang::DeclRefExpr>(withoutCasts(call->getArg(0)));
    const bool sets = name && isPointer(name) && isNumber(call->getArg(1), 0) && isNamed(call->getArg(2), given[0]);
    isSet = isSet || sets;
    return sets;
  }

  /// `calloc(n, 1)`
  bool isCallocOfBytes(const clang::Expr *e) {
    if (!library.sets || !calledByC(e, "calloc", 2))
      return false;
    const auto *call = clang::cast<clang::CallExpr>(e);
    const bool isOne = (isNamed(call->getArg(0), given[0]) && isNumber(call->getArg(1), 1)) ||
                       (isNamed(call->getArg(1), given[0]) && isNumber(call->getArg(0), 1));
    isFound = isFound || isOne;
    isSet = isSet || isOne;
    return isOne;
  }

  bool isCall(const clang::Expr *e) {
    if (isCallocOfBytes(withoutCasts(e)))
      return true;
    const auto *call = dyn_cast<clang::CallExpr>(withoutCasts(e));
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    bool handsOn = callee && call->getNumArgs() >= given.size() && isHandedOn(callee, library, depth + 1);
    for (unsigned i = 0; handsOn && i < given.size(); ++i)
      handsOn = isNamed(call->getArg(i), given[i]);
    isFound = isFound || handsOn;
    isSet = isSet || (handsOn && !isLibraryFunction(callee)); // as that does it
    return handsOn;
  }

  bool isMemory(const clang::Expr *e) {
    const auto *name = dyn_cast<clang::DeclRefExpr>(withoutCasts(e));
    return (name && isPointer(name)) || isCall(e);
  }

  bool isPointer(const clang::DeclRefExpr *name) const {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    return variable && memory.count(variable);
  }

  const llvm::ArrayRef<clang::ParmVarDecl *> given;
  Library library;
  unsigned depth;
  std::set<const clang::VarDecl *> memory; ///< local pointers to it
  std::set<const clang::ValueDecl *> known; ///< these, and what is given
  bool mayThrow = false;
};

bool isHandedOn(const clang::FunctionDecl *function, Library library, unsigned depth) {
  if (isLibraryFunction(function))
    return function->getIdentifier() && function->getName() == library.name;
  const clang::FunctionDecl *definition = nullptr;
  const bool isShort = function->getNumParams() < library.arguments;
  if (depth > deepest || isShort || isa<clang::CXXMethodDecl>(function) || !function->hasBody(definition))
    return false;
  Walk walk(definition, library, depth);
  return walk.visit(definition->getBody()) && walk.isFound && (!library.sets || walk.isSet);
}

} // namespace

namespace {
bool makesMemory(const clang::FunctionDecl *function, Library library) {
  return function->getReturnType()->isVoidPointerType() && function->getNumParams() >= library.arguments &&
         llvm::all_of(function->parameters().take_front(library.arguments), [](const clang::ParmVarDecl *param) { return param->getType()->isIntegerType(); }) &&
         isHandedOn(function, library, 0);
}
} // namespace

bool handsOnToMalloc(const clang::FunctionDecl *function) { return makesMemory(function, {"malloc", 1, false}); }

bool handsOnToZeroingMalloc(const clang::FunctionDecl *function) { return makesMemory(function, {"malloc", 1, true}); }

bool handsOnToCalloc(const clang::FunctionDecl *function) { return makesMemory(function, {"calloc", 2, false}); }

bool handsOnToFree(const clang::FunctionDecl *function) {
  return function->getReturnType()->isVoidType() && function->getNumParams() > 0 &&
         function->getParamDecl(0)->getType()->isVoidPointerType() && isHandedOn(function, {"free", 1, false}, 0);
}

} // namespace adjoint::frontend
