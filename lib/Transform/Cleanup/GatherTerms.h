// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GatherTerms: what an iteration hands out to its neighbours waits in a block of the tape, from which they gather.
//
//                                                   double *w_b_terms = tape.zeros<double>(trips(1, n - 1) + 4);
//   for (i = n - 2; i >= 1; --i) {                  for (i = 1; i < n - 1; ++i) {
//     const double w_b = v_b[i] / (1.0 + d[i]);       const double w_b = v_b[i] / (1.0 + d[i]);
//     d_b[i] -= v[i] * w_b;                           d_b[i] -= v[i] * w_b;
//     u_b[i - 1] += w_b;                     ->       w_b_terms[i + 1] = w_b;
//     u_b[i] -= 2.0 * w_b;                          }
//     u_b[i + 1] += w_b;                            for (i = 1; i < n + 1; ++i)
//   }                                                 u_b[i - 1] += w_b_terms[i - 1] - 2.0 * w_b_terms[i] + w_b_terms[i + 1];
//                                                   tape.release(w_b_terms, trips(1, n - 1) + 4);
//
// For the innermost loops that GatherSums leaves since a division, a square root, or many operations would be computed again. A sum is of terms and
// numerals (`16.0 * w_b - 30.0 * w_b_2`); any other is a term itself. A block has zeros in front of the terms and behind them,
// as many as the neighbours are apart, so that elements at the ends gather in the same loop. Elements far away, as those of
// other rows, have loops of their own.

#ifndef ADJOINT_TRANSFORM_CLEANUP_GATHERTERMS_H
#define ADJOINT_TRANSFORM_CLEANUP_GATHERTERMS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

ir::StmtList gatherTerms(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const AreApart &areApart);

} // namespace adjoint::transform

#endif
