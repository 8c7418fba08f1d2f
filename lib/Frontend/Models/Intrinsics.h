// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics: recognising the library functions of Library.def, and the smoothed ones of
// <adjoint/smooth.h>, in a call. What their derivatives are is for the rules to say.

#ifndef ADJOINT_FRONTEND_MODELS_INTRINSICS_H
#define ADJOINT_FRONTEND_MODELS_INTRINSICS_H

#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace adjoint::frontend {

enum class LibraryKind {
  Pure,   ///< a value of its arguments
  Choice, ///< a reference to one of its arguments (std::min)
  Frexp,
  Modf,
  Remquo,
  Sincos,
  Swap,
  Forward, ///< its argument (std::move)
  Malloc,
  Alloca,
  Free,
  Copy,
  Set,
  Constant, ///< without arguments
};

struct LibraryCall {
  LibraryKind kind;
  std::string key;      ///< of the rules: "sin" also for std::sinf
  std::string params;   ///< a letter for each, see Library.def
  std::string spelling; ///< as generated code writes it
};

/// None for a user's own function, whatever its name.
std::optional<LibraryCall> recognise(const clang::CallExpr *call);

/// A library function that is a value of floating-point numbers; none for any other.
std::optional<LibraryCall> recognisePure(const clang::FunctionDecl *function);

/// A call of a library function without effect.
bool isPureCall(const clang::CallExpr *call);

/// `adjoint::hook` and `adjoint::nesting_level` of <adjoint/hooks.h>.
bool isHook(const clang::FunctionDecl *function);
bool isNestingLevel(const clang::FunctionDecl *function);

/// Is the function built into the compiler, or of the library (StandardLibrary.h)?
bool isLibraryFunction(const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
