// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumberWalks: boundary functions that go through the numbers of a user's object, together with those of a plain
// struct or of another object: Write, Clear, Add and Seed.

#ifndef ADJOINT_CODEGEN_BOUNDARY_NUMBERWALKS_H
#define ADJOINT_CODEGEN_BOUNDARY_NUMBERWALKS_H

#include "CodeGen/Boundary/Lines.h"
#include "IR/ClassView.h"

#include <string>

namespace adjoint::codegen {

/// Lines that set the numbers of an object to zero, which a field or an element holds.
void clearNumbers(const ir::Type *type, const std::string &object, Lines &lines);

std::string printNumberWalk(ir::BoundaryFunction what, const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
