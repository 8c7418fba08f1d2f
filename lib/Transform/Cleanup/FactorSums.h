// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FactorSums: what the terms of a gathered sum have in common, once.
//
//   double u_b_sum = 0.0;
//   const double w_b = 0.1 * v_b[i];
//   u_b_sum += v_b[i] - k * w_b;            ->     u_b[i] += v_b[i] + 0.1 * (k * (v_b[i + 1] - v_b[i]));
//   const double w_b_2 = 0.1 * v_b[i + 1];
//   u_b_sum += k * w_b_2;
//   u_b[i] += u_b_sum;
//
// Each term is a product of numbers, elements and other sums, the adjoints in between being put in. What a branch adds is a choice between
// terms, behind the factors that both have and that are adjoints: `if (a > 0) s += a * w_b; else s += b * w_b` is w_b * (a > 0 ? a : b). The factor that most terms have
// goes in front of a bracket, again and again (Ceberio and Kreinovich, Greedy algorithms for optimizing multivariate Horner
// schemes, 2004). A sum of adjoints has no order that anybody prescribes, so that other roundings are as good.

#ifndef ADJOINT_TRANSFORM_CLEANUP_FACTORSUMS_H
#define ADJOINT_TRANSFORM_CLEANUP_FACTORSUMS_H

#include "IR/Context.h"

namespace adjoint::transform {

ir::StmtList factorSums(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
