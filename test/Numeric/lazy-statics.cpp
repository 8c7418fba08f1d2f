// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Static variables that a function with active arguments fills in its first call.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {

double polynomial(int n, double t) {
  static std::vector<double> coefficients;
  if (coefficients.empty())
    for (int k = 0; k < 10; ++k)
      coefficients.push_back(1.0 / (k + 1));
  return coefficients[n] * std::pow(t, n) + coefficients.size();
}

// nodes and weights in the manner of C
double integrated(double a, double b) {
  static double nodes[5], weights[5];
  static int isFirst = 1;
  if (b < a)
    return -integrated(b, a);
  if (isFirst) {
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
      nodes[i] = 0.5 - 0.5 * std::cos(0.3 + 0.6 * i);
      weights[i] = std::sin(0.3 + 0.6 * i);
      sum += weights[i];
    }
    for (int i = 0; i < 5; ++i)
      weights[i] /= sum;
    isFirst = 0;
  }
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    const double t = a + (b - a) * nodes[i];
    s += weights[i] * std::exp(-t * t) * (b - a);
  }
  return s;
}

} // namespace

#pragma adjoint reverse
double summed(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i)
    s = s * polynomial(i + 1, x[i]) + std::cos(s);
  return s;
}

#pragma adjoint reverse
double quadrature(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i)
    s *= integrated(0.1, x[i]) + s;
  return s;
}

int main() {
  numeric::check("summed", summed, summed_b, {{0.7, -1.3, 0.4}, {-0.4, 0.9}});
  numeric::check("quadrature", quadrature, quadrature_b, {{0.7, -1.3, 0.4}, {-0.4, 0.9}});
  return numeric::report();
}
