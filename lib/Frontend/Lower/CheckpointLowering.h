// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckpointLowering: `#pragma adjoint checkpoint` in the terms of the IR. The counts of its extents are read here, as sums and
// products of numbers and of the function's own integers.

#ifndef ADJOINT_FRONTEND_LOWER_CHECKPOINTLOWERING_H
#define ADJOINT_FRONTEND_LOWER_CHECKPOINTLOWERING_H

#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

class CheckpointLowering {
public:
  /// `where`: the loop.
  CheckpointLowering(BodyLowering &body, clang::SourceLocation where) : body(body), where(where) {}

  ir::Checkpoint lower(const CheckpointPragma &pragma);
  /// Refuses what is malformed.
  const ir::Expr *countOf(const CheckpointPragma::Extent &extent);
  const ir::Variable *variable(llvm::StringRef name) const;

private:
  struct Count {
    const CheckpointPragma::Extent &extent;
    size_t next = 0; ///< token
    bool is(const char *token) const { return next < extent.count.size() && extent.count[next] == token; }
  };

  const ir::Expr *sum(Count &count);
  const ir::Expr *product(Count &count);
  const ir::Expr *factor(Count &count);
  const ir::Expr *combined(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b);

  BodyLowering &body;
  const clang::SourceLocation where;
};

} // namespace adjoint::frontend

#endif
