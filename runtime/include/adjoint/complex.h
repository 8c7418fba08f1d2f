// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a complex number as variables. The adjoint of z = x + iy is x̄ + iȳ.

#ifndef ADJOINT_COMPLEX_H
#define ADJOINT_COMPLEX_H

#include <complex>

namespace adjoint {

// A complex number is an array of its two parts: [complex.numbers].
template <class T> T &real(std::complex<T> &z) { return reinterpret_cast<T(&)[2]>(z)[0]; }
template <class T> T &imag(std::complex<T> &z) { return reinterpret_cast<T(&)[2]>(z)[1]; }
template <class T> const T &real(const std::complex<T> &z) { return reinterpret_cast<const T(&)[2]>(z)[0]; }
template <class T> const T &imag(const std::complex<T> &z) { return reinterpret_cast<const T(&)[2]>(z)[1]; }

} // namespace adjoint

#endif
