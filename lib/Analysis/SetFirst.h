// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SetFirst: does a function read no element of an array that it has not stored to before?
//
//   for (i = 0; i < n; ++i) tmp[i] = u[i];
//   for (i = 1; i < n - 1; ++i) u[i] = tmp[i - 1] + tmp[i + 1];      yes: 0 <= i - 1 and i + 1 < n
//
// Then it is the same to the function whether the array is its own or keeps what earlier calls left there. One walk in
// the order of execution carries the elements that have been stored to for sure; a store in a counted loop stands, behind
// the loop, for all elements that its index takes there. A loop or branch that may be left, or passed by, adds nothing.
// Indices are compared as sums of counters and of variables that are set once (Bounds.h). An array whose address goes
// anywhere, and one of records, is never said to be set first.

#ifndef ADJOINT_ANALYSIS_SETFIRST_H
#define ADJOINT_ANALYSIS_SETFIRST_H

#include "IR/Function.h"

namespace adjoint::analysis {

bool isSetFirst(const ir::Function &function, const ir::Variable *array);

} // namespace adjoint::analysis

#endif
