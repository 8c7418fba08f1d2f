// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Calls of function templates: of types, of numbers, specialised, recursive at compile time.

#include "numeric.h"

template <class T> T square(T x) { return x * x; }

template <class T, class U> T weighted(T x, U weight) {
  x *= weight;
  return x + x * x;
}

template <int N> double power(double x) {
  if constexpr (N == 0)
    return 1.0;
  else
    return x * power<N - 1>(x);
}

template <class T, int N> void scaleAll(T (&v)[N], T factor) {
  for (int i = 0; i < N; ++i) {
    v[i] *= factor;
    factor += v[i];
  }
}

template <class T> T largest(T a, T b) { return a > b ? a : b; }
template <> int largest<int>(int a, int b) { return a > b ? a : b; }

template <bool Squared> double maybeSquared(double x) { return Squared ? x * x : x; }

#pragma adjoint reverse
double types(double x, double y) {
  double r = square(x) + square<double>(y) * square(3);
  r = weighted(r, 2) * weighted(x, y);
  return r * square(static_cast<float>(0.5));
}

#pragma adjoint reverse
double numbers(double x, double y) {
  double r = power<3>(x) * power<2>(x * y);
  r += power<0>(y) * power<1>(r);
  return r * maybeSquared<true>(x) + maybeSquared<false>(y) * r;
}

#pragma adjoint reverse
double arrays(double x, double y) {
  double v[3] = {x, y, x * y}, w[2] = {y, x};
  scaleAll(v, y);
  scaleAll(w, v[2]);
  return v[0] * w[1] + v[1] * w[0];
}

#pragma adjoint reverse
double specialised(const double *x, int n) {
  double r = largest(x[0], x[1]) * x[largest(0, n - 1)];
  r *= largest(r, x[0]);
  return r;
}

int main() {
  numeric::check("types", types, types_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("numbers", numbers, numbers_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("arrays", arrays, arrays_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("specialised", specialised, specialised_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
