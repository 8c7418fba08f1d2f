// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/SideEffects.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/Intrinsics.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// The array whose elements a subscript's base names, as an lvalue; null for a pointer.
const clang::Expr *decayedArray(const clang::Expr *base) {
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(base->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
}

class WriteCollector : public AstVisitor {
public:
  Writes writes;

  bool VisitBinaryOperator(clang::BinaryOperator *op) override {
    if (op->isAssignmentOp())
      write(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      write(op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    if (!isPureCall(call))
      writeMemory();
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construct) override {
    if (!construct->getConstructor()->isTrivial())
      writeMemory();
    return true;
  }
  /// With the constructors that the braces stand for.
  bool TraverseInitListExpr(clang::InitListExpr *list) override {
    for (clang::Expr *init : (list->isSemanticForm() ? list : list->getSemanticForm())->inits())
      TraverseStmt(init);
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) override { return writeMemory(); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) override { return writeMemory(); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) override { return writeMemory(); }
  bool VisitStmtExpr(clang::StmtExpr *) override { return writeMemory(); }
  bool VisitAtomicExpr(clang::AtomicExpr *) override { return writeMemory(); }
  bool VisitVAArgExpr(clang::VAArgExpr *) override { return writeMemory(); }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *arg) override { return TraverseStmt(arg->getExpr()); }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    for (clang::Expr *init : lambda->capture_inits())
      TraverseStmt(init);
    return writeMemory();
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) override { return true; }

private:
  bool writeMemory() { return writes.any = writes.memory = true; }

  void write(const clang::Expr *lvalue) {
    writes.any = true;
    const clang::Expr *e = lvalue->IgnoreParens();
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) {
      write(choice->getTrueExpr());
      write(choice->getFalseExpr());
      return;
    }
    if (const clang::VarDecl *variable = rootOf(lvalue))
      writes.variables.insert(variable);
    else
      writes.memory = true;
  }
};

class MentionCounter : public AstVisitor {
public:
  explicit MentionCounter(const clang::VarDecl *variable) : variable(variable) {}
  unsigned count = 0;
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) override {
    count += ref->getDecl() == variable;
    return true;
  }

private:
  const clang::VarDecl *variable;
};

/// Variables of which a pointer or reference is made. What is read or written by name is
/// visited with `byName`; every other mention exposes.
class ExposureCollector : public AstVisitor {
public:
  std::set<const clang::VarDecl *> exposed;

  bool VisitUnaryOperator(clang::UnaryOperator *op) override {
    if (op->getOpcode() == clang::UO_AddrOf)
      expose(op->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay && !subscripted.count(cast))
      expose(cast->getSubExpr());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_LValueBitCast)
      expose(cast->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) override {
    subscripted.insert(subscript->getBase()->IgnoreParens());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->getType()->isReferenceType() && variable->hasInit())
      expose(variable->getInit());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    exposeAll(call->arguments());
    if (const auto *member = dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()))
      if (!member->isArrow())
        expose(member->getBase());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construct) override { return exposeAll(construct->arguments()); }
  bool VisitInitListExpr(clang::InitListExpr *list) override { return exposeAll(list->inits()); }
  bool VisitLambdaExpr(clang::LambdaExpr *lambda) override { return exposeAll(lambda->capture_inits()); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *loop) override { return exposeAll({loop->getRangeInit()}); }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init) override {
    exposeAll({init->getInit()});
    return TraverseStmt(init->getInit());
  }
  bool VisitReturnStmt(clang::ReturnStmt *stmt) override {
    if (stmt->getRetValue() && stmt->getRetValue()->isGLValue())
      expose(stmt->getRetValue());
    return true;
  }

private:
  std::set<const clang::Expr *> subscripted;

  /// Those to which something is bound.
  template <class Range> bool exposeAll(const Range &exprs) {
    for (const clang::Expr *e : exprs)
      if (e && e->isGLValue())
        expose(e);
    return true;
  }
  bool exposeAll(std::initializer_list<const clang::Expr *> exprs) {
    return exposeAll(llvm::ArrayRef<const clang::Expr *>(exprs));
  }

  void expose(const clang::Expr *lvalue) {
    const clang::Expr *e = lvalue->IgnoreParenImpCasts();
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) {
      expose(choice->getTrueExpr());
      expose(choice->getFalseExpr());
    } else if (const auto *binary = dyn_cast<clang::BinaryOperator>(e)) {
      expose(binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS());
    } else if (const clang::VarDecl *variable = rootOf(e)) {
      exposed.insert(variable);
    }
  }
};

} // namespace

namespace {
bool keepsObject(clang::CastKind kind) {
  return kind == clang::CK_NoOp || kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase ||
         kind == clang::CK_BaseToDerived;
}
} // namespace

const clang::VarDecl *rootOf(const clang::Expr *lvalue) {
  const clang::Expr *e = lvalue->IgnoreParens();
  if (const auto *ref = dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto *binding = dyn_cast<clang::BindingDecl>(ref->getDecl()))
      return binding->getBinding() ? rootOf(binding->getBinding()) : nullptr;
    const auto *variable = dyn_cast<clang::VarDecl>(ref->getDecl());
    return variable && !variable->getType()->isReferenceType() ? variable : nullptr;
  }
  if (const auto *member = dyn_cast<clang::MemberExpr>(e)) {
    bool isDirect = !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType();
    return isDirect ? rootOf(member->getBase()) : nullptr;
  }
  if (const auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    const clang::Expr *array = decayedArray(subscript->getBase());
    return array ? rootOf(array) : nullptr;
  }
  if (const auto *cast = dyn_cast<clang::CastExpr>(e))
    return keepsObject(cast->getCastKind()) ? rootOf(cast->getSubExpr()) : nullptr;
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(e)) // (a, b) = 1 and (a = b) = 1
    return binary->isGLValue() ? rootOf(binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS()) : nullptr;
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(e))
    return unary->isIncrementDecrementOp() ? rootOf(unary->getSubExpr()) : nullptr;
  return nullptr;
}

Writes writesOf(const clang::Stmt *code) {
  WriteCollector collector;
  collector.TraverseStmt(const_cast<clang::Stmt *>(code));
  return std::move(collector.writes);
}

bool hasLabels(const clang::Stmt *s) {
  return clang::isa<clang::LabelStmt>(s) || llvm::any_of(s->children(), [](const clang::Stmt *child) { return child && hasLabels(child); });
}

unsigned mentions(const clang::Stmt *code, const clang::VarDecl *variable) {
  MentionCounter counter(variable);
  counter.TraverseStmt(const_cast<clang::Stmt *>(code));
  return counter.count;
}

FunctionFacts::FunctionFacts(const clang::FunctionDecl *definition) : written(writesOf(definition->getBody())) {
  ExposureCollector collector;
  collector.TraverseStmt(definition->getBody());
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
    for (clang::CXXCtorInitializer *init : constructor->inits())
      collector.TraverseConstructorInitializer(init);
  exposed = std::move(collector.exposed);
}

bool FunctionFacts::isExposed(const clang::VarDecl *variable) const {
  bool isLocal = variable->hasLocalStorage() || variable->isStaticLocal();
  const bool isBehindPointer = variable->getType()->isReferenceType() || variable->getType()->isVariableArrayType();
  return !isLocal || isBehindPointer || exposed.count(variable) != 0;
}

} // namespace adjoint::frontend
