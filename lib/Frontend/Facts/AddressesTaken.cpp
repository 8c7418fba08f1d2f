// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/AddressesTaken.h"

#include "Frontend/Clang/AstVisitor.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace adjoint::frontend {

using clang::dyn_cast;

const clang::VarDecl *variableOf(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e);
    const auto *member = dyn_cast<clang::MemberExpr>(e);
    if (element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      e = element->getBase()->IgnoreParenImpCasts();
    else if (member && !member->isArrow() && clang::isa<clang::FieldDecl>(member->getMemberDecl()))
      e = member->getBase();
    else if (member)
      return dyn_cast<clang::VarDecl>(member->getMemberDecl());
    else
      break;
  }
  const auto *name = dyn_cast<clang::DeclRefExpr>(e);
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

namespace {

class Visitor : public AstVisitor {
public:
  Visitor(const clang::SourceManager &sources, std::map<const clang::VarDecl *, int> &unexplained)
      : sources(sources), unexplained(unexplained) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool TraverseDecl(clang::Decl *decl) override {
    bool isElsewhere = decl && decl->getLocation().isValid() && sources.isInSystemHeader(decl->getLocation());
    return isElsewhere || AstVisitor::TraverseDecl(decl);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) override { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) override { return count(dyn_cast<clang::VarDecl>(e->getDecl()), 1); }
  bool VisitMemberExpr(clang::MemberExpr *e) override { return count(dyn_cast<clang::VarDecl>(e->getMemberDecl()), 1); }
  bool VisitCastExpr(clang::CastExpr *e) override {
    return e->getCastKind() != clang::CK_LValueToRValue || count(variableOf(e->getSubExpr()), -1);
  }
  bool VisitBinaryOperator(clang::BinaryOperator *e) override {
    return !e->isAssignmentOp() || count(variableOf(e->getLHS()), -1);
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) override {
    return !e->isIncrementDecrementOp() || count(variableOf(e->getSubExpr()), -1);
  }

private:
  bool count(const clang::VarDecl *variable, int by) {
    if (variable && variable->hasGlobalStorage())
      unexplained[variable->getCanonicalDecl()] += by;
    return true;
  }

  const clang::SourceManager &sources;
  std::map<const clang::VarDecl *, int> &unexplained;
};

} // namespace

AddressesTaken::AddressesTaken(const clang::ASTContext &ast) {
  Visitor(ast.getSourceManager(), unexplained).TraverseDecl(ast.getTranslationUnitDecl());
}

bool AddressesTaken::contains(const clang::VarDecl *variable) const {
  auto found = unexplained.find(variable->getCanonicalDecl());
  return found != unexplained.end() && found->second > 0;
}

} // namespace adjoint::frontend
