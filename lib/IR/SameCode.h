// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SameCode: have two bodies the same statements, of the same variables? Passes rebuild what they leave alone, so that a body that
// they have left alone is another list.

#ifndef ADJOINT_IR_SAMECODE_H
#define ADJOINT_IR_SAMECODE_H

#include "IR/Stmt.h"

namespace adjoint::ir {

bool isSameCode(const StmtList &a, const StmtList &b);

} // namespace adjoint::ir

#endif
