// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inversion: which statements does the reverse sweep take back instead of restoring what they overwrote?
//
//   v = v + e, v = v - e    of an integer or a pointer, where e is made of sums and products of other scalars
//   v = v * 2               of a signed integer, by a positive constant: it does not overflow
//   v = -v
//
// The value after the statement, and those in e, have to be there.

#ifndef ADJOINT_ANALYSIS_RECORD_INVERSION_H
#define ADJOINT_ANALYSIS_RECORD_INVERSION_H

#include "IR/Visit.h"

namespace adjoint::analysis {

/// Of plain scalars alone. What they are computed back from is no needed read (NeededReads), and what settles an element
/// (Overwrites) is recorded, never taken back.
bool isInvertible(const ir::Stmt *stmt);
/// `e`, null in `v = -v`.
const ir::Expr *operandOfInverse(const ir::Stmt *invertible);

} // namespace adjoint::analysis

#endif
