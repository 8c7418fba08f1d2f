// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shadows: the adjoint of a variable, a place, a pointer.
//
// The adjoint of a place is the same access path from the adjoint of its root, with primal
// indices: s.a[i] -> s_b.a[i], p[i] -> p_b[i]. The adjoint of a pointer is the same expression
// over the adjoints of the pointers in it.

#ifndef ADJOINT_TRANSFORM_SHADOWS_H
#define ADJOINT_TRANSFORM_SHADOWS_H

#include "IR/Context.h"

#include <map>

namespace adjoint::transform {

class Shadows {
public:
  explicit Shadows(ir::Context &context) : context(context) {}

  /// A parameter's adjoint is a parameter.
  void bind(const ir::Variable *variable, const ir::Variable *adjoint) {
    variables[variable] = adjoint;
    primals[adjoint] = variable;
  }
  /// The variable whose adjoint this is, null if it is none.
  const ir::Variable *primalOf(const ir::Variable *adjoint) const {
    auto found = primals.find(adjoint);
    return found == primals.end() ? nullptr : found->second;
  }
  /// Made on first use: `x_b`, of the adjoint type.
  const ir::Variable *of(const ir::Variable *variable);
  const ir::Place *of(const ir::Place *place);
  /// The adjoint of a pointer value.
  const ir::Expr *pointer(const ir::Expr *pointer);

private:
  ir::Context &context;
  std::map<const ir::Variable *, const ir::Variable *> variables, primals;
};

} // namespace adjoint::transform

#endif
