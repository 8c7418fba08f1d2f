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
// Operations take a number for a constant. Comparisons and conversions look at x[0], as the primal does. Where a
// function has a kink, the side is taken that its first derivative has (docs/rules.md). Source: Griewank and Walther,
// Evaluating Derivatives, 2nd ed., section 13.2, for the recurrences.

#ifndef ADJOINT_TAYLOR_H
#define ADJOINT_TAYLOR_H

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace adjoint {

template <class Number, std::size_t Order> class Taylor {
public:
  using value_type = Number;

  Taylor() = default;
  constexpr Taylor(Number value) : c{} { c[0] = value; }
  /// value + slope t
  constexpr Taylor(Number value, Number slope) : c{} {
    static_assert(Order >= 1, "order 0 has no slope");
    c[0] = value;
    c[1] = slope;
  }
  template <class Other> constexpr explicit Taylor(const Taylor<Other, Order> &other) : c{} {
    for (std::size_t k = 0; k <= Order; ++k)
      c[k] = static_cast<Number>(other[k]);
  }

  static constexpr std::size_t order() { return Order; }
  constexpr Number &operator[](std::size_t k) { return c[k]; }
  constexpr const Number &operator[](std::size_t k) const { return c[k]; }
  /// The k-th derivative by t at t = 0.
  constexpr Number derivative(std::size_t k) const {
    Number value = c[k];
    for (std::size_t i = 2; i <= k; ++i)
      value *= static_cast<Number>(i);
    return value;
  }
  template <class Other, class = std::enable_if_t<std::is_arithmetic_v<Other>>>
  constexpr explicit operator Other() const {
    return static_cast<Other>(c[0]);
  }

  constexpr Taylor &operator+=(const Taylor &b) {
    for (std::size_t k = 0; k <= Order; ++k)
      c[k] += b.c[k];
    return *this;
  }
  constexpr Taylor &operator-=(const Taylor &b) {
    for (std::size_t k = 0; k <= Order; ++k)
      c[k] -= b.c[k];
    return *this;
  }
  constexpr Taylor &operator*=(const Taylor &b) { return *this = *this * b; }
  constexpr Taylor &operator/=(const Taylor &b) { return *this = *this / b; }

  friend constexpr Taylor operator+(Taylor a, const Taylor &b) { return a += b; }
  friend constexpr Taylor operator-(Taylor a, const Taylor &b) { return a -= b; }
  friend constexpr Taylor operator+(Taylor a) { return a; }
  friend constexpr Taylor operator-(Taylor a) {
    for (Number &entry : a.c)
      entry = -entry;
    return a;
  }
  friend constexpr Taylor operator*(Taylor a, Number factor) {
    for (Number &entry : a.c)
      entry *= factor;
    return a;
  }
  friend constexpr Taylor operator*(Number factor, const Taylor &a) { return a * factor; }
  friend constexpr Taylor operator/(Taylor a, Number divisor) {
    for (Number &entry : a.c)
      entry /= divisor;
    return a;
  }
  friend constexpr Taylor operator*(const Taylor &a, const Taylor &b) {
    Taylor r(Number(0));
    for (std::size_t k = 0; k <= Order; ++k)
      for (std::size_t i = 0; i <= k; ++i)
        r.c[k] += a.c[i] * b.c[k - i];
    return r;
  }
  friend constexpr Taylor operator/(const Taylor &a, const Taylor &b) {
    Taylor r(Number(0));
    for (std::size_t k = 0; k <= Order; ++k) {
      Number rest = a.c[k];
      for (std::size_t i = 1; i <= k; ++i)
        rest -= b.c[i] * r.c[k - i];
      r.c[k] = rest / b.c[0];
    }
    return r;
  }
  friend constexpr Taylor operator/(Number a, const Taylor &b) { return Taylor(a) / b; }

  friend constexpr bool operator==(const Taylor &a, const Taylor &b) { return a.c[0] == b.c[0]; }
  friend constexpr bool operator!=(const Taylor &a, const Taylor &b) { return a.c[0] != b.c[0]; }
  friend constexpr bool operator<(const Taylor &a, const Taylor &b) { return a.c[0] < b.c[0]; }
  friend constexpr bool operator<=(const Taylor &a, const Taylor &b) { return a.c[0] <= b.c[0]; }
  friend constexpr bool operator>(const Taylor &a, const Taylor &b) { return a.c[0] > b.c[0]; }
  friend constexpr bool operator>=(const Taylor &a, const Taylor &b) { return a.c[0] >= b.c[0]; }

private:
  Number c[Order + 1];
};

/// The functions of <cmath>, for Taylor coefficients. They stand in a namespace of their own, and generated code calls
/// them there.
namespace taylor {

/// r with r(0) = value and r' = f a'.
template <class Number, std::size_t Order>
Taylor<Number, Order> integral(Number value, const Taylor<Number, Order> &f, const Taylor<Number, Order> &a) {
  Taylor<Number, Order> r(value);
  for (std::size_t k = 1; k <= Order; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<Number>(i) * a[i] * f[k - i];
    r[k] /= static_cast<Number>(k);
  }
  return r;
}

/// r with r(0) = value and r' = scale r a'.
template <class Number, std::size_t Order>
Taylor<Number, Order> exponential(Number value, Number scale, const Taylor<Number, Order> &a) {
  Taylor<Number, Order> r(value);
  for (std::size_t k = 1; k <= Order; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<Number>(i) * a[i] * r[k - i];
    r[k] *= scale / static_cast<Number>(k);
  }
  return r;
}
template <class Number, std::size_t Order> Taylor<Number, Order> exp(const Taylor<Number, Order> &a) {
  return exponential(std::exp(a[0]), Number(1), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> exp2(const Taylor<Number, Order> &a) {
  return exponential(std::exp2(a[0]), static_cast<Number>(0.693147180559945309417232121458L), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> expm1(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> r = exp(a);
  r[0] = std::expm1(a[0]);
  return r;
}

template <class Number, std::size_t Order> Taylor<Number, Order> log(const Taylor<Number, Order> &a) {
  return integral(std::log(a[0]), Number(1) / a, a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> log2(const Taylor<Number, Order> &a) {
  return integral(std::log2(a[0]), static_cast<Number>(1.44269504088896340735992468100L) / a, a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> log10(const Taylor<Number, Order> &a) {
  return integral(std::log10(a[0]), static_cast<Number>(0.434294481903251827651128918917L) / a, a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> log1p(const Taylor<Number, Order> &a) {
  return integral(std::log1p(a[0]), Number(1) / (a + Number(1)), a);
}

template <class Number, std::size_t Order> Taylor<Number, Order> sqrt(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> r(std::sqrt(a[0]));
  for (std::size_t k = 1; k <= Order; ++k) {
    Number rest = a[k];
    for (std::size_t i = 1; i < k; ++i)
      rest -= r[i] * r[k - i];
    r[k] = rest / (Number(2) * r[0]);
  }
  return r;
}

/// r with r(0) = value and a r' = exponent r a'.
template <class Number, std::size_t Order>
Taylor<Number, Order> power(Number value, const Taylor<Number, Order> &a, Number exponent) {
  Taylor<Number, Order> r(value);
  for (std::size_t k = 1; k <= Order; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += (exponent * static_cast<Number>(i) - static_cast<Number>(k - i)) * a[i] * r[k - i];
    r[k] /= static_cast<Number>(k) * a[0];
  }
  return r;
}
template <class Number, std::size_t Order> Taylor<Number, Order> cbrt(const Taylor<Number, Order> &a) {
  return power(std::cbrt(a[0]), a, Number(1) / Number(3));
}
/// Where a(0) is zero, a whole exponent is a product.
template <class Number, std::size_t Order>
Taylor<Number, Order> pow(const Taylor<Number, Order> &a, std::common_type_t<Number> exponent) {
  if (a[0] != Number(0))
    return power(std::pow(a[0], exponent), a, exponent);
  Taylor<Number, Order> r(Number(1));
  if (exponent == std::floor(exponent) && exponent >= Number(0)) {
    for (Number n = Number(0); n < exponent && n <= static_cast<Number>(Order); n += Number(1))
      r *= a;
    if (exponent > static_cast<Number>(Order))
      r = Taylor<Number, Order>(Number(0));
    return r;
  }
  return power(std::pow(a[0], exponent), a, exponent);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> pow(std::common_type_t<Number> base, const Taylor<Number, Order> &exponent) {
  return exponential(std::pow(base, exponent[0]), base > Number(0) ? std::log(base) : Number(0), exponent);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> pow(const Taylor<Number, Order> &a, const Taylor<Number, Order> &exponent) {
  bool isConstant = true;
  for (std::size_t k = 1; k <= Order; ++k)
    isConstant &= exponent[k] == Number(0);
  if (isConstant)
    return pow(a, exponent[0]);
  Taylor<Number, Order> r = exp(exponent * log(a));
  r[0] = std::pow(a[0], exponent[0]);
  return r;
}

/// Sine and cosine (sign -1), or their hyperbolic kin (sign 1), given their values.
template <class Number, std::size_t Order>
void sineAndCosine(const Taylor<Number, Order> &a, Number sign, Taylor<Number, Order> &s, Taylor<Number, Order> &c) {
  for (std::size_t k = 1; k <= Order; ++k) {
    for (std::size_t i = 1; i <= k; ++i) {
      s[k] += static_cast<Number>(i) * a[i] * c[k - i];
      c[k] += static_cast<Number>(i) * a[i] * s[k - i];
    }
    s[k] /= static_cast<Number>(k);
    c[k] *= sign / static_cast<Number>(k);
  }
}
template <class Number, std::size_t Order> Taylor<Number, Order> sin(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> s(std::sin(a[0])), c(std::cos(a[0]));
  sineAndCosine(a, Number(-1), s, c);
  return s;
}
template <class Number, std::size_t Order> Taylor<Number, Order> cos(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> s(std::sin(a[0])), c(std::cos(a[0]));
  sineAndCosine(a, Number(-1), s, c);
  return c;
}
template <class Number, std::size_t Order> Taylor<Number, Order> sinh(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> s(std::sinh(a[0])), c(std::cosh(a[0]));
  sineAndCosine(a, Number(1), s, c);
  return s;
}
template <class Number, std::size_t Order> Taylor<Number, Order> cosh(const Taylor<Number, Order> &a) {
  Taylor<Number, Order> s(std::sinh(a[0])), c(std::cosh(a[0]));
  sineAndCosine(a, Number(1), s, c);
  return c;
}

/// r with r(0) = value and r' = (1 + sign r^2) a': the tangent, and the hyperbolic one (sign -1).
template <class Number, std::size_t Order>
Taylor<Number, Order> tangent(Number value, Number sign, const Taylor<Number, Order> &a) {
  Taylor<Number, Order> r(value), slope(Number(1) + sign * value * value);
  for (std::size_t k = 1; k <= Order; ++k) {
    for (std::size_t i = 1; i <= k; ++i)
      r[k] += static_cast<Number>(i) * a[i] * slope[k - i];
    r[k] /= static_cast<Number>(k);
    for (std::size_t i = 0; i <= k; ++i)
      slope[k] += sign * r[i] * r[k - i];
  }
  return r;
}
template <class Number, std::size_t Order> Taylor<Number, Order> tan(const Taylor<Number, Order> &a) {
  return tangent(std::tan(a[0]), Number(1), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> tanh(const Taylor<Number, Order> &a) {
  return tangent(std::tanh(a[0]), Number(-1), a);
}

template <class Number, std::size_t Order> Taylor<Number, Order> asin(const Taylor<Number, Order> &a) {
  return integral(std::asin(a[0]), Number(1) / sqrt((Number(1) - a) * (Number(1) + a)), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> acos(const Taylor<Number, Order> &a) {
  return integral(std::acos(a[0]), Number(-1) / sqrt((Number(1) - a) * (Number(1) + a)), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> atan(const Taylor<Number, Order> &a) {
  return integral(std::atan(a[0]), Number(1) / (Number(1) + a * a), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> asinh(const Taylor<Number, Order> &a) {
  return integral(std::asinh(a[0]), Number(1) / sqrt(Number(1) + a * a), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> acosh(const Taylor<Number, Order> &a) {
  return integral(std::acosh(a[0]), Number(1) / sqrt((a - Number(1)) * (a + Number(1))), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> atanh(const Taylor<Number, Order> &a) {
  return integral(std::atanh(a[0]), Number(1) / ((Number(1) - a) * (Number(1) + a)), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> erf(const Taylor<Number, Order> &a) {
  return integral(std::erf(a[0]), static_cast<Number>(1.12837916709551257389615890312L) * exp(-(a * a)), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> erfc(const Taylor<Number, Order> &a) {
  return integral(std::erfc(a[0]), static_cast<Number>(-1.12837916709551257389615890312L) * exp(-(a * a)), a);
}

template <class Number, std::size_t Order>
Taylor<Number, Order> hypot(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  Taylor<Number, Order> r = sqrt(a * a + b * b);
  r[0] = std::hypot(a[0], b[0]);
  return r;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> atan2(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  const Taylor<Number, Order> square = a * a + b * b, byA = b / square, byB = -(a / square);
  return integral(std::atan2(a[0], b[0]), byA, a) + integral(Number(0), byB, b);
}

template <class Number, std::size_t Order> Taylor<Number, Order> fabs(const Taylor<Number, Order> &a) {
  return a[0] < Number(0) ? -a : a;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmin(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  return a[0] <= b[0] || b[0] != b[0] ? a : b;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmax(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  return a[0] >= b[0] || b[0] != b[0] ? a : b;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> min(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  return b[0] < a[0] ? b : a;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> max(const Taylor<Number, Order> &a, const Taylor<Number, Order> &b) {
  return a[0] < b[0] ? b : a;
}
template <class First, class Second, class Third> auto fma(const First &a, const Second &b, const Third &c) {
  return a * b + c;
}

// A number for one of the arguments.
template <class Number> using Constant = std::common_type_t<Number>; // from which Number is not deduced
template <class Number, std::size_t Order>
Taylor<Number, Order> hypot(const Taylor<Number, Order> &a, Constant<Number> b) {
  return hypot(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> hypot(Constant<Number> a, const Taylor<Number, Order> &b) {
  return hypot(Taylor<Number, Order>(a), b);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> atan2(const Taylor<Number, Order> &a, Constant<Number> b) {
  return atan2(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> atan2(Constant<Number> a, const Taylor<Number, Order> &b) {
  return atan2(Taylor<Number, Order>(a), b);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmin(const Taylor<Number, Order> &a, Constant<Number> b) {
  return fmin(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmin(Constant<Number> a, const Taylor<Number, Order> &b) {
  return fmin(Taylor<Number, Order>(a), b);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmax(const Taylor<Number, Order> &a, Constant<Number> b) {
  return fmax(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> fmax(Constant<Number> a, const Taylor<Number, Order> &b) {
  return fmax(Taylor<Number, Order>(a), b);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> min(const Taylor<Number, Order> &a, Constant<Number> b) {
  return min(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> min(Constant<Number> a, const Taylor<Number, Order> &b) {
  return min(Taylor<Number, Order>(a), b);
}
template <class Number, std::size_t Order>
Taylor<Number, Order> max(const Taylor<Number, Order> &a, Constant<Number> b) {
  return max(a, Taylor<Number, Order>(b));
}
template <class Number, std::size_t Order>
Taylor<Number, Order> max(Constant<Number> a, const Taylor<Number, Order> &b) {
  return max(Taylor<Number, Order>(a), b);
}

// Each argument a number or Taylor coefficients.
template <class Number, std::size_t Order> constexpr Number valueOf(const Taylor<Number, Order> &a) { return a[0]; }
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>> constexpr Number valueOf(Number a) { return a; }

/// A linear function of the arguments next to the point, with this value there.
template <class Sum, class Value> Sum through(Value value, Sum sum) {
  sum[0] = value;
  return sum;
}
template <class First, class Second> auto fmod(const First &a, const Second &b) {
  const auto value = std::fmod(valueOf(a), valueOf(b));
  return through(value, a + (value - valueOf(a)) / valueOf(b) * b);
}
template <class First, class Second> auto remainder(const First &a, const Second &b) {
  const auto value = std::remainder(valueOf(a), valueOf(b));
  return through(value, a + (value - valueOf(a)) / valueOf(b) * b);
}
template <class First, class Second> auto fdim(const First &a, const Second &b) {
  return valueOf(a) > valueOf(b) ? a - b : decltype(a - b)(0);
}
template <class First, class Low, class High> auto clamp(const First &a, const Low &low, const High &high) {
  using Result = decltype(a + low + high);
  return valueOf(a) < valueOf(low) ? Result(low) : valueOf(high) < valueOf(a) ? Result(high) : Result(a);
}
template <class First, class Second, class Third> auto hypot3(const First &a, const Second &b, const Third &c) {
  return through(std::hypot(valueOf(a), valueOf(b), valueOf(c)), sqrt(a * a + b * b + c * c));
}
template <class Number, std::size_t Order, class Sign>
Taylor<Number, Order> copysign(const Taylor<Number, Order> &a, const Sign &sign) {
  return std::signbit(a[0]) == std::signbit(valueOf(sign)) ? a : -a;
}
template <class Number, std::size_t Order>
Taylor<Number, Order> copysign(Constant<Number> a, const Taylor<Number, Order> &sign) {
  return std::copysign(a, sign[0]);
}
template <class Number, std::size_t Order, class Target>
Taylor<Number, Order> nextafter(const Taylor<Number, Order> &a, const Target &target) {
  return through(std::nextafter(a[0], Number(valueOf(target))), a);
}
template <class Number, std::size_t Order> Taylor<Number, Order> ldexp(const Taylor<Number, Order> &a, int exponent) {
  return a * std::ldexp(Number(1), exponent);
}

} // namespace taylor

} // namespace adjoint

#endif // ADJOINT_TAYLOR_H
