// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-forward-numbers
//
// Containers that get their size after they were made: what is known of an empty one decides what its members do.

#include "numeric.h"

#include <cmath>
#include <vector>

#pragma adjoint reverse
double resized(const double *x, int n) {
  std::vector<double> w, ones;
  w.resize(n);
  ones.resize(2 * n, x[0]);
  for (int i = 0; i < n; ++i)
    w[i] = std::sin(x[i]) * ones[i];
  w.resize(n + 2);
  w[n] = w[0] * w[0];
  ones.resize(1);
  double sum = w[n + 1] + ones[0];
  for (int i = 0; i <= n; ++i)
    sum += w[i] * w[n - i];
  return sum;
}

#pragma adjoint reverse
double assigned(const double *x, int n) {
  std::vector<double> w;
  w.assign(n, 1.5);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      w[i] *= std::cos(x[i]) * w[n - 1 - i];
  std::vector<double> v;
  v.assign(w.begin(), w.end());
  v = w;
  return v[0] * w[n - 1];
}

#pragma adjoint reverse
double reserved(const double *x, int n) {
  std::vector<double> w;
  w.reserve(n);
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.0)
      w.push_back(x[i] * x[i]);
  w.push_back(x[0]);
  w.push_back(w[0] * x[n - 1]);
  double sum = 0.0;
  for (std::size_t i = 0; i < w.size(); ++i)
    sum += w[i] * w[w.size() - 1 - i];
  return sum;
}

namespace {
struct Point {
  double x = 0.5, y = 0.0;
};
class Grid {
public:
  Grid(int n, double h) : n(n) {
    u.resize(n);
    rows.resize(2);
    points.resize(n);
    for (std::vector<double> &row : rows)
      row.resize(n, h);
  }
  void step(const double *x) {
    for (int i = 0; i < n; ++i) {
      u[i] += rows[i % 2][i] * x[i] + points[i].x;
      points[i].y = u[i] * u[n - 1 - i];
    }
  }
  double energy() const {
    double sum = 0.0;
    for (const Point &p : points)
      sum += p.y * p.x;
    return sum;
  }

private:
  int n;
  std::vector<double> u;
  std::vector<std::vector<double>> rows;
  std::vector<Point> points;
};
} // namespace

#pragma adjoint reverse
double ofMembers(const double *x, int n) {
  Grid grid(n, x[0]);
  for (int k = 0; k < 3; ++k)
    grid.step(x);
  return grid.energy();
}

/// Counts that are known on some ways only.
#pragma adjoint reverse
double counted(const double *x, int n) {
  double kept[4] = {0.0, 0.0, 0.0, 0.0};
  int count = 0, rounds = 0;
  kept[count++] = x[0] * x[0];
  if (x[0] > 0.5)
    kept[count++] = x[n - 1] * kept[0];
  while (rounds < 3) {
    kept[count % 4] += x[rounds % n] * kept[0];
    count = rounds == 1 ? 3 : count + 1;
    ++rounds;
  }
  count = 2;
  for (; count < 2; ++count)
    kept[count] = 0.0;
  return kept[count] * kept[0] + kept[count - 1] * kept[3];
}

int main() {
  for (const std::vector<double> &x : {std::vector<double>{0.7, 1.3, -0.4, 0.2}, std::vector<double>{0.4, 0.6}}) {
    numeric::check("resized", resized, resized_b, {x});
    numeric::check("assigned", assigned, assigned_b, {x});
    numeric::check("reserved", reserved, reserved_b, {x});
    numeric::check("ofMembers", ofMembers, ofMembers_b, {x});
    numeric::check("counted", counted, counted_b, {x});
  }
  return numeric::report();
}
