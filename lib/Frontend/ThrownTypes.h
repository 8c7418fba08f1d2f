// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThrownTypes: what a function may throw, read off its source and that of what it calls.

#ifndef ADJOINT_FRONTEND_THROWNTYPES_H
#define ADJOINT_FRONTEND_THROWNTYPES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"

#include <functional>
#include <map>
#include <set>

namespace adjoint::frontend {

class ThrownTypes {
public:
  struct Set {
    std::set<const clang::Type *> types; ///< canonical, without const
    bool others = false;                 ///< something of an unknown type, too
    bool empty() const { return types.empty() && !others; }
  };

  /// `modelled`: what is lowered in the place of an expression.
  explicit ThrownTypes(std::function<const clang::Expr *(const clang::Expr *)> modelled)
      : modelled(std::move(modelled)) {}

  Set by(const clang::FunctionDecl *function) const;
  /// A number for the type; not 0.
  unsigned idOf(const clang::Type *type);

private:
  std::function<const clang::Expr *(const clang::Expr *)> modelled;
  std::map<const clang::Type *, unsigned> ids;
};

const clang::Type *thrownType(clang::QualType type);

/// What a function of the models throws (ADJOINT_THROWS); null: it is no such function, or the class is not defined.
const clang::Type *thrownByModel(const clang::FunctionDecl *function);

/// Does `catch (caught)` take it?
bool catches(clang::QualType caught, const clang::Type *thrown);

} // namespace adjoint::frontend

#endif
