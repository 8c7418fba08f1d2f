// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/AstVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace adjoint::frontend {

namespace {

/// Asks `visitor` at each node; `Base` is what it asks for in its turn to go on as usual.
class AstWalk : public clang::RecursiveASTVisitor<AstWalk> {
public:
  using Base = clang::RecursiveASTVisitor<AstWalk>;

  explicit AstWalk(AstVisitor &visitor) : visitor(visitor) {}

  bool shouldVisitImplicitCode() const { return visitor.shouldVisitImplicitCode(); }
  bool shouldVisitTemplateInstantiations() const { return visitor.shouldVisitTemplateInstantiations(); }

  bool TraverseDecl(clang::Decl *decl) { return visitor.TraverseDecl(decl); }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init) { return visitor.TraverseConstructorInitializer(init); }
  bool TraverseInitListExpr(clang::InitListExpr *list, DataRecursionQueue * = nullptr) { return visitor.TraverseInitListExpr(list); }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda, DataRecursionQueue * = nullptr) { return visitor.TraverseLambdaExpr(lambda); }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e, DataRecursionQueue * = nullptr) {
    return visitor.TraverseUnaryExprOrTypeTraitExpr(e);
  }

#define VISITED(Node)                                                                                                          \
  bool Visit##Node(clang::Node *node) { return visitor.Visit##Node(node); }
#include "Frontend/Clang/VisitedNodes.def"

private:
  AstVisitor &visitor;
};

} // namespace

AstVisitor::~AstVisitor() = default;

bool AstVisitor::TraverseStmt(clang::Stmt *stmt) { return AstWalk(*this).TraverseStmt(stmt); }
bool AstVisitor::TraverseDecl(clang::Decl *decl) { return AstWalk(*this).AstWalk::Base::TraverseDecl(decl); }
bool AstVisitor::TraverseConstructorInitializer(clang::CXXCtorInitializer *init) {
  return AstWalk(*this).AstWalk::Base::TraverseConstructorInitializer(init);
}
bool AstVisitor::TraverseInitListExpr(clang::InitListExpr *list) {
  return AstWalk(*this).AstWalk::Base::TraverseInitListExpr(list);
}
bool AstVisitor::TraverseLambdaExpr(clang::LambdaExpr *lambda) {
  return AstWalk(*this).AstWalk::Base::TraverseLambdaExpr(lambda);
}
bool AstVisitor::TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e) {
  return AstWalk(*this).AstWalk::Base::TraverseUnaryExprOrTypeTraitExpr(e);
}

} // namespace adjoint::frontend
