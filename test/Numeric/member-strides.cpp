// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-gather-rows --no-gather-sums --no-gather-terms | --no-distribute-loops --no-defer-sums --no-turn-outer-loops | --no-inline | --no-tbr
//
// Grids whose width is a member of an object, by value and by reference, of a class; and widths that change on the way, by the loop itself
// and through a pointer.

#include "numeric.h"

#include <cmath>
#include <vector>

namespace {
double squared(double s) { return s * s; }

struct Extents {
  int width, height;
};

class Grid {
public:
  Grid(int width, int height) : width_(width), height_(height), data_(width * height) {}
  double &operator()(int i, int j) { return data_[i * width_ + j]; }
  double operator()(int i, int j) const { return data_[i * width_ + j]; }
  int width() const { return width_; }
  int height() const { return height_; }

private:
  int width_, height_;
  std::vector<double> data_;
};

void spread(const Grid &u, Grid &v, double c) {
  for (int i = 1; i + 1 < u.height(); ++i)
    for (int j = 1; j + 1 < u.width(); ++j)
      v(i, j) = u(i, j) + c * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0 * u(i, j)) / (1.0 + squared(c));
}

void smooth(const double *u, double *v, const Extents &e, double c) {
  for (int i = 1; i < e.height - 1; ++i)
    for (int j = 1; j < e.width - 1; ++j)
      v[i * e.width + j] = u[i * e.width + j] + c * (u[i * e.width + j + 1] * u[i * e.width + j - 1] + u[(i + 1) * e.width + j] + u[(i - 1) * e.width + j]);
}
} // namespace

#pragma adjoint reverse
double ofClass(const double *x, int n) {
  Grid u(n + 3, n + 2), v(n + 3, n + 2);
  for (int i = 0; i < u.height(); ++i)
    for (int j = 0; j < u.width(); ++j)
      u(i, j) = x[(i + j) % n] * (i + 1);
  spread(u, v, 0.2 + x[0]);
  spread(v, u, 0.1);
  double sum = 0.0;
  for (int i = 0; i < u.height(); ++i)
    for (int j = 0; j < u.width(); ++j)
      sum += squared(u(i, j)) + v(i, j) * j;
  return sum;
}

#pragma adjoint reverse
double ofStruct(const double *x, int n) {
  const Extents e = {n + 4, n + 3};
  std::vector<double> u(e.width * e.height), v(e.width * e.height);
  for (int k = 0; k < e.width * e.height; ++k)
    u[k] = x[k % n] + 0.1 * k;
  for (int s = 0; s < 2; ++s) {
    smooth(u.data(), v.data(), e, 0.1 * x[s % n]);
    for (int k = 0; k < e.width * e.height; ++k)
      u[k] = 0.5 * std::sin(v[k]) + 0.1 * u[k];
  }
  double sum = 0.0;
  for (int k = 0; k < e.width * e.height; ++k)
    sum += squared(u[k]);
  return sum;
}

// The distance to the neighbour changes in the loop.
#pragma adjoint reverse
double changing(const double *x, int n) {
  Extents e = {1, 2};
  Extents *other = &e;
  std::vector<double> u(3 * n + 8), v(n + 2);
  for (int k = 0; k < 3 * n + 8; ++k)
    u[k] = x[k % n] * (1.0 + 0.05 * k);
  for (int i = 1; i < n + 1; ++i) {
    v[i] = u[i + e.width] * u[i] / (2.0 + squared(x[0])) - u[i + e.height];
    e.width = 1 + (e.width + i) % 3;
    other->height = 1 + i % 2;
  }
  double sum = 0.0;
  for (int i = 0; i < n + 2; ++i)
    sum += squared(v[i]) * (i + 1);
  return sum;
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.5, -0.3, 0.6}};
  numeric::check("ofClass", ofClass, ofClass_b, points);
  numeric::check("ofStruct", ofStruct, ofStruct_b, points);
  numeric::check("changing", changing, changing_b, points);
  return numeric::report();
}
