// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives by the name of the function. Of
//
//     #include <adjoint/derivatives.h>
//
//     #pragma adjoint hessian
//     double energy(const double *x, int n, double k);
//
// and a vector x, these are the derivatives by x and k (docs/derivatives.md):
//
//     auto [x_b, k_b] = adjoint::gradient<energy>(x, n, k);
//     auto [value, gradient] = adjoint::value_and_gradient<energy>(x, n, k);
//     auto [x_bd, k_bd] = adjoint::hessian_vector<energy>(x, n, k)(x_d, k_d);
//     double energy_d = adjoint::jvp<energy>(x, n, k)(x_d, k_d);
//     auto [x_b, k_b] = adjoint::vjp<energy>(x, n, k)(energy_b);
//     adjoint::Matrix<double> J = adjoint::jacobian<energy>(x, n, k);
//     adjoint::Matrix<double> H = adjoint::hessian<energy>(x, n, k);
//
// They call energy_b, energy_d and energy_bd. Which function these belong to is said in generated code,
// static_assert(adjoint::is_adjoint_of<energy, energy_b, ...>), if this header is included above the request. C++17 or
// later; with less, call energy_b itself.
//
//     derivatives/known.h       which function is the derivative of which
//     derivatives/numbers.h     which numbers objects hold: Numbers<T>, array(pointer, size)
//     derivatives/arguments.h   arguments, and what stands behind them: adjoints, tangents
//     derivatives/calls.h       calls of a function and its derivatives
//     derivatives/sweeps.h      gradient, value_and_gradient, jvp, vjp, hessian_vector
//     derivatives/maps.h        derivatives at a point as linear maps
//     derivatives/chunks.h      many directions, several at a time
//     derivatives/matrix.h      dense matrices
//     derivatives/matrices.h    jacobian, hessian
#ifndef ADJOINT_DERIVATIVES_H
#define ADJOINT_DERIVATIVES_H

#if __cplusplus < 201703L
#error "<adjoint/derivatives.h> needs C++17; in C++14, call the generated f_b itself"
#endif

#include <adjoint/derivatives/matrices.h>

#endif // ADJOINT_DERIVATIVES_H
