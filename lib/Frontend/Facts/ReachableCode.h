// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ReachableCode: what the requested functions can run, seen from the syntax: their bodies, those of all functions that
// these name, the initialisers of the globals that they name. Functions of the library, or of one of which only models are
// read, are not looked into.
//
// It answers which functions a pointer can lead to. A pointer of some type is made where a function of that type is
// named without being called, or comes from outside: through a parameter of a requested function, a global that is not
// constant, a function without a body, or a cast. Where nothing comes from outside, the functions named are all, and
// the lambdas that become pointers. One that does in the initialiser of a global is known by its place there.

#ifndef ADJOINT_FRONTEND_FACTS_REACHABLECODE_H
#define ADJOINT_FRONTEND_FACTS_REACHABLECODE_H

#include "Frontend/Facts/LambdaPlaces.h"
#include "Frontend/Models/Models.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <optional>
#include <set>
#include <vector>

namespace adjoint::frontend {

class ReachableCode {
public:
  ReachableCode(const clang::ASTContext &ast, Models &models, const std::vector<const clang::FunctionDecl *> &requested);

  /// The functions that a pointer to the function type can lead to; none where others are possible.
  std::optional<std::vector<PointerTarget>> targetsOf(clang::QualType functionType) const;

  /// Can a caller get a pointer to a lambda from the function?
  bool mayGiveLambda(const clang::FunctionDecl *function) const;

  /// The members that a pointer of the type can lead to: such pointers do not come from outside.
  std::vector<const clang::ValueDecl *> membersOf(const clang::MemberPointerType *type) const;

  /// Is an object of the library's class made, of anything but another one?
  bool makes(const clang::CXXRecordDecl *record) const { return made.count(record->getCanonicalDecl()) != 0; }

private:
  friend class CodeVisitor;

  const clang::ASTContext &ast;
  Models &models;
  std::vector<const clang::FunctionDecl *> named; ///< without being called
  std::vector<const clang::FieldDecl *> fields;   ///< named without an object
  std::vector<const clang::CXXConversionDecl *> lambdas; ///< conversions of lambdas to pointers
  std::vector<const clang::CXXConversionDecl *> lambdasInGlobals;
  std::vector<const clang::VarDecl *> constants;  ///< globals whose values never change
  std::set<const clang::CXXRecordDecl *> made;           ///< of the library
  std::vector<clang::QualType> fromOutside;       ///< types of what comes from elsewhere
};

} // namespace adjoint::frontend

#endif
