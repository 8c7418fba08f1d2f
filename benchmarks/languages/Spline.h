// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A surface of cubic splines over the unit square, with nodes of three dimensions, at random points: the example of Vc's
// library that "AD for domain languages" (Sagebaum and others) measures. A node has room for four numbers, so that it is a register.

#ifndef ADJOINT_BENCHMARKS_LANGUAGES_SPLINE_H
#define ADJOINT_BENCHMARKS_LANGUAGES_SPLINE_H

#include "Numbers.h"

#include <vector>

namespace bench {

/// Between b and c, where t is 0 and 1.
template <class V, class Real> V between(const V &a, const V &b, const V &c, const V &d, const Real &t) {
  return b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

/// The number of the interval that a coordinate is in, of `side` nodes.
inline int intervalOf(double u, int side) {
  const int i = static_cast<int>(u);
  return i < 0 ? 0 : i > side - 4 ? side - 4 : i;
}

/// The sum of the squares of what the surface is at the points; `Register` says how a node is loaded and added up.
template <class Register> double splineOfRegisters(const double *points, const double *nodes, int side, int count) {
  using V = typename Register::Type;
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const double u = points[2 * k] * (side - 3), v = points[2 * k + 1] * (side - 3);
    const int i = intervalOf(u, side), j = intervalOf(v, side);
    const V s(u - i), t(v - j);
    V rows[4];
    for (int r = 0; r < 4; ++r) {
      const double *at = nodes + 4 * ((i + r) * side + j);
      rows[r] = between(Register::loaded(at), Register::loaded(at + 4), Register::loaded(at + 8), Register::loaded(at + 12), t);
    }
    const V value = between(rows[0], rows[1], rows[2], rows[3], s);
    sum += Register::sum(value * value);
  }
  return sum;
}

inline double valueOf(double x) { return x; }

struct Spline {
  Spline(int side, int count)
      : side(side), count(count), x(numbers(2 * static_cast<std::size_t>(count) + 4 * static_cast<std::size_t>(side * side), 0.0, 1.0)) {
    for (int k = 0; k < side * side; ++k)
      x[static_cast<std::size_t>(2 * count + 4 * k + 3)] = 0.0;
  }

  /// The same with numbers one by one.
  template <class Real> Real operator()(const Real *x) const {
    const Real *nodes = x + 2 * count;
    Real sum = 0.0;
    for (int k = 0; k < count; ++k) {
      const Real u = x[2 * k] * (side - 3), v = x[2 * k + 1] * (side - 3);
      const int i = intervalOf(valueOf(u), side), j = intervalOf(valueOf(v), side);
      const Real s = u - i, t = v - j;
      for (int d = 0; d < 3; ++d) {
        Real rows[4];
        for (int r = 0; r < 4; ++r) {
          const Real *at = nodes + 4 * ((i + r) * side + j) + d;
          rows[r] = between<Real>(at[0], at[4], at[8], at[12], t);
        }
        const Real value = between<Real>(rows[0], rows[1], rows[2], rows[3], s);
        sum += value * value;
      }
    }
    return sum;
  }

  int side, count;
  std::vector<double> x; ///< the points, then the nodes, whose fourth numbers are zero
};

} // namespace bench

#endif
