// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names: how generated code, which stands right after an annotated function, names the
// functions, variables and constants of the user's file.

#ifndef ADJOINT_FRONTEND_NAMES_NAMES_H
#define ADJOINT_FRONTEND_NAMES_NAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <string>

namespace adjoint::frontend {

class Names {
public:
  explicit Names(const clang::ASTContext &ast) : ast(ast) {}

  /// Generated code stands in this namespace; may be said of several.
  void standIn(const clang::DeclContext *scope);
  /// Generated code stands in a class, whose members may hide any name.
  void standInClass();

  /// Qualified so that no namespace that generated code stands in can hide it, with template arguments:
  /// "g", "::ns::g", "g<double>".
  std::string of(const clang::NamedDecl *decl) const;
  /// A function of the library by the name that it is called by: "std::sin", or, of C, "sin" or "::sin".
  std::string ofLibrary(const std::string &name) const;
  /// Would a call by that name have a choice?
  bool isOverloaded(const clang::FunctionDecl *function) const;
  /// The last part as an identifier, from which names are made: "g"; "operatorPlus"; with its class for what
  /// has an object: "Vec3_norm", "Vec3_init", "Vec3_destroy".
  std::string stem(const clang::FunctionDecl *function) const;
  /// What a call of the halves of an adjoint writes before `_fwd` and `_rev`: "adjoint_halves::g", "::ns::adjoint_halves::Vec3_norm",
  /// where the adjoint is in ns.
  std::string halves(const clang::FunctionDecl *function, const clang::FunctionDecl *adjoint) const;

private:
  std::string lastStem(const clang::FunctionDecl *function) const;

  const clang::ASTContext &ast;
  const clang::DeclContext *scope = nullptr; ///< null: several
  bool isGlobalOnly = true;
};

} // namespace adjoint::frontend

#endif
