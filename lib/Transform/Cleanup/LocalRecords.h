// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LocalRecords: a record that the same iteration takes back is a variable.
//
//   if (taken) {                                    double q = 0.0;
//     const double q = sqrt(r2);                    if (taken) {
//     u = g(q);                                       q = sqrt(r2);
//     tape.push(q);                        ->         u = g(q);
//   }                                               }
//   loop(u);                                        loop(u);
//   if (taken) {                                    if (taken) {
//     const double q = tape.pop<double>();            r2_b += 0.5 / q * u_b;
//     r2_b += 0.5 / q * u_b;                        }
//   }
//
// For numbers that are recorded and taken in one list of statements, or in branches in it, in no loop in between: between
// the two the list makes the record once.

#ifndef ADJOINT_TRANSFORM_CLEANUP_LOCALRECORDS_H
#define ADJOINT_TRANSFORM_CLEANUP_LOCALRECORDS_H

#include "IR/Visit.h"

namespace adjoint::transform {

ir::StmtList localRecords(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
