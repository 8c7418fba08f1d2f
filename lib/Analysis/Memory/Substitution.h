// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitution: puts expressions in the place of variables' values.

#ifndef ADJOINT_ANALYSIS_MEMORY_SUBSTITUTION_H
#define ADJOINT_ANALYSIS_MEMORY_SUBSTITUTION_H

#include "IR/Visit.h"

#include <map>

namespace adjoint::analysis {

class Substitution : public ir::Rewriter {
public:
  using Values = std::map<const ir::Variable *, const ir::Expr *>;

  /// `values` has to live as long.
  Substitution(ir::Context &context, const Values &values) : Rewriter(context), values(values) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const ir::Expr *replace(const ir::Expr *expr) override {
    const auto *load = llvm::dyn_cast<ir::LoadExpr>(expr);
    const ir::Variable *variable = load ? ir::wholeVariable(load->place) : nullptr;
    auto found = variable ? values.find(variable) : values.end();
    return found == values.end() ? nullptr : found->second;
  }

private:
  const Values &values;
};

} // namespace adjoint::analysis

#endif
