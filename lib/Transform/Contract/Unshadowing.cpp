// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Unshadowing.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

const Variable *Unshadowing::replace(const Variable *variable) {
  const Variable *primal = shadows.primalOf(variable);
  return primal ? primal : variable;
}

/// What is passed by value, or a global.
const Place *Unshadowing::replace(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *load = deref ? dyn_cast<LoadExpr>(deref->pointer) : nullptr;
  const Variable *adjoint = load ? wholeVariable(load->place) : nullptr;
  const Variable *primal = adjoint && adjoint->type->isReference() ? shadows.primalOf(adjoint) : nullptr;
  return primal && !primal->type->isReference() ? context.make<VarPlace>(primal) : nullptr;
}

/// Of an adjoint member, to be written.
const Expr *Unshadowing::replace(const Expr *expr) {
  const auto *conversion = dyn_cast<CastExpr>(expr);
  return conversion && conversion->form == CastExpr::Form::Const ? rewrite(conversion->operand) : nullptr;
}

} // namespace adjoint::transform
