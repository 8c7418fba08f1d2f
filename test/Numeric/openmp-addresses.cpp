// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-inline --no-tbr
//
// Iterations with pointers and references to variables of their own, which have other addresses in the other sweep, and with engines.

#include "numeric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

extern "C" void omp_set_num_threads(int);

#pragma adjoint reverse
double chosen(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n - 1; ++i) {
    double a = x[i], b = x[i + 1];
    const double &most = a > b ? a : b;
    sum += most * most;
    if (a > b)
      std::swap(a, b);
    auto [low, high] = std::minmax(a, b);
    sum += low * high * high;
  }
  return sum;
}

#pragma adjoint reverse
double least(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n - 2; ++i) {
    const double v[3] = {x[i], x[i + 1] * x[i], x[i + 2]};
    const double *most = std::max_element(v, v + 3);
    sum += std::min({x[i], x[i + 1] * 1.01, x[i + 2]}) * *most * *most;
  }
  return sum;
}

/// The median of neighbours, over what the loop reads.
#pragma adjoint reverse
double medians(const double *x, int n) {
  std::vector<double> y(x, x + n), z(n);
  for (int step = 0; step < 2; ++step) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; ++i) {
      std::array<double, 3> v{y[i - 1], y[i], y[i + 1]};
      std::sort(v.begin(), v.end());
      double w[3] = {y[i + 1] * 0.9, y[i], y[i - 1] * 1.1};
      std::nth_element(w, w + 1, w + 3);
      z[i] = v[1] * w[1];
    }
    y = z;
  }
  double sum = 0;
  for (double v : y)
    sum += v * v;
  return sum;
}

static double pick(const double *v, int n) {
  const double *p = v;
  for (int k = 1; k < n; ++k)
    if (v[k] > *p)
      p = v + k;
  return *p * *p;
}
#pragma adjoint reverse
double picked(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n - 2; ++i) {
    const double v[3] = {x[i] * x[i], x[i + 1], x[i + 2]};
    sum += pick(v, 3) * x[i];
  }
  return sum;
}

/// An engine of each iteration, which a function draws from.
static double path(std::mt19937_64 &engine, double s, double volatility) {
  std::normal_distribution<double> normal(0.0, 1.0);
  double v = volatility;
  for (int k = 0; k < 5; ++k) {
    const double positive = std::max(v, 1e-8);
    s *= std::exp(0.1 * std::sqrt(positive) * normal(engine));
    v += 0.3 * (0.5 - positive) + 0.1 * std::sqrt(positive) * normal(engine);
  }
  return std::log1p(std::exp(s - 1.0));
}
#pragma adjoint reverse
double paths(const double *x, int n) {
  double sum = 0, squares = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum, squares)
  for (int p = 0; p < 20; ++p) {
    std::mt19937_64 engine(17u + p);
    const double paid = path(engine, x[0], x[n - 1] * x[n - 1]);
    sum += paid;
    squares += paid * paid;
  }
  return sum + squares * x[1];
}

int main() {
  for (int threads : {1, 3}) {
    omp_set_num_threads(threads);
    const std::vector<double> few = {0.7, 1.3, -0.4}, more = {0.7, 1.3, -0.4, 0.8, 0.31, 1.1, 0.92, 0.6, -0.2, 0.45, 1.7};
    numeric::check("chosen", chosen, chosen_b, {few, more});
    numeric::check("least", least, least_b, {few, more});
    numeric::check("medians", medians, medians_b, {few, more});
    numeric::check("paths", paths, paths_b, {few, more});
    numeric::check("picked", picked, picked_b, {few, more});
  }
  return numeric::report();
}
