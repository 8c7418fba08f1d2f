// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Structs with pointer members: views of arrays, linked cells, rows of a matrix. The pointers of an adjoint object
// point to adjoints.

#include "numeric.h"

using numeric::Vector;

struct View {
  double *data;
  int size;
};

struct ConstView {
  const double *data;
  int size;
};

#pragma adjoint reverse
double product(const ConstView &v) {
  double p = 1.0;
  for (int i = 0; i < v.size; ++i) {
    p *= v.data[i];
    p += p * p;
  }
  return p;
}

#pragma adjoint reverse
void cumulate(View v, double factor) {
  while (v.size > 1) {
    v.data[1] += factor * v.data[0] * v.data[1];
    ++v.data;
    --v.size;
    factor *= 1.1;
  }
}

View tail(View v, int from) { return {v.data + from, v.size - from}; }

void scale(const View &v, double factor) {
  for (int i = 0; i < v.size; ++i)
    v.data[i] *= factor * (1.0 + v.data[0]);
}

#pragma adjoint reverse
double views(const double *x, int n) {
  double work[8];
  View all = {work, n};
  for (int i = 0; i < n; ++i)
    all.data[i] = x[i] * x[0];
  scale(tail(all, 1), x[n - 1]);
  View rest = tail(all, n / 2);
  scale(rest, 0.5);
  rest = all;
  rest.data[0] *= work[n - 1];
  return work[0] * rest.data[1] + product({work, n});
}

struct Cell {
  double value;
  Cell *next;
};

#pragma adjoint reverse
double list(const double *x, int n) {
  Cell cells[6];
  for (int i = 0; i < n; ++i) {
    cells[i].value = x[i] * x[i];
    cells[i].next = i + 1 < n ? &cells[i + 1] : nullptr;
  }
  double s = 1.0;
  for (Cell *c = cells; c; c = c->next) {
    s *= c->value;
    if (c->next)
      c->next->value += s;
    if (c->next && c->next->next)
      c->next = c->next->next;
  }
  return s;
}

struct Matrix {
  double **row;
  int n;
};

#pragma adjoint reverse
double trace(const Matrix &a, double shift) {
  double t = 1.0;
  for (int i = 0; i < a.n; ++i) {
    a.row[i][i] *= shift;
    t = t * a.row[i][a.n - 1 - i] + a.row[i][i];
    shift += t;
  }
  return t;
}

/// What a pointer in an object leads to leads to numbers in turn: the callee does not tell those that are constants.
struct Numbers {
  double *at;
  int n;
};
struct Scaled {
  const Numbers *numbers;
  double by;
};
struct Terms {
  const Numbers *left;
  Scaled right;
};

void multiply(const Terms &terms, double *out, int depth) {
  for (int i = 0; i < terms.left->n; ++i)
    out[i] += terms.left->at[i] * terms.right.numbers->at[i] * terms.right.by;
  if (depth > 0)
    multiply(terms, out, depth - 1);
}

#pragma adjoint reverse
double behindObjects(const double *x, int n) {
  double weights[8], out[8] = {}, own[8];
  for (int i = 0; i < n; ++i) {
    weights[i] = 0.4 + i;
    own[i] = x[i];
  }
  const Numbers numbers = {own, n}, constants = {weights, n};
  const Terms terms = {&numbers, {&constants, x[0]}};
  multiply(terms, out, 2);
  return out[0] * out[n - 1];
}

int main() {
  for (double shift : {0.0, 0.4}) {
    const Vector x = {0.7 + shift, 1.3, -0.8, 0.6};
    numeric::check(
        "product", x,
        [](const Vector &v) {
          return Vector{product({v.data(), 4})};
        },
        [](const Vector &v, const Vector &seed) {
          Vector v_b(4);
          ConstView view = {v.data(), 4}, view_b = {v_b.data(), 4};
          product_b(view, view_b, seed[0]);
          return v_b;
        });
    numeric::check(
        "cumulate", x,
        [](Vector v) {
          cumulate({v.data(), 3}, v[3]);
          return v;
        },
        [](Vector v, Vector v_b) {
          View view = {v.data(), 3}, view_b = {v_b.data(), 3};
          cumulate_b(view, view_b, v[3], v_b[3]);
          return v_b;
        });
    numeric::check(
        "trace", {0.7 + shift, 1.3, -0.8, 0.6, 0.9},
        [](Vector v) {
          double *row[2] = {&v[0], &v[2]};
          double result = trace({row, 2}, v[4]);
          v[4] = result;
          return v;
        },
        [](Vector v, Vector v_b) {
          double *row[2] = {&v[0], &v[2]}, *row_b[2] = {&v_b[0], &v_b[2]};
          Matrix a = {row, 2}, a_b = {row_b, 2};
          double shift_b = 0.0;
          trace_b(a, a_b, v[4], shift_b, v_b[4]);
          v_b[4] = shift_b;
          return v_b;
        });
  }
  numeric::check("views", views, views_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("list", list, list_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("behindObjects", behindObjects, behindObjects_b, {{0.7, 1.3, -0.8, 0.4}});
  return numeric::report();
}
