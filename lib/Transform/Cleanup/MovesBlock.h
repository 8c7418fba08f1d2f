// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MovesBlock: does a statement move elements of a block to or from the tape? It names the first of them alone, so that
// nothing is to be concluded from the place.

#ifndef ADJOINT_TRANSFORM_CLEANUP_MOVESBLOCK_H
#define ADJOINT_TRANSFORM_CLEANUP_MOVESBLOCK_H

#include "IR/Stmt.h"

namespace adjoint::transform {

inline bool movesBlock(const ir::Stmt *stmt) {
  const auto *push = llvm::dyn_cast<ir::PushStmt>(stmt);
  const auto *pop = llvm::dyn_cast<ir::PopStmt>(stmt);
  return (push && push->range) || (pop && pop->range);
}

} // namespace adjoint::transform

#endif
