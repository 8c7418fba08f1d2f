// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NameRows: rows of vectors of vectors get a name in front of a loop that adds to neighbours in one of them.
//
//   for (i = n - 2; i >= 1; --i)                    for (i = n - 2; i >= 1; --i) {
//     for (j = m - 2; j >= 1; --j) {                  if (m - 1 > 1) {
//       u[i].elements[j - 1] += v[i].elements[j];       double *const u_row = u[i].elements, *const v_row = v[i].elements;
//       u[i].elements[j + 1] += v[i].elements[j];  ->   for (j = m - 2; j >= 1; --j) {
//     }                                                   u_row[j - 1] += v_row[j];
//                                                         u_row[j + 1] += v_row[j];
//                                                       }
//                                                     }
//                                                   }
//
// The passes behind see elements of arrays then, whose rows are told apart (RowPointers.h). A row that is used in each iteration
// is there if there is an iteration: that is tested, unless the loop around has the same range.

#ifndef ADJOINT_TRANSFORM_CLEANUP_NAMEROWS_H
#define ADJOINT_TRANSFORM_CLEANUP_NAMEROWS_H

#include "IR/Context.h"

namespace adjoint::transform {

ir::StmtList nameRows(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
