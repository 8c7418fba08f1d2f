// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What whole matrices cost (scripts/benchmark-second-order): Jacobians, Hessians and a banded Hessian, by one direction
// at a time, and by several at once. Each line: the matrix, and milliseconds of both. Each pair of functions is the
// same but for the clause width(1).

#include <adjoint/sparse.h>

#include "Timing.h"

#include <cmath>
#include <cstdio>
#include <vector>

#ifndef WIDTH
#define WIDTH 4
#endif

namespace {

/// With a sine for each input and output: what the function computes is dear.
void wavesOf(const double *x, double *y, int n, int m) {
  for (int i = 0; i < m; ++i) {
    double sum = 0.0;
    for (int j = 0; j < n; ++j)
      sum += std::sin(x[j] * (1.0 + 0.1 * i)) * x[(j + i) % n];
    y[i] = sum;
  }
}

/// With products and sums alone: what the function computes is cheap.
void productsOf(const double *x, double *y, int n, int m) {
  for (int i = 0; i < m; ++i) {
    double sum = 0.0;
    for (int j = 0; j + 1 < n; ++j)
      sum += x[j] * x[j + 1] * (0.5 + 0.01 * i) + x[j] * x[j];
    y[i] = sum;
  }
}

double energyOf(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1.0 - x[i];
    sum += 100.0 * a * a + std::sqrt(1.0 + b * b);
  }
  return sum;
}

} // namespace

#pragma adjoint jacobian width(1)
void wavesOne(const double *x, double *y, int n, int m) { wavesOf(x, y, n, m); }
#pragma adjoint jacobian width(WIDTH)
void wavesSeveral(const double *x, double *y, int n, int m) { wavesOf(x, y, n, m); }
#pragma adjoint jacobian width(1)
void productsOne(const double *x, double *y, int n, int m) { productsOf(x, y, n, m); }
#pragma adjoint jacobian width(WIDTH)
void productsSeveral(const double *x, double *y, int n, int m) { productsOf(x, y, n, m); }
#pragma adjoint hessian width(1)
double energyOne(const double *x, int n) { return energyOf(x, n); }
#pragma adjoint hessian width(WIDTH)
double energySeveral(const double *x, int n) { return energyOf(x, n); }

namespace {

std::vector<double> pointOf(int n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = std::sin(1.0 + 2.3 * i) + 1.5;
  return x;
}

bool isFailed = false;

template <class One, class Several> void measure(const char *name, int rows, int columns, One one, Several several) {
  const auto a = one(), b = several();
  for (std::size_t i = 0; i < a.size(); ++i)
    isFailed |= !(std::fabs(a[i] - b[i]) <= 1e-12 * (1.0 + std::fabs(a[i])));
  const std::vector<double> times = bench::medians({[&] { one(); }, [&] { several(); }});
  std::printf("%-32s %7d x %-7d %9.4f ms -> %9.4f ms (%.2f)\n", name, rows, columns, times[0], times[1],
              times[1] / times[0]);
}

std::vector<double> numbersOf(const adjoint::Matrix<double> &m) {
  return std::vector<double>(m.data(), m.data() + m.rows() * m.columns());
}

template <auto One, auto Several, adjoint::Sweeps S> void jacobian(const char *name, int rows, int columns) {
  const std::vector<double> x = pointOf(columns);
  std::vector<double> y(static_cast<std::size_t>(rows));
  measure(
      name, rows, columns, [&] { return numbersOf(adjoint::jacobian<One, S>(x, y, columns, rows)); },
      [&] { return numbersOf(adjoint::jacobian<Several, S>(x, y, columns, rows)); });
}

} // namespace

int main() {
  using adjoint::Sweeps;
  for (const auto &[rows, columns] : {std::pair{3, 200}, std::pair{5, 200}, std::pair{200, 3}, std::pair{40, 40}}) {
    jacobian<wavesOne, wavesSeveral, Sweeps::Tangents>("sines, by tangents", rows, columns);
    jacobian<wavesOne, wavesSeveral, Sweeps::Adjoints>("sines, by adjoints", rows, columns);
    jacobian<productsOne, productsSeveral, Sweeps::Tangents>("products, by tangents", rows, columns);
    jacobian<productsOne, productsSeveral, Sweeps::Adjoints>("products, by adjoints", rows, columns);
  }
  for (int n : {10, 100}) {
    const std::vector<double> x = pointOf(n);
    measure(
        "Hessian", n, n, [&] { return numbersOf(adjoint::hessian<energyOne>(x, n)); },
        [&] { return numbersOf(adjoint::hessian<energySeveral>(x, n)); });
  }
  const int n = 100000;
  const std::vector<double> x = pointOf(n);
  const adjoint::SparseHessian<energyOne> one(x, n);
  const adjoint::SparseHessian<energySeveral> several(x, n);
  measure(
      "banded Hessian, bandwidth 3", n, n, [&] { return one(x, n); }, [&] { return several(x, n); });
  return isFailed;
}
