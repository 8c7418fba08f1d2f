// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GatherRows: what a row of a stencil adds to the rows beside it, each of these rows gathers.
//
//   for (i = m - 2; i >= 1; --i)                    for (i = 2; i < high; ++i)
//     for (j = n - 2; j >= 1; --j) {                  for (j = 1; j < n - 1; ++j) {
//       u_b[(i - 1) * n + j] += f(i, j);    ->          u_b[i * n + j] += f(i + 1, j);
//       u_b[i * n + j + 1] += g(i, j);                  u_b[i * n + j + 1] += g(i, j);
//     }                                               }
//                                                   ... the rows at the ends
//
// Each row of u_b is read and written once in place of once for each neighbour, and all that is added to an element stands in one
// loop, which GatherSums goes on with. For two loops, one in the other, over a range that is a rectangle, whose iterations have no order
// (Iteration.h). A sum goes where it went, in another iteration: that is right whatever the index means.

#ifndef ADJOINT_TRANSFORM_CLEANUP_GATHERROWS_H
#define ADJOINT_TRANSFORM_CLEANUP_GATHERROWS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList gatherRows(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const AreApart &areApart);

} // namespace adjoint::transform

#endif
