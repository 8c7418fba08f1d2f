// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FusedLoops: the loops whose two sweeps run in one iteration: those that Fusion has found, which the forward sweep passes
// by, and those that take snapshots (`#pragma adjoint checkpoint`), which it runs as the primal does.

#ifndef ADJOINT_ANALYSIS_LOOPS_FUSEDLOOPS_H
#define ADJOINT_ANALYSIS_LOOPS_FUSEDLOOPS_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::analysis {

/// A variable, or elements of a block, that iterations write and that outlives them.
struct StatePart {
  const ir::Place *place;         ///< the variable, or the first element of the block
  const ir::Expr *range = nullptr; ///< which elements (adjoint::Range), as it stands in front of the loop; null: the variable
  Set keys;
  bool isWhole = false; ///< all of the block, however large it is when a snapshot is taken
  bool isCarried = false; ///< is it in a snapshot: does an iteration read what an earlier one has written?
};

struct FusedLoop {
  Set exposed; ///< keys that an iteration reads before it writes them; no variable that snapshots hold
  Set written; ///< keys that iterations write
  bool runsTwice = false; ///< also in the forward sweep, since what it computes is needed there
  std::optional<ir::Checkpoint> snapshots; ///< the forward sweep runs the loop, too, and takes these
  std::vector<StatePart> state; ///< of a loop that takes snapshots; blocks before variables
  /// Of a loop that takes snapshots: pointers by which an iteration allocates what it keeps, and those that it hands it to.
  std::set<const ir::Variable *> keptBlocks, owners;
  bool keepsBlocks() const { return !keptBlocks.empty(); }
};

using FusedLoops = std::map<const ir::LoopStmt *, FusedLoop>;

} // namespace adjoint::analysis

#endif
