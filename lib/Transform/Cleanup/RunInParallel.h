// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RunInParallel: loops of derivatives whose source is a parallel loop are parallel, where they may be.
//
//                                             #pragma omp parallel for schedule(dynamic) reduction(+ : a_b)
//   for (i = n - 1; i >= 0; --i) {            for (i = n - 1; i >= 0; --i) {
//     y_b[i] ...                                y_b[i] ...
//     a_b += x[k[i]] * y_b[i];        ->        a_b += x[k[i]] * y_b[i];
//                                               #pragma omp atomic
//     x_b[k[i]] += a * y_b[i];                  x_b[k[i]] += a * y_b[i];
//   }                                         }
//
// Whether a loop may be, and how what iterations share is added to, says SharedByIterations.h. Variables that belong to an iteration
// are declared in it again. Loops whose records wait on the tape, which is in order, run in parts (UseParts.h). A loop that may not be
// parallel is as before, and that is reported.

#ifndef ADJOINT_TRANSFORM_CLEANUP_RUNINPARALLEL_H
#define ADJOINT_TRANSFORM_CLEANUP_RUNINPARALLEL_H

#include "Transform/Cleanup/SharedByIterations.h"

#include <functional>

namespace adjoint::transform {

struct ParallelFacts {
  const ir::StmtList &source; ///< the body of the function that is differentiated
  bool isTangent;
  AreApart areApart;
  PrimalOf primalOf;
  /// Told of a loop that is parallel, and how what its iterations share is added to.
  std::function<void(const ir::LoopStmt &, const std::string &ways)> note;
  /// Told of a loop that stays sequential, and why.
  std::function<void(const ir::ParallelLoop &, const std::string &why)> report;
};

/// `forward` and `reverse` may be one function.
void runInParallel(ir::Context &context, ir::Function &forward, ir::Function &reverse, const std::set<const ir::Variable *> &globals,
                   const ParallelFacts &facts);

} // namespace adjoint::transform

#endif
