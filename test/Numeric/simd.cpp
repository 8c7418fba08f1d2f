// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -msse2 -Wno-psabi
//
// Types of vector registers: those of the compiler, functions of <immintrin.h>, std::experimental::simd. They are
// arrays of lanes to the adjoint.

#include "numeric.h"

#include <cmath>
#include <experimental/simd>
#include <immintrin.h>

namespace stdx = std::experimental;
using Batch = stdx::native_simd<double>;
using Eight = stdx::fixed_size_simd<double, 8>;
typedef double Four __attribute__((vector_size(32)));

Four scaled(Four v, double t) { return v * t + 1.0; }
double sumOf(const Four &v) { return v[0] + v[1] + v[2] + v[3]; }

#pragma adjoint reverse
double compilers(const double *x, int n) {
  Four s = {0.5, x[0]}, old = s;
  for (int i = 0; i + 4 <= n; i += 4) {
    Four a = {x[i], x[i + 1], x[i + 2], x[i + 3]};
    s += a * a * 2.0 - s / (3.0 + a * a);
    a[1] *= s[0];
    old = scaled(s, a[1]);
    s = -old * a + s;
  }
  return sumOf(s) * old[2] + s[3] * s[3];
}

#pragma adjoint reverse
double instructions(const double *x, int n) {
  __m128d s = _mm_set1_pd(0.3), t = _mm_set_pd(x[1], x[0]);
  for (int i = 0; i + 2 <= n; i += 2) {
    const __m128d a = _mm_loadu_pd(x + i);
    s = _mm_add_pd(_mm_mul_pd(a, s), _mm_mul_pd(a, t));
    t = _mm_sub_pd(_mm_div_pd(s, _mm_add_pd(_mm_set1_pd(2.0), _mm_mul_pd(a, a))), t);
    t = _mm_max_pd(t, _mm_sqrt_pd(_mm_add_pd(_mm_mul_pd(a, a), _mm_set1_pd(0.1))));
  }
  double out[2];
  _mm_storeu_pd(out, _mm_add_pd(s, t));
  return out[0] * out[1] + _mm_cvtsd_f64(t);
}

#pragma adjoint reverse
double batches(const double *x, int n) {
  constexpr int width = static_cast<int>(Batch::size());
  Batch s = 0.25, t([](int k) { return 0.1 * k; });
  double out[width], total = 0.0;
  for (int i = 0; i + width <= n; i += width) {
    Batch a(x + i, stdx::element_aligned);
    s += a * s + 2.0 * stdx::sin(a) - t / (2.0 + a * a);
    where(a < 0.0, s) = s * a;
    where((a < s || s < 0.1) && !(a > 0.75), t) *= a + s;
    t = stdx::max(a, s) * stdx::fma(a, s, t);
    t.copy_to(out, stdx::element_aligned);
    total += out[0] * out[width - 1] + (stdx::any_of(a > 0.5) ? stdx::hmax(a) : stdx::reduce(s));
  }
  Eight wide([&](auto k) { return x[k % n] * x[0]; });
  wide[3] *= total;
  return total + stdx::reduce(wide * wide) + stdx::reduce(s * t);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4, 0.6}, {1.2, 0.7, 0.3, -0.8, 0.1}};
  numeric::check("compilers", compilers, compilers_b, points);
  numeric::check("instructions", instructions, instructions_b, points);
  numeric::check("batches", batches, batches_b, points);
  return numeric::report();
}
