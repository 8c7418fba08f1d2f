// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/IndependentLoops.h"

#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Vectors.h"

namespace adjoint::transform {

using namespace ir;

namespace {

class TellingCompilers : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (loop->parallel || loop->runsInParallel || loop->isShort || !(isForVectors(found) || choosesAmongRead(found)))
      return false;
    const Iteration iteration(context, found.work, found.counted, alias, areApart, /*takesRecords=*/false, around.loops());
    if (!runsInVectors(iteration) || !areCompared(iteration))
      return false;
    LoopStmt *made = context.rebuilt(loop, upwardLoop(context, found.counted, found.range, found.work));
    made->isIndependent = true;
    out.push_back(made);
    return true;
  }

private:
  /// Compilers make one read of a chosen address of `c ? a[i] : b[i]`, also where both are read in any case. They vectorise that only if they are told.
  static bool choosesAmongRead(const RunnableUpwards &loop) {
    return !isKnownToBeShort(loop.range) && isVectorisable(loop.work) && readsAllInAnyCase(loop.work);
  }
  /// Short loops pay for each comparison.
  static bool areCompared(const Iteration &iteration) { return iteration.arrays().comparisons() > 1; }
};

} // namespace

StmtList independentLoops(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return TellingCompilers(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
