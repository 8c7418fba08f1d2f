// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VariableArrays: arrays whose size is known when the declaration is reached, and memory of `alloca`.
//
//     { double t[n][m]; t[i][k] = x; }
//     { const int rows = n, columns = m; double *const t = new double[rows * columns];
//       t[i * columns + k] = x; delete[] t; }
//
// The place of such an array is that of its first number, and a pointer to one is a pointer to that. Steps of the
// pointer are multiplied by the size, which is the one of the time when the type was written. Memory of `alloca` is
// freed where the function is left; as it may not have been reached, its pointer is null at first.

#ifndef ADJOINT_FRONTEND_LOWER_VARIABLEARRAYS_H
#define ADJOINT_FRONTEND_LOWER_VARIABLEARRAYS_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"

#include <map>

namespace adjoint::frontend {

class BodyLowering;

class VariableArrays {
public:
  explicit VariableArrays(BodyLowering &body) : body(body) {}

  /// Evaluates the sizes that are written in the type. Those behind a name have been where that was declared, or are
  /// refused at their use: compilers do not agree on when the size of a named type is evaluated.
  void measure(clang::QualType type, clang::SourceLocation where);
  void declare(const clang::VarDecl *decl);
  /// The place of the array's first number, where the variable is such an array; else the variable's own.
  const ir::Place *place(const clang::VarDecl *decl, const ir::Place *variable) const;

  /// Refuses a type that says such a size, where another function would have to know it.
  void requireNone(clang::QualType type, clang::SourceLocation where) const;
  /// The type that is no such array, in arrays of it.
  clang::QualType innermost(clang::QualType type) const;
  /// Steps of the pointer, as steps of its image.
  const ir::Expr *scaled(const ir::Expr *steps, clang::QualType pointer, clang::SourceLocation where);
  /// The opposite.
  const ir::Expr *unscaled(const ir::Expr *difference, clang::QualType pointer, clang::SourceLocation where);
  const ir::Expr *sizeOf(const clang::UnaryExprOrTypeTraitExpr *e);

  /// `new element[count]`, which ends with the function.
  const ir::Expr *allocate(const ir::Type *element, const ir::Expr *count, const clang::CallExpr *e);

private:
  const ir::Expr *numbersIn(clang::QualType array, const ir::Type *type, clang::SourceLocation where);

  BodyLowering &body;
  std::map<const clang::Expr *, const ir::Expr *> sizes;
};

} // namespace adjoint::frontend

#endif
