// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibraryLowering: calls of the library functions of Library.def. Pure ones become
// intrinsics; those that write through a pointer become an intrinsic for each result.

#ifndef ADJOINT_FRONTEND_LOWER_LIBRARYLOWERING_H
#define ADJOINT_FRONTEND_LOWER_LIBRARYLOWERING_H

#include "Frontend/Models/Intrinsics.h"
#include "IR/Context.h"

namespace adjoint::frontend {

class BodyLowering;

class LibraryLowering {
public:
  explicit LibraryLowering(BodyLowering &body) : body(body) {}

  const ir::Expr *value(const clang::CallExpr *e, const LibraryCall &known);
  const ir::Place *place(const clang::CallExpr *e, const LibraryCall &known);
  void effect(const clang::CallExpr *e, const LibraryCall &known);
  /// A constant function of the library, like those of numeric_limits; else null.
  const ir::Expr *constant(const clang::CallExpr *e);

private:
  std::vector<const ir::Expr *> operands(const clang::CallExpr *e, const LibraryCall &known, const ir::Type *computed);
  const ir::Type *computedType(const clang::CallExpr *e, const LibraryCall &known);
  const ir::Expr *pure(const clang::CallExpr *e, const LibraryCall &known);
  const ir::Place *chosenPlace(const clang::CallExpr *e, const LibraryCall &known);
  const ir::Expr *frexp(const clang::CallExpr *e);
  const ir::Expr *modf(const clang::CallExpr *e);
  const ir::Expr *remquo(const clang::CallExpr *e);
  void sincos(const clang::CallExpr *e);
  void swap(const clang::CallExpr *e);
  /// The first operand, held fast: it is used more than once.
  const ir::Expr *held(const clang::CallExpr *e, unsigned index, const clang::Expr *later);
  const ir::Place *target(const clang::CallExpr *e, unsigned index);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
