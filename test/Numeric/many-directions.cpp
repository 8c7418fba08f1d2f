// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Several directions at once: each is what a derivative for it alone gives, bit for bit.

#include "numeric.h"

#include <adjoint/directions.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

using adjoint::Directions;

struct Vec {
  double x, y;
  Vec operator+(const Vec &o) const { return {x + o.x, y + o.y}; }
  double dot(const Vec &o) const { return x * o.x + y * o.y; }
};

static double helper(double *work, int n, double factor) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    work[i] = std::sin(work[i]) * factor;
    s += work[i] * work[i];
  }
  return s > 1.0 ? std::sqrt(s) : s * s;
}

#pragma adjoint reverse
#pragma adjoint reverse width(3)
#pragma adjoint tangent
#pragma adjoint tangent width(2) name(outputs_two)
void outputs(const double *x, int n, double y[3]) {
  std::vector<double> work(x, x + n);
  std::vector<Vec> points(n);
  for (int i = 0; i < n; ++i)
    points[i] = Vec{x[i], work[i] * x[0]} + Vec{1.0, x[n - 1]};
  y[0] = helper(work.data(), n, x[0]);
  y[1] = 0.0;
  y[2] = 1.0;
  for (int i = 0; i < n; ++i) {
    y[1] += points[i].dot(points[n - 1 - i]) * work[i];
    y[2] *= std::fmax(x[i], 0.25 * y[1]);
  }
  double *scratch = static_cast<double *>(std::calloc(n, sizeof(double)));
  for (int k = 0; k < 3; ++k)
    for (int i = 1; i < n; ++i)
      scratch[i] += 0.5 * scratch[i - 1] + x[i] * x[i - 1];
  y[0] += scratch[n - 1];
  std::free(scratch);
}

#pragma adjoint reverse
#pragma adjoint reverse width(4)
#pragma adjoint tangent
#pragma adjoint tangent width(4)
double newton(double a, float b) {
  double x = a;
  while (std::fabs(x * x - a * b) > 1e-12)
    x -= (x * x - a * b) / (2.0 * x);
  return x * b;
}

#pragma adjoint reverse
#pragma adjoint reverse width(2)
double containers(const std::vector<double> &x, std::array<double, 2> &p, const std::vector<std::vector<double>> &rows) {
  double s = 0.0;
  for (double v : x)
    s += std::exp(v * p[0]);
  for (const std::vector<double> &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      s += row[i] * row[i] * x[i];
  p[1] *= s;
  return s * p[1];
}

static void checkContainers() {
  const std::vector<double> x = {0.4, -0.3};
  const std::vector<std::vector<double>> rows = {{1.0, 2.0}, {0.5}};
  std::array<double, 2> p = {0.7, 1.5}, p_one = {0.25, -2.0};
  std::vector<double> x_one(2);
  std::vector<std::vector<double>> rows_one = {{0.0, 0.0}, {0.0}};
  containers_b(x, x_one, p, p_one, rows, rows_one, 3.0);
  p = {0.7, 1.5};
  std::vector<Directions<double, 2>> x_b(2, 0.0);
  std::array<Directions<double, 2>, 2> p_b = {0.25, -2.0};
  p_b[0][0] = p_b[1][0] = 0.0;
  std::vector<std::vector<Directions<double, 2>>> rows_b = {{0.0, 0.0}, {0.0}};
  Directions<double, 2> seed = 0.0;
  seed[1] = 3.0;
  containers_b(x, x_b, p, p_b, rows, rows_b, seed);
  for (int i = 0; i < 2; ++i) {
    numeric::expect("vector", x_b[i][1], x_one[i]);
    numeric::expect("array", p_b[i][1], p_one[i]);
    numeric::expect("vector of vectors", rows_b[0][i][1], rows_one[0][i]);
    numeric::expect("without a seed", x_b[i][0] * x_b[i][0] + p_b[i][0] * p_b[i][0], 0.0);
  }
}

int main() {
  checkContainers();
  const double x[4] = {0.7, 1.3, -0.4, 0.9};
  Directions<double, 3> x_b[4] = {}, y_b[3] = {};
  double y[3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      y_b[i][k] = 1.0 + 0.25 * i - 0.5 * k * (i + 1);
  const auto seeds = {y_b[0], y_b[1], y_b[2]};
  outputs_b(x, x_b, 4, y, y_b);
  for (int k = 0; k < 3; ++k) {
    double one_b[4] = {}, seed[3];
    for (int i = 0; i < 3; ++i)
      seed[i] = seeds.begin()[i][k];
    outputs_b(x, one_b, 4, y, seed);
    for (int i = 0; i < 4; ++i)
      numeric::expect("adjoint of several", x_b[i][k], one_b[i]);
  }

  Directions<double, 2> x_d[4], y_d[3];
  for (int i = 0; i < 4; ++i)
    x_d[i][0] = 1.0 - i, x_d[i][1] = 0.5 * i * i;
  outputs_two(x, x_d, 4, y, y_d);
  for (int k = 0; k < 2; ++k) {
    double one_d[4], of_d[3];
    for (int i = 0; i < 4; ++i)
      one_d[i] = x_d[i][k];
    outputs_d(x, one_d, 4, y, of_d);
    for (int i = 0; i < 3; ++i)
      numeric::expect("tangent of several", y_d[i][k], of_d[i]);
  }

  Directions<double, 4> a_b = {}, r_b, r_d;
  Directions<float, 4> b_b = {};
  for (int k = 0; k < 4; ++k)
    r_b[k] = 1.0 + k;
  newton_b(2.0, a_b, 1.5f, b_b, r_b);
  double one_b = 0.0;
  float other_b = 0.0f;
  newton_b(2.0, one_b, 1.5f, other_b, 3.0);
  numeric::expect("loop", a_b[2], one_b);
  numeric::expect("float", b_b[2], other_b);
  Directions<double, 4> a_d = 0.0;
  Directions<float, 4> b_d = 1.0f;
  a_d[1] = 2.0;
  numeric::expect("value", newton_d(2.0, a_d, 1.5f, b_d, r_d), newton(2.0, 1.5f));
  double r_one;
  newton_d(2.0, 2.0, 1.5f, 1.0f, r_one);
  numeric::expect("tangent", r_d[1], r_one);
  return numeric::report();
}
