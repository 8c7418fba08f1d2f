// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SetFirst: does a function read no element of an array that it has not stored to before?
//
//   for (i = 0; i < n; ++i) tmp[i] = u[i];
//   for (i = 1; i < n - 1; ++i) u[i] = tmp[i - 1] + tmp[i + 1];      yes: 0 <= i - 1 and i + 1 < n
//
// Then it is the same to the function whether the array is its own or keeps what earlier calls left there. With S the
// elements that have been stored to for sure:
//
//   S_in(f)         = ∅ on entry
//   S_out(a[e] = v) = S_in ∪ {a[e]}
//   S_out(x = v)    = S_in without elements that are named by x
//   S_out(for (i = first; i < bound; ++i) ..)
//                   = S_in ∪ {a[e], i from first to bound | a[e] in S at the end of an iteration, e grows with i}
//
// At the beginning of an iteration, those of the iterations before it are in S, too: a[i - 1] in a recurrence, of which a[0] is
// stored in front of the loop. So it goes forward, joined by intersection. Nothing that an iteration changes may name an element behind the loop, but for i. A break
// joins what was stored before it. The answer is no where an element is read that is not in S (Bounds.h compares indices). An
// array whose address goes anywhere, and one of records, is never said to be set first.
//
// The array may be what a pointer leads to that keeps its memory from call to call. Then nothing else may be done with the pointer
// than to give it memory, which is new, and to free that. Where a loop has stored to as many elements as it has memory for,
// all are in S, for there are no others.

#ifndef ADJOINT_ANALYSIS_LOOPS_SETFIRST_H
#define ADJOINT_ANALYSIS_LOOPS_SETFIRST_H

#include "IR/Context.h"
#include "IR/Function.h"

namespace adjoint::analysis {

bool isSetFirst(ir::Context &context, const ir::Function &function, const ir::Variable *array);

} // namespace adjoint::analysis

#endif
