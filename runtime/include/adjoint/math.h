// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that generated code needs and that <cmath> lacks.
//
//   digamma(x)              the derivative of log |gamma(x)|
//   trigamma(x)             the derivative of digamma
//   frexp_exponent(x)       the exponent that frexp(x, &e) stores in e
//   remquo_quotient(x, y)   the quotient that remquo(x, y, &q) stores in q
//
// Shapes: scalars; T is float, double or long double. Errors: none is thrown; see the special values.
//
// Accuracy of digamma: for positive x a few units in the last place, also beside its zero near 1.46. For
// negative x a few units in the last place of the larger of the two terms of the reflection formula; next to
// one of the zeros there (one lies between any two poles) these cancel.
// Accuracy of trigamma: a few units in the last place, relative to the larger of the two terms of its reflection formula.
// Special values: NaN at negative integers and at -infinity, -infinity at +0, +infinity at -0, infinity at
// infinity. frexp_exponent is 0 for 0; it is unspecified, like what frexp stores, for infinities and NaN, and
// so is remquo_quotient where remquo leaves the quotient unspecified.
//
// With x0 the positive zero of digamma, and B the Bernoulli numbers:
//
//   x >= 10      log(x) - 1/(2x) - sum over k >= 1 of B[2k] / (2k x^2k)                  (1)
//   0 < x < 10   (x - x0) * (sum over k < n of 1 / ((k + x)(k + x0)) + D)                 (2)
//                with D the divided difference of (1) between x + n and x0 + n
//   x < 0        digamma(1 - x) - pi / tan(pi x)                                         (3)
//
// (2) is the series digamma(x) - digamma(x0) = sum of 1/(k + x0) - 1/(k + x), with x - x0 taken out of every
// term; nothing in it cancels. (The bound 10 is larger where T has more than 64 digits.)
//
// trigamma is the derivative of (1) from x = 10 on, below by
//
//   0 < x < 10   trigamma(x + 1) + 1 / x^2                                               (4)
//   x < 0        (pi / sin(pi x))^2 - trigamma(1 - x)                                    (5)
//
// and infinity at 0, 0 at infinity, NaN at negative integers and at -infinity.
//
// Source: NIST Digital Library of Mathematical Functions, 5.11.2 (1), 5.7.6 (2), 5.5.4 (3), and their
// derivatives (4), (5).
#ifndef ADJOINT_MATH_H
#define ADJOINT_MATH_H

#include <cmath>
#include <limits>
#include <type_traits>

namespace adjoint {

namespace detail {

/// The smallest x for which (1) is exact to rounding, and the number of terms that it takes.
template <class T> inline constexpr int AsymptoticFrom = std::numeric_limits<T>::digits <= 64 ? 10 : 24;
template <class T>
inline constexpr int AsymptoticTerms = std::numeric_limits<T>::digits <= 53   ? 8
                                       : std::numeric_limits<T>::digits <= 64 ? 11
                                                                              : 17;

/// B[2k] / (2k) for k = 1, 2, ...
template <class T>
inline constexpr T AsymptoticTerm[] = {
    T(1) / 12,
    T(-1) / 120,
    T(1) / 252,
    T(-1) / 240,
    T(1) / 132,
    T(-691) / 32760,
    T(1) / 12,
    T(-3617) / 8160,
    T(43867) / 14364,
    T(-174611) / 6600,
    T(77683) / 276,
    T(-236364091) / 65520,
    T(657931) / 12,
    T(-3392780147) / 3480,
    T(1723168255201) / 85932,
    T(-7709321041217) / 16320,
    T(151628697551) / 12,
};

/// (1), for x >= AsymptoticFrom.
template <class T> T digamma_large(T x) {
  const T square = 1 / (x * x);
  T sum = 0;
  for (int k = AsymptoticTerms<T>; k-- > 0;)
    sum = (sum + AsymptoticTerm<T>[k]) * square;
  return std::log(x) - 1 / (2 * x) - sum;
}

/// The divided difference of (1) between a and b. d is a - b, which must not be 0.
template <class T> T digamma_large_difference(T a, T b, T d) {
  const T p = 1 / (a * a), q = 1 / (b * b);
  T sum = 0, power = 1, difference = 0; // of p^k and q^k, divided by p - q
  for (int k = 0; k < AsymptoticTerms<T>; ++k) {
    difference = p * difference + power;
    power *= q;
    sum += AsymptoticTerm<T>[k] * difference;
  }
  return std::log1p(d / b) / d + 1 / (2 * a * b) + (a + b) * p * q * sum;
}

/// (2), for 0 < x < AsymptoticFrom.
template <class T> T digamma_small(T x) {
  // x0 as a sum of three parts. Two have 30 binary digits, so that the subtractions are exact near x0, and d is never
  // 0.
  const T zero = T(1.46163214496836234126265954232572133L);
  const T d = x - T(1569415565) / 1073741824 - T(381566830) / 1073741824 / 1073741824 -
              T(9.01631209325869591861441428311563824582724e-20L);
  const int n = AsymptoticFrom<T>;
  T sum = digamma_large_difference(x + n, zero + n, d);
  for (int k = n; k-- > 0;)
    sum += 1 / ((k + x) * (k + zero));
  return d * sum;
}

/// pi / tan(pi x). x must not be an integer.
template <class T> T pi_cotangent(T x) {
  const T pi = T(3.14159265358979323846264338327950288L);
  const T beyond = x - std::round(x); // exact, in [-1/2, 1/2]
  const T size = std::fabs(beyond);
  const T cotangent = size < T(0.25) ? 1 / std::tan(pi * size) : std::tan(pi * (T(0.5) - size));
  return std::copysign(pi, beyond) * cotangent;
}

/// The derivative of (1), for x >= AsymptoticFrom.
template <class T> T trigamma_large(T x) {
  const T square = 1 / (x * x);
  T sum = 0;
  for (int k = AsymptoticTerms<T>; k-- > 0;)
    sum = (sum + (2 * k + 2) * AsymptoticTerm<T>[k]) * square;
  return (1 + sum) / x + square / 2;
}

} // namespace detail

template <class T> T digamma(T x) {
  static_assert(std::is_floating_point_v<T>, "digamma takes a floating-point argument");
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(digamma(static_cast<double>(x)));
  } else {
    if (x >= detail::AsymptoticFrom<T>)
      return detail::digamma_large(x);
    if (x > 0)
      return detail::digamma_small(x);
    if (x == 0)
      return std::copysign(std::numeric_limits<T>::infinity(), -x);
    const bool is_between_poles = x < 0 && x != std::floor(x);
    return is_between_poles ? digamma(1 - x) - detail::pi_cotangent(x) : std::numeric_limits<T>::quiet_NaN();
  }
}

template <class T> T trigamma(T x) {
  static_assert(std::is_floating_point_v<T>, "trigamma takes a floating-point argument");
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(trigamma(static_cast<double>(x)));
  } else {
    if (x == 0)
      return std::numeric_limits<T>::infinity();
    if (x < 0) {
      if (x == std::floor(x)) // an integer or -infinity
        return std::numeric_limits<T>::quiet_NaN();
      const T cotangent = detail::pi_cotangent(x), pi = T(3.14159265358979323846264338327950288L);
      return cotangent * cotangent + pi * pi - trigamma(1 - x);
    }
    T sum = 0;
    for (; x < detail::AsymptoticFrom<T>; x += 1)
      sum += 1 / (x * x);
    return sum + (x == std::numeric_limits<T>::infinity() ? T(0) : detail::trigamma_large(x));
  }
}

template <class T> int frexp_exponent(T x) {
  static_assert(std::is_floating_point_v<T>, "frexp_exponent takes a floating-point argument");
  int exponent = 0;
  std::frexp(x, &exponent);
  return exponent;
}

template <class T> int remquo_quotient(T x, T y) {
  static_assert(std::is_floating_point_v<T>, "remquo_quotient takes floating-point arguments");
  int quotient = 0;
  std::remquo(x, y, &quotient);
  return quotient;
}

} // namespace adjoint

#endif // ADJOINT_MATH_H
