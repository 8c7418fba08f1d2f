// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ActiveParts: which parts of the expressions of a statement carry a derivative?
//
// Those in which a derivative can reach the value from an active read. Each part is looked at once, however often it is
// asked about: a sum of a thousand terms is a tree a thousand deep, and every part of it is asked about.

#ifndef ADJOINT_TRANSFORM_FUNCTION_ACTIVEPARTS_H
#define ADJOINT_TRANSFORM_FUNCTION_ACTIVEPARTS_H

#include "Rules/Rules.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace adjoint::transform {

class ActiveParts {
public:
  using IsActive = std::function<bool(const ir::Place *)>;
  explicit ActiveParts(IsActive isActive) : isActive(std::move(isActive)) {}

  bool contain(const ir::Expr *expr) {
    if (auto found = known.find(expr); found != known.end())
      return found->second;
    const auto *load = llvm::dyn_cast<ir::LoadExpr>(expr);
    bool active = load && ir::holdsFloating(load->type) && isActive(load->place);
    rules::forEachDifferentiableOperand(expr, [&](const ir::Expr *operand) { active |= contain(operand); });
    return known[expr] = active;
  }

private:
  IsActive isActive; ///< is the read of the place?
  llvm::DenseMap<const ir::Expr *, bool> known;
};

} // namespace adjoint::transform

#endif
