// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EntryPointers: may a function use a pointer that a global variable holds on entry?
//
//   work = buffer;            no: what the caller left in `work` is gone
//   smooth(n);                uses work[i]
//
// One walk in the order of execution carries the pointers in the variable (its members one by one) that have been set for
// sure; callees are walked as if they stood at the call. Behind a loop or a switch stands what stood before it.
// An element of an array of pointers is never said to be set.

#ifndef ADJOINT_ANALYSIS_ENTRYPOINTERS_H
#define ADJOINT_ANALYSIS_ENTRYPOINTERS_H

#include "IR/Function.h"

namespace adjoint::analysis {

bool mayUseEntryPointers(const ir::Function &function, const ir::Variable *global);

} // namespace adjoint::analysis

#endif
