// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reversed loop around loops runs upwards where its iterations have nothing to do with each other but sums: each has a
// row of a matrix, or an element, for itself. Not where rows overlap, where an iteration reads what the one behind it has
// set, or where the tape has to be read backwards.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-turn-outer-loops | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>
#include <vector>

#pragma adjoint reverse
void product(int m, int n, const double *a, const double *x, double *__restrict y) {
  for (int i = 0; i < m; ++i) {
    double s = 0.0;
    for (int j = 0; j < n; ++j)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

#pragma adjoint reverse
void rows(std::size_t m, std::size_t n, const double *x, double *__restrict y) {
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      y[i * n + j] = x[j] * x[i];
}

#pragma adjoint reverse
void overlappingRows(int m, int n, const double *x, double *__restrict y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= n; ++j)
      y[i * n + j] = x[j] * x[i];
}

#pragma adjoint reverse
void substitution(int n, const double *a, double *__restrict x) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= a[i * n + j] * x[j];
}

// Rows by pointers that the iteration declares.
#pragma adjoint reverse
void namedRows(int m, int n, const double *a, const double *x, double *__restrict y) {
  for (int i = 0; i < m; ++i) {
    const double *row = a + i * n, *column = x;
    double s = 0.0;
    for (int j = 0; j < n; ++j)
      s += row[j] * column[j];
    y[i] = s;
  }
}

// Each row is made of the one before.
#pragma adjoint reverse
void namedRecurrence(int m, int n, double *__restrict x) {
  for (int i = 1; i < m; ++i) {
    double *row = x + i * n;
    const double *above = x + (i - 1) * n;
    for (int j = 0; j < n; ++j)
      row[j] += 0.5 * above[j];
  }
}

// A row below the pivot's: not the same elements.
#pragma adjoint reverse
void eliminated(int n, double *__restrict a) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double l = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= l * a[k * n + j];
    }
}

// OFF-LABEL: void product_b
// OFF:         for (int i = m - 1; i >= 0; --i) {
// OFF-LABEL: void rows_b
// OFF:         for (unsigned long i = m; i > 0;) {

// CHECK: void product_b(int m, int n, const double *a, double *a_b, const double *x, double *x_b,
// CHECK-NEXT:                double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 0; i < m; ++i) {
// CHECK-NEXT:     double s_b = y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       a_b[i * n + j] += x[j] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       x_b[j] += a[i * n + j] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void rows_b(unsigned long m, unsigned long n, const double *x, double *x_b, double * /*y*/,
// CHECK-NEXT:             double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (unsigned long i = 0; i < m; ++i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (unsigned long j = 0; j < n; ++j) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       x_b[j] += x[i] * y_b[i * n + j];
// CHECK-NEXT:       x_b_sum += x[j] * y_b[i * n + j];
// CHECK-NEXT:       y_b[i * n + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void overlappingRows_b(int m, int n, const double *x, double *x_b, double * /*y*/,
// CHECK-NEXT:                        double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 0; --i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     ADJOINT_SUMS(x_b_sum)
// CHECK-NEXT:     for (int j = 0; j < n + 1; ++j) {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       x_b[j] += x[i] * y_b[i * n + j];
// CHECK-NEXT:       x_b_sum += x[j] * y_b[i * n + j];
// CHECK-NEXT:       y_b[i * n + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (x_b_sum != 0.0)
// CHECK-NEXT:       x_b[i] += x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void substitution_b(int n, const double *a, double *a_b, double *__restrict x,
// CHECK-NEXT:                     double *__restrict x_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < i; ++j) {
// CHECK-NEXT:       x[i] -= a[i * n + j] * x[j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     for (int j = 0; j < i; ++j) {
// CHECK-NEXT:       const double seed = x_b[i];
// CHECK-NEXT:       a_b[i * n + j] -= x[j] * seed;
// CHECK-NEXT:       x_b[j] -= a[i * n + j] * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void namedRows_b(int m, int n, const double *a, double *a_b, const double *x, double *x_b,
// CHECK-NEXT:                  double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = 0; i < m; ++i) {
// CHECK-NEXT:     double *row_b = a_b + i * n;
// CHECK-NEXT:     const double *row = a + i * n;
// CHECK-NEXT:     double *column_b = x_b;
// CHECK-NEXT:     const double *column = x;
// CHECK-NEXT:     double s_b = y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       row_b[j] += column[j] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK-NEXT:       column_b[j] += row[j] * s_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void namedRecurrence_b(int m, int n, double * /*x*/, double *__restrict x_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int i = m - 1; i >= 1; --i) {
// CHECK-NEXT:     double *row_b = x_b + i * n;
// CHECK-NEXT:     double *above_b = x_b + (i - 1) * n;
// CHECK-NEXT:     for (int j = n - 1; j >= 0; --j) {
// CHECK-NEXT:       const double seed = row_b[j];
// CHECK-NEXT:       above_b[j] += 0.5 * seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void eliminated_b(int n, double *__restrict a, double *__restrict a_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     double *l_tape = tape.reserve<double>(adjoint::trips(k + 1, n));
// CHECK-NEXT:     for (int i = k + 1; i < n; ++i) {
// CHECK-NEXT:       const double l = a[i * n + k] / a[k * n + k];
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT:         a[i * n + j] -= l * a[k * n + j];
// CHECK-NEXT:       }
// CHECK-NEXT:       l_tape[i - (k + 1)] = l;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.push(l_tape);
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int k = n - 1; k >= 0; --k) {
// CHECK-NEXT:     double *l_tape = tape.pop<double *>();
// CHECK-NEXT:     for (int i = k + 1; i < n; ++i) {
// CHECK-NEXT:       const double l = l_tape[i - (k + 1)];
// CHECK-NEXT:       double l_b = 0.0;
// CHECK-NEXT:       ADJOINT_SUMS(l_b)
// CHECK-NEXT:       for (int j = k + 1; j < n; ++j) {
// CHECK-NEXT:         ADJOINT_ANY_ORDER
// CHECK-NEXT:         const double seed = a_b[i * n + j];
// CHECK-NEXT:         l_b -= a[k * n + j] * seed;
// CHECK-NEXT:         a_b[k * n + j] -= l * seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       const double w_b = l_b / a[k * n + k];
// CHECK-NEXT:       a_b[i * n + k] += w_b;
// CHECK-NEXT:       a_b[k * n + k] -= l * w_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.release(l_tape, adjoint::trips(k + 1, n));
// CHECK-NEXT:   }
// CHECK-NEXT: }
