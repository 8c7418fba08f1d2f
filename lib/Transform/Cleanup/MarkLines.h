// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MarkLines: before what comes from another line of the source than what ran before, a call says so (<adjoint/profile.h>).
//
//   // Forward sweep.                             // Forward sweep.
//   double u = sin(x);                            adjoint::profile::forward(3);
//   double y = u * u;                             double u = sin(x);
//                                          ->     adjoint::profile::at(4);
//                                                 double y = u * u;
//
// A mark reads the clock. There is none inside a statement all of which comes from one line, nor in a loop that may add up in
// any order, as a compiler is to vectorise it: such a loop is counted at one line.

#ifndef ADJOINT_TRANSFORM_CLEANUP_MARKLINES_H
#define ADJOINT_TRANSFORM_CLEANUP_MARKLINES_H

#include "Analysis/Report/Report.h"
#include "IR/Visit.h"

namespace adjoint::transform {

/// A function without any line of the source stays as it is.
ir::StmtList markLines(ir::Context &context, const ir::Function &function, const ir::StmtList &body,
                       const analysis::LineOf &lineOf);

} // namespace adjoint::transform

#endif
