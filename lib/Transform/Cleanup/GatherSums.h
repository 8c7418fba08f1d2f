// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GatherSums: the scattered sums of a stencil, as one writes them by hand.
//
//   for (j = n - 2; j >= 1; --j) {              for (j = 2; j < n - 2; ++j) {
//     const double w_b = a * v_b[j];              double u_b_sum = 0.0;
//     u_b[j - 1] += w_b;                   ->     u_b_sum += a * v_b[j + 1];
//     u_b[j + 1] += w_b;                          u_b_sum += a * v_b[j - 1];
//     v_b[j] = 0.0;                               u_b[j] += u_b_sum;
//   }                                           }
//                                               ... the elements at both ends
//                                               for (j = 1; j < n - 1; ++j) v_b[j] = 0.0;
//
// An element is read and written once, not once for each neighbour, and the loop is vectorised. What a sum needs is computed
// again for each element that gets it (Slice.h), so no division and no function may be among it. For innermost loops whose
// iterations have no order (Iteration.h). With the iterations first <= i < end, an element at i + c gets sums from iteration i
// for each c between least and greatest:
//
//   middle     first + greatest <= j < end + least: from iteration j - c, for all c
//   low end    first <= i < first + greatest - c, to i + c
//   high end   end + least - c <= i < end, to i + c
//
// Other sums, and elements that are set, have loops of their own: before, where all that is read of the element is read behind
// the statement; behind, where it is read before.

#ifndef ADJOINT_TRANSFORM_CLEANUP_GATHERSUMS_H
#define ADJOINT_TRANSFORM_CLEANUP_GATHERSUMS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList gatherSums(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const AreApart &areApart);

} // namespace adjoint::transform

#endif
