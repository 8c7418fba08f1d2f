// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlainStructs: the definitions of the mirrors that generated functions use.
//
//   struct vector_double {
//     double *data;
//     unsigned long size;
//   };

#ifndef ADJOINT_CODEGEN_FUNCTIONS_PLAINSTRUCTS_H
#define ADJOINT_CODEGEN_FUNCTIONS_PLAINSTRUCTS_H

#include "IR/Function.h"

#include <functional>

namespace adjoint::codegen {

/// The mirrors in the types of the functions and their bodies, with those that they lead to. What a
/// mirror holds comes before it; pointers may lead ahead.
std::vector<const ir::Record *> mirrorsOf(const std::vector<const ir::Function *> &functions);

/// Their definitions, in that order, after the declarations of those that pointers lead ahead to; `isKnown` says which of these
/// are declared already.
std::string printPlainStructs(const std::vector<const ir::Record *> &mirrors,
                              const std::function<bool(const ir::Record *)> &isKnown = {});

} // namespace adjoint::codegen

#endif
