// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A radix-2 Fourier transform in place, and a weighted sum of the squares of the spectrum.
#include "Kernel.h"

#include <cmath>
#include <utility>

namespace {

/// `z`: n real and n imaginary parts; `roots`: the same of exp(-2 pi i k / n), k < n/2.
void transform(double *__restrict z, const double *__restrict roots, int n, double sign) {
  double *re = z, *im = z + n;
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
        double x = c * re[b] - s * im[b], y = c * im[b] + s * re[b];
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
  }
}

/// `z` is overwritten by the spectrum.
#pragma adjoint reverse wrt(z) of(return)
double spectrum(double *__restrict z, const double *__restrict roots, const double *__restrict weights, int n) {
  transform(z, roots, n, 1.0);
  double sum = 0.0;
  for (int k = 0; k < n; ++k)
    sum += weights[k] * (z[k] * z[k] + z[n + k] * z[n + k]);
  return sum;
}

/// The adjoint of a transform is the one in the other direction.
void spectrumByHand(double *__restrict z, double *__restrict z_b, const double *__restrict roots,
                    const double *__restrict weights, int n, double result_b) {
  transform(z, roots, n, 1.0);
  for (int k = 0; k < n; ++k) {
    z_b[k] += 2.0 * result_b * weights[k] * z[k];
    z_b[n + k] += 2.0 * result_b * weights[k] * z[n + k];
  }
  transform(z_b, roots, n, -1.0);
}

bench::Kernel make(int n) {
  const std::vector<double> signal = bench::numbers(2 * n, -1.0, 1.0), weights = bench::numbers(n, 0.0, 1.0);
  std::vector<double> roots(n);
  for (int k = 0; k < n / 2; ++k) {
    roots[k] = std::cos(2.0 * 3.14159265358979323846 * k / n);
    roots[n / 2 + k] = -std::sin(2.0 * 3.14159265358979323846 * k / n);
  }
  return {[=, z = signal]() mutable {
            z = signal;
            return spectrum(z.data(), roots.data(), weights.data(), n);
          },
          [=, z = signal](std::vector<double> &g) mutable {
            z = signal;
            spectrum_b(z.data(), g.data(), roots.data(), weights.data(), n, 1.0);
          },
          [=, z = signal](std::vector<double> &g) mutable {
            z = signal;
            spectrumByHand(z.data(), g.data(), roots.data(), weights.data(), n, 1.0);
          },
          signal.size()};
}

const bench::Registration registration("fft", make, 4096);

} // namespace
