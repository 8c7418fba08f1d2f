// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fragment: what one statement of the primal becomes in the two sweeps.
//
//   forward sweep:  early; [record]; statement          (or what stands in its place)
//   reverse sweep:  afterward; [restore]; adjoint
//
// `afterward` still sees what the statement wrote, `adjoint` sees the state before it.

#ifndef ADJOINT_TRANSFORM_STATEMENT_FRAGMENT_H
#define ADJOINT_TRANSFORM_STATEMENT_FRAGMENT_H

#include "Analysis/Record/Tbr.h"

namespace adjoint::transform {

struct Fragment {
  ir::StmtList early;   ///< adjoints of pointers
  ir::StmtList forward; ///< stands for the statement in the forward sweep
  ir::StmtList afterward;
  ir::StmtList adjoint;
  /// A variable of the adjoint that stands for the value the statement wrote to `keptPlace`.
  const ir::Variable *kept = nullptr;
  const ir::Place *keptPlace = nullptr;
  analysis::ReverseUse use;
};

} // namespace adjoint::transform

#endif
