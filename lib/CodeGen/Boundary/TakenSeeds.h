// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TakenSeeds: seeds of objects that lead to numbers of which only the memory that the function makes tells how many.
//
//     void take_Matrix(Matrix &seed, const Matrix_plain &now, Matrix_plain &now_b) {
//       adjoint::take_seeds(now.elements, now_b.elements, Matrix_elements(seed));
//     }
//
// Between the sweeps the struct's pointers lead where the function has left them. Where that is other memory than the
// caller's, the seeds move there; else they are in place, as are numbers in the object itself.

#ifndef ADJOINT_CODEGEN_BOUNDARY_TAKENSEEDS_H
#define ADJOINT_CODEGEN_BOUNDARY_TAKENSEEDS_H

#include "IR/ClassView.h"

#include <string>

namespace adjoint::codegen {

std::string printTake(const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
