// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/TurnOuterLoops.h"

#include "Transform/Cleanup/LoopArrangement.h"

namespace adjoint::transform {

using namespace ir;
using llvm::isa;

namespace {

bool isAroundLoops(const LoopStmt *loop) {
  bool is = false;
  forEachStmt(loop->body, [&](const Stmt *inner) { is |= isa<LoopStmt>(inner); });
  return is;
}

/// Would a compiler have to ask whether arrays overlap? If not, the order of the forward sweep backwards finds more of
/// them in the cache.
bool areCompared(const Iteration &iteration) {
  Arrays arrays;
  for (const Access &access : iteration.accesses())
    arrays.add(access);
  return arrays.comparisons() > 0;
}

class RunningUpwards : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (!found.runsDown || !isAroundLoops(loop))
      return false;
    const Iteration iteration(context, found.work, found.counted, alias, areApart);
    if (!iteration.isIndependent() || !areCompared(iteration))
      return false;
    out.push_back(context.rebuilt(loop, upwardLoop(context, found.counted, found.range, rewrite(found.work))));
    return true;
  }
};

} // namespace

StmtList turnOuterLoops(Context &context, const StmtList &body, const analysis::Alias &alias,
                        const AreApart &areApart) {
  return RunningUpwards(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
