// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumberWalks: boundary functions that go through the numbers of a user's object, together with those of a plain
// struct or of another object: Write, Clear, Add and Seed.

#ifndef ADJOINT_CODEGEN_BOUNDARY_NUMBERWALKS_H
#define ADJOINT_CODEGEN_BOUNDARY_NUMBERWALKS_H

#include "IR/ClassView.h"

#include <string>

namespace adjoint::codegen {

std::string printNumberWalk(ir::BoundaryFunction what, const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
