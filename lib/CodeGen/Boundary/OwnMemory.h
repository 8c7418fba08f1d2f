// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OwnMemory: plain structs that lead to memory of their own, as a tangent needs where f frees or replaces it.
//
//   Own      own_vector_double(plain)            elements are copied to new memory
//   Release  release_vector_double(shape, plain) frees it; what `plain`, a tangent, has any number of, `shape` says
//
// Memory is taken and freed as the model does it: see FieldView::isObject.

#ifndef ADJOINT_CODEGEN_BOUNDARY_OWNMEMORY_H
#define ADJOINT_CODEGEN_BOUNDARY_OWNMEMORY_H

#include "IR/ClassView.h"

#include <string>

namespace adjoint::codegen {

std::string printOwn(const ir::Record &mirror);
std::string printRelease(const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
