// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AllocatingFunctions: functions of the user's that hand a size on to malloc, a number and a size to calloc, or a pointer to free, and
// do nothing else but to complain:
//
//     void *allocate(std::size_t size) {
//       void *memory = std::malloc(size);
//       if (!memory) throw std::bad_alloc();
//       return memory;
//     }
//
// A call of one is what it hands on, for memory without a type is nothing that can be differentiated.

#ifndef ADJOINT_FRONTEND_MODELS_ALLOCATINGFUNCTIONS_H
#define ADJOINT_FRONTEND_MODELS_ALLOCATINGFUNCTIONS_H

#include "clang/AST/Decl.h"

namespace adjoint::frontend {

/// By its first parameter, or its first two.
bool handsOnToMalloc(const clang::FunctionDecl *function);
/// Where the function sets the memory to zero.
bool handsOnToZeroingMalloc(const clang::FunctionDecl *function);
bool handsOnToCalloc(const clang::FunctionDecl *function);
bool handsOnToFree(const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
