// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StmtLowering: statements, except loops and switches.

#ifndef ADJOINT_FRONTEND_LOWER_STMTLOWERING_H
#define ADJOINT_FRONTEND_LOWER_STMTLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <set>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

class StmtLowering {
public:
  explicit StmtLowering(BodyLowering &body) : body(body) {}

  /// The function's body.
  void function(const clang::Stmt *s);
  void lower(const clang::Stmt *s);
  /// The children of a compound statement, or the statement, without a scope of their own.
  void inScope(const clang::Stmt *s);
  /// Those of its children.
  void part(const clang::CompoundStmt *s, size_t first, size_t end);
  size_t raise(const clang::CompoundStmt *s, size_t first);
  ir::StmtList list(const clang::Stmt *s);
  void declarations(const clang::DeclStmt *s);
  /// The variables that hold the parts of a declared object, where its class has get().
  void parts(const clang::VarDecl *decl);

private:
  void loop(const clang::ForStmt *s);
  void lowerKind(const clang::Stmt *s);
  void lowerImplicit(const clang::Stmt *s);
  void lowerOnce(const clang::Stmt *s);
  void lowerTaken(const clang::Stmt *s);
  void ifElse(const clang::IfStmt *s);
  void refuseMadeConstant(const clang::ReturnStmt *s);
  void returns(const clang::ReturnStmt *s);
  void jump(const clang::GotoStmt *s);
  void label(const clang::LabelStmt *s);
  void findLabels(const clang::Stmt *s);
  [[noreturn]] void refuseOther(const clang::Stmt *s);

  BodyLowering &body;
  std::map<const clang::LabelDecl *, const clang::Stmt *> labelParents;
  std::vector<const clang::Stmt *> enclosing; ///< compound statements around the current one
};

} // namespace adjoint::frontend

#endif
