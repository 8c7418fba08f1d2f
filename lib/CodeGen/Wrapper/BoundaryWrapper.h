// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BoundaryWrapper: the adjoint in the user's types, around the one that works on plain structs.
//
//   void f_b(const std::vector<double> &x, std::vector<double> &x_b, double result_b) {
//     extend_vector_double(x, x_b);
//     const vector_double x_plain = read_vector_double(x);
//     vector_double x_plain_b = read_vector_double(x_b);
//     f_plain_b(x_plain, x_plain_b, result_b);
//   }

#ifndef ADJOINT_CODEGEN_WRAPPER_BOUNDARYWRAPPER_H
#define ADJOINT_CODEGEN_WRAPPER_BOUNDARYWRAPPER_H

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "IR/Boundary.h"
#include "IR/Function.h"

namespace adjoint::codegen {

struct Wrapper {
  const ir::Function *signature; ///< by the contract, in the user's types; every parameter has a name
  const ir::Function *onStructs; ///< what it calls
  const ir::Boundary *boundary;
  /// What gives the value that is asked for ("f", or ".f" of the first argument); empty: none is asked for.
  std::string primal;
  /// The parameters of the signature in the order in which `onStructs` takes them; empty: in their own.
  std::vector<const ir::Variable *> passed = {};
};

std::string printWrapper(const Wrapper &wrapper);
/// What it needs before it.
std::vector<BoundaryDefinition> definitionsFor(const ir::Boundary &boundary);

} // namespace adjoint::codegen

#endif
