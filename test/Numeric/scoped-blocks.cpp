// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-tbr | --no-liveness | --no-activity | --no-recompute | --no-fusion | --no-inline | --no-use-tape-blocks | --no-distribute-loops --no-defer-sums | --no-inline-loops
//
// Blocks that live from one statement of a scope to another: freed in the forward sweep, or kept for what the reverse
// sweep needs of them; their adjoints live in the reverse sweep alone. And blocks that only look like that.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {
double squared(double s) { return s * s; }
} // namespace

// Nothing of the block is needed; products of it are; it is overwritten, and an earlier value is needed.
#pragma adjoint reverse
double temporaries(const double *x, int n) {
  std::vector<double> y(x, x + n);
  for (int s = 0; s < 4; ++s) {
    std::vector<double> linear(n), product(n), twice(n);
    for (int i = 0; i < n; ++i) {
      linear[i] = 0.3 * y[i] + 0.1 * y[(i + 1) % n];
      product[i] = linear[i] * y[i];
      twice[i] = product[i] * product[i];
    }
    for (int i = 0; i < n; ++i)
      twice[i] = std::sin(twice[i] * y[i]) + twice[(i + 1) % n];
    for (int i = 0; i < n; ++i)
      y[i] += 0.1 * (linear[i] + product[i] * twice[i]);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  return squared(sum);
}

// The size is computed on the way, changes behind, is zero now and then, or is read from memory that changes.
#pragma adjoint reverse
double sizes(const double *x, int n) {
  double sum = 0.0;
  int size = 1, room[2] = {2, 3};
  for (int s = 0; s < 5; ++s) {
    const int own = (size * 2 + s) % 4;
    double *a = new double[own]();
    double *b = new double[size];
    double *c = static_cast<double *>(std::malloc(room[s % 2] * sizeof(double)));
    for (int i = 0; i < own; ++i)
      a[i] = x[i % n] * x[s % n];
    for (int i = 0; i < size; ++i)
      b[i] = x[(i + s) % n] * 0.5;
    for (int i = 0; i < room[s % 2]; ++i)
      c[i] = x[i % n] + s;
    for (int i = 0; i < own; ++i)
      sum += a[i] * a[i];
    for (int i = 0; i < size; ++i)
      sum += b[i];
    sum += c[0] * c[1];
    delete[] a;
    size = size % 3 + 1;
    room[s % 2] = 2 + s % 3;
    std::free(c);
    delete[] b;
  }
  return squared(sum);
}

struct Point {
  double x, y;
};

// Elements that are structs and integers, a single object, a block of none that is active.
#pragma adjoint reverse
double elements(const double *x, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    std::vector<Point> points(n);
    std::vector<int> order(n);
    std::vector<double> weights(n);
    double *one = new double(x[0]);
    for (int i = 0; i < n; ++i) {
      points[i] = {x[i], x[i] * x[s % n]};
      order[i] = (i * 5 + s) % n;
      weights[i] = 0.1 * i + s;
    }
    for (int i = 0; i < n; ++i) {
      *one = *one * 0.5 + weights[i] * points[order[i]].y;
      points[i].x *= *one;
      sum += points[order[i]].x * points[i].y * *one;
    }
    delete one;
  }
  return squared(sum);
}

namespace {
double total(const std::vector<double> &v) {
  double s = 0.0;
  for (double e : v)
    s += e * e;
  return s;
}

std::vector<double> scaled(const std::vector<double> &v, double by) {
  std::vector<double> made(v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    made[i] = by * v[i];
  return made;
}

double *first(double *p) { return p; }
} // namespace

// Passed on, copied, grown, swapped, moved, led to by another pointer, freed elsewhere, or in a branch only.
#pragma adjoint reverse
double others(const double *x, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    std::vector<double> passed(x, x + n), grown, swapped(n, 0.2);
    for (int i = 0; i < n; ++i)
      grown.push_back(passed[i] * x[0]);
    std::vector<double> copied = scaled(passed, x[s % n]);
    copied.swap(swapped);
    sum += total(copied) * total(swapped) + total(grown);
    double *a = new double[n], *b = new double[n];
    for (int i = 0; i < n; ++i) {
      a[i] = swapped[i] * 0.5;
      b[i] = x[i] * x[i];
    }
    double *const c = s == 1 ? a : b;
    double *const d = first(b);
    for (int i = 0; i < n; ++i)
      sum += a[i] * c[i] * d[i];
    if (s == 2) {
      delete[] b;
      b = nullptr;
    }
    delete[] a;
    delete[] b;
  }
  return squared(sum);
}

namespace {
double inner(const double *x, int n, double by) {
  std::vector<double> w(n);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    w[i] = by * x[i];
  for (int i = 0; i < n; ++i)
    s += std::exp(-w[i] * x[(i + 1) % n]);
  return s;
}

double deep(const double *x, int n, int depth) {
  std::vector<double> half(n);
  for (int i = 0; i < n; ++i)
    half[i] = 0.5 * x[i] + depth;
  double s = depth > 0 ? deep(half.data(), n, depth - 1) : half[0];
  return s * half[n - 1];
}
} // namespace

// In functions that are called in loops, whose results are overwritten; in a recursion.
#pragma adjoint reverse
double functions(const double *x, int n) {
  double s = 1.0;
  for (int k = 0; k < 3; ++k) {
    s = inner(x, n, s * x[k % n]);
    s = 0.2 * s * s;
  }
  return s + deep(x, n, 2);
}

// Read by loops that run in the reverse sweep alone, and written by them.
#pragma adjoint reverse
double fused(const double *x, int n) {
  std::vector<double> mean(n), scratch(n);
  for (int i = 0; i < n; ++i)
    mean[i] = 0.5 * (x[i] + x[(i + 1) % n]);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      scratch[j] = std::exp(-x[i] * mean[j]);
    for (int j = 0; j < n; ++j)
      sum += scratch[j] * scratch[(j + 1) % n];
  }
  return sum;
}

// Left early.
#pragma adjoint reverse
double exits(const double *x, int n) {
  double sum = 0.0;
  for (int s = 0; s < 6; ++s) {
    std::vector<double> w(n);
    for (int i = 0; i < n; ++i) {
      w[i] = x[i] * x[s % n] + s;
      if (w[i] < -1.0)
        return sum * w[i];
    }
    if (s == 1)
      continue;
    sum += w[0] * w[n - 1];
    if (sum > 8.0)
      break;
  }
  return squared(sum);
}

// A matrix class with products that return matrices.
class Matrix {
public:
  explicit Matrix(int n) : n(n), values(n * n) {}
  double &operator()(int i, int j) { return values[i * n + j]; }
  double operator()(int i, int j) const { return values[i * n + j]; }
  int size() const { return n; }

private:
  int n;
  std::vector<double> values;
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.size());
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < a.size(); ++j)
      for (int k = 0; k < a.size(); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

#pragma adjoint reverse
double powers(const double *x, int n) {
  Matrix a(2), p(2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      a(i, j) = x[(i + 2 * j) % n];
      p(i, j) = i == j;
    }
  for (int k = 0; k < 4; ++k) {
    const Matrix next = p * a;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        p(i, j) = next(i, j) + 0.1 * next(j, i);
  }
  return p(0, 0) * p(0, 1) + p(1, 1);
}

#pragma adjoint reverse
double thrown(const double *x, int n) {
  double sum = 0.0;
  for (int s = 0; s < 3; ++s) {
    std::vector<double> w(n);
    for (int i = 0; i < n; ++i)
      w[i] = x[i] * (s + 1);
    if (w[0] > 1e9)
      throw std::range_error("large");
    sum += std::inner_product(w.begin(), w.end(), x, 0.0);
  }
  return squared(sum);
}

class Holder {
public:
  Holder(double level, double *memory) : level(level), memory(memory), values(8, 0.5) {}
  virtual ~Holder() {}
  double level;
  double *memory;
  std::vector<double> values;
};
// Objects that nothing uses in the end.
#pragma adjoint reverse
double unusedObjects(const double *x, int n) {
  double s = x[0], w[4] = {};
  w[1] = x[n - 1];
  for (int i = 0; i < n; ++i)
    s *= w[1];
  Holder local(s, w);
  Holder *heap = new Holder(s * s, w);
  delete heap;
  return s;
}
int main() {
  const numeric::Points points = {{0.7, -0.4, 1.2}, {0.3, 0.9, 0.5, -0.8}, {0.6}};
  numeric::check("temporaries", temporaries, temporaries_b, points);
  numeric::check("sizes", sizes, sizes_b, points);
  numeric::check("elements", elements, elements_b, points);
  numeric::check("others", others, others_b, points);
  numeric::check("functions", functions, functions_b, points);
  numeric::check("fused", fused, fused_b, points);
  numeric::check("exits", exits, exits_b, points);
  numeric::check("powers", powers, powers_b, points);
  numeric::check("unusedObjects", unusedObjects, unusedObjects_b, points);
  numeric::check("thrown", thrown, thrown_b, points);
  return numeric::report();
}
