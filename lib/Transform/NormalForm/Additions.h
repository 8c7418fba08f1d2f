// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Additions: how many elements does a loop add to a container that grows?
//
//   for (i = 0; i < n; ++i) { <grow>; ++count; for (j = 0; j < 2; ++j) { <grow>; ++count; } }      n * 3
//
// Known in front of the loop where each iteration adds as many as any other: not in a branch, nor in a loop whose trip count changes.

#ifndef ADJOINT_TRANSFORM_NORMALFORM_ADDITIONS_H
#define ADJOINT_TRANSFORM_NORMALFORM_ADDITIONS_H

#include "Analysis/Memory/Writes.h"
#include "Transform/NormalForm/Growth.h"

namespace adjoint::transform {

class Additions {
public:
  Additions(ir::Context &context, const Container &container, const ir::LoopStmt *loop);

  const ir::Expr *total = nullptr; ///< null: not known
  const ir::Expr *bound = nullptr; ///< the total, where the loop counts from 0 up to that, and adds one each time; else null

private:
  const ir::Expr *addedBy(const ir::StmtList &list);
  const ir::Expr *addedBy(const ir::Stmt *stmt);
  const ir::Expr *addedBy(const Growth &growth);
  const ir::Expr *times(const ir::LoopStmt *loop, const ir::Expr *each, bool isOuter);
  bool isKnownAhead(const ir::Expr *bound) const;
  const ir::Expr *plus(const ir::Expr *a, const ir::Expr *b);
  const ir::Expr *size(long long number);

  bool isCounting(const ir::Stmt *stmt) const;
  bool countsOnce(const ir::StmtList &list) const;
  bool writesBesides(const ir::StmtList &list) const;

  ir::Context &context;
  const Container &container;
  const analysis::Changes changes;
  bool isOpen = false; ///< has room been asked for of an element that is not counted yet?
};

} // namespace adjoint::transform

#endif
