// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OneObject: pointers that are used as references are: followed, or handed on to functions that do the same. They are
// not moved, compared, or kept, so that it does not matter what stands beside the object.

#ifndef ADJOINT_TRANSFORM_CONTRACT_ONEOBJECT_H
#define ADJOINT_TRANSFORM_CONTRACT_ONEOBJECT_H

#include "Analysis/Memory/Program.h"

namespace adjoint::transform {

/// Is the parameter of the function, a pointer, such a one?
bool leadsToOneObject(const ir::Variable *param, const ir::Function *function, const analysis::Program &program);

} // namespace adjoint::transform

#endif
