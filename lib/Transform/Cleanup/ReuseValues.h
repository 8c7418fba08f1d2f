// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ReuseValues: a function whose value a variable in scope holds is not called again.
//
//   const double c = std::cos(t);                    const double c = std::cos(t);
//   const double s = std::sin(t);                    const double s = std::sin(t);
//   t_b += std::cos(t) * s_b;               ->       t_b += c * s_b;
//   t_b -= std::sin(t) * c_b;                        t_b -= s * c_b;
//
// For functions of numbers alone, as long as nothing changes what the variable holds, or what it was made of. A variable that is taken
// off the tape holds what the forward sweep made it of, where neither ever has another value.

#ifndef ADJOINT_TRANSFORM_CLEANUP_REUSEVALUES_H
#define ADJOINT_TRANSFORM_CLEANUP_REUSEVALUES_H

#include "Analysis/Memory/Alias.h"
#include "IR/Function.h"

namespace adjoint::transform {

/// `alias`: of the function. `forward`: where the forward sweep stands, which may be the function.
ir::StmtList reuseValues(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias, const ir::StmtList &forward);

} // namespace adjoint::transform

#endif
