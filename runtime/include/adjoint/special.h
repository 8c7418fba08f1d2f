// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of special functions by their last argument. Generated code calls them.
//
//   j0_d(x)  j1_d(x)  jn_d(n, x)  y0_d(x)  y1_d(x)  yn_d(n, x)      Bessel functions of <math.h>
//   cyl_bessel_j_d(nu, x)  cyl_bessel_i_d  cyl_bessel_k_d  cyl_neumann_d
//   sph_bessel_d(n, x)  sph_neumann_d(n, x)
//   legendre_d(n, x)  assoc_legendre_d(n, m, x)
//   hermite_d(n, x)  laguerre_d(n, x)  assoc_laguerre_d(n, m, x)
//   comp_ellint_3_k(k, nu)  comp_ellint_3_nu(k, nu)               by the first and by the last argument
//
// Shapes: scalars; T is float, double or long double. n and m are unsigned, except for jn_d and yn_d, where n is int.
// Errors: those of the functions of <cmath> that are called (std::domain_error for some arguments).
//
// Limits: where the formula divides by zero and the limit is finite, the limit is returned (Bessel functions at 0,
// Legendre polynomials at -1 and 1). Accuracy: that of the library's functions, except for cancellation in the
// formula. Elliptic integrals are integrated numerically, since their closed forms cancel where nu is near k * k or 0; NaN
// where nu is not less than 1.
//
// Source: NIST Digital Library of Mathematical Functions, 10.6.2, 10.29.2, 10.51.2 (Bessel functions), 14.10.5
// (Legendre), 18.9.25 (Hermite), 18.9.23 (Laguerre), 19.2.8 (elliptic integrals). L. N. Trefethen and J. A. C. Weideman, "The
// exponentially convergent trapezoidal rule", SIAM Review 56 (2014).
#ifndef ADJOINT_SPECIAL_H
#define ADJOINT_SPECIAL_H

#include <cmath>
#include <limits>
#include <math.h>
#include <type_traits>

namespace adjoint::special {

namespace detail {

/// The functions of C, which have another name for each type; those of float are evaluated in double.
template <class T> T j(int n, T x) {
  if constexpr (std::is_same_v<T, long double>)
    return ::jnl(n, x);
  else
    return static_cast<T>(::jn(n, static_cast<double>(x)));
}
template <class T> T y(int n, T x) {
  if constexpr (std::is_same_v<T, long double>)
    return ::ynl(n, x);
  else
    return static_cast<T>(::yn(n, static_cast<double>(x)));
}

} // namespace detail

template <class T> T jn_d(int n, T x) { return (detail::j(n - 1, x) - detail::j(n + 1, x)) / 2; }
template <class T> T yn_d(int n, T x) { return (detail::y(n - 1, x) - detail::y(n + 1, x)) / 2; }
template <class T> T j0_d(T x) { return -detail::j(1, x); }
template <class T> T j1_d(T x) { return jn_d(1, x); }
template <class T> T y0_d(T x) { return -detail::y(1, x); }
template <class T> T y1_d(T x) { return yn_d(1, x); }

#if defined(__cpp_lib_math_special_functions) || defined(__STDCPP_MATH_SPEC_FUNCS__)

namespace detail {

/// nu / x times the value of the function. It is 0 for the order 0, also at x = 0.
template <class T> T ratio(T nu, T x, T value) { return nu == 0 ? T(0) : nu * value / x; }

/// The derivative at 0 of a function whose series begins with (x / 2)^nu / gamma(nu + 1).
template <class T> T at_zero(T nu) {
  if (nu == 0 || nu > 1)
    return 0;
  return nu == 1 ? T(0.5) : T(HUGE_VAL);
}

} // namespace detail

template <class T> T cyl_bessel_j_d(T nu, T x) {
  return x == 0 ? detail::at_zero(nu) : detail::ratio(nu, x, std::cyl_bessel_j(nu, x)) - std::cyl_bessel_j(nu + 1, x);
}
template <class T> T cyl_bessel_i_d(T nu, T x) {
  return x == 0 ? detail::at_zero(nu) : detail::ratio(nu, x, std::cyl_bessel_i(nu, x)) + std::cyl_bessel_i(nu + 1, x);
}
template <class T> T cyl_bessel_k_d(T nu, T x) {
  return detail::ratio(nu, x, std::cyl_bessel_k(nu, x)) - std::cyl_bessel_k(nu + 1, x);
}
template <class T> T cyl_neumann_d(T nu, T x) {
  return detail::ratio(nu, x, std::cyl_neumann(nu, x)) - std::cyl_neumann(nu + 1, x);
}

template <class T> T sph_bessel_d(unsigned n, T x) {
  if (x == 0)
    return n == 1 ? T(1) / 3 : T(0);
  return detail::ratio(T(n), x, std::sph_bessel(n, x)) - std::sph_bessel(n + 1, x);
}
template <class T> T sph_neumann_d(unsigned n, T x) {
  return detail::ratio(T(n), x, std::sph_neumann(n, x)) - std::sph_neumann(n + 1, x);
}

template <class T> T legendre_d(unsigned n, T x) {
  if (n == 0)
    return 0;
  const T size = T(n) * (n + 1) / 2; // |derivative| at 1 and -1
  if (x == 1 || x == -1)
    return x == 1 || n % 2 == 1 ? size : -size;
  return n * (x * std::legendre(n, x) - std::legendre(n - 1, x)) / ((x - 1) * (x + 1));
}
template <class T> T assoc_legendre_d(unsigned n, unsigned m, T x) {
  if (m == 0)
    return legendre_d(n, x);
  const T lower = m < n ? std::assoc_legendre(n - 1, m, x) : T(0);
  return m > n ? T(0) : (n * x * std::assoc_legendre(n, m, x) - (n + m) * lower) / ((x - 1) * (x + 1));
}

namespace detail {

/// How far from the real axis 1 / (1 - m sin^2 t) has its poles.
template <class T> T distanceOfPoles(T m) { return m > 0 ? std::acosh(1 / std::sqrt(m)) : std::asinh(1 / std::sqrt(-m)); }

/// The integral of f(k^2 sin^2 t, nu sin^2 t) sin^2 t for t from 0 to pi / 2.
template <class T, class F> T ellipticIntegral(T k, T nu, F f) {
  if (!(k * k < 1 && nu < 1))
    return std::numeric_limits<T>::quiet_NaN();
  T distance = 2; // more is no use
  if (k != 0)
    distance = std::fmin(distance, distanceOfPoles(k * k));
  if (nu != 0)
    distance = std::fmin(distance, distanceOfPoles(nu));
  const long steps = static_cast<long>(T(12.5) / distance) + 4; // the error is exp(-4 steps distance)
  const T step = T(1.57079632679489661923132169163975144L) / static_cast<T>(steps);
  T sum = f(k * k, nu) / 2;
  for (long i = 1; i < steps; ++i) {
    const T s = std::sin(static_cast<T>(i) * step);
    sum += s * s * f(k * k * s * s, nu * s * s);
  }
  return sum * step;
}

} // namespace detail

template <class T> T comp_ellint_3_k(T k, T nu) {
  return k * detail::ellipticIntegral(k, nu, [](T a, T b) { return 1 / ((1 - b) * (1 - a) * std::sqrt(1 - a)); });
}
template <class T> T comp_ellint_3_nu(T k, T nu) {
  return detail::ellipticIntegral(k, nu, [](T a, T b) { return 1 / ((1 - b) * (1 - b) * std::sqrt(1 - a)); });
}

template <class T> T hermite_d(unsigned n, T x) { return n == 0 ? T(0) : 2 * n * std::hermite(n - 1, x); }
template <class T> T assoc_laguerre_d(unsigned n, unsigned m, T x) {
  return n == 0 ? T(0) : -std::assoc_laguerre(n - 1, m + 1, x);
}
template <class T> T laguerre_d(unsigned n, T x) { return assoc_laguerre_d(n, 0u, x); }

#endif

} // namespace adjoint::special

#endif
