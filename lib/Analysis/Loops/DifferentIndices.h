// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DifferentIndices: are two indices different, whatever the counters of the loops around are?
//
//   i * n + k, j * n + j      with k < j < n: other columns of a matrix that is stored by rows
//   i * n + j, j * n + j      with j < i: other rows
//
// An index is `row * width + column` for a width among its factors; it is proved that the columns are below the width. Rows
// may be made of rows in turn.

#ifndef ADJOINT_ANALYSIS_LOOPS_DIFFERENTINDICES_H
#define ADJOINT_ANALYSIS_LOOPS_DIFFERENTINDICES_H

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Loops/Conditions.h"

namespace adjoint::analysis {

/// `unequal`: what is known to be different, as the sides of `i != j` are where a branch is taken.
bool areDifferent(ir::Context &context, const std::vector<CountedLoop> &loops, const ExprPairs &unequal, const ir::Expr *a,
                  const ir::Expr *b);
/// 0 <= index < bound, of `i * n + j` and `m * n` too, where i < m and j < n?
bool isWithin(ir::Context &context, const std::vector<CountedLoop> &loops, const ir::Expr *index, const ir::Expr *bound);

} // namespace adjoint::analysis

#endif
