// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Soft dynamic time warping of two series, with a vector of vectors and std::min.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

double softMin(double a, double b, double c, double gamma) {
  double least = std::min({a, b, c});
  double sum = std::exp((least - a) / gamma) + std::exp((least - b) / gamma) + std::exp((least - c) / gamma);
  return least - gamma * std::log(sum);
}

} // namespace

#pragma adjoint reverse
double softDtw(const std::vector<double> &x, const std::vector<double> &y, double gamma) {
  const std::size_t n = x.size(), m = y.size();
  const double far = 1e10;
  std::vector<std::vector<double>> table(n + 1, std::vector<double>(m + 1, far));
  table[0][0] = 0.0;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      double distance = x[i - 1] - y[j - 1];
      table[i][j] = distance * distance + softMin(table[i - 1][j], table[i][j - 1], table[i - 1][j - 1], gamma);
    }
  return table[n][m];
}

int main() {
  using numeric::Vector;
  numeric::check(
      "softDtw", {0.1, 0.7, 1.2, 0.4, 0.2, 0.9, 1.1, 0.5},
      [&](const Vector &v) {
        return Vector{softDtw(Vector(v.begin(), v.begin() + 4), Vector(v.begin() + 4, v.begin() + 7), v[7])};
      },
      [&](const Vector &v, const Vector &s) {
        Vector x(v.begin(), v.begin() + 4), y(v.begin() + 4, v.begin() + 7), x_b(4), y_b(3);
        double gamma_b = 0.0;
        softDtw_b(x, x_b, y, y_b, v[7], gamma_b, s[0]);
        x_b.insert(x_b.end(), y_b.begin(), y_b.end());
        x_b.push_back(gamma_b);
        return x_b;
      });
  return numeric::report();
}
