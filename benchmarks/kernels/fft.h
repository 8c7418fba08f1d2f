// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix-2 Fourier transform in place, and a weighted sum of the squares of the spectrum.
#ifndef ADJOINT_BENCHMARKS_KERNELS_FFT_H
#define ADJOINT_BENCHMARKS_KERNELS_FFT_H

#include "Numbers.h"

#include <cmath>
#include <utility>

namespace bench {

/// `z`: n real and n imaginary parts; `roots`: the same of exp(-2 pi i k / n), k < n/2.
template <class Real> void transform(Real *__restrict z, const double *__restrict roots, int n, double sign) {
  Real *re = z, *im = z + n;
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (int half = 1; half < n; half *= 2) {
    int stride = n / (2 * half);
    for (int start = 0; start < n; start += 2 * half)
      for (int k = 0; k < half; ++k) {
        double c = roots[k * stride], s = sign * roots[n / 2 + k * stride];
        int a = start + k, b = a + half;
        Real x = c * re[b] - s * im[b], y = c * im[b] + s * re[b];
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
  }
}

/// `z` is overwritten by the spectrum.
template <class Real> 
Real spectrum(Real *__restrict z, const double *__restrict roots, const double *__restrict weights, int n) {
  transform(z, roots, n, 1.0);
  Real sum = 0.0;
  for (int k = 0; k < n; ++k)
    sum += weights[k] * (z[k] * z[k] + z[n + k] * z[n + k]);
  return sum;
}

struct Fft {
  static constexpr const char *name = "fft";
  static constexpr int sizes[] = {64, 256, 1024, 4096}, taped = 4096;

  explicit Fft(int n) : n(n), roots(n), weights(numbers(n, 0.0, 1.0)), x(numbers(2 * n, -1.0, 1.0)) {
    for (int k = 0; k < n / 2; ++k) {
      roots[k] = std::cos(2.0 * 3.14159265358979323846 * k / n);
      roots[n / 2 + k] = -std::sin(2.0 * 3.14159265358979323846 * k / n);
    }
  }

  template <class Real> Real operator()(Real *z) const { return spectrum<Real>(z, roots.data(), weights.data(), n); }

  int n;
  std::vector<double> roots, weights, x;
};

} // namespace bench

#endif
