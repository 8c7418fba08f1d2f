// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: avx2
// RUN: %numeric
// NUMERIC-FLAGS: -mavx2 -mfma -Wno-psabi
//
// Functions of <immintrin.h> that move lanes: sums over a register, and halves, neighbours and first lanes.

#include "numeric.h"

#include <immintrin.h>

/// The usual sum over four lanes.
#pragma adjoint reverse
double sum(const double *x, int n) {
  __m256d all = _mm256_setzero_pd();
  for (int i = 0; i + 4 <= n; i += 4) {
    const __m256d v = _mm256_loadu_pd(x + i);
    all = _mm256_fmadd_pd(v, _mm256_mul_pd(v, v), all);
  }
  const __m128d high = _mm256_extractf128_pd(all, 1), pair = _mm_add_pd(_mm256_castpd256_pd128(all), high);
  return _mm_cvtsd_f64(_mm_add_sd(_mm_mul_pd(pair, pair), _mm_unpackhi_pd(pair, pair)));
}

#pragma adjoint reverse
double sumOfNeighbours(const double *x, int n) {
  __m256d all = _mm256_set1_pd(0.5);
  for (int i = 0; i + 4 <= n; i += 4)
    all = _mm256_mul_pd(all, _mm256_loadu_pd(x + i));
  const __m256d pairs = _mm256_hadd_pd(all, _mm256_mul_pd(all, all));
  const __m128d s = _mm_add_pd(_mm256_extractf128_pd(pairs, 0), _mm256_extractf128_pd(pairs, 1));
  return _mm_cvtsd_f64(_mm_hadd_pd(s, s)) + _mm_cvtsd_f64(_mm_hsub_pd(s, _mm_setr_pd(x[0], x[1])));
}

/// Two registers in another order, each lane with a weight of its own.
#pragma adjoint reverse
void orders(const double *x, double *y, int n) {
  const __m256d a = _mm256_loadu_pd(x), b = _mm256_mul_pd(a, _mm256_loadu_pd(x + n - 4));
  double *out = y;
  auto put = [&](__m256d v) {
    _mm256_storeu_pd(out, v);
    out += 4;
  };
  put(_mm256_permute2f128_pd(a, b, 0x01));
  put(_mm256_permute2f128_pd(a, b, 0x21));
  put(_mm256_permute2f128_pd(a, b, 0x83));
  put(_mm256_insertf128_pd(a, _mm256_castpd256_pd128(b), 1));
  put(_mm256_insertf128_pd(a, _mm256_extractf128_pd(b, 1), 0));
  put(_mm256_unpacklo_pd(a, b));
  put(_mm256_unpackhi_pd(a, b));
  put(_mm256_shuffle_pd(a, b, 0x6));
  put(_mm256_permute_pd(a, 0x5));
  put(_mm256_permute4x64_pd(b, 0x4E));
  put(_mm256_permute4x64_pd(b, 0x1B));
  put(_mm256_blend_pd(a, b, 0xA));
  put(_mm256_addsub_pd(a, b));
  put(_mm256_hsub_pd(a, b));
  put(_mm256_movedup_pd(b));
  put(_mm256_fnmsub_pd(a, b, a));
  put(_mm256_set_m128d(_mm256_castpd256_pd128(b), _mm256_extractf128_pd(a, 1)));
  put(_mm256_zextpd128_pd256(_mm256_extractf128_pd(b, 1)));
}

#pragma adjoint reverse
void pairs(const double *x, double *y, int n) {
  const __m128d a = _mm_loadu_pd(x), b = _mm_mul_pd(a, _mm_loadu_pd(x + n - 2));
  _mm_storeu_pd(y, _mm_shuffle_pd(a, b, 1));
  _mm_storeu_pd(y + 2, _mm_unpacklo_pd(b, a));
  _mm_storeu_pd(y + 4, _mm_permute_pd(b, 1));
  _mm_storeu_pd(y + 6, _mm_blend_pd(a, b, 1));
  _mm_storeu_pd(y + 8, _mm_mul_sd(a, b));
  _mm_storeu_pd(y + 10, _mm_sub_sd(b, a));
  _mm_storeu_pd(y + 12, _mm_div_sd(a, _mm_set_sd(x[1])));
  _mm_storeu_pd(y + 14, _mm_sqrt_sd(a, _mm_mul_sd(b, b)));
  _mm_storeu_pd(y + 16, _mm_max_sd(a, b));
  _mm_storeu_pd(y + 18, _mm_min_sd(a, _mm_load_sd(x + 1)));
  _mm_storeu_pd(y + 20, _mm_move_sd(a, b));
  _mm_storeu_pd(y + 22, _mm_movedup_pd(b));
  _mm_storeu_pd(y + 24, _mm_addsub_pd(a, b));
  _mm_store_sd(y + 26, _mm_hadd_pd(a, b));
}

float sumOfFloats(const float *x, int n) {
  __m256 all = _mm256_setzero_ps();
  for (int i = 0; i + 8 <= n; i += 8)
    all = _mm256_fmadd_ps(_mm256_loadu_ps(x + i), _mm256_loadu_ps(x + i), all);
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
  const __m128 next = _mm_movehdup_ps(s);
  s = _mm_add_ps(s, _mm_mul_ps(next, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehl_ps(next, s)));
}

void orderFloats(const float *x, float *y, int n) {
  const __m256 a = _mm256_loadu_ps(x), b = _mm256_mul_ps(a, _mm256_loadu_ps(x + n - 8));
  const __m128 c = _mm256_extractf128_ps(b, 1), d = _mm256_castps256_ps128(a);
  _mm256_storeu_ps(y, _mm256_permute2f128_ps(a, b, 0x30));
  _mm256_storeu_ps(y + 8, _mm256_insertf128_ps(a, c, 0));
  _mm256_storeu_ps(y + 16, _mm256_unpackhi_ps(a, b));
  _mm256_storeu_ps(y + 24, _mm256_shuffle_ps(a, b, 0x4E));
  _mm256_storeu_ps(y + 32, _mm256_permute_ps(b, 0x93));
  _mm256_storeu_ps(y + 40, _mm256_blend_ps(a, b, 0x5A));
  _mm256_storeu_ps(y + 48, _mm256_hadd_ps(a, b));
  _mm256_storeu_ps(y + 56, _mm256_unpacklo_ps(b, a));
  _mm_storeu_ps(y + 64, _mm_shuffle_ps(c, d, _MM_SHUFFLE(2, 3, 0, 1)));
  _mm_storeu_ps(y + 68, _mm_movelh_ps(c, d));
  _mm_storeu_ps(y + 72, _mm_hadd_ps(c, d));
  _mm_storeu_ps(y + 76, _mm_moveldup_ps(c));
}

/// Registers of floats: the usual sum, and orders.
#pragma adjoint reverse
void floats(const double *x, double *y, int n) {
  float in[9], out[80];
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(x[i]);
  orderFloats(in, out, n);
  for (int k = 0; k < 80; ++k)
    y[k] = out[k];
  y[80] = sumOfFloats(in, n);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4, 0.6}, {1.2, 0.7, 0.3, -0.8, 0.1, 0.5, 1.5, -0.4, 0.25}};
  numeric::check("sum", sum, sum_b, points);
  numeric::check("sumOfNeighbours", sumOfNeighbours, sumOfNeighbours_b, points);
  numeric::check("orders", orders, orders_b, points, 72);
  numeric::check("pairs", pairs, pairs_b, points, 27);
  numeric::check("floats", floats, floats_b, points, 81, numeric::floatTolerance);
  return numeric::report();
}
