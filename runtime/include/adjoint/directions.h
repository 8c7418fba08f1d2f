// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Directions<T, N>: N derivatives of one number, for N directions at once.
//
//     #include <adjoint/directions.h>
//
//     #pragma adjoint reverse width(3)
//     void f(const double *x, double y[3]);
//
//     adjoint::Directions<double, 3> x_b[n] = {}, y_b[3] = {};
//     for (int i = 0; i < 3; ++i)
//       y_b[i][i] = 1.0;
//     f_b(x, x_b, y, y_b); // x_b[j][i] is the derivative of y[i] by x[j]
//
// Shape: N numbers side by side in memory, so that an array of n is a matrix of n rows and N columns, row by row.
// Who zeroes what: as for single numbers. `Directions<T, N> d = {}` is zero, and `Directions<T, N> d` is not set.
// Operations are those of a vector space: sums, differences, products with and quotients by numbers. A number stands
// for itself in each direction. Two are equal if they are so in all directions. Source: Griewank and Walther,
// Evaluating Derivatives, 2nd ed., section 3.1 (vector mode).

#ifndef ADJOINT_DIRECTIONS_H
#define ADJOINT_DIRECTIONS_H

#include "adjoint/strong.h"

#include <cmath>
#include <cstddef>

namespace adjoint {

template <class Number, std::size_t Width> class Directions {
  static_assert(Width != 0, "a derivative has at least one direction");

public:
  using value_type = Number;

  Directions() = default;
  constexpr Directions(Number value) : values{} {
    for (Number &entry : values)
      entry = value;
  }
  template <class Other> constexpr explicit Directions(const Directions<Other, Width> &other) : values{} {
    for (std::size_t k = 0; k < Width; ++k)
      values[k] = static_cast<Number>(other[k]);
  }

  static constexpr std::size_t size() { return Width; }
  constexpr Number &operator[](std::size_t k) { return values[k]; }
  constexpr const Number &operator[](std::size_t k) const { return values[k]; }

  constexpr Directions &operator+=(const Directions &other) {
    for (std::size_t k = 0; k < Width; ++k)
      values[k] += other.values[k];
    return *this;
  }
  constexpr Directions &operator-=(const Directions &other) {
    for (std::size_t k = 0; k < Width; ++k)
      values[k] -= other.values[k];
    return *this;
  }
  constexpr Directions &operator*=(Number factor) {
    for (Number &entry : values)
      entry *= factor;
    return *this;
  }
  constexpr Directions &operator/=(Number divisor) {
    for (Number &entry : values)
      entry /= divisor;
    return *this;
  }

  friend constexpr Directions operator+(Directions a, const Directions &b) { return a += b; }
  friend constexpr Directions operator-(Directions a, const Directions &b) { return a -= b; }
  friend constexpr Directions operator*(Directions a, Number factor) { return a *= factor; }
  friend constexpr Directions operator*(Number factor, Directions a) { return a *= factor; }
  friend constexpr Directions operator/(Directions a, Number divisor) { return a /= divisor; }
  friend constexpr Directions operator-(Directions a) {
    for (Number &entry : a.values)
      entry = -entry;
    return a;
  }
  friend constexpr Directions operator+(Directions a) { return a; }

  friend constexpr bool operator==(const Directions &a, const Directions &b) {
    bool areEqual = true;
    for (std::size_t k = 0; k < Width; ++k)
      areEqual &= a.values[k] == b.values[k];
    return areEqual;
  }
  friend constexpr bool operator!=(const Directions &a, const Directions &b) { return !(a == b); }

private:
  Number values[Width];
};

/// The largest absolute value of all directions.
template <class Number, std::size_t Width> double magnitude(const Directions<Number, Width> &derivative) {
  double largest = 0.0;
  for (std::size_t k = 0; k < Width; ++k)
    largest = std::fmax(largest, std::fabs(double(derivative[k])));
  return largest;
}

namespace strong {

template <class Number, std::size_t Width>
constexpr Directions<Number, Width> product(Number partial, Directions<Number, Width> derivative) {
  for (std::size_t k = 0; k < Width; ++k)
    derivative[k] = product(partial, derivative[k]);
  return derivative;
}

/// In Hessian-vector products, a partial of a tangent may have directions, and its adjoint has none.
template <class Number, std::size_t Width>
constexpr Directions<Number, Width> product(Directions<Number, Width> partial, Number derivative) {
  for (std::size_t k = 0; k < Width; ++k)
    partial[k] = product(partial[k], derivative);
  return partial;
}

template <class Number, std::size_t Width>
constexpr Directions<Number, Width> quotient(Directions<Number, Width> derivative, Number divisor) {
  for (std::size_t k = 0; k < Width; ++k)
    derivative[k] = quotient(derivative[k], divisor);
  return derivative;
}

} // namespace strong

} // namespace adjoint

#endif // ADJOINT_DIRECTIONS_H
