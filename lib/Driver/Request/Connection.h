// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Connection: what stands behind the declaration of a derivative, so that the templates of <adjoint/derivatives.h> find
// it by its function.
//
//     double f(const double *x, int n)
//     void f_b(const double *x, double *x_b, int n, double result_b)
//
//     static_assert(adjoint::is_adjoint_of<f, f_b,
//                   adjoint::Roles<adjoint::Independent, adjoint::Passive>, adjoint::Dependent>);

#ifndef ADJOINT_DRIVER_REQUEST_CONNECTION_H
#define ADJOINT_DRIVER_REQUEST_CONNECTION_H

#include "IR/Context.h"

#include <string>

namespace adjoint::driver {

/// `primal`: the function as a constant. `isOverloaded`: another function is called as the derivative is.
std::string connectionText(const ir::Request &request, const std::string &primal, bool isOverloaded);

} // namespace adjoint::driver

#endif
