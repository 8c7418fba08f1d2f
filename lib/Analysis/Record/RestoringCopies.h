// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RestoringCopies: which copies bring back what they were made from?
//
//   for (t = 0; t < steps; ++t) {
//     for (i) next[i] = tanh(...);          the reverse needs next[i], and h[i] of the step before
//     for (i) h[i] = next[i];
//   }
//
// Both arrays are overwritten in each step, and both would be recorded, though they hold the same. The reverse of the copy
// finds the value in h[i], where it is restored anyway: it puts it back with `next[i] = h[i]`, and the store to next[i] in the
// next step records nothing.
//
// For a store to b and a copy a[e] = b[f] in the list of a loop's body (or the copies of all elements of a short array there):
//   - each element that the store writes is copied, with the same bounds in each iteration;
//   - all that is needed of b in the function is needed in the loop and in front of the copy, or behind the outermost loop;
//   - nothing of b is needed from the copy on, through the end of the iteration and the begin of the next one, to the store;
//   - a and b are different storage, which both stays where it is during the loop.

#ifndef ADJOINT_ANALYSIS_RECORD_RESTORINGCOPIES_H
#define ADJOINT_ANALYSIS_RECORD_RESTORINGCOPIES_H

#include "Analysis/Record/Tbr.h"

namespace adjoint::analysis {

/// Of the stores that are recorded, and that no fused loop has to do with.
RestoringCopies findRestoringCopies(const Unit &unit, const Tbr &tbr, const FusedLoops &fused);

/// The place that a copy reads; null for what is no copy of a floating-point number.
const ir::Place *copiedBy(const ir::Stmt *stmt);

} // namespace adjoint::analysis

#endif
