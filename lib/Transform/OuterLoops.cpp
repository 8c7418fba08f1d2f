// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/OuterLoops.h"

#include "Transform/LoopArrangement.h"

namespace adjoint::transform {

using namespace ir;
using llvm::isa;

namespace {

bool isAroundLoops(const LoopStmt *loop) {
  bool is = false;
  forEachStmt(loop->body, [&](const Stmt *inner) { is |= isa<LoopStmt>(inner); });
  return is;
}

class RunningUpwards : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (!found.runsDown || !isAroundLoops(loop) ||
        !Iteration(context, found.work, found.counted, alias, areApart).isIndependent())
      return false;
    out.push_back(annotatedAs(loop, upwardLoop(context, found.counted, found.range, rewrite(found.work))));
    return true;
  }
};

} // namespace

StmtList runOuterLoopsUpwards(Context &context, const StmtList &body, const analysis::Alias &alias,
                              const AreApart &areApart) {
  return RunningUpwards(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
