// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (taken) {                                    if (taken) {
//     double q = a / r2;                              double q = a / r2;
//     tape.push(q);                                   r2_b -= q * w;
//   }                                         ->    }
//   if (taken) {
//     double q = tape.pop<double>();
//     r2_b -= q * w;
//   }
//
// Where both sweeps run in one iteration, a branch of the forward sweep that only records moves to the branch of the reverse sweep
// that takes the records, over statements that change nothing of what it reads. Nothing is recorded then.

#ifndef ADJOINT_TRANSFORM_CLEANUP_JOINBRANCHES_H
#define ADJOINT_TRANSFORM_CLEANUP_JOINBRANCHES_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::transform {

ir::StmtList joinBranches(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias);

} // namespace adjoint::transform

#endif
