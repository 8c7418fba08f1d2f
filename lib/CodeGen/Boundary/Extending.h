// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extending: adjoints get at least the shape of their primals.
//
//   void extend_vector_P(const std::vector<P> &object, std::vector<P> &object_b) {
//     const std::size_t had = object_b.size();
//     object_b.resize(object.size());
//     for (std::size_t i = had; i < object_b.size(); ++i)
//       ...                                     // where P's constructor may make other numbers than zero
//   }

#ifndef ADJOINT_CODEGEN_BOUNDARY_EXTENDING_H
#define ADJOINT_CODEGEN_BOUNDARY_EXTENDING_H

#include "IR/ClassView.h"

#include <string>
#include <vector>

namespace adjoint::codegen {

std::string printExtend(const ir::Record &mirror);
/// The mirrors, there or further inside, of which new objects are set to zero.
std::vector<const ir::Record *> newMirrors(const ir::Record &mirror);

} // namespace adjoint::codegen

#endif
