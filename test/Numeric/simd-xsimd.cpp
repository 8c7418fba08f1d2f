// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: xsimd
// RUN: %numeric
// NUMERIC-FLAGS: -Wno-psabi
//
// Batches of xsimd, which are arrays of lanes to the adjoint.

#include "numeric.h"

#include <xsimd/xsimd.hpp>

using Batch = xsimd::batch<double>;
constexpr int width = static_cast<int>(Batch::size);

#pragma adjoint reverse
double products(const double *x, int n) {
  Batch s(0.25);
  for (int i = 0; i + width <= n; i += width) {
    const Batch a = Batch::load_unaligned(x + i);
    s += a * s + 2.0 * xsimd::sin(a) - s / (2.0 + a * a);
    s = xsimd::select(a < Batch(0.0), s * a, xsimd::fma(a, s, a));
    s *= -a;
  }
  double out[width];
  s.store_unaligned(out);
  return xsimd::hadd(s * s) + out[0] * s.get(1);
}

/// A spline's value at each point, a batch at a time.
#pragma adjoint reverse
void spline(const double *x, double *y, int n) {
  const Batch a(x[0]), b(x[1]), c(x[2]);
  for (int i = 0; i + width <= n; i += width) {
    const Batch t = Batch::load_unaligned(x + i), u = xsimd::max(Batch(0.0), xsimd::abs(t - a));
    const Batch value = ((u * c + b) * u + a) * xsimd::exp(-t * t);
    value.store_unaligned(y + i);
  }
}

/// Masks that are combined.
#pragma adjoint reverse
double masks(const double *x, int n) {
  Batch s(0.5);
  for (int i = 0; i + width <= n; i += width) {
    const Batch a = Batch::load_unaligned(x + i);
    s = xsimd::select(a < s && !(a < Batch(0.3)), a * s, s + a);
    s = xsimd::select((a > s) | (s > Batch(1.0)), s * s, s);
  }
  return xsimd::hadd(s);
}

/// Functions that load and store, for the instructions that the file is compiled for.
#pragma adjoint reverse
void squares(const double *x, double *y, int n) {
  for (int i = 0; i + width <= n; i += width) {
    const auto a = xsimd::load_unaligned(x + i), b = xsimd::load(x + i, xsimd::unaligned_mode());
    xsimd::store_unaligned(y + i, a * b + xsimd::exp(a));
  }
  alignas(64) double kept[width];
  xsimd::store_aligned(kept, xsimd::load_unaligned(y) * 2.0);
  y[0] += kept[0] * xsimd::hadd(xsimd::load_aligned(kept));
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4, 0.6}};
  numeric::check("products", products, products_b, points);
  numeric::check("spline", spline, spline_b, points, 8);
  numeric::check("masks", masks, masks_b, points);
  numeric::check("squares", squares, squares_b, points, 8);
  return numeric::report();
}
