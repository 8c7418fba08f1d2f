// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ConstantNamed: the value of a constant that a clause names, as `n` in width(n).
//
// The name is looked for among the template parameters of the function and of the classes around it, whose values are those of
// the instance, and then in the scopes around the function: a variable or a member with a constant value, or an enumerator.

#ifndef ADJOINT_FRONTEND_REQUESTS_CONSTANTNAMED_H
#define ADJOINT_FRONTEND_REQUESTS_CONSTANTNAMED_H

#include "clang/AST/Decl.h"

#include <cstdint>
#include <optional>

namespace adjoint::frontend {

/// None: there is no such constant, or it is negative.
std::optional<uint64_t> constantNamed(const clang::FunctionDecl *function, llvm::StringRef name);

} // namespace adjoint::frontend

#endif
