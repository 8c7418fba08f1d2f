// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Split form: a normal form whose sweeps can run in two activations. Arrays, and variables
// whose address is taken, are allocated; the reverse half frees them.

#ifndef ADJOINT_TRANSFORM_FUNCTION_SPLITFORM_H
#define ADJOINT_TRANSFORM_FUNCTION_SPLITFORM_H

#include "IR/Context.h"

namespace adjoint::transform {

ir::StmtList splitForm(ir::Context &context, const ir::Function &normal, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
