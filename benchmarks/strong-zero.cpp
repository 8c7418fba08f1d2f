// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strong zeros cost (scripts/benchmark-strong-zero): nanoseconds per element of adjoints and tangents that are
// products alone, that have a square root or quotients in each element, and that are dominated by library functions.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#pragma adjoint reverse
#pragma adjoint tangent
double products(const double *__restrict x, const double *__restrict w, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += x[i] * w[i] * x[i];
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
double distances(const double *__restrict x, const double *__restrict w, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::sqrt(x[i] * x[i] + w[i] * w[i]) / w[i];
  return s;
}

#pragma adjoint reverse
#pragma adjoint tangent
double functions(const double *__restrict x, const double *__restrict w, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += std::exp(-x[i] * w[i]) * std::log(x[i]) + std::pow(w[i], x[i]);
  return s;
}

namespace {

constexpr int size = 2000;
std::vector<double> x(size, 1.3), w(size, 0.7), x_s(size, 0.25), w_s(size, 0.5);
double sink = 0.0;

/// The best of many runs.
template <class Run> double nanosecondsPerElement(Run run, int repetitions) {
  double best = 1e300;
  for (int round = 0; round < 15; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i)
      run();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    best = std::fmin(best, taken.count() / repetitions / size);
  }
  return best;
}

template <class Adjoint, class Tangent> void measure(const char *name, Adjoint f_b, Tangent f_d, int repetitions) {
  const double adjoint =
      nanosecondsPerElement([&] { f_b(x.data(), x_s.data(), w.data(), w_s.data(), size, 1e-9); }, repetitions);
  const double tangent = nanosecondsPerElement(
      [&] {
        double d = 0.0;
        sink += f_d(x.data(), x_s.data(), w.data(), w_s.data(), size, d) + d;
      },
      repetitions);
  std::printf("%s %.4f %.4f\n", name, adjoint, tangent);
}

} // namespace

int main() {
  measure("products", products_b, products_d, 400);
  measure("distances", distances_b, distances_d, 100);
  measure("functions", functions_b, functions_d, 20);
  return std::isnan(sink);
}
