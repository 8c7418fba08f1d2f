// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Pointers that are swapped, chosen by a condition, kept in arrays, and reached through other pointers.

#include "numeric.h"

// Two buffers that change roles.
#pragma adjoint reverse
double doubleBuffer(const double *x, int n) {
  double first[4] = {1.0, 0.5, 0.25, 2.0}, second[4] = {};
  double *now = first, *next = second;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      next[k] = now[k] * x[i] + 0.3 * now[(k + 1) % 4] * now[k];
    double *t = now;
    now = next;
    next = t;
  }
  return now[0] * now[1] + next[2] * now[3];
}

#pragma adjoint reverse
double conditionalPointer(double x, double y) {
  double a = x * x, b = x * y;
  double *larger = a > b ? &a : &b;
  *larger *= x;
  double *smaller = larger == &a ? &b : &a;
  *smaller += *larger * y;
  *larger = *smaller * *larger;
  return a * b;
}

#pragma adjoint reverse
double pointerFromBranch(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    const double *p;
    if (s > 1.0)
      p = &x[i];
    else
      p = x + (n - 1 - i);
    s *= *p;
    p = x;
    s += *p * s + 0.2;
  }
  return s;
}

#pragma adjoint reverse
double arrayOfPointers(double x, double y) {
  double a = x * y, b = y, c = x;
  double *v[3] = {&a, &b, &c};
  for (int i = 0; i < 5; ++i) {
    *v[i % 3] *= *v[(i + 1) % 3] + 0.2;
    double *t = v[0];
    v[0] = v[2];
    v[2] = t;
  }
  return a * b + *v[1] * *v[2];
}

// Rows are exchanged by their pointers, as in a pivoting elimination.
#pragma adjoint reverse
double rowPointers(const double *x, int n) {
  double storage[3][2];
  double *row[3];
  for (int i = 0; i < 3; ++i) {
    row[i] = storage[i];
    row[i][0] = x[i % n];
    row[i][1] = x[i % n] * x[(i + 1) % n];
  }
  for (int i = 0; i < 2; ++i)
    if (row[i][0] < row[i + 1][0]) {
      double *t = row[i];
      row[i] = row[i + 1];
      row[i + 1] = t;
    }
  row[1][0] *= row[0][1];
  row[2][1] -= row[1][0] * row[0][0];
  return row[0][0] * row[1][0] + row[2][1];
}

#pragma adjoint reverse
double pointerToPointer(double x, double y) {
  double a = x * y, b = y * y;
  double *p = &a;
  double **pp = &p;
  **pp *= x;
  *pp = &b;
  *p += a;
  double *q = &a;
  pp = &q;
  **pp = b * *p;
  *pp = p;
  *q *= a;
  return a * b;
}

#pragma adjoint reverse
double rowsParameter(double **rows, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      s = 0.5 * s * rows[i][j] + 0.1;
      rows[j][i] *= s;
    }
  return s;
}

void advance(const double **p) { ++*p; }

#pragma adjoint reverse
double advancedByCallee(const double *x, int n) {
  double s = 1.0;
  const double *p = x;
  for (int i = 0; i + 1 < n; ++i) {
    s = s * *p + 0.5;
    advance(&p);
    s *= *p;
  }
  return s;
}

#pragma adjoint reverse
double nullPointer(double x, double y) {
  double a = x * y;
  double *p = nullptr;
  if (x > 0.0)
    p = &a;
  if (p)
    *p *= *p;
  p = x > y ? p : nullptr;
  if (p != nullptr)
    *p += x;
  return a * x;
}

int main() {
  using numeric::Vector;
  numeric::check("doubleBuffer", doubleBuffer, doubleBuffer_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, 0.6}});
  numeric::check("conditionalPointer", conditionalPointer, conditionalPointer_b, {{0.7, 1.3}, {1.6, 0.6}});
  numeric::check("pointerFromBranch", pointerFromBranch, pointerFromBranch_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("arrayOfPointers", arrayOfPointers, arrayOfPointers_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("rowPointers", rowPointers, rowPointers_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}, {0.2, 0.5, 0.9}});
  numeric::check("pointerToPointer", pointerToPointer, pointerToPointer_b, {{0.7, 1.3}, {-1.1, 0.6}});
  for (double shift : {0.0, 0.5})
    numeric::check(
        "rowsParameter", {0.7 + shift, 1.3, -0.8, 1.1},
        [](Vector v) {
          double *rows[2] = {&v[0], &v[2]};
          double result = rowsParameter(rows, 2);
          v.push_back(result);
          return v;
        },
        [](Vector v, Vector v_b) {
          double *rows[2] = {&v[0], &v[2]}, *rows_b[2] = {&v_b[0], &v_b[2]};
          rowsParameter_b(rows, rows_b, 2, v_b[4]);
          v_b.pop_back();
          return v_b;
        });
  numeric::check("advancedByCallee", advancedByCallee, advancedByCallee_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("nullPointer", nullPointer, nullPointer_b, {{0.7, 1.3}, {1.6, 0.6}, {-1.1, 0.6}});
  return numeric::report();
}
