// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taylor<T, K>: a number that depends on one variable t, as its Taylor coefficients of orders 0 to K.
//
//     #include <adjoint/taylor.h>
//
//     #pragma adjoint tangent order(3)
//     double f(double x) { return std::exp(std::sin(x)); }
//
//     const adjoint::Taylor<double, 3> y = f_t(adjoint::Taylor<double, 3>(0.5, 1.0)); // x(t) = 0.5 + t
//     y[2];            // the coefficient of t^2
//     y.derivative(2); // the second derivative, 2! y[2]
//
// Shape: K + 1 coefficients; x(t) = x[0] + x[1] t + ... + x[K] t^K + O(t^(K+1)).
// Operations take a number for a constant. Comparisons and conversions look at x[0], as the primal does. Where a function has a
// kink, the side is taken that its first derivative has (docs/rules.md).
// Source: Griewank and Walther, Evaluating Derivatives, 2nd ed., section 13.2, for the recurrences.

#ifndef ADJOINT_TAYLOR_H
#define ADJOINT_TAYLOR_H

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace adjoint {

template <class T, std::size_t K> class Taylor {
public:
  using value_type = T;

  Taylor() = default;
  constexpr Taylor(T value) : c{} { c[0] = value; }
  /// value + slope t
  constexpr Taylor(T value, T slope) : c{} {
    static_assert(K >= 1, "order 0 has no slope");
    c[0] = value;
    c[1] = slope;
  }
  template <class U> constexpr explicit Taylor(const Taylor<U, K> &other) : c{} {
    for (std::size_t k = 0; k <= K; ++k)
      c[k] = static_cast<T>(other[k]);
  }

  static constexpr std::size_t order() { return K; }
  constexpr T &operator[](std::size_t k) { return c[k]; }
  constexpr const T &operator[](std::size_t k) const { return c[k]; }
  /// The k-th derivative by t at t = 0.
  constexpr T derivative(std::size_t k) const {
    T value = c[k];
    for (std::size_t i = 2; i <= k; ++i)
      value *= static_cast<T>(i);
    return value;
  }
  template <class U, class = std::enable_if_t<std::is_arithmetic_v<U>>> constexpr explicit operator U() const {
    return static_cast<U>(c[0]);
  }

  constexpr Taylor &operator+=(const Taylor &b) {
    for (std::size_t k = 0; k <= K; ++k)
      c[k] += b.c[k];
    return *this;
  }
  constexpr Taylor &operator-=(const Taylor &b) {
    for (std::size_t k = 0; k <= K; ++k)
      c[k] -= b.c[k];
    return *this;
  }
  constexpr Taylor &operator*=(const Taylor &b) { return *this = *this * b; }
  constexpr Taylor &operator/=(const Taylor &b) { return *this = *this / b; }

  friend constexpr Taylor operator+(Taylor a, const Taylor &b) { return a += b; }
  friend constexpr Taylor operator-(Taylor a, const Taylor &b) { return a -= b; }
  friend constexpr Taylor operator+(Taylor a) { return a; }
  friend constexpr Taylor operator-(Taylor a) {
    for (T &entry : a.c)
      entry = -entry;
    return a;
  }
  friend constexpr Taylor operator*(Taylor a, T factor) {
    for (T &entry : a.c)
      entry *= factor;
    return a;
  }
  friend constexpr Taylor operator*(T factor, const Taylor &a) { return a * factor; }
  friend constexpr Taylor operator/(Taylor a, T divisor) {
    for (T &entry : a.c)
      entry /= divisor;
    return a;
  }
  friend constexpr Taylor operator*(const Taylor &a, const Taylor &b) {
    Taylor r(T(0));
    for (std::size_t k = 0; k <= K; ++k)
      for (std::size_t i = 0; i <= k; ++i)
        r.c[k] += a.c[i] * b.c[k - i];
    return r;
  }
  friend constexpr Taylor operator/(const Taylor &a, const Taylor &b) {
    Taylor r(T(0));
    for (std::size_t k = 0; k <= K; ++k) {
      T rest = a.c[k];
      for (std::size_t i = 1; i <= k; ++i)
        rest -= b.c[i] * r.c[k - i];
      r.c[k] = rest / b.c[0];
    }
    return r;
  }
  friend constexpr Taylor operator/(T a, const Taylor &b) { return Taylor(a) / b; }

  friend constexpr bool operator==(const Taylor &a, const Taylor &b) { return a.c[0] == b.c[0]; }
  friend constexpr bool operator!=(const Taylor &a, const Taylor &b) { return a.c[0] != b.c[0]; }
  friend constexpr bool operator<(const Taylor &a, const Taylor &b) { return a.c[0] < b.c[0]; }
  friend constexpr bool operator<=(const Taylor &a, const Taylor &b) { return a.c[0] <= b.c[0]; }
  friend constexpr bool operator>(const Taylor &a, const Taylor &b) { return a.c[0] > b.c[0]; }
  friend constexpr bool operator>=(const Taylor &a, const Taylor &b) { return a.c[0] >= b.c[0]; }

private:
  T c[K + 1];
};

/// The functions of <cmath>, for Taylor coefficients. They stand in a namespace of their own, and generated code calls them there.
namespace taylor {

/// r with r(0) = value and r' = f a'.
template <class T, std::size_t K> Taylor<T, K> integral(T value, const Taylor<T, K> &f, const Taylor<T, K> &a) {
  Taylor<T, K> r(value);
  for (std::size_t k = 1; k <= K; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<T>(i) * a[i] * f[k - i];
    r[k] /= static_cast<T>(k);
  }
  return r;
}

/// r with r(0) = value and r' = scale r a'.
template <class T, std::size_t K> Taylor<T, K> exponential(T value, T scale, const Taylor<T, K> &a) {
  Taylor<T, K> r(value);
  for (std::size_t k = 1; k <= K; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<T>(i) * a[i] * r[k - i];
    r[k] *= scale / static_cast<T>(k);
  }
  return r;
}
template <class T, std::size_t K> Taylor<T, K> exp(const Taylor<T, K> &a) { return exponential(std::exp(a[0]), T(1), a); }
template <class T, std::size_t K> Taylor<T, K> exp2(const Taylor<T, K> &a) {
  return exponential(std::exp2(a[0]), static_cast<T>(0.693147180559945309417232121458L), a);
}
template <class T, std::size_t K> Taylor<T, K> expm1(const Taylor<T, K> &a) {
  Taylor<T, K> r = exp(a);
  r[0] = std::expm1(a[0]);
  return r;
}

template <class T, std::size_t K> Taylor<T, K> log(const Taylor<T, K> &a) { return integral(std::log(a[0]), T(1) / a, a); }
template <class T, std::size_t K> Taylor<T, K> log2(const Taylor<T, K> &a) {
  return integral(std::log2(a[0]), static_cast<T>(1.44269504088896340735992468100L) / a, a);
}
template <class T, std::size_t K> Taylor<T, K> log10(const Taylor<T, K> &a) {
  return integral(std::log10(a[0]), static_cast<T>(0.434294481903251827651128918917L) / a, a);
}
template <class T, std::size_t K> Taylor<T, K> log1p(const Taylor<T, K> &a) {
  return integral(std::log1p(a[0]), T(1) / (a + T(1)), a);
}

template <class T, std::size_t K> Taylor<T, K> sqrt(const Taylor<T, K> &a) {
  Taylor<T, K> r(std::sqrt(a[0]));
  for (std::size_t k = 1; k <= K; ++k) {
    T rest = a[k];
    for (std::size_t i = 1; i < k; ++i)
      rest -= r[i] * r[k - i];
    r[k] = rest / (T(2) * r[0]);
  }
  return r;
}

/// r with r(0) = value and a r' = exponent r a'.
template <class T, std::size_t K> Taylor<T, K> power(T value, const Taylor<T, K> &a, T exponent) {
  Taylor<T, K> r(value);
  for (std::size_t k = 1; k <= K; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += (exponent * static_cast<T>(i) - static_cast<T>(k - i)) * a[i] * r[k - i];
    r[k] /= static_cast<T>(k) * a[0];
  }
  return r;
}
template <class T, std::size_t K> Taylor<T, K> cbrt(const Taylor<T, K> &a) { return power(std::cbrt(a[0]), a, T(1) / T(3)); }
/// Where a(0) is zero, a whole exponent is a product.
template <class T, std::size_t K> Taylor<T, K> pow(const Taylor<T, K> &a, std::common_type_t<T> exponent) {
  if (a[0] != T(0))
    return power(std::pow(a[0], exponent), a, exponent);
  Taylor<T, K> r(T(1));
  if (exponent == std::floor(exponent) && exponent >= T(0)) {
    for (T n = T(0); n < exponent && n <= static_cast<T>(K); n += T(1))
      r *= a;
    if (exponent > static_cast<T>(K))
      r = Taylor<T, K>(T(0));
    return r;
  }
  return power(std::pow(a[0], exponent), a, exponent);
}
template <class T, std::size_t K> Taylor<T, K> pow(std::common_type_t<T> base, const Taylor<T, K> &exponent) {
  return exponential(std::pow(base, exponent[0]), base > T(0) ? std::log(base) : T(0), exponent);
}
template <class T, std::size_t K> Taylor<T, K> pow(const Taylor<T, K> &a, const Taylor<T, K> &exponent) {
  bool isConstant = true;
  for (std::size_t k = 1; k <= K; ++k)
    isConstant &= exponent[k] == T(0);
  if (isConstant)
    return pow(a, exponent[0]);
  Taylor<T, K> r = exp(exponent * log(a));
  r[0] = std::pow(a[0], exponent[0]);
  return r;
}

/// Sine and cosine (sign -1), or their hyperbolic kin (sign 1), given their values.
template <class T, std::size_t K> void sineAndCosine(const Taylor<T, K> &a, T sign, Taylor<T, K> &s, Taylor<T, K> &c) {
  for (std::size_t k = 1; k <= K; ++k) {
    for (std::size_t i = 1; i <= k; ++i) {
      s[k] += static_cast<T>(i) * a[i] * c[k - i];
      c[k] += static_cast<T>(i) * a[i] * s[k - i];
    }
    s[k] /= static_cast<T>(k);
    c[k] *= sign / static_cast<T>(k);
  }
}
template <class T, std::size_t K> Taylor<T, K> sin(const Taylor<T, K> &a) {
  Taylor<T, K> s(std::sin(a[0])), c(std::cos(a[0]));
  sineAndCosine(a, T(-1), s, c);
  return s;
}
template <class T, std::size_t K> Taylor<T, K> cos(const Taylor<T, K> &a) {
  Taylor<T, K> s(std::sin(a[0])), c(std::cos(a[0]));
  sineAndCosine(a, T(-1), s, c);
  return c;
}
template <class T, std::size_t K> Taylor<T, K> sinh(const Taylor<T, K> &a) {
  Taylor<T, K> s(std::sinh(a[0])), c(std::cosh(a[0]));
  sineAndCosine(a, T(1), s, c);
  return s;
}
template <class T, std::size_t K> Taylor<T, K> cosh(const Taylor<T, K> &a) {
  Taylor<T, K> s(std::sinh(a[0])), c(std::cosh(a[0]));
  sineAndCosine(a, T(1), s, c);
  return c;
}

/// r with r(0) = value and r' = (1 + sign r^2) a': the tangent, and the hyperbolic one (sign -1).
template <class T, std::size_t K> Taylor<T, K> tangent(T value, T sign, const Taylor<T, K> &a) {
  Taylor<T, K> r(value), slope(T(1) + sign * value * value);
  for (std::size_t k = 1; k <= K; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<T>(i) * a[i] * slope[k - i];
    r[k] /= static_cast<T>(k);
    for (std::size_t i = 0; i <= k; ++i)
      slope[k] += sign * r[i] * r[k - i];
  }
  return r;
}
template <class T, std::size_t K> Taylor<T, K> tan(const Taylor<T, K> &a) { return tangent(std::tan(a[0]), T(1), a); }
template <class T, std::size_t K> Taylor<T, K> tanh(const Taylor<T, K> &a) { return tangent(std::tanh(a[0]), T(-1), a); }

template <class T, std::size_t K> Taylor<T, K> asin(const Taylor<T, K> &a) {
  return integral(std::asin(a[0]), T(1) / sqrt((T(1) - a) * (T(1) + a)), a);
}
template <class T, std::size_t K> Taylor<T, K> acos(const Taylor<T, K> &a) {
  return integral(std::acos(a[0]), T(-1) / sqrt((T(1) - a) * (T(1) + a)), a);
}
template <class T, std::size_t K> Taylor<T, K> atan(const Taylor<T, K> &a) {
  return integral(std::atan(a[0]), T(1) / (T(1) + a * a), a);
}
template <class T, std::size_t K> Taylor<T, K> asinh(const Taylor<T, K> &a) {
  return integral(std::asinh(a[0]), T(1) / sqrt(T(1) + a * a), a);
}
template <class T, std::size_t K> Taylor<T, K> acosh(const Taylor<T, K> &a) {
  return integral(std::acosh(a[0]), T(1) / sqrt((a - T(1)) * (a + T(1))), a);
}
template <class T, std::size_t K> Taylor<T, K> atanh(const Taylor<T, K> &a) {
  return integral(std::atanh(a[0]), T(1) / ((T(1) - a) * (T(1) + a)), a);
}
template <class T, std::size_t K> Taylor<T, K> erf(const Taylor<T, K> &a) {
  return integral(std::erf(a[0]), static_cast<T>(1.12837916709551257389615890312L) * exp(-(a * a)), a);
}
template <class T, std::size_t K> Taylor<T, K> erfc(const Taylor<T, K> &a) {
  return integral(std::erfc(a[0]), static_cast<T>(-1.12837916709551257389615890312L) * exp(-(a * a)), a);
}

template <class T, std::size_t K> Taylor<T, K> hypot(const Taylor<T, K> &a, const Taylor<T, K> &b) {
  Taylor<T, K> r = sqrt(a * a + b * b);
  r[0] = std::hypot(a[0], b[0]);
  return r;
}
template <class T, std::size_t K> Taylor<T, K> atan2(const Taylor<T, K> &a, const Taylor<T, K> &b) {
  const Taylor<T, K> square = a * a + b * b, byA = b / square, byB = -(a / square);
  return integral(std::atan2(a[0], b[0]), byA, a) + integral(T(0), byB, b);
}

template <class T, std::size_t K> Taylor<T, K> fabs(const Taylor<T, K> &a) { return a[0] < T(0) ? -a : a; }
template <class T, std::size_t K> Taylor<T, K> fmin(const Taylor<T, K> &a, const Taylor<T, K> &b) {
  return a[0] <= b[0] || b[0] != b[0] ? a : b;
}
template <class T, std::size_t K> Taylor<T, K> fmax(const Taylor<T, K> &a, const Taylor<T, K> &b) {
  return a[0] >= b[0] || b[0] != b[0] ? a : b;
}
template <class T, std::size_t K> Taylor<T, K> min(const Taylor<T, K> &a, const Taylor<T, K> &b) { return b[0] < a[0] ? b : a; }
template <class T, std::size_t K> Taylor<T, K> max(const Taylor<T, K> &a, const Taylor<T, K> &b) { return a[0] < b[0] ? b : a; }
template <class A, class B, class C> auto fma(const A &a, const B &b, const C &c) { return a * b + c; }

// A number for one of the arguments.
template <class T> using Number = std::common_type_t<T>; // from which T is not deduced
template <class T, std::size_t K> Taylor<T, K> hypot(const Taylor<T, K> &a, Number<T> b) { return hypot(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> hypot(Number<T> a, const Taylor<T, K> &b) { return hypot(Taylor<T, K>(a), b); }
template <class T, std::size_t K> Taylor<T, K> atan2(const Taylor<T, K> &a, Number<T> b) { return atan2(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> atan2(Number<T> a, const Taylor<T, K> &b) { return atan2(Taylor<T, K>(a), b); }
template <class T, std::size_t K> Taylor<T, K> fmin(const Taylor<T, K> &a, Number<T> b) { return fmin(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> fmin(Number<T> a, const Taylor<T, K> &b) { return fmin(Taylor<T, K>(a), b); }
template <class T, std::size_t K> Taylor<T, K> fmax(const Taylor<T, K> &a, Number<T> b) { return fmax(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> fmax(Number<T> a, const Taylor<T, K> &b) { return fmax(Taylor<T, K>(a), b); }
template <class T, std::size_t K> Taylor<T, K> min(const Taylor<T, K> &a, Number<T> b) { return min(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> min(Number<T> a, const Taylor<T, K> &b) { return min(Taylor<T, K>(a), b); }
template <class T, std::size_t K> Taylor<T, K> max(const Taylor<T, K> &a, Number<T> b) { return max(a, Taylor<T, K>(b)); }
template <class T, std::size_t K> Taylor<T, K> max(Number<T> a, const Taylor<T, K> &b) { return max(Taylor<T, K>(a), b); }

} // namespace taylor

} // namespace adjoint

#endif // ADJOINT_TAYLOR_H
