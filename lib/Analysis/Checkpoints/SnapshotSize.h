// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SnapshotSize: what the snapshots of a loop cost, before the program runs, in words.
//
//     of u[1 .. n - 1) and a number:     8 * (n - 2) + 16 bytes
//
// A range is counted as it was made: range(a, b) has b - a elements; a number that is added changes nothing; a factor f makes
// (c - 1) * f + 1 of c elements; and a sum has a + b - 1. The steps that run again follow from the binomial schedule
// (adjoint/checkpoints.h) where their number is a constant.

#ifndef ADJOINT_ANALYSIS_CHECKPOINTS_SNAPSHOTSIZE_H
#define ADJOINT_ANALYSIS_CHECKPOINTS_SNAPSHOTSIZE_H

#include "Analysis/Loops/FusedLoops.h"

namespace adjoint::analysis {

/// As far as it is known here: without padding.
uint64_t bytesIn(const ir::Type *type);

/// "8 * (n - 2) + 16 bytes"; where the elements of a part cannot be said, "8 * elements of u + 16 bytes".
std::string bytesOfSnapshot(const FusedLoop &loop);

/// "9 steps, 12 run again"; empty where it is not known.
std::string stepsRunAgain(const ir::LoopStmt *loop, const ir::Checkpoint &request);

} // namespace adjoint::analysis

#endif
