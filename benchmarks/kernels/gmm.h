// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log-likelihood of a mixture of k Gaussians in d dimensions for n points, with a Wishart prior; the problem of
// ADBench. Covariances are given by inverse factors Q: for each component the logarithms of the diagonal, then the
// columns of the strict lower triangle.
#ifndef ADJOINT_BENCHMARKS_KERNELS_GMM_H
#define ADJOINT_BENCHMARKS_KERNELS_GMM_H

#include "Numbers.h"

#include <cmath>

namespace bench {

/// y = Q x
template <class Real> 
void multiply(int d, const Real *__restrict logDiagonal, const Real *__restrict diagonal, const Real *__restrict x,
              Real *__restrict y) {
  const Real *lower = logDiagonal + d;
  for (int i = 0; i < d; ++i)
    y[i] = diagonal[i] * x[i];
  int at = 0;
  for (int j = 0; j < d; ++j)
    for (int i = j + 1; i < d; ++i) {
      y[i] += lower[at] * x[j];
      ++at;
    }
}

template <class Real> Real logSumExp(int n, const Real *x) {
  using std::exp, std::log;
  Real largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  Real sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}

template <class Real> 
Real gmm(int d, int k, int n, const Real *__restrict alphas, const Real *__restrict means,
         const Real *__restrict factors, const double *__restrict points, double gamma, int m) {
  using std::exp;
  const int size = d * (d + 1) / 2;
  Real *diagonals = new Real[d * k];
  Real *sums = new Real[k];
  for (int c = 0; c < k; ++c) {
    sums[c] = 0.0;
    for (int i = 0; i < d; ++i) {
      sums[c] += factors[c * size + i];
      diagonals[c * d + i] = exp(factors[c * size + i]);
    }
  }
  Real *centred = new Real[d];
  Real *scaled = new Real[d];
  Real *terms = new Real[k];
  Real likelihood = 0.0;
  for (int p = 0; p < n; ++p) {
    for (int c = 0; c < k; ++c) {
      for (int i = 0; i < d; ++i)
        centred[i] = points[p * d + i] - means[c * d + i];
      multiply(d, &factors[c * size], &diagonals[c * d], centred, scaled);
      Real square = 0.0;
      for (int i = 0; i < d; ++i)
        square += scaled[i] * scaled[i];
      terms[c] = alphas[c] + sums[c] - 0.5 * square;
    }
    likelihood += logSumExp(k, terms);
  }
  Real prior = 0.0;
  for (int c = 0; c < k; ++c) {
    Real frobenius = 0.0;
    for (int i = 0; i < d; ++i)
      frobenius += diagonals[c * d + i] * diagonals[c * d + i];
    for (int i = d; i < size; ++i)
      frobenius += factors[c * size + i] * factors[c * size + i];
    prior += 0.5 * gamma * gamma * frobenius - m * sums[c];
  }
  const Real normaliser = logSumExp(k, alphas);
  delete[] terms;
  delete[] scaled;
  delete[] centred;
  delete[] sums;
  delete[] diagonals;
  return likelihood - n * normaliser + prior;
}

struct Gmm {
  static constexpr const char *name = "gmm";
  static constexpr int sizes[] = {10, 32, 100, 320, 1000}, taped = 320;
  static constexpr int d = 20, k = 25, size = d * (d + 1) / 2;

  explicit Gmm(int n) : n(n), points(numbers(n * d, -1.0, 1.0)), x(numbers(k * (1 + d + size), -0.5, 0.5)) {}

  template <class Real> Real operator()(Real *x) const {
    return gmm<Real>(d, k, n, x, x + k, x + k + d * k, points.data(), 1.0, 0);
  }

  int n;
  std::vector<double> points, x; ///< `x`: alphas, means, factors
};

} // namespace bench

#endif
