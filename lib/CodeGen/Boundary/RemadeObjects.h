// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RemadeObjects: how the user's object becomes what a plain struct says, where a tangent returns it or changes its size.
//
//   Shape  shape_vector_double(object, plain)   as many elements, the same alternatives
//   Fill   fill_vector_double(object, plain)    all that it holds, in an object of that shape
//
// In a class that has a shape, only elements and what is not always there have places of their own.

#ifndef ADJOINT_CODEGEN_BOUNDARY_REMADEOBJECTS_H
#define ADJOINT_CODEGEN_BOUNDARY_REMADEOBJECTS_H

#include "IR/ClassView.h"

#include <string>

namespace adjoint::codegen {

std::string printShape(const ir::Record &mirror);
std::string printFill(const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
