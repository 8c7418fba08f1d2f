// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bridges: how generated code, which has plain structs, calls a function of the user's that takes objects, and that is called as it is.
//
//     static int pick_on_structs(const vector_double &x) {
//       std::vector<double> x_object{};
//       ...                                                 // as many elements as x, and the same
//       return pick(x_object);
//     }
//
// In the IR, a bridge passes its parameters on. How objects are made is printed (CodeGen/Boundary/BridgeFunctions.h).

#ifndef ADJOINT_TRANSFORM_FUNCTION_BRIDGES_H
#define ADJOINT_TRANSFORM_FUNCTION_BRIDGES_H

#include "IR/Context.h"

#include <string>

namespace adjoint::transform {

/// What keeps an object of the class from being made for a call; empty: nothing.
std::string whyNotMade(const ir::Record &mirror);
ir::Function *bridgeTo(ir::Context &context, const ir::Function &called);

} // namespace adjoint::transform

#endif
