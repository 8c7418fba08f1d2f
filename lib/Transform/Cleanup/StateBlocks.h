// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StateBlocks: an array that each step of a loop overwrites has a new block in each step, in place of records.
//
//   for (s = 0; s < steps; ++s) {                 for (s = 0; s < steps; ++s) {
//     for (i = 1; i < n - 1; ++i) {                 double *u_before = u;
//       tape.push(u[i]);                    ->      u = new double[n];
//       u[i] = u[i] + f[i];                         adjoint::copy_around(u, u_before, n, 1, n - 1);
//     }                                             for (i = 1; i < n - 1; ++i)  u[i] = u_before[i] + f[i];
//   }                                               tape.push(u_before);
//                                                 }
//
//   for (s = steps - 1; s >= 0; --s) {            for (s = steps - 1; s >= 0; --s) {
//     for (i = n - 2; i >= 1; --i) {                double *u_after = u;
//       tape.pop(u[i]);                             tape.pop(u);
//       ...                                         for (i = n - 2; i >= 1; --i)  ...
//     }                                             delete[] u_after;
//   }                                             }
//
// The state before a step is read where it was computed: nothing is copied to the tape and back, and loops of the reverse
// sweep write adjoints alone. What the loop does not overwrite is copied; nothing where it overwrites all.
//
// At every point of either sweep, what `u` leads to holds what it held before, or what was needed no more. So it has to be
// the only way to its block at the loop:
//   - its value goes to variables alone, and to calls that keep no pointers;
//   - none of these that is looked at later leads to the same block there;
//   - all blocks that they lead to have the same known number of elements;
//   - the loop overwrites each element once, and reads it only before that.
// Only where the loop overwrites most of the block, inside another loop; not in parallel loops.

#ifndef ADJOINT_TRANSFORM_CLEANUP_STATEBLOCKS_H
#define ADJOINT_TRANSFORM_CLEANUP_STATEBLOCKS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// `forward` and `reverse` may be one function.
void stateBlocks(ir::Context &context, ir::Function &forward, ir::Function &reverse, const AreApart &areApart);

} // namespace adjoint::transform

#endif
