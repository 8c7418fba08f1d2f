// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -fopenmp
// NUMERIC-VARIANTS: --no-inline --no-tbr
//
// What iterations hand on: reductions of all operators, and variables that keep the value of the last iteration.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

extern "C" void omp_set_num_threads(int);

/// Several at once, also of integers.
#pragma adjoint reverse
double operators(const double *x, int n) {
  double product = 2, least = 1e30, most = x[0];
  int count = 0, bits = 0, odd = 1, common = 7;
  bool all = true, any = false;
  int whole = 2;
#pragma omp parallel for schedule(dynamic, 4) reduction(* : product) reduction(min : least) reduction(max : most) \
    reduction(+ : count) reduction(| : bits) reduction(^ : odd) reduction(& : common) reduction(&& : all, whole) reduction(|| : any)
  for (int i = 0; i < n; ++i) {
    product *= 1 + 0.1 * std::sin(x[i]);
    least = std::min(least, x[i] * x[i]);
    if (x[i] * x[0] > most)
      most = x[i] * x[0];
    count += x[i] > 0.4;
    bits |= x[i] > 0.6 ? 1 << (i % 3) : 0;
    odd ^= x[i] > 0.55;
    common &= x[i] > 2.5 ? 5 : 6;
    all = all && x[i] > -0.3;
    whole = whole && x[i] < 9;
    any = any || x[i] > 2.9;
  }
  return product * whole * (1 + most - least) * (1 + count + bits + 10 * odd + 100 * common + (all ? 1000 : 0) + (any ? 2000 : 0));
}

/// The last iteration's value, if there is one.
#pragma adjoint reverse
double last(const std::vector<double> &x) {
  double t = x[0] * 3, begun = x[0], sum = 0;
  std::size_t k = 0;
#pragma omp parallel for lastprivate(t, k) firstprivate(begun) lastprivate(begun) reduction(+ : sum)
  for (std::size_t i = 1; i < x.size(); ++i) {
    t = x[i] * x[i - 1];
    k = i;
    begun = t * x[0];
    sum += begun;
  }
  return t * sum + begun * static_cast<double>(k);
}

#pragma adjoint reverse
double lastOf(const double *x, int n) { return last(std::vector<double>(x, x + n)); }

static void accumulate(double &s, double v) { s += v * v; }

/// More is done with a sum than adding.
#pragma adjoint reverse
double sums(const double *x, int n) {
  double s = x[0], q = 0;
#pragma omp parallel for reduction(+ : s) reduction(- : q)
  for (int i = 0; i <= n - 1; i++) {
    accumulate(s, x[i]);
    q -= std::exp(0.1 * x[i]);
    accumulate(q, x[i]);
  }
  return s * q;
}

/// In a region, into what a reference leads to, and step by step.
#pragma adjoint reverse
void steps(double *x, int n, double &most) {
  std::vector<double> y(x, x + n);
  for (int t = 0; t < 3; ++t) {
    double scale = 0, largest = 0;
    int i;
#pragma omp parallel reduction(max : scale)
    {
#pragma omp for
      for (i = 0; i < n; ++i)
        scale = std::max(scale, std::fabs(y[i]));
#pragma omp for reduction(max : largest)
      for (i = 1; i < n; ++i) {
        const double slope = std::fabs(y[i] - y[i - 1]);
        scale = std::max(scale, slope);
        for (int k = 0; k < i % 3; ++k)
          if (slope * k > largest)
            largest = slope * k;
      }
    }
#pragma omp parallel for reduction(max : most)
    for (i = 0; n > i; i += 1) {
      y[i] = y[i] / scale + 0.1 * y[i] * y[i] * largest;
      most = std::max(most, y[i]);
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}

#pragma adjoint reverse
double ofSteps(const double *x, int n) {
  std::vector<double> y(x, x + n);
  double most = -1;
  steps(y.data(), n, most);
  double sum = most;
  for (double v : y)
    sum += v * v;
  return sum;
}

/// Of single precision, and of loops with few iterations.
#pragma adjoint reverse
double rows(const double *x, int n) {
  double sum = 0;
  for (int r = 0; r < n; ++r) {
    float most = -1;
    double product = x[r];
#pragma omp parallel for reduction(max : most) reduction(* : product)
    for (int i = 0; i < r; ++i) {
      most = std::max(most, static_cast<float>(r % 2));
      product *= x[i];
    }
    sum += product * most;
  }
  return sum;
}

/// A loop that is switched off, and one whose sum is of an array.
#pragma adjoint reverse
double others(const double *x, int n) {
  double most = 0, table[2] = {1, 1}, first[2] = {0, 0};
#pragma omp parallel for reduction(max : most) if (false)
  for (int i = 0; i < n; ++i)
    most = std::max(most, x[i]);
#pragma omp parallel for reduction(* : table)
  for (int i = 0; i < n; ++i)
    table[i % 2] *= x[i] * most;
#pragma omp parallel for lastprivate(first)
  for (int i = 0; i < n; ++i)
    first[0] = first[1] = x[i];
  return table[0] + table[1] * first[0];
}

/// No two of which are near each other, nor are their differences.
static std::vector<double> many(int n) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i) {
    const double u = (i * 37 + 11) % n / double(n);
    x.push_back(0.23 + u + u * u);
  }
  return x;
}

int main() {
  for (int threads : {1, 3}) {
    omp_set_num_threads(threads);
    numeric::check("operators", operators, operators_b, {{0.5}, {1.2, 2, 3.1}, {0.5, -0.25, 0.3, 1, 0.7, 2}, many(150)});
    numeric::check("lastOf", lastOf, lastOf_b, {{0.5, 1}, {1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}, many(150)});
    numeric::check("sums", sums, sums_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}, many(150)});
    numeric::check("ofSteps", ofSteps, ofSteps_b, {{1, 2, 3.3}, {0.5, -0.25, 0.3, 1, 0.7, 2}, many(150)});
    numeric::check("rows", rows, rows_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}, many(20)});
    numeric::check("others", others, others_b, {{1, 2, 3}, {0.5, -0.25, 0.3, 1, 0.7, 2}});
  }
  return numeric::report();
}
