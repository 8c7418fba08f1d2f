// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SequentialLoops: what is said of a parallel loop whose derivative is sequential.

#ifndef ADJOINT_TRANSFORM_FUNCTION_SEQUENTIALLOOPS_H
#define ADJOINT_TRANSFORM_FUNCTION_SEQUENTIALLOOPS_H

#include "Transform/Function/Derivation.h"

namespace adjoint::transform {

/// `derivative`: "adjoint" or "tangent", of the function.
inline void reportSequential(const Derivation &derivation, const ir::ParallelLoop &loop, const char *derivative,
                             const ir::Function &function, const std::string &why) {
  const Options &options = derivation.options;
  if (!options.strict && !options.warnOpenMpSequential)
    return;
  derivation.diagnostics.report(options.strict ? DiagId::parallel_in_order_strict : DiagId::parallel_in_order, loop.location,
                                {loop.directive, derivative, function.name, why});
}

} // namespace adjoint::transform

#endif
