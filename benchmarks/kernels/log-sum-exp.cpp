// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels/log-sum-exp.h"
#include "Kernel.h"

#pragma adjoint reverse function(bench::logSumExp<double>)

namespace bench {

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

namespace {

Kernel make(const LogSumExp &problem) {
  return {[=] { return logSumExp(problem.x.data(), problem.n); },
          [=](double *g) { logSumExp_b(problem.x.data(), g, problem.n, 1.0); },
          [=](double *g) { logSumExpByHand(problem.x.data(), g, problem.n, 1.0); }};
}

const Registration registration(make);

} // namespace
} // namespace bench
