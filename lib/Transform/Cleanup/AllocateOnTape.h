// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AllocateOnTape: memory that the reverse sweep frees in place of the primal comes from the tape.
//
//   double *v = new double[n]();                          double *v = tape.zeros<double>(n);
//   ... tape.push(x); ...                                 ... tape.push(x); ...
//                                             ->
//   ... tape.pop(x); ...                                  ... tape.pop(x); ...
//   delete[] v;                                           tape.release(v);
//
// The heap is slower by far: small blocks cost more than what is computed in them, and for large ones the system clears
// pages anew in each call. The tape keeps its memory.
//
// A block of the tape is released when all that lies behind it is gone. So the two sweeps have to be a word of matching
// brackets: what a statement leaves on the tape, the statement that stands opposite takes, in loops and branches, too, and
// allocations and their frees are brackets among the others. Blocks that stand in no such order stay on the heap. Passes that
// run iterations in another order, or in parts, leave loops alone that allocate; so loops that stand opposite run in opposite
// directions. A function that has no other use for the tape goes on without one.

#ifndef ADJOINT_TRANSFORM_CLEANUP_ALLOCATEONTAPE_H
#define ADJOINT_TRANSFORM_CLEANUP_ALLOCATEONTAPE_H

#include "IR/Visit.h"

namespace adjoint::transform {

/// `forward` and `reverse` may be one function. Nothing may be moved in the sweeps afterwards.
void allocateOnTape(ir::Context &context, ir::Function &forward, ir::Function &reverse);

} // namespace adjoint::transform

#endif
