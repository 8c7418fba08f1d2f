// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scaling: how a derivative is multiplied by a partial, or divided by a value.
//
//   x_b += 0.5 / r * y_b;   ->   x_b += adjoint::strong::product(0.5 / r, y_b);      with strong zeros
//
// With strong zeros (--strong-zero) a derivative that is zero stays zero whatever the partial is,
// infinite or NaN: what does not influence the result does not spoil its derivative. Without the option zeros are so strong
// where a branch makes them (Analysis/Activity/ChosenZeros.h).

#ifndef ADJOINT_TRANSFORM_STATEMENT_SCALING_H
#define ADJOINT_TRANSFORM_STATEMENT_SCALING_H

#include "IR/Context.h"

namespace adjoint::transform {

class Scaling {
public:
  virtual ~Scaling() = default;
  virtual const ir::Expr *product(ir::Context &context, const ir::Expr *partial, const ir::Expr *derivative) const;
  virtual const ir::Expr *quotient(ir::Context &context, const ir::Expr *derivative, const ir::Expr *divisor) const;
};

class StrongScaling : public Scaling {
public:
  const ir::Expr *product(ir::Context &context, const ir::Expr *partial, const ir::Expr *derivative) const override;
  const ir::Expr *quotient(ir::Context &context, const ir::Expr *derivative, const ir::Expr *divisor) const override;
};

const Scaling &strongScaling();
/// One or the other, as the option says.
const Scaling &scaling(bool strongZero);

} // namespace adjoint::transform

#endif
