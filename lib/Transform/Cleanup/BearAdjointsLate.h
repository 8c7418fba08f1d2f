// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BearAdjointsLate: adjoints are born where they are first written.
//
//   double t_b = 0.0;
//   x_b += y * z_b;           x_b += y * z_b;
//   t_b += z_b;          ->   double t_b = z_b;
//
// No zero that is added to, and the name stands where it begins to mean something.

#ifndef ADJOINT_TRANSFORM_CLEANUP_BEARADJOINTSLATE_H
#define ADJOINT_TRANSFORM_CLEANUP_BEARADJOINTSLATE_H

#include "IR/Visit.h"

namespace adjoint::transform {

ir::StmtList bearAdjointsLate(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
