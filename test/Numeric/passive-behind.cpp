// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects with an active number and pointers to constants, handed to functions that call themselves. The adjoint of such an object
// leads nowhere; no derivative follows its pointers.
//
// NUMERIC-NEEDS-ANALYSES (parameters without adjoints)

#include "numeric.h"

#include <vector>

struct Table {
  const double *entries;
  int size;
};
struct Pair {
  const Table *left, *right;
};
struct Expression {
  Pair pair;
  double scale;
};

double product(const double *a, const double *b, int from) {
  return from < 2 ? a[from] * b[from] + product(a, b, from + 1) : 0.0;
}

// By reference; another function is handed some of the constants.
double dot(const Expression &e, int from) {
  if (from >= e.pair.left->size)
    return e.scale * e.scale;
  const double here = e.pair.left->entries[from] * e.scale;
  const double own[2] = {here * here, e.scale};
  return product(own, e.pair.right->entries, 0) + e.pair.right->entries[from] * here * here + dot(e, from + 1);
}

#pragma adjoint reverse wrt(x)
double constants(const Table &a, const Table &b, const double *x) {
  const Expression e{{&a, &b}, x[0] * x[1]};
  return dot(e, 0) * x[0];
}

// By value; the object is changed on the way.
double walked(Expression e, int from) {
  if (from >= e.pair.left->size)
    return e.scale;
  e.scale *= 0.5 + e.pair.right->entries[from];
  const Table *other = e.pair.left;
  e.pair.left = e.pair.right;
  e.pair.right = other;
  return e.scale * e.pair.right->entries[from] + walked(e, from + 1);
}

#pragma adjoint reverse wrt(x)
double swapped(const Table &a, const Table &b, const double *x) {
  Expression e{{&a, &b}, x[0] * x[1]};
  return walked(e, 0) * x[0];
}

// One call leads to active numbers, the other to constants alone.
#pragma adjoint reverse wrt(x)
double both(const Table &a, const double *x) {
  const Table own{x, 2};
  const Expression active{{&own, &own}, x[1]};
  const Expression constant{{&a, &a}, x[0] * x[1]};
  return dot(active, 0) * dot(constant, 0);
}

// A copy of an object without an adjoint gets an active number. The constants behind it may not be the elements of p.
struct Observation {
  double time;
  const double *weight;
};

double residual(const std::vector<double> &p, const Observation &o, int depth) {
  double m = p[0] * o.time;
  if (depth > 0) {
    Observation later = o;
    later.time = m * p[1];
    m += residual(p, later, depth - 1);
  }
  return m * *o.weight;
}

#pragma adjoint reverse wrt(p)
double copied(const std::vector<double> &p, const Observation &o) { return residual(p, o, 3); }

using numeric::Vector;

int main() {
  const double left[] = {0.3, -1.1}, right[] = {1.7, 0.6};
  const Table a{left, 2}, b{right, 2};
  const Vector point = {0.8, -1.3};
  numeric::check(
      "constants", point, [&](const Vector &x) { return Vector{constants(a, b, x.data())}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(2);
        constants_b(a, b, x.data(), x_b.data(), y_b[0]);
        return x_b;
      });
  numeric::check(
      "swapped", point, [&](const Vector &x) { return Vector{swapped(a, b, x.data())}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(2);
        swapped_b(a, b, x.data(), x_b.data(), y_b[0]);
        return x_b;
      });
  numeric::check(
      "both", point, [&](const Vector &x) { return Vector{both(a, x.data())}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(2);
        both_b(a, x.data(), x_b.data(), y_b[0]);
        return x_b;
      });
  const double weight = 0.7;
  numeric::check(
      "copied", point, [&](const Vector &p) { return Vector{copied(p, {0.6, &weight})}; },
      [&](const Vector &p, const Vector &y_b) {
        Vector p_b(2);
        copied_b(p, p_b, {0.6, &weight}, y_b[0]);
        return p_b;
      });
  return numeric::report();
}
