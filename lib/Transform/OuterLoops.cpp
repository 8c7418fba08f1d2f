// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/OuterLoops.h"

#include "Transform/UpwardLoop.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class RunningUpwards : public Rewriter {
public:
  RunningUpwards(Context &context, const analysis::Alias &alias, const AreApart &areApart)
      : Rewriter(context), alias(alias), areApart(areApart) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::optional<RunnableUpwards> found =
        loop && isAroundLoops(loop) ? runnableUpwards(context, loop) : std::nullopt;
    if (!found || !found->runsDown || !Iteration(context, found->work, found->counted, alias, areApart).isIndependent())
      return false;
    out.push_back(annotatedAs(loop, upwardLoop(context, found->counted, found->range, rewrite(found->work))));
    return true;
  }

private:
  static bool isAroundLoops(const LoopStmt *loop) {
    bool is = false;
    forEachStmt(loop->body, [&](const Stmt *inner) { is |= isa<LoopStmt>(inner); });
    return is;
  }

  const analysis::Alias &alias;
  const AreApart &areApart;
};

} // namespace

StmtList runOuterLoopsUpwards(Context &context, const StmtList &body, const analysis::Alias &alias,
                              const AreApart &areApart) {
  return RunningUpwards(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
