// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UseParts: a parallel loop that records, in parts that each have a tape of their own (adjoint/parts.h).
//
//                                              parts.begin();
//                                              #pragma omp parallel for
//   #pragma omp parallel for                   for (int part = 0; part < adjoint::TapeParts::count; ++part) {
//   for (int i = 1; i < n; ++i) {                const adjoint::TapeParts::Turn turn(parts, part);
//     if (x[i] > 0)                     ->       const int first = adjoint::part_first(part, 1, n), end = ...;
//       tape.push(y[i]);                         for (int i = first; i < end; ++i) {
//     ...                                          if (x[i] > 0)
//   }                                                tape.push(y[i]);
//                                                  ...
//
// The reverse loop goes through the same parts, each backwards. Where near iterations add to the same place (`x_b[i - 1]`), every other
// part runs first, and then the others. A variable that each iteration may have for itself, but that
// was declared around the loop, is one of the part: what the last iteration leaves in it in the forward sweep is recorded for the
// reverse sweep.

#ifndef ADJOINT_TRANSFORM_CLEANUP_USEPARTS_H
#define ADJOINT_TRANSFORM_CLEANUP_USEPARTS_H

#include "Transform/Cleanup/SharedByIterations.h"

namespace adjoint::transform {

/// Of the variables that iterations may have for themselves, those that the forward sweep leaves to the reverse sweep. None: the two
/// loops, of which the first leaves what the second takes, cannot be divided.
std::optional<std::vector<const ir::Variable *>> variablesOfParts(ir::Context &context, const ir::LoopStmt *leaving,
                                                                  const ParallelPlan &first, const ir::LoopStmt *taking,
                                                                  const ParallelPlan &second);

/// What is declared in each part.
struct PartVariables {
  std::vector<const ir::Variable *> recorded, others;
};

/// How a loop is divided: what its parts do with their tapes, and how far apart iterations are at the most that add to the same place.
/// Then parts take turns, every other at once, and are that long at least.
struct Division {
  ir::LoopStmt::Parts parts;
  unsigned reach;
};

/// `work`: the body but for what moves the counter. `plan`: how iterations add to what they share.
ir::StmtList inParts(ir::Context &context, const ir::LoopStmt *loop, const Division &division, const ir::StmtList &work,
                            const PartVariables &own, const ParallelPlan &plan);

} // namespace adjoint::transform

#endif
