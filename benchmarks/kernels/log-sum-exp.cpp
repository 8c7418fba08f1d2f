// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logarithm of a sum of exponentials, shifted by the largest argument.
#include "Kernel.h"

#include <adjoint/adjoint.h>

#include <cmath>

namespace {

ADJOINT
double logSumExp(const double *x, int n) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - largest);
  return largest + std::log(sum);
}

/// Every exponential is kept; the shift has no derivative, whatever it is.
void logSumExpByHand(const double *x, double *x_b, int n, double result_b) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > largest)
      largest = x[i];
  std::vector<double> e(n);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    e[i] = std::exp(x[i] - largest);
    sum += e[i];
  }
  const double scale = result_b / sum;
  for (int i = 0; i < n; ++i)
    x_b[i] += scale * e[i];
}

bench::Kernel make(int size) {
  const std::vector<double> x = bench::numbers(size, -2.0, 2.0);
  return {[=] { return logSumExp(x.data(), size); },
          [=](std::vector<double> &g) { logSumExp_b(x.data(), g.data(), size, 1.0); },
          [=](std::vector<double> &g) { logSumExpByHand(x.data(), g.data(), size, 1.0); }, x.size()};
}

const bench::Registration registration("log-sum-exp", make, 640000);

} // namespace
