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
//
// A cast of new memory brings nothing from outside, nor one of another pointer to void, where none of these comes from there.
//
// It also answers what a pointer to void leads to that is a member: to the one type whose addresses are stored there, and to
// which it is converted back.

#ifndef ADJOINT_FRONTEND_FACTS_REACHABLECODE_H
#define ADJOINT_FRONTEND_FACTS_REACHABLECODE_H

#include "Frontend/Facts/LambdaPlaces.h"
#include "Frontend/Models/Models.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace adjoint::frontend {

class ReachableCode {
public:
  ReachableCode(const clang::ASTContext &ast, Models &models, const std::vector<const clang::FunctionDecl *> &requested);

  /// The functions that a pointer to the function type can lead to; none where others are possible.
  std::optional<std::vector<PointerTarget>> targetsOf(clang::QualType functionType) const;

  /// What the member, a pointer to void, leads to: objects with floating-point numbers; null where that is not known, or the
  /// member's object may come from outside.
  clang::QualType targetOf(const clang::FieldDecl *field) const;

  /// Can a caller get a pointer to a lambda from the function?
  bool mayGiveLambda(const clang::FunctionDecl *function) const;

  /// The members that a pointer of the type can lead to: such pointers do not come from outside.
  std::vector<const clang::ValueDecl *> membersOf(const clang::MemberPointerType *type) const;

  /// Is an object of the library's class made, of anything but another one?
  bool makes(const clang::CXXRecordDecl *record) const { return made.count(record->getCanonicalDecl()) != 0; }

private:
  friend class CodeVisitor;

  bool comesFromOutside(const std::function<bool(clang::QualType)> &isWanted) const;

  const clang::ASTContext &ast;
  Models &models;
  std::vector<const clang::FunctionDecl *> named; ///< without being called
  std::vector<const clang::FieldDecl *> fields;   ///< named without an object
  std::vector<const clang::CXXConversionDecl *> lambdas; ///< conversions of lambdas to pointers
  std::vector<const clang::CXXConversionDecl *> lambdasInGlobals;
  std::vector<const clang::VarDecl *> constants;  ///< globals whose values never change
  std::set<const clang::CXXRecordDecl *> made;           ///< of the library
  std::vector<clang::QualType> fromOutside;       ///< types of what comes from elsewhere
  std::vector<clang::QualType> fromUntyped;       ///< types to which pointers to void are cast
  /// Of a member, parameter or variable that is a pointer to void: the types that it is converted from, or, if it is a member, to;
  /// and what else is stored there.
  struct Untyped {
    std::set<const clang::Type *> types;
    std::set<const clang::ValueDecl *> sources;
  };
  std::map<const clang::ValueDecl *, Untyped> untyped;
};

} // namespace adjoint::frontend

#endif
