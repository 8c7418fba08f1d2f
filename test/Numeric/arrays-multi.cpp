// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Arrays of two and three dimensions, local and as parameters.

#include "numeric.h"

#pragma adjoint reverse
double localMatrix(double x, double y) {
  double a[2][2] = {{x, x * y}, {y * y, 1.0}};
  a[1][1] = a[0][0] * a[1][0];
  a[0][0] = a[1][1] * a[0][1];
  a[1][0] -= a[0][0] * y;
  return a[0][0] * a[1][1] - a[0][1] * a[1][0];
}

#pragma adjoint reverse
double localCube(const double *x, int n) {
  double t[2][3][2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        t[i][j][k] = x[(i + j + k) % n] * (i ? t[0][j][k] : 1.0 + j);
  double s = 0.0;
  for (int j = 0; j < 3; ++j) {
    t[0][j][0] *= t[1][j][1];
    s += t[0][j][0] * t[1][2 - j][0];
  }
  return s;
}

#pragma adjoint reverse
double matrixParameter(const double a[][3], int rows) {
  double s = 1.0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 3; ++j)
      s = 0.5 * s * a[i][j] + a[i][(j + 1) % 3];
  return s;
}

// a := a * b by rows, in place.
#pragma adjoint reverse
void multiplyInPlace(double a[2][2], const double b[2][2]) {
  for (int i = 0; i < 2; ++i) {
    double row[2] = {a[i][0], a[i][1]};
    for (int j = 0; j < 2; ++j) {
      a[i][j] = 0.0;
      for (int k = 0; k < 2; ++k)
        a[i][j] += row[k] * b[k][j];
    }
  }
}

#pragma adjoint reverse
void transposeAndScale(double (&a)[3][3], double factor) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      double t = a[i][j];
      a[i][j] = a[j][i] * factor;
      a[j][i] = t * a[i][j];
      factor *= 1.1;
    }
}

#pragma adjoint reverse
void cubeParameter(double t[2][2][2], double &s) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) {
        s = s * t[i][j][k] + 0.3;
        t[k][i][j] *= s;
      }
}

// Row pointers into a matrix.
#pragma adjoint reverse
double rows(const double *x, int n) {
  double a[3][4];
  for (int i = 0; i < 3; ++i) {
    double *row = a[i];
    for (int j = 0; j < 4; ++j)
      row[j] = x[(i * 4 + j) % n] * (i + 1.0);
  }
  double s = 1.0;
  for (double(*row)[4] = a; row != a + 3; ++row) {
    s *= (*row)[1] + (*row)[3];
    (*row)[0] *= s;
  }
  return s + a[0][0] * a[2][0];
}

// Flat storage of a matrix, the usual way in numerical programs.
#pragma adjoint reverse
double flat(const double *x, int n) {
  double a[16];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = x[i] * x[j] + (i == j);
  double trace = 0.0;
  for (int k = 0; k < n; ++k) {
    for (int j = k + 1; j < n; ++j)
      a[k * n + j] /= a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    trace += a[k * n + k] * a[k * n + k];
  }
  return trace;
}

int main() {
  using numeric::Vector;
  numeric::check("localMatrix", localMatrix, localMatrix_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("localCube", localCube, localCube_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  for (double shift : {0.0, 0.5}) {
    numeric::check(
        "matrixParameter", {0.7 + shift, 1.3, -0.8, 1.1, 0.4, 0.9},
        [](const Vector &v) {
          double a[2][3] = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
          return Vector{matrixParameter(a, 2)};
        },
        [](const Vector &v, const Vector &seed) {
          double a[2][3] = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
          double a_b[2][3] = {};
          matrixParameter_b(a, a_b, 2, seed[0]);
          return Vector(&a_b[0][0], &a_b[0][0] + 6);
        });
    numeric::check(
        "multiplyInPlace", {0.7 + shift, 1.3, -0.8, 1.1, 0.4, 0.9, -0.3, 1.7},
        [](const Vector &v) {
          double a[2][2] = {{v[0], v[1]}, {v[2], v[3]}}, b[2][2] = {{v[4], v[5]}, {v[6], v[7]}};
          multiplyInPlace(a, b);
          return Vector{a[0][0], a[0][1], a[1][0], a[1][1]};
        },
        [](const Vector &v, const Vector &seed) {
          double a[2][2] = {{v[0], v[1]}, {v[2], v[3]}}, b[2][2] = {{v[4], v[5]}, {v[6], v[7]}};
          double a_b[2][2] = {{seed[0], seed[1]}, {seed[2], seed[3]}}, b_b[2][2] = {};
          multiplyInPlace_b(a, a_b, b, b_b);
          return Vector{a_b[0][0], a_b[0][1], a_b[1][0], a_b[1][1], b_b[0][0], b_b[0][1], b_b[1][0], b_b[1][1]};
        });
    numeric::check(
        "transposeAndScale", {0.7 + shift, 1.3, -0.8, 1.1, 0.4, 0.9, -0.3, 1.7, 0.6, 1.2},
        [](const Vector &v) {
          double a[3][3];
          for (int i = 0; i < 9; ++i)
            a[i / 3][i % 3] = v[i];
          transposeAndScale(a, v[9]);
          return Vector(&a[0][0], &a[0][0] + 9);
        },
        [](const Vector &v, const Vector &seed) {
          double a[3][3], a_b[3][3], factor_b = 0.0;
          for (int i = 0; i < 9; ++i) {
            a[i / 3][i % 3] = v[i];
            a_b[i / 3][i % 3] = seed[i];
          }
          transposeAndScale_b(a, a_b, v[9], factor_b);
          Vector x_b(&a_b[0][0], &a_b[0][0] + 9);
          x_b.push_back(factor_b);
          return x_b;
        });
    numeric::check(
        "cubeParameter", {0.7 + shift, 1.3, -0.8, 1.1, 0.4, 0.9, -0.3, 1.7, 0.6},
        [](Vector v) {
          double t[2][2][2];
          for (int i = 0; i < 8; ++i)
            t[i / 4][i / 2 % 2][i % 2] = v[i];
          cubeParameter(t, v[8]);
          for (int i = 0; i < 8; ++i)
            v[i] = t[i / 4][i / 2 % 2][i % 2];
          return v;
        },
        [](Vector v, Vector v_b) {
          double t[2][2][2], t_b[2][2][2];
          for (int i = 0; i < 8; ++i) {
            t[i / 4][i / 2 % 2][i % 2] = v[i];
            t_b[i / 4][i / 2 % 2][i % 2] = v_b[i];
          }
          cubeParameter_b(t, t_b, v[8], v_b[8]);
          for (int i = 0; i < 8; ++i)
            v_b[i] = t_b[i / 4][i / 2 % 2][i % 2];
          return v_b;
        });
  }
  numeric::check("rows", rows, rows_b, {{0.7, 0.3, -0.8}, {0.5, 0.9, 0.4, -0.6, 0.2}});
  numeric::check("flat", flat, flat_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
