// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FusedLoops: the loops whose two sweeps run in one iteration, as Fusion has found them.

#ifndef ADJOINT_ANALYSIS_LOOPS_FUSEDLOOPS_H
#define ADJOINT_ANALYSIS_LOOPS_FUSEDLOOPS_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::analysis {

struct FusedLoop {
  Set exposed; ///< keys that an iteration reads before it writes them
  Set written; ///< keys that iterations write
};

using FusedLoops = std::map<const ir::LoopStmt *, FusedLoop>;

} // namespace adjoint::analysis

#endif
