// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Gauss elimination in place, with partial pivoting: the determinant, the solution of a linear system, the inverse.
// Also compared with what linear algebra says the adjoints are.

#include "numeric.h"

#include <cmath>

using numeric::Vector;

/// Factors the matrix in place; returns the sign of the permutation, or 0 for a singular matrix.
double eliminate(double *a, int *pivot, int n) {
  double sign = 1.0;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[best * n + k]))
        best = i;
    pivot[k] = best;
    if (a[best * n + k] == 0.0)
      return 0.0;
    if (best != k) {
      sign = -sign;
      for (int j = 0; j < n; ++j) {
        double t = a[k * n + j];
        a[k * n + j] = a[best * n + j];
        a[best * n + j] = t;
      }
    }
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return sign;
}

#pragma adjoint reverse
double determinant(double *a, int n) {
  int pivot[8];
  double det = eliminate(a, pivot, n);
  for (int k = 0; k < n; ++k)
    det *= a[k * n + k];
  return det;
}

/// b becomes the solution of a x = b; a is overwritten by its factors.
#pragma adjoint reverse
void solve(double *a, double *b, int n) {
  int *pivot = new int[n];
  eliminate(a, pivot, n);
  for (int k = 0; k < n; ++k) {
    double t = b[k];
    b[k] = b[pivot[k]];
    b[pivot[k]] = t;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      b[i] -= a[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
  delete[] pivot;
}

#pragma adjoint reverse
void invert(double a[3][3]) {
  double work[3][6] = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      work[i][j] = a[i][j];
    work[i][3 + i] = 1.0;
  }
  for (int k = 0; k < 3; ++k) {
    for (int i = k + 1; i < 3; ++i)
      if (std::fabs(work[i][k]) > std::fabs(work[k][k]))
        for (int j = 0; j < 6; ++j) {
          double t = work[k][j];
          work[k][j] = work[i][j];
          work[i][j] = t;
        }
    double scale = 1.0 / work[k][k];
    for (int j = 0; j < 6; ++j)
      work[k][j] *= scale;
    for (int i = 0; i < 3; ++i) {
      if (i == k)
        continue;
      double factor = work[i][k];
      for (int j = 0; j < 6; ++j)
        work[i][j] -= factor * work[k][j];
    }
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      a[i][j] = work[i][3 + j];
}

// Both need their first pivots from below the diagonal.
const Vector three = {0.2, 1.3, -0.7, 2.1, 0.4, 0.9, -0.6, 1.8, 1.1};
const Vector four = {0.1, 1.2, -0.4, 0.7, 1.9, 0.3, 0.8, -1.1, -0.5, 2.2, 0.6, 0.2, 0.9, -0.3, 1.7, 1.4};

Vector solution(const Vector &v, int n) {
  Vector a(v.begin(), v.begin() + n * n), b(v.begin() + n * n, v.end());
  solve(a.data(), b.data(), n);
  return b;
}

int main() {
  for (const Vector &matrix : {three, four}) {
    const int n = matrix.size() == 9 ? 3 : 4;
    numeric::check(
        "determinant", matrix, [=](Vector a) { return Vector{determinant(a.data(), n)}; },
        [=](Vector a, const Vector &seed) {
          Vector a_b(a.size());
          determinant_b(a.data(), a_b.data(), n, seed[0]);
          return a_b;
        });
    Vector system = matrix;
    for (int i = 0; i < n; ++i)
      system.push_back(0.4 + 0.7 * i);
    numeric::check(
        "solve", system, [=](const Vector &v) { return solution(v, n); },
        [=](Vector v, const Vector &seed) {
          Vector v_b(v.size());
          for (int i = 0; i < n; ++i)
            v_b[n * n + i] = seed[i];
          solve_b(v.data(), v_b.data(), &v[n * n], &v_b[n * n], n);
          return v_b;
        });

    // With y = inverse(a)^T seed: the adjoint of b is y, the adjoint of a is -y x^T.
    Vector x = solution(system, n), seed = numeric::seeds(n, 7), transposed(n * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        transposed[i * n + j] = matrix[j * n + i];
    transposed.insert(transposed.end(), seed.begin(), seed.end());
    Vector y = solution(transposed, n), v = system, v_b(v.size());
    for (int i = 0; i < n; ++i)
      v_b[n * n + i] = seed[i];
    solve_b(v.data(), v_b.data(), &v[n * n], &v_b[n * n], n);
    for (int i = 0; i < n; ++i) {
      numeric::expect("solve, b_b in closed form", y[i], v_b[n * n + i], 1e-12);
      for (int j = 0; j < n; ++j)
        numeric::expect("solve, a_b in closed form", -y[i] * x[j], v_b[i * n + j], 1e-12);
    }
  }
  // A singular matrix leaves early: what remains of the derivative is that of the sign, zero.
  Vector singular = {0.0, 1.0, 0.0, 2.0}, singular_b(4);
  determinant_b(singular.data(), singular_b.data(), 2, 1.5);
  numeric::consumed("determinant of a singular matrix", singular_b);
  auto primal = [](const Vector &v) {
    double a[3][3];
    for (int i = 0; i < 9; ++i)
      a[i / 3][i % 3] = v[i];
    invert(a);
    return Vector(&a[0][0], &a[0][0] + 9);
  };
  auto adjoint = [](const Vector &v, const Vector &seed) {
    double a[3][3], a_b[3][3];
    for (int i = 0; i < 9; ++i) {
      a[i / 3][i % 3] = v[i];
      a_b[i / 3][i % 3] = seed[i];
    }
    invert_b(a, a_b);
    return Vector(&a_b[0][0], &a_b[0][0] + 9);
  };
  numeric::check("invert", three, primal, adjoint);
  numeric::check("invert", Vector(four.begin() + 3, four.begin() + 12), primal, adjoint);
  return numeric::report();
}
