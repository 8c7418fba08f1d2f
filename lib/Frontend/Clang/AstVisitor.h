// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AstVisitor: a walk over Clang's AST, with virtual functions where clang::RecursiveASTVisitor is a template. That one is
// compiled anew, for all classes of nodes, for each class that is derived from it; this one is instantiated once.
//
//   struct Calls : AstVisitor {
//     bool VisitCallExpr(clang::CallExpr *call) override { ...; return true; }   // false ends the walk
//   };
//   Calls().TraverseStmt(body);
//
// What is visited, in which order, and which functions are called for one node (those of its class's bases, too), is as
// there, and so are the names. VisitedNodes.def lists the classes of nodes that have a function.

#ifndef ADJOINT_FRONTEND_CLANG_ASTVISITOR_H
#define ADJOINT_FRONTEND_CLANG_ASTVISITOR_H

namespace clang {
class CXXCtorInitializer;
class Decl;
class Stmt;
class UnaryExprOrTypeTraitExpr;
#define VISITED(Node) class Node;
#include "Frontend/Clang/VisitedNodes.def"
} // namespace clang

namespace adjoint::frontend {

class AstVisitor {
public:
  virtual ~AstVisitor();

  bool TraverseStmt(clang::Stmt *stmt);

  /// Those that a visitor may leave out, or go through in another way.
  virtual bool TraverseDecl(clang::Decl *decl);
  virtual bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init);
  virtual bool TraverseInitListExpr(clang::InitListExpr *list);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr *lambda);
  virtual bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *e);

  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldVisitTemplateInstantiations() const { return false; }

#define VISITED(Node)                                                                                                          \
  virtual bool Visit##Node(clang::Node *) { return true; }
#include "Frontend/Clang/VisitedNodes.def"
};

} // namespace adjoint::frontend

#endif
