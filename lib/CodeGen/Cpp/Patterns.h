// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns: calls that are no name before a list, with their arguments by number: "$0 << $1" (ir::Function::pattern).

#ifndef ADJOINT_CODEGEN_CPP_PATTERNS_H
#define ADJOINT_CODEGEN_CPP_PATTERNS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace adjoint::codegen {

/// The argument of that number; `before`: what is filled in already, `behind`: the pattern from there on.
using PatternArgument = llvm::function_ref<std::string(unsigned number, llvm::StringRef before, llvm::StringRef behind)>;

/// A space behind a number is not a part of the text. A `$` without a number is the user's.
std::string filled(llvm::StringRef pattern, PatternArgument argument);

} // namespace adjoint::codegen

#endif
