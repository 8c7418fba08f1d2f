// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HiddenStatics: how generated code reaches a private static member of a class.
//
//   int &Cell_count();
//   template <int *Member> struct Cell_count_access {
//     friend int &Cell_count() { return *Member; }
//   };
//   template struct Cell_count_access<&Cell::count>;

#ifndef ADJOINT_CODEGEN_FUNCTIONS_HIDDENSTATICS_H
#define ADJOINT_CODEGEN_FUNCTIONS_HIDDENSTATICS_H

#include "IR/Function.h"

#include <string>
#include <vector>

namespace adjoint::codegen {

/// Those that the functions name, in the order of their first use.
std::vector<const ir::HiddenStatic *> hiddenStaticsOf(const std::vector<const ir::Function *> &functions);

/// Access is not checked in the arguments of an explicit instantiation.
std::string printAccess(const ir::HiddenStatic &member);

} // namespace adjoint::codegen

#endif
