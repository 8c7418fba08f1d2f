// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Repeatable.h"

#include "Frontend/Intrinsics.h"
#include "Frontend/SideEffects.h"
#include "Frontend/StandardLibrary.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// False ends the search: something is changed, or nobody knows.
class Search : public clang::RecursiveASTVisitor<Search> {
public:
  bool VisitBinaryOperator(clang::BinaryOperator *op) { return !op->isAssignmentOp() || isOwn(op->getLHS()); }
  bool VisitUnaryOperator(clang::UnaryOperator *op) { return !op->isIncrementDecrementOp() || isOwn(op->getSubExpr()); }
  bool VisitVarDecl(clang::VarDecl *variable) { return !variable->isStaticLocal(); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    const clang::CXXConstructorDecl *constructor = e->getConstructor();
    return constructor->isTrivial() || isOfLibrary(constructor->getParent()) || visit(constructor);
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || isPureCall(call))
      return callee != nullptr;
    return isLibraryFunction(callee) ? isReading(callee) : visit(callee);
  }
  bool TraverseInitListExpr(clang::InitListExpr *list, DataRecursionQueue * = nullptr) {
    return llvm::all_of((list->isSemanticForm() ? list : list->getSemanticForm())->inits(),
                        [&](clang::Expr *init) { return TraverseStmt(init); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *, DataRecursionQueue * = nullptr) { return false; }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) { return false; }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) { return false; }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) { return false; }
  bool VisitStmtExpr(clang::StmtExpr *) { return false; }

private:
  bool visit(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    if ((method && method->isVirtual()) || !function->hasBody(definition))
      return false;
    if (!seen.insert(definition).second)
      return true;
    ++depth;
    bool isFine = TraverseStmt(definition->getBody());
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        isFine = isFine && TraverseStmt(init->getInit());
    --depth;
    return isFine;
  }

  /// A variable of a function that is called.
  bool isOwn(const clang::Expr *lvalue) const {
    const clang::VarDecl *variable = depth > 0 ? rootOf(lvalue) : nullptr;
    return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }

  /// Of the library: elements of containers, and texts.
  static bool isReading(const clang::FunctionDecl *function) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    const clang::CXXRecordDecl *made = function->getReturnType()->getAsCXXRecordDecl();
    return method ? method->isConst() || method->getOverloadedOperator() == clang::OO_Subscript
                  : made && made->getIdentifier() && made->getName() == "basic_string";
  }

  std::set<const clang::FunctionDecl *> seen;
  unsigned depth = 0;
};

} // namespace

bool isRepeatable(const clang::Expr *e) { return Search().TraverseStmt(const_cast<clang::Expr *>(e)); }

} // namespace adjoint::frontend
