// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopArrangement: a rewriter of the loops that may run upwards, with what it has to know of their memory.

#ifndef ADJOINT_TRANSFORM_CLEANUP_LOOPARRANGEMENT_H
#define ADJOINT_TRANSFORM_CLEANUP_LOOPARRANGEMENT_H

#include "Transform/Cleanup/Iteration.h"
#include "Transform/Cleanup/LoopsAround.h"
#include "Transform/Cleanup/UpwardLoop.h"

namespace adjoint::transform {

class LoopArrangement : public ir::Rewriter {
public:
  LoopArrangement(ir::Context &context, const analysis::Alias &alias, const AreApart &areApart)
      : Rewriter(context), alias(alias), areApart(areApart) {}
  using Rewriter::rewrite;

protected:
  /// Appends what the loop becomes. False: it stays, and the loops in it are looked at.
  virtual bool arrange(const ir::LoopStmt *loop, const RunnableUpwards &found, ir::StmtList &out) = 0;

  using Rewriter::replace;
  bool replace(const ir::Stmt *stmt, ir::StmtList &out) final {
    const auto *loop = llvm::dyn_cast<ir::LoopStmt>(stmt);
    std::optional<RunnableUpwards> found = loop ? runnableUpwards(context, loop) : std::nullopt;
    const size_t before = out.size();
    if (!loop)
      return false;
    if (!found || !arrange(loop, *found, out)) {
      const LoopsAround::In inside(around, loop);
      out.push_back(rebuild(loop));
      return true;
    }
    if (loop->parallel)
      for (size_t i = before; i < out.size(); ++i)
        out[i] = asParallel(out[i], loop->parallel);
    return true;
  }

private:
  /// What becomes of a parallel loop is one, too.
  const ir::Stmt *asParallel(const ir::Stmt *stmt, const ir::ParallelLoop *parallel) {
    if (!llvm::isa<ir::LoopStmt>(stmt))
      return stmt;
    auto *loop = llvm::cast<ir::LoopStmt>(context.copied(stmt));
    loop->parallel = parallel;
    return loop;
  }

protected:
  const analysis::Alias &alias;
  const AreApart &areApart;
  LoopsAround around; ///< what stays as it is
};

} // namespace adjoint::transform

#endif
