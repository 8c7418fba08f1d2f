// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThrownTypes: what a function may throw, read off its source and that of what it calls.

#ifndef ADJOINT_FRONTEND_THROWNTYPES_H
#define ADJOINT_FRONTEND_THROWNTYPES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

#include <functional>
#include <map>
#include <set>

namespace adjoint::frontend {

/// What a version of a function tells in its last parameters of what it throws (see Exceptions).
enum class Report { Nothing, Type, TypeAndText };

class ThrownTypes {
public:
  struct Set {
    std::set<const clang::Type *> types; ///< canonical, without const
    bool others = false;                 ///< something of an unknown type, too
    bool empty() const { return types.empty() && !others; }
  };

  /// `modelled`: what is lowered in the place of an expression.
  /// `overriders`: the functions that a virtual call can end in.
  using Overriders = std::function<std::vector<const clang::CXXMethodDecl *>(const clang::CXXMethodDecl *)>;
  ThrownTypes(std::function<const clang::Expr *(const clang::Expr *)> modelled, Overriders overriders)
      : modelled(std::move(modelled)), overriders(std::move(overriders)) {}

  Set by(const clang::FunctionDecl *function) const;
  Set byAnyOf(const clang::CXXMethodDecl *method) const;
  Set in(const clang::Stmt *code) const;
  /// A number for the type; not 0.
  unsigned idOf(const clang::Type *type);
  const clang::Type *typeOf(unsigned id) const { return order[id - 1]; }

private:
  std::function<const clang::Expr *(const clang::Expr *)> modelled;
  Overriders overriders;
  std::map<const clang::Type *, unsigned> ids;
  std::vector<const clang::Type *> order; ///< by number
};

const clang::Type *thrownType(clang::QualType type);

/// What a function of the models throws (ADJOINT_THROWS); null: it is no such function, or the class is not defined.
const clang::Type *thrownByModel(const clang::FunctionDecl *function);

/// Does `catch (caught)` take it?
bool catches(clang::QualType caught, const clang::Type *thrown);

/// Is it derived from std::exception, with a text to be asked for?
bool hasText(const clang::Type *thrown);
/// One of the library's that are made from a text.
bool isMadeFromText(const clang::Type *thrown);

} // namespace adjoint::frontend

#endif
