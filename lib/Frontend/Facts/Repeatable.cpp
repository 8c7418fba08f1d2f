// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/Repeatable.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/SideEffects.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <set>
#include <string>
#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::isa;

namespace {

/// False ends the search: something is changed, or nobody knows.
class RepeatableSearch : public AstVisitor {
public:
  bool VisitBinaryOperator(clang::BinaryOperator *op) override { return !op->isAssignmentOp() || isOwn(op->getLHS()); }
  bool VisitUnaryOperator(clang::UnaryOperator *op) override { return !op->isIncrementDecrementOp() || isOwn(op->getSubExpr()); }
  bool VisitVarDecl(clang::VarDecl *variable) override { return !variable->isStaticLocal() && endsQuietly(variable->getType()); }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr *e) override { return endsQuietly(e->getType()); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *e) override { return TraverseStmt(e->getExpr()); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *) override { return false; }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) override {
    const clang::CXXConstructorDecl *constructor = e->getConstructor();
    const bool isMove = constructor->isMoveConstructor() && !constructor->isTrivial();
    return constructor->isTrivial() || (isOfLibrary(constructor->getParent()) ? !isMove : visit(constructor));
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || isPureCall(call))
      return callee != nullptr;
    return isLibraryFunction(callee) ? isReading(callee) : visit(callee);
  }
  bool TraverseInitListExpr(clang::InitListExpr *list) override {
    return llvm::all_of((list->isSemanticForm() ? list : list->getSemanticForm())->inits(),
                        [&](clang::Expr *init) { return TraverseStmt(init); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return false; }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return false; }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) override { return false; }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) override { return false; }
  bool VisitStmtExpr(clang::StmtExpr *) override { return false; }

  bool visit(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    if ((method && method->isVirtual()) || !function->hasBody(definition))
      return function->isDefaulted() && clang::isa<clang::CXXConstructorDecl>(function) && isInitialised(function);
    if (!seen.insert(definition).second)
      return true;
    const bool outer = std::exchange(makesThis, clang::isa<clang::CXXConstructorDecl>(definition));
    ++depth;
    const bool isFine = TraverseStmt(definition->getBody()) && isInitialised(definition);
    --depth;
    makesThis = outer;
    return isFine;
  }

private:
  bool isInitialised(const clang::FunctionDecl *definition) {
    const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition);
    return !constructor || llvm::all_of(constructor->inits(), [&](const clang::CXXCtorInitializer *init) {
             return TraverseStmt(init->getInit());
           });
  }

  static bool endsQuietly(clang::QualType type) {
    const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || isOfLibrary(record) || record->hasTrivialDestructor())
      return true;
    const clang::CXXDestructorDecl *end = record->getDestructor();
    return (!end || !end->isUserProvided()) && llvm::all_of(record->fields(), [](const clang::FieldDecl *field) {
             return endsQuietly(field->getType());
           }) && llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) { return endsQuietly(base.getType()); });
  }

  /// A variable of a function that is called, or a member of the object that is made.
  bool isOwn(const clang::Expr *lvalue) const {
    const auto *member = dyn_cast<clang::MemberExpr>(lvalue->IgnoreParenImpCasts());
    if (makesThis && member && isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      return isa<clang::FieldDecl>(member->getMemberDecl()) && !member->getType()->isReferenceType();
    const clang::VarDecl *variable = depth > 0 ? rootOf(lvalue) : nullptr;
    return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }

  /// Of the library: elements of sequences, and texts of numbers and texts.
  static bool isReading(const clang::FunctionDecl *function) {
    const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
    if (method)
      return isSequence(method->getParent()) && (method->isConst() || method->getOverloadedOperator() == clang::OO_Subscript);
    const clang::CXXRecordDecl *made = function->getReturnType()->getAsCXXRecordDecl();
    const bool isText = made && made->getIdentifier() && made->getName() == "basic_string";
    return isText && ((function->getIdentifier() && function->getName() == "to_string") ||
                      function->getOverloadedOperator() == clang::OO_Plus);
  }
  static bool isSequence(const clang::CXXRecordDecl *record) {
    static const std::set<std::string> names = {"vector", "array", "basic_string", "deque", "valarray", "complex"};
    return record->getIdentifier() && names.count(record->getName().str());
  }

  std::set<const clang::FunctionDecl *> seen;
  unsigned depth = 0;
  bool makesThis = false; ///< a constructor is being looked at
};

} // namespace

bool isRepeatable(const clang::Expr *e) { return RepeatableSearch().TraverseStmt(const_cast<clang::Expr *>(e)); }

bool isRepeatable(const clang::CXXConstructorDecl *constructor) { return constructor->isTrivial() || RepeatableSearch().visit(constructor); }

} // namespace adjoint::frontend
