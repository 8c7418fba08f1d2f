// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unshadowing: the primal access that an access to an adjoint mirrors, x_b[i] -> x[i].

#ifndef ADJOINT_TRANSFORM_CONTRACT_UNSHADOWING_H
#define ADJOINT_TRANSFORM_CONTRACT_UNSHADOWING_H

#include "IR/Visit.h"
#include "Transform/Contract/Shadows.h"

namespace adjoint::transform {

class Unshadowing : public ir::Rewriter {
public:
  Unshadowing(ir::Context &context, const Shadows &shadows) : Rewriter(context), shadows(shadows) {}

protected:
  using Rewriter::replace;
  const ir::Variable *replace(const ir::Variable *variable) override;
  const ir::Place *replace(const ir::Place *place) override;
  const ir::Expr *replace(const ir::Expr *expr) override;

private:
  const Shadows &shadows;
};

} // namespace adjoint::transform

#endif
