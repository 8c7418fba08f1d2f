// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FlatRows: numbers in one piece of memory that are seen as rows.
//
//     const double (*m)[3] = (const double (*)[3])x;        const double *const m = x;
//     s += m[i][j];                                          s += m[i * 3 + j];
//
// The pointer to rows is a pointer to the first number. Only an element, and a row as a pointer to its first number, can be
// taken of it: it is a local variable that never changes, or the conversion itself.

#ifndef ADJOINT_FRONTEND_LOWER_FLATROWS_H
#define ADJOINT_FRONTEND_LOWER_FLATROWS_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"

#include <optional>
#include <set>

namespace adjoint::frontend {

class BodyLowering;

class FlatRows {
public:
  explicit FlatRows(BodyLowering &body) : body(body) {}

  /// `T (*m)[3] = (T (*)[3])x;` false where it is something else.
  bool declare(const clang::VarDecl *decl);
  /// The element that the lvalue is; null where it is none of such rows.
  const ir::Place *element(const clang::Expr *lvalue);
  /// A row, as a pointer to its first number; null where it is something else.
  const ir::Expr *row(const clang::Expr *array);

private:
  struct Pointer {
    const ir::Expr *first; ///< the number
    clang::QualType target;
  };

  bool isPointerToRows(const clang::Expr *e) const;
  bool isOfRows(const clang::Expr *lvalue) const;
  Pointer pointer(const clang::Expr *e);
  Pointer lvalue(const clang::Expr *e);
  Pointer moved(Pointer from, const clang::Expr *index);

  BodyLowering &body;
  std::set<const clang::VarDecl *> variables;
};

} // namespace adjoint::frontend

#endif
