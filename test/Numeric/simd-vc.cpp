// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: vc
// RUN: %numeric
// NUMERIC-FLAGS: -msse2 -Wno-psabi
// NUMERIC-LIBRARIES: -lVc
//
// Vectors and arrays of Vc, which are arrays of lanes to the adjoint.

#include "numeric.h"

#include <Vc/Vc>

using Native = Vc::double_v;
using Four = Vc::SimdArray<double, 4>;
using Three = Vc::SimdArray<double, 3>;
constexpr int width = static_cast<int>(Native::Size);

#pragma adjoint reverse
double products(const double *x, int n) {
  Native s(0.25), t = Native::Zero();
  for (int i = 0; i + width <= n; i += width) {
    Native a(x + i, Vc::Unaligned);
    s += a * s + 2.0 * Vc::sin(a) - s / (2 + a * a);
    Vc::where(a < 0.0) | s *= a;
    Vc::where(a > s)(t) = a * s;
    s(a >= 0.5 && t != 0.0) -= 0.1 * t;
    t = Vc::iif(a * s > t, Vc::max(t, a), t + a * s);
    ++s;
    a[0] *= s[width - 1];
    t -= -a;
  }
  double out[width];
  (s * t).store(out);
  return s.sum() * t.max() + out[0] * out[width - 1] + Native(x).product();
}

/// A spline's value at each point, four at a time.
#pragma adjoint reverse
void spline(const double *x, double *y, int n) {
  const Four a = x[0], b = x[1], c(x[2]);
  for (int i = 0; i + 4 <= n; i += 4) {
    const Four t(x + i, Vc::Unaligned);
    const Four u = Vc::max(Four(0.0), Vc::abs(t - a));
    const auto value = Vc::fma(u * c + b, u, a) * Vc::exp(-t * t) + Vc::sqrt(1 + t * t) - Vc::log(2.0 + u) / Vc::cos(0.1 * t);
    value.store(y + i, Vc::Unaligned);
  }
}

Four scaled(const Four &v, double t) { return v * t + 1.0; }

#pragma adjoint reverse
double arrays(const double *x, int n) {
  double total = 0.0;
  Three s([&](int k) { return 0.1 * k * x[0]; });
  for (int i = 0; i + 4 <= n; i += 4) {
    Four a;
    a.load(x + i, Vc::Unaligned);
    const Four b = scaled(a, x[1]).rotated(1) + a.reversed() * a.shifted(2);
    const Three c(x + i + 1);
    s += c * s - Vc::atan2(c, 2.0 + c * c);
    const auto mask = a < b;
    if (Vc::any_of(mask))
      total += b.sum(mask);
    a.setZero(!mask);
    total += (a * b).sum() * b.min() + Vc::reciprocal(2.0 + b * b)[3] + s[1];
    const Four::IndexType places([](int k) { return 3 - k; });
    total += (Four(x + i, places) * b).apply([](double v) { return v * v; }).sum();
  }
  double last[3];
  s.store(last);
  return total + s.product() + last[2] + Vc::simd_cast<Four>(Vc::SimdArray<float, 4>(0.5f)).sum() * s[0];
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.4, -0.7, 0.4, 0.6}, {1.3, 0.6, 0.3, -0.8, 0.1, 0.2, -0.35, 0.95}};
  numeric::check("products", products, products_b, points);
  numeric::check("spline", spline, spline_b, points, 8);
  numeric::check("arrays", arrays, arrays_b, points);
  return numeric::report();
}
