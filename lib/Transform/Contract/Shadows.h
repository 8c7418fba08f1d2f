// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shadows: the adjoint (or the tangent) of a variable, a place, a pointer.
//
// The adjoint of a place is the same access path from the adjoint of its root, with primal
// indices: s.a[i] -> s_b.a[i], p[i] -> p_b[i]. The adjoint of a pointer is the same expression
// over the adjoints of the pointers in it. Tangents, s_d.a[i], differ in name and type only.

#ifndef ADJOINT_TRANSFORM_CONTRACT_SHADOWS_H
#define ADJOINT_TRANSFORM_CONTRACT_SHADOWS_H

#include "IR/Context.h"

#include <functional>
#include <map>
#include <string>

namespace adjoint::transform {

/// What a shadow is called, and its type.
struct ShadowStyle {
  std::string (*nameOf)(const ir::Variable *primal);
  const ir::Type *(*typeOf)(ir::Context &, const ir::Type *primal);
};
extern const ShadowStyle adjointStyle; ///< `x_b`, without const
extern const ShadowStyle tangentStyle; ///< `x_d`, of the same type

class Shadows {
public:
  explicit Shadows(ir::Context &context, const ShadowStyle &style = adjointStyle) : context(context), style(style) {}

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
  /// Which pointers lead to nothing that has a shadow: as one side of a choice, such a pointer's shadow is null.
  void leaveOut(std::function<bool(const ir::Expr *)> leadsToNone) { isNone = std::move(leadsToNone); }
  /// Made on first use.
  const ir::Variable *of(const ir::Variable *variable);
  const ir::Place *of(const ir::Place *place);
  /// The adjoint of a pointer value.
  const ir::Expr *pointer(const ir::Expr *pointer);

private:
  const ir::Variable *seedOf(const ir::Expr *pointer) const;

  ir::Context &context;
  const ShadowStyle &style;
  std::map<const ir::Variable *, const ir::Variable *> variables, primals;
  std::function<bool(const ir::Expr *)> isNone;
};

} // namespace adjoint::transform

#endif
