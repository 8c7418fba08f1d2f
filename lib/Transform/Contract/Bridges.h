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
// In the IR, a bridge passes its parameters on. How objects are made is printed (CodeGen/Boundary/BridgeFunctions.h). Derivatives by
// hand are called in the same way:
//
//     static void solve_b_on_structs(const vector_double &a, vector_double &a_b, std::size_t count, double *result, double *result_b) {
//       ...                                                 // a_object as above, a_b_object with the numbers of a_b
//       solve_b(a_object, a_b_object, result_b_object);
//       ...                                                 // the numbers of a_b_object go to a_b
//     }

#ifndef ADJOINT_TRANSFORM_CONTRACT_BRIDGES_H
#define ADJOINT_TRANSFORM_CONTRACT_BRIDGES_H

#include "IR/Context.h"
#include "IR/Function.h"

#include <string>

namespace adjoint::transform {

/// What keeps an object of the class from being made for a call; empty: nothing.
std::string whyNotMade(const ir::Record &mirror);
ir::Function *bridgeTo(ir::Context &context, const ir::Function &called);
/// To the derivative by hand of a function with a bridge.
ir::Bridge bridgeToDerivative(const ir::Function &derivative, ir::Bridge::Part part, const ir::Record *returned);

} // namespace adjoint::transform

#endif
