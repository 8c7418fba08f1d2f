// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MergeSums: what statements of one scope add to one place is added at once.
//
//   im_b[b] += c * y_b;              re_b[b] += s * y_b + c * x_b;
//   re_b[b] += s * y_b;        ->    im_b[b] += c * y_b - s * x_b;
//   re_b[b] += c * x_b;
//   im_b[b] -= s * x_b;
//
// A read and a write of memory less, which the compiler has to keep where another pointer might lead to the place. Sums
// of adjoints have no order to keep. An earlier sum moves down to a later one over statements that neither read the
// place nor set it nor change what the sum is made of. So does an assignment, over statements that do not even add to
// the place. Of variables, only what is set to zero and added to: `v_b = 0.0; v_b += a;` is `v_b = a;`.

#ifndef ADJOINT_TRANSFORM_CLEANUP_MERGESUMS_H
#define ADJOINT_TRANSFORM_CLEANUP_MERGESUMS_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::transform {

ir::StmtList mergeSums(ir::Context &context, const ir::StmtList &body, const analysis::Alias &alias);

} // namespace adjoint::transform

#endif
