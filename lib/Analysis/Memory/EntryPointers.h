// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EntryPointers: may a function use a pointer that a global variable holds on entry?
//
//   work = buffer;            no: what the caller left in `work` is gone
//   smooth(n);                uses work[i]
//
// With S the pointers in the variable (its members one by one) that have been set for sure:
//
//   S_in(f)       = ∅ on entry
//   S_out(p = e)  = S_in ∪ {p}
//   S_out(g(..))  = S at the end of g, entered with S_in; in a recursion S_in
//
// forward, joined by intersection. The function may use what a pointer held on entry if it uses one that is not in S. An
// element of an array of pointers is never said to be set.

#ifndef ADJOINT_ANALYSIS_MEMORY_ENTRYPOINTERS_H
#define ADJOINT_ANALYSIS_MEMORY_ENTRYPOINTERS_H

#include "IR/Function.h"

namespace adjoint::analysis {

bool mayUseEntryPointers(const ir::Function &function, const ir::Variable *global);

} // namespace adjoint::analysis

#endif
