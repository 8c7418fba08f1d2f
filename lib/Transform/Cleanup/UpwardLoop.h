// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UpwardLoop: a reversed loop whose iterations have no order, written upwards again.

#ifndef ADJOINT_TRANSFORM_CLEANUP_UPWARDLOOP_H
#define ADJOINT_TRANSFORM_CLEANUP_UPWARDLOOP_H

#include "Analysis/Loops/Bounds.h"

namespace adjoint::transform {

struct RunnableUpwards {
  analysis::CountedLoop counted;
  analysis::Range range;
  ir::StmtList work; ///< the body, but for what moves the counter
  bool runsDown;     ///< as it is now
};

/// None unless the loop counts by one, in a counter of its own, between bounds that are known.
std::optional<RunnableUpwards> runnableUpwards(ir::Context &context, const ir::LoopStmt *loop);

/// A loop over the range with a copy of the statements as its body: each statement stands in the tree once, each
/// variable is declared once.
ir::LoopStmt *upwardLoop(ir::Context &context, const analysis::CountedLoop &counted, const analysis::Range &range,
                           const ir::StmtList &body);
/// The same with the statements themselves, and the counter: for the one loop in the place of another, of which is known by its counter what
/// its pointers lead to.
ir::LoopStmt *sameLoopUpwards(ir::Context &context, const analysis::CountedLoop &counted, const analysis::Range &range,
                              const ir::StmtList &body);

} // namespace adjoint::transform

#endif
