// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ReverseUse: what the reverse of one statement reads of the primal.

#ifndef ADJOINT_ANALYSIS_MEMORY_REVERSEUSE_H
#define ADJOINT_ANALYSIS_MEMORY_REVERSEUSE_H

#include "Analysis/Memory/Alias.h"

#include <functional>

namespace adjoint::analysis {

struct ReverseUse {
  std::vector<const ir::LoadExpr *> before, after; ///< loads, in the state before or after the statement
  Set keysBefore, keysAfter;                       ///< memory, read by calls
};

using UseOf = std::function<const ReverseUse &(const ir::Stmt *)>;

} // namespace adjoint::analysis

#endif
