// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UseTapeBlocks: the records of a loop whose trip count is known on entry go to a block of the tape.
//
//                                             double *y_tape = tape.reserve<double>(trips(0, n));
//   for (i = 0; i < n; ++i) {                 for (i = 0; i < n; ++i) {
//     tape.push(y[i]);                ->        y_tape[i] = y[i];
//     y[i] = x[i] * y[i];                       y[i] = x[i] * y[i];
//   }                                         }
//
//   for (i = n - 1; i >= 0; --i) {            for (i = n - 1; i >= 0; --i) {
//     tape.pop(y[i]);                           y[i] = y_tape[i];
//     ...                                       ...
//   }                                         }
//                                             tape.release(y_tape, trips(0, n));
//
// Nothing is counted or checked in the loop any more, and iterations no longer depend on each other through the top
// of the tape: the loop can be vectorised. Only for scalars that every iteration records. What else the body records
// lies above the block and is gone when the reversed loop ends.
//
// Loops in loops have one block where the inner ones are short, or where the reversed loop around them may run
// upwards (TurnOuterLoops.h); else each iteration around has a block of its own. A short one whose length depends on the counters around
// has the length that is always enough. A small block of numbers that one iteration, or one function, both fills and reads is an array;
// a smaller one that another scope reads is an array, too, which goes to the tape as a whole. Not in parallel loops.

#ifndef ADJOINT_TRANSFORM_CLEANUP_USETAPEBLOCKS_H
#define ADJOINT_TRANSFORM_CLEANUP_USETAPEBLOCKS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// `forward` and `reverse` may be one function. Nothing may be added to or dropped from the sweeps afterwards.
/// `alias` and `areApart`: of the reverse sweep.
void useTapeBlocks(ir::Context &context, ir::Function &forward, ir::Function &reverse, const analysis::Alias &alias,
                   const AreApart &areApart);

} // namespace adjoint::transform

#endif
