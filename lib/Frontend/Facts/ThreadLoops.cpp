// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ThreadLoops.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/Threads.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::dyn_cast_or_null;

namespace {

/// Is anything changed, or perhaps? What a lambda does is done by the thread.
struct Changes : AstVisitor {
  bool found = false;

  bool VisitBinaryOperator(clang::BinaryOperator *e) override { return note(e->isAssignmentOp()); }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override { return note(e->isIncrementDecrementOp()); }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return note(true); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) override { return note(true); }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return note(!callee || !isOfLibrary(callee) || !isHarmless(callee));
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }

private:
  static bool isHarmless(const clang::FunctionDecl *callee) {
    static const char *const functions[] = {"ref", "cref", "min", "max", "move", "distance", "next", "size", "begin", "end", "data"};
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    const bool isNamed = callee->getIdentifier() && llvm::is_contained(functions, callee->getName());
    const bool mayInsert = method && method->getParent()->getName().ends_with("map");
    return isNamed || (method && (method->isConst() || (method->getOverloadedOperator() == clang::OO_Subscript && !mayInsert)));
  }
  bool note(bool changes) {
    found |= changes;
    return !found;
  }
};

bool changesAnything(const clang::Stmt *s) {
  Changes changes;
  changes.TraverseStmt(const_cast<clang::Stmt *>(s));
  return changes.found;
}

const clang::Expr *whole(const clang::Stmt *s) {
  const auto *e = dyn_cast_or_null<clang::Expr>(s);
  return e ? e->IgnoreUnlessSpelledInSource() : nullptr;
}

/// `std::thread(f, x)`
bool makesThread(const clang::Expr *e) {
  e = whole(e);
  if (const auto *conversion = dyn_cast_or_null<clang::CXXFunctionalCastExpr>(e))
    e = whole(conversion->getSubExpr());
  const auto *made = dyn_cast_or_null<clang::CXXConstructExpr>(e);
  return made && isThreadClass(made->getType()) && made->getNumArgs() != 0 && !made->getConstructor()->isCopyOrMoveConstructor() &&
         llvm::none_of(made->arguments(), changesAnything);
}

/// `pool[t]`: of a place that has had a thread before, a std::jthread would be waited for.
bool isOwnPlace(const clang::Expr *place, const clang::VarDecl *counter) {
  const clang::Expr *index = nullptr;
  if (const auto *element = dyn_cast_or_null<clang::ArraySubscriptExpr>(whole(place)))
    index = element->getIdx();
  else if (const auto *call = dyn_cast_or_null<clang::CXXOperatorCallExpr>(whole(place)); call && call->getOperator() == clang::OO_Subscript)
    index = call->getArg(1);
  const auto *name = dyn_cast_or_null<clang::DeclRefExpr>(whole(index));
  return counter && name && name->getDecl() == counter && !changesAnything(place);
}

/// `pool.emplace_back(f, x)`, `pool.push_back(std::thread(f, x))`, `pool[t] = std::thread(f, x)`
bool startsThread(const clang::Stmt *s, const clang::VarDecl *counter) {
  const clang::Expr *e = whole(s);
  if (const auto *assign = dyn_cast_or_null<clang::CXXOperatorCallExpr>(e))
    return assign->getOperator() == clang::OO_Equal && isOwnPlace(assign->getArg(0), counter) && makesThread(assign->getArg(1));
  const auto *call = dyn_cast_or_null<clang::CXXMemberCallExpr>(e);
  const clang::IdentifierInfo *name = call && call->getMethodDecl() ? call->getMethodDecl()->getIdentifier() : nullptr;
  if (!name || !isVectorOfThreads(call->getObjectType()) || !dyn_cast<clang::DeclRefExpr>(whole(call->getImplicitObjectArgument())))
    return false;
  if (name->isStr("push_back"))
    return makesThread(call->getArg(0));
  return name->isStr("emplace_back") && llvm::none_of(call->arguments(), changesAnything);
}

bool declaresNumbers(const clang::Stmt *s) {
  const auto *declarations = dyn_cast<clang::DeclStmt>(s);
  return declarations && llvm::all_of(declarations->decls(), [](const clang::Decl *decl) {
           const auto *variable = dyn_cast<clang::VarDecl>(decl);
           return variable && variable->hasLocalStorage() && (variable->getType()->isArithmeticType() || variable->getType()->isPointerType()) &&
                  !(variable->getInit() && changesAnything(variable->getInit()));
         });
}

} // namespace

bool startsThreads(const clang::ForStmt *loop) {
  const auto *init = dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  const auto *counter = init && init->isSingleDecl() ? dyn_cast<clang::VarDecl>(init->getSingleDecl()) : nullptr;
  const auto *block = dyn_cast<clang::CompoundStmt>(loop->getBody());
  if (!block)
    return startsThread(loop->getBody(), counter);
  return !block->body_empty() && startsThread(block->body_back(), counter) &&
         llvm::all_of(llvm::drop_end(block->body()), declaresNumbers);
}

bool onlyAdds(const clang::Stmt *s) {
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s))
    return llvm::all_of(block->body(), onlyAdds);
  if (const auto *loop = dyn_cast<clang::ForStmt>(s)) {
    const bool isPlain = dyn_cast_or_null<clang::DeclStmt>(loop->getInit()) && declaresNumbers(loop->getInit());
    return isPlain && loop->getCond() && !changesAnything(loop->getCond()) && onlyAdds(loop->getBody());
  }
  const auto *sum = dyn_cast_or_null<clang::CompoundAssignOperator>(whole(s));
  const bool adds = sum && (sum->getOpcode() == clang::BO_AddAssign || sum->getOpcode() == clang::BO_SubAssign);
  const bool isConverted = sum && (sum->getComputationLHSType().getCanonicalType() != sum->getType().getCanonicalType().getUnqualifiedType() ||
                                   sum->getLHS()->refersToBitField());
  return adds && sum->getType()->isArithmeticType() && !isConverted && !changesAnything(sum->getLHS()) && !changesAnything(sum->getRHS());
}

std::optional<unsigned> firstUnderLock(const clang::CompoundStmt *block) {
  unsigned first = 0;
  for (const clang::Stmt *s : block->body()) {
    ++first;
    const auto *declarations = dyn_cast<clang::DeclStmt>(s);
    const auto *lock = declarations && declarations->isSingleDecl() ? dyn_cast<clang::VarDecl>(declarations->getSingleDecl()) : nullptr;
    if (!lock || !takesLock(lock))
      continue;
    const bool onlySums = first != block->size() && llvm::all_of(llvm::drop_begin(block->body(), first), onlyAdds);
    return onlySums ? std::optional(first) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace adjoint::frontend
