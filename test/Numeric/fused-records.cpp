// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Records that hold an array and nothing else, alone and in rows: what an iteration writes before it reads it belongs to the
// iteration, and all else does not.

#include "numeric.h"

#include <cmath>

struct Row {
  double lane[4];
};
struct Matrix {
  double at[2][3];
};
struct Marked {
  double lane[4];
  int mark;
};

Row scaled(const Row &r, double t) {
  Row s = r;
  for (int k = 0; k < 4; ++k)
    s.lane[k] *= t;
  return s;
}

#pragma adjoint reverse
double whole(const double *x, int n) {
  double s = 0.0;
  Row r;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      r.lane[k] = std::sin(x[i] * (k + 1));
    for (int k = 0; k < 4; ++k)
      s += r.lane[k] * r.lane[3 - k];
  }
  return s;
}

/// The last number is that of the iteration before.
#pragma adjoint reverse
double lastLane(const double *x, int n) {
  double s = 0.0;
  Row r = {};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      r.lane[k] = std::sin(x[i] * (k + 1)) + r.lane[3];
    for (int k = 0; k < 4; ++k)
      s += r.lane[k] * r.lane[3 - k];
    r.lane[3] = x[i];
  }
  return s;
}

/// A number of each row alone.
#pragma adjoint reverse
double columns(const double *x, int n) {
  double s = 0.0;
  Row r[4] = {};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      r[k].lane[0] = std::sin(x[i] * (k + 1));
    for (int k = 0; k < 4; ++k) {
      s += r[k].lane[0] * r[3 - k].lane[1];
      r[k].lane[1] = std::exp(r[k].lane[0]);
    }
  }
  return s;
}

#pragma adjoint reverse
double rows(const double *x, int n) {
  double s = 0.0;
  Row r[3];
  for (int i = 0; i + 4 <= n; ++i) {
    Row a;
    for (int k = 0; k < 4; ++k)
      a.lane[k] = x[i + k] * x[i];
    for (int k = 0; k < 3; ++k)
      r[k] = scaled(a, x[k]);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 4; ++l)
        s += r[k].lane[l] * r[2 - k].lane[3 - l];
  }
  return s;
}

/// The last row is that of the iteration before.
#pragma adjoint reverse
double lastRow(const double *x, int n) {
  double s = 0.0;
  Row r[3] = {};
  for (int i = 0; i + 4 <= n; ++i) {
    Row a;
    for (int k = 0; k < 4; ++k)
      a.lane[k] = x[i + k] * x[i];
    for (int k = 0; k < 2; ++k)
      r[k] = scaled(a, x[k]);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 4; ++l)
        s += r[k].lane[l] * r[2 - k].lane[3 - l];
    r[2] = scaled(r[1], 0.5 + x[i]);
  }
  return s;
}

#pragma adjoint reverse
double matrices(const double *x, int n) {
  double s = 0.0;
  Matrix m = {}, old = {};
  for (int i = 0; i + 6 <= n; ++i) {
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b)
        m.at[a][b] = std::exp(x[i + 3 * a + b] * x[0]);
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b)
        old.at[a][b] = std::sin(m.at[a][b + 1]);
    s += m.at[0][1] * m.at[1][2] * old.at[0][1] + m.at[1][0] * m.at[0][2] * old.at[1][2];
    old.at[1][2] = x[i];
  }
  return s;
}

#pragma adjoint reverse
double marked(const double *x, int n) {
  double s = 0.0;
  Marked r = {};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      r.lane[k] = std::sin(x[i] * (k + 1)) + r.mark;
    r.mark = i;
    for (int k = 0; k < 4; ++k)
      s += r.lane[k] * r.lane[3 - k];
  }
  return s;
}

/// By a reference and a pointer to rows.
#pragma adjoint reverse
double turns(const double *x, int n) {
  double s = 0.0;
  Row r[2] = {};
  for (int i = 0; i < n; ++i) {
    Row &own = r[i % 2], *other = &r[(i + 1) % 2];
    for (int k = 0; k < 4; ++k)
      own.lane[k] = std::sin(x[i] * (k + 1)) + other->lane[3 - k];
    for (int k = 0; k < 4; ++k)
      s += own.lane[k] * other->lane[k];
  }
  return s;
}

/// In one branch, one row less.
#pragma adjoint reverse
double branches(const double *x, int n) {
  double s = 0.0;
  Row r[4] = {};
  for (int i = 0; i + 4 <= n; ++i) {
    if (i % 2 == 0)
      for (int k = 0; k < 4; ++k)
        r[k] = Row{{x[k], x[i], x[i + k], 1.0}};
    else
      for (int k = 0; k < 3; ++k)
        r[k] = Row{{x[i], x[i + k], 2.0, x[k]}};
    for (int k = 0; k < 4; ++k)
      s += r[k].lane[k] * r[3 - k].lane[k];
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.4, -0.7, 0.55, 0.35}};
  numeric::check("whole", whole, whole_b, points);
  numeric::check("lastLane", lastLane, lastLane_b, points);
  numeric::check("columns", columns, columns_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("lastRow", lastRow, lastRow_b, points);
  numeric::check("matrices", matrices, matrices_b, points);
  numeric::check("marked", marked, marked_b, points);
  numeric::check("turns", turns, turns_b, points);
  numeric::check("branches", branches, branches_b, points);
  return numeric::report();
}
