// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MadeObject: an object that is made to be thrown, as generated code makes it. No derivative goes through it, so the functions
// that make it are called as they are:
//
//     throw invalid("x", x[0]);                       throw invalid("x", $0)
//
// and so are the statements that fill a variable:
//
//     Error e("invalid");
//     e.add("x", x[0]);                               throw [](auto given0) { Error e("invalid"); e.add("x", given0); return e; }($0)
//     throw e;

#ifndef ADJOINT_FRONTEND_LOWER_MADEOBJECT_H
#define ADJOINT_FRONTEND_LOWER_MADEOBJECT_H

#include "Frontend/Lower/OpaquePattern.h"

#include "clang/AST/Stmt.h"

namespace adjoint::frontend {

/// The statements that come before a `throw`, from the declaration on of the variable that it names.
using MakingStatements = llvm::ArrayRef<const clang::Stmt *>;

/// The number of the block's statements that make an object and throw it, from the given one on; 0: it begins nothing of the kind.
size_t lengthOfMaking(const clang::CompoundStmt *block, size_t first);
/// What the last of them throws.
const clang::CXXThrowExpr *thrownBy(const clang::Stmt *s);

class MadeObject : public OpaquePattern {
public:
  using OpaquePattern::OpaquePattern;

  std::string text(const clang::Expr *thrown, MakingStatements statements);

private:
  std::optional<bool> printsFirst(const clang::Expr *e, llvm::raw_ostream &os) override;
  bool hole(const ir::Expr *arg, llvm::raw_ostream &os, bool isObject) override;

  std::string madeIn(MakingStatements statements, const clang::Expr *thrown);
  std::string statement(const clang::Stmt *s);
  std::string variable(const clang::VarDecl *decl);
  std::string made(const clang::Expr *e);
  bool printsOwn(const clang::Expr *e, llvm::raw_ostream &os);
  bool printsPlain(const clang::Expr *e, llvm::raw_ostream &os);
  bool namesOwn(const clang::Stmt *s) const;
  bool isMade(const clang::Expr *e) const;
  std::string constructed(const clang::CXXConstructExpr *e, clang::QualType type);
  std::string called(const clang::CallExpr *e);
  std::string arguments(const clang::CallExpr *e);
  void requireEarly(const clang::Expr *e) const;
  bool mayBeMissing(const clang::Expr *e) const;
  void call(const clang::FunctionDecl *callee, clang::SourceLocation where);

  std::set<const clang::VarDecl *> own; ///< variables of the statements
  std::set<const clang::VarDecl *> handedIn; ///< variables of the file that functions read
  std::set<const clang::Expr *> indexed; ///< what is read alone: elements, and the pointers to them
  std::string params; ///< of the function that the statements are in
  bool isInside = false; ///< of the statements
  bool isChosen = false; ///< of what may not run
};

} // namespace adjoint::frontend

#endif
