// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   z = S * exp(-r * T);
// becomes
//   const double exp_1 = exp(-r * T);
//   z = S * exp_1;
//
// where the reverse sweep needs the value of a function call or quotient inside an active
// expression: it is then kept, never computed twice. What is only the result of a statement
// has a name already; cheap sums and products are recomputed.

#ifndef ADJOINT_TRANSFORM_FUNCTION_NAMEINTERMEDIATES_H
#define ADJOINT_TRANSFORM_FUNCTION_NAMEINTERMEDIATES_H

#include "Analysis/Activity/Activity.h"

namespace adjoint::transform {

ir::StmtList nameIntermediates(ir::Context &context, const ir::StmtList &body, const analysis::Activity &activity);

} // namespace adjoint::transform

#endif
