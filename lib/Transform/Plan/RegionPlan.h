// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RegionPlan: how one function is reversed, region by region. The Planner makes it; fragments and sweeps carry it out, and
// decide nothing.
//
//   call       passive, by hand (in one function or two halves), estimated, implicit, a hook, joint, one sweep, split, or
//              restoring (CallPlan.h)
//   loop       stored (its records wait for the reverse sweep), fused (both sweeps in one iteration), or checkpointed (the
//              same, from snapshots that the forward sweep takes: Analysis/Checkpoints/CarriedState.h)
//   statement  what it overwrites is recorded, recomputed, undone, or not needed (Analysis/Record/Tbr.h)

#ifndef ADJOINT_TRANSFORM_PLAN_REGIONPLAN_H
#define ADJOINT_TRANSFORM_PLAN_REGIONPLAN_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Record/Tbr.h"
#include "Analysis/Report/Facts.h"
#include "Transform/Calls/CallPlan.h"

namespace adjoint::transform {

/// Adjoint statements of what stands behind a fused loop that run behind the reversed loop (see LateSums), for the loops in
/// the order of the program. What waits for several waits for the first of them, which is reversed last.
using LateStatements = std::vector<std::pair<const ir::LoopStmt *, std::set<const ir::Stmt *>>>;

struct RegionPlan {
  CallPlans calls;
  analysis::FusedLoops fused;               ///< every other loop is stored
  LateStatements late;
  std::map<const ir::LoopStmt *, std::string> notCheckpointed; ///< with --checkpoint: why a loop is stored that should not be
  analysis::RestoringCopies copies;         ///< their fragments say so
  std::unique_ptr<analysis::Tbr> statements;
  bool restoresAll = false;                 ///< visible memory is as on entry when the reverse sweep ends
};

/// Of each call and loop of the user's.
std::vector<analysis::RegionFacts> factsOf(const ir::Function &function, const RegionPlan &plan,
                                           const analysis::LineOf &lineOf);

} // namespace adjoint::transform

#endif
