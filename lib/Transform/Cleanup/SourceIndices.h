// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SourceIndices: which indices belong to one iteration of a parallel loop, because the source writes with them?
//
//   #pragma omp parallel for                    y[perm[i]] is written by the iteration i alone, or the source has a race.
//   for (i = 0; i < n; ++i)                     So no other iteration has the index perm[i], and x_b[perm[i]] is added to
//     y[perm[i]] = f(x[perm[i]]);               in this iteration alone.
//
// The write has to be one of every iteration: in no branch, and in no loop of the iteration.

#ifndef ADJOINT_TRANSFORM_CLEANUP_SOURCEINDICES_H
#define ADJOINT_TRANSFORM_CLEANUP_SOURCEINDICES_H

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Elements.h"

namespace adjoint::transform {

class SourceIndices {
public:
  /// `work`: the body of a loop that is made of one of the loops.
  SourceIndices(ir::Context &context, const std::vector<const ir::LoopStmt *> &loops, const analysis::CountedLoop &counted,
                const ir::StmtList &work);

  bool isOfOneIteration(const ir::Expr *index) const;
  /// Does each iteration of the source write this element? Then no other one does anything with it.
  bool isWritten(const ir::Variable *base, const ir::Expr *index) const;
  bool areSame(const ir::Expr *a, const ir::Expr *b) const;

private:
  using Values = std::map<const ir::Variable *, const ir::Expr *>;

  static Values constantsOf(const ir::StmtList &work);
  const ir::Expr *expanded(const ir::Expr *index, const Values &values) const;

  ir::Context &context;
  const analysis::Changes changes;
  Values own; ///< integers of the loop that is made
  bool isFixed(const ir::Expr *index) const;

  std::vector<analysis::Element> written;
};

} // namespace adjoint::transform

#endif
