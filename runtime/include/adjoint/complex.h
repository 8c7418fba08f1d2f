// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The real and imaginary part of a std::complex as variables that can be written.
//
// The adjoint of z = x + iy is the complex number x_b + i y_b, where x_b and y_b are the adjoints of x and y. Generated
// code adds to the two parts separately.

#ifndef ADJOINT_COMPLEX_H
#define ADJOINT_COMPLEX_H

#include <complex>

namespace adjoint {

// The standard guarantees that a complex number is an array of its two parts: [complex.numbers].
template <class T> T &real(std::complex<T> &z) { return reinterpret_cast<T(&)[2]>(z)[0]; }
template <class T> T &imag(std::complex<T> &z) { return reinterpret_cast<T(&)[2]>(z)[1]; }
template <class T> const T &real(const std::complex<T> &z) { return reinterpret_cast<const T(&)[2]>(z)[0]; }
template <class T> const T &imag(const std::complex<T> &z) { return reinterpret_cast<const T(&)[2]>(z)[1]; }

} // namespace adjoint

#endif
