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
// Where both sweeps run in one iteration, or in one function, a branch of the forward sweep and the branch of the reverse sweep that
// takes its records become one, and nothing is recorded. Statements between the two that do not depend on the first stand in front
// of it then. Others that only compute something for the second, on one side, become part of that side:
//
//   if (taken) { y = f(x); tape.push(x); }               if (taken) {
//   double w = 2.0 * y;                                    y = f(x);
//   if (taken) { x = tape.pop(); x_b += x * w; }   ->      double w = 2.0 * y;
//                                                          x_b += x * w;
//                                                        }
//
// Where others stand between, the branches remain; their records become variables (LocalRecords). The caller drops what a side
// does not need any more.

#ifndef ADJOINT_TRANSFORM_CLEANUP_JOINBRANCHES_H
#define ADJOINT_TRANSFORM_CLEANUP_JOINBRANCHES_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::transform {

ir::StmtList joinBranches(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias);

} // namespace adjoint::transform

#endif
