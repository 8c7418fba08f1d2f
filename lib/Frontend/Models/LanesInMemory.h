// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LanesInMemory: numbers of an array that the code sees as a vector type of the compiler.
//
//     *(const Four *)(a + i)     reinterpret_cast<const Four &>(a[i])     ((const Four *)a)[i]
//
// Only such an expression itself is one: a pointer or a reference to a vector that is kept somewhere leads to an object.

#ifndef ADJOINT_FRONTEND_MODELS_LANESINMEMORY_H
#define ADJOINT_FRONTEND_MODELS_LANESINMEMORY_H

#include "clang/AST/Expr.h"

namespace clang {
class Sema;
}

namespace adjoint::frontend {

/// The pointer to the first number; null where the lvalue is something else.
clang::Expr *firstOfLanes(clang::Sema &sema, const clang::Expr *lvalue);

} // namespace adjoint::frontend

#endif
