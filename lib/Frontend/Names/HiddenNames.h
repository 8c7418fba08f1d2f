// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HiddenNames: generated code names `std::sin` and `adjoint::Tape`. In a namespace that has an
// `adjoint` or a `std` of its own, or stands in one that has, it must say `::adjoint::Tape`.

#ifndef ADJOINT_FRONTEND_NAMES_HIDDENNAMES_H
#define ADJOINT_FRONTEND_NAMES_HIDDENNAMES_H

#include "clang/AST/Decl.h"

#include <string>

namespace adjoint::frontend {

/// The text as it is to stand in the function's namespace.
std::string withHiddenNames(const clang::FunctionDecl *function, const std::string &text);

} // namespace adjoint::frontend

#endif
