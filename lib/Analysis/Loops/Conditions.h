// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions: what does a branch say of the integers that it compares?
//
//   if (i == j) ... else ...        equal, and different

#ifndef ADJOINT_ANALYSIS_LOOPS_CONDITIONS_H
#define ADJOINT_ANALYSIS_LOOPS_CONDITIONS_H

#include "IR/Expr.h"

#include <utility>
#include <vector>

namespace adjoint::analysis {

using ExprPairs = std::vector<std::pair<const ir::Expr *, const ir::Expr *>>;

struct Compared {
  ExprPairs equal, unequal;
};
/// Of a condition that holds, or does not.
void addCompared(const ir::Expr *condition, bool holds, Compared &compared);

} // namespace adjoint::analysis

#endif
