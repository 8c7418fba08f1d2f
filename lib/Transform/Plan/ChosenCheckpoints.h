// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ChosenCheckpoints: which loops have snapshots without a pragma (--checkpoint=memory(1GB))?
//
//   for (t = 0; t < steps; ++t) {              chosen: each iteration writes u anew, and records n numbers
//     for (i = 0; i < n; ++i)                  not chosen: an iteration has elements of its own
//       u[i] = u[i] * sin(u[i]);
//   }
//
// A loop is chosen if
//   - no loop is around it, in this function or in those that call it;
//   - loops or calls inside it record, so that an iteration may record much;
//   - it carries a state, of which each iteration writes the same elements (CarriedState).
// Its state is then about as large as what an iteration computes, and records are many times that. A loop of the first two kinds
// whose state cannot be told is left as it is, with the reason.

#ifndef ADJOINT_TRANSFORM_PLAN_CHOSENCHECKPOINTS_H
#define ADJOINT_TRANSFORM_PLAN_CHOSENCHECKPOINTS_H

#include "Transform/Plan/RegionPlan.h"

namespace adjoint::transform {

class ChosenCheckpoints {
public:
  /// `memory`: for the snapshots of each loop, in bytes. `regions` says what is recorded without them.
  ChosenCheckpoints(ir::Context &context, const analysis::Program &program, const analysis::Unit &unit, RegionPlan &regions,
                    uint64_t memory);

  /// Adds them to the plan; false: there are none.
  bool choose(const ir::StmtList &body);

private:
  void consider(const ir::LoopStmt *loop);
  bool mayRecordMuch(const ir::StmtList &body, bool isInLoop) const;

  ir::Context &context;
  const analysis::Program &program;
  const analysis::Unit &unit;
  RegionPlan &regions;
  ir::Checkpoint request;
  bool found = false;
};

} // namespace adjoint::transform

#endif
