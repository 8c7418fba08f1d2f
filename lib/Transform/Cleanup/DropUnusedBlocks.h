// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DropUnusedBlocks: a body without the blocks of memory that are allocated and freed, and not otherwise mentioned.
//
//   double *const a_b = new double[n]();
//   x_b += y_b;                              ->      x_b += y_b;
//   delete[] a_b;

#ifndef ADJOINT_TRANSFORM_CLEANUP_DROPUNUSEDBLOCKS_H
#define ADJOINT_TRANSFORM_CLEANUP_DROPUNUSEDBLOCKS_H

#include "IR/Visit.h"

namespace adjoint::transform {

bool hasUnusedBlocks(const ir::StmtList &body);
ir::StmtList dropUnusedBlocks(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
