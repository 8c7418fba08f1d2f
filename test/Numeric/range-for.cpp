// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Range-based for loops over arrays.

#include "numeric.h"

#include <utility>
#include <vector>

using numeric::Vector;

#pragma adjoint reverse
double rangeFor(const double (&x)[4]) {
  double v[4];
  int k = 0;
  for (const double &element : x)
    v[k++] = element * element;
  double s = 1.0;
  for (double &element : v) {
    element *= s;
    s += element;
  }
  for (double element : v) {
    element += 1.0;
    s *= 1.0 + 0.1 * element;
  }
  return s;
}

#pragma adjoint reverse
double overTable(double x, double y) {
  const int order[] = {2, 0, 1};
  double v[3] = {x, y, x * y}, s = 1.0;
  for (int k : order) {
    v[k] *= s;
    s += v[k] * v[(k + 1) % 3];
    if (s > 10.0)
      break;
  }
  for (auto &element : v)
    element = element * 0.5 * s + 0.1;
  return v[0] * v[1] + v[2];
}

#pragma adjoint reverse
double overMatrix(double x, double y) {
  double a[2][2] = {{x, y}, {x * y, 1.0}}, s = 0.5;
  for (auto &row : a)
    for (double &element : row) {
      element *= s + row[0];
      s += element * element;
    }
  return s * a[0][0] * a[1][1];
}

// An object of a class with a destructor, in a body that writes to it.
class Scaled {
public:
  Scaled(double by, const double *of) : by(by), of(of) {}
  virtual ~Scaled() {}
  double by;
  const double *of;
};

#pragma adjoint reverse
double overObjects(double x, double y) {
  double a[3] = {x, y, 0.4}, s = 0.0;
  for (double element : a) {
    Scaled first(element, a);
    Scaled *second = new Scaled(y, a);
    first.by -= 0.5 * x;
    s += first.by * element * second->by + second->of[1];
    delete second;
  }
  return s;
}

// By value over arrays of objects that own memory, and in parts over arrays of pairs.
#pragma adjoint reverse
double rowsCopied(double x, double y) {
  std::vector<double> rows[2];
  rows[0] = {x, y};
  rows[1] = {y, x * y};
  double s = 0.0;
  for (auto row : rows) {
    row[0] *= 2.0;
    s += row[0] * row[1];
  }
  for (const auto &row : rows)
    s += row[0] * row[0];
  const std::pair<double, double> quotes[] = {{0.25, 0.95}, {0.75, 1.1}};
  for (auto [time, price] : quotes)
    s += x * time * price;
  std::pair<double, int> steps[] = {{x, 1}, {y, 2}};
  for (auto &[step, count] : steps)
    step *= y * count;
  return s + steps[0].first * steps[1].first;
}

int main() {
  for (double shift : {0.0, 0.5})
    numeric::check(
        "rangeFor", {0.7 + shift, 1.3, -0.8, 1.1},
        [](const Vector &v) {
          double x[4] = {v[0], v[1], v[2], v[3]};
          return Vector{rangeFor(x)};
        },
        [](const Vector &v, const Vector &seed) {
          double x[4] = {v[0], v[1], v[2], v[3]}, x_b[4] = {};
          rangeFor_b(x, x_b, seed[0]);
          return Vector(x_b, x_b + 4);
        });
  numeric::check("overTable", overTable, overTable_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overMatrix", overMatrix, overMatrix_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overObjects", overObjects, overObjects_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("rowsCopied", rowsCopied, rowsCopied_b, {{0.7, 1.3}, {-0.4, 0.9}});
  return numeric::report();
}
