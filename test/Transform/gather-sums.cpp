// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the iterations of a stencil add to their neighbours is gathered, element by element; branches are part of it. Not where
// a division or a function would be computed again, or where what is added to is read. What the loop leaves alone is no obstacle: it
// is computed in front of it.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-gather-sums | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -Wno-active-branch -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <cmath>

// OFF-NOT: element gathers

#pragma adjoint reverse
void central(int n, double a, const double *x, double *__restrict y) {
  for (int i = 1; i < n - 1; ++i)
    y[i] = a * (x[i + 1] - 2.0 * x[i] + x[i - 1]);
}

#pragma adjoint reverse wrt(u)
void upwind(int n, const double *u, double *__restrict f) {
  for (int i = 0; i + 1 < n; ++i) {
    const double a = u[i] + u[i + 1];
    f[i] = a > 0 ? a * u[i] : a * u[i + 1];
  }
}

#pragma adjoint reverse wrt(x)
void rows(int n, const double *x, double *__restrict y) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < 63; ++j)
      y[i * 64 + j] = x[(i - 1) * 64 + j] + x[i * 64 + j - 1] + x[i * 64 + j + 1];
}

#pragma adjoint reverse
void quotient(int n, const double *x, double *__restrict y) {
  for (int i = 1; i < n; ++i)
    y[i] = x[i - 1] / x[i];
}

// A parameter's adjoint is a sum of its own.
#pragma adjoint reverse
double weighted(int n, double width, const double *x) {
  double total = 0.0;
  for (int i = 1; i < n - 1; ++i) {
    const double near = 1.0 / (1.0 + width);
    const double mean = near * x[i] + x[i - 1] + x[i + 1];
    total += mean * mean;
  }
  return total;
}

// CHECK: void central_b(int n, double a, double &a_b, const double *x, double *x_b, double * /*y*/,
// CHECK-NEXT:                double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const int high = n - 1 > 3 ? n - 1 - 1 : 2;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     x_b[i] += a * (y_b[i - 1] - 2.0 * y_b[i] + y_b[i + 1]);
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = n - 1 < 3 ? n - 1 : 3;
// CHECK-NEXT:   // At the ends.
// CHECK-NEXT:   for (int i = 1; i < low; ++i) {
// CHECK-NEXT:     const double w_b = a * y_b[i];
// CHECK-NEXT:     x_b[i - 1] += w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low_2 = n - 1 < 2 ? n - 1 : 2;
// CHECK-NEXT:   for (int i = 1; i < low_2; ++i) {
// CHECK-NEXT:     const double w_b = a * y_b[i];
// CHECK-NEXT:     x_b[i] -= 2.0 * w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = a * y_b[i];
// CHECK-NEXT:     x_b[i] -= 2.0 * w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high - 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double w_b = a * y_b[i];
// CHECK-NEXT:     x_b[i + 1] += w_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   double a_b_sum = 0.0;
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     a_b_sum += (x[i + 1] - 2.0 * x[i] + x[i - 1]) * y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (a_b_sum != 0.0)
// CHECK-NEXT:     a_b += a_b_sum;
// CHECK-NEXT: }
// CHECK-NEXT: void upwind_b(int n, const double *u, double *u_b, double * /*f*/, double *__restrict f_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const int high = n - 1 > 1 ? n - 1 : 1;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 1; i < high; ++i) {
// CHECK-NEXT:     const double a = u[i] + u[i + 1];
// CHECK-NEXT:     const double a_2 = u[i - 1] + u[i];
// CHECK-NEXT:     u_b[i] += f_b[i] * (a > 0 ? a + u[i] : u[i + 1]) +
// CHECK-NEXT:         f_b[i - 1] * (a_2 > 0 ? u[i - 1] : a_2 + u[i]);
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = n - 1 < 1 ? n - 1 : 1;
// CHECK-NEXT:   // At the ends.
// CHECK-NEXT:   for (int i = 0; i < low; ++i) {
// CHECK-NEXT:     const double a = u[i] + u[i + 1];
// CHECK-NEXT:     double a_b = 0.0;
// CHECK-NEXT:     if (a > 0) {
// CHECK-NEXT:       a_b += u[i] * f_b[i];
// CHECK-NEXT:       u_b[i] += a * f_b[i];
// CHECK-NEXT:     } else {
// CHECK-NEXT:       a_b += u[i + 1] * f_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     u_b[i] += a_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high - 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double a = u[i] + u[i + 1];
// CHECK-NEXT:     double a_b = 0.0;
// CHECK-NEXT:     if (a > 0) {
// CHECK-NEXT:       a_b += u[i] * f_b[i];
// CHECK-NEXT:     } else {
// CHECK-NEXT:       a_b += u[i + 1] * f_b[i];
// CHECK-NEXT:       u_b[i + 1] += a * f_b[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     u_b[i + 1] += a_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 0; i < n - 1; ++i) {
// CHECK-NEXT:     f_b[i] = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void rows_b(int n, const double * /*x*/, double *x_b, double * /*y*/, double *__restrict y_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const int high = n - 1 > 2 ? n - 1 - 1 : 1;
// CHECK-NEXT:   // Each row gathers from its neighbours.
// CHECK-NEXT:   for (int i = 1; i < high; ++i) {
// CHECK-NEXT:     // Each element gathers from its neighbours.
// CHECK-NEXT:     for (int j = 2; j < 62; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j] += y_b[(i + 1) * 64 + j] + y_b[i * 64 + (j + 1)] + y_b[i * 64 + (j - 1)];
// CHECK-NEXT:     }
// CHECK-NEXT:     // At the ends.
// CHECK-NEXT:     for (int j = 1; j < 3; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j - 1] += y_b[i * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 1; j < 2; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j] += y_b[(i + 1) * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 62; j < 63; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j] += y_b[(i + 1) * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int j = 61; j < 63; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j - 1 + 2] += y_b[i * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = n - 1 < 2 ? n - 1 : 2;
// CHECK-NEXT:   // The rows at the ends.
// CHECK-NEXT:   for (int i = 1; i < low; ++i) {
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       x_b[(i - 1) * 64 + j] += y_b[i * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high; i < n - 1; ++i) {
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j - 1] += y_b[i * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high; i < n - 1; ++i) {
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       x_b[i * 64 + j + 1] += y_b[i * 64 + j];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     for (int j = 1; j < 63; ++j) {
// CHECK-NEXT:       y_b[i * 64 + j] = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void quotient_b(int n, const double *x, double *x_b, double *__restrict y, double *__restrict y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double *x_b_sums = tape.reserve<double>(adjoint::trips(1, n));
// CHECK-NEXT:   ADJOINT_INDEPENDENT
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     double x_b_sum = 0.0;
// CHECK-NEXT:     y[i] = x[i - 1] / x[i];
// CHECK-NEXT:     const double w_b = y_b[i] / x[i];
// CHECK-NEXT:     x_b[i - 1] += w_b;
// CHECK-NEXT:     x_b_sum -= y[i] * w_b;
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     x_b_sums[i - 1] = x_b_sum;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     x_b[i] += x_b_sums[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(x_b_sums, adjoint::trips(1, n));
// CHECK-NEXT: }
// CHECK-NEXT: void weighted_b(int n, double width, double &width_b, const double *x, double *x_b,
// CHECK-NEXT:                 double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   const double near = 1.0 / (1.0 + width);
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double total_b = result_b;
// CHECK-NEXT:   double near_b = 0.0;
// CHECK-NEXT:   const int high = n - 1 > 3 ? n - 1 - 1 : 2;
// CHECK-NEXT:   // Each element gathers from its neighbours.
// CHECK-NEXT:   for (int i = 2; i < high; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     const double mean_2 = near * x[i + 1] + x[i] + x[i + 2];
// CHECK-NEXT:     const double mean_3 = near * x[i - 1] + x[i - 2] + x[i];
// CHECK-NEXT:     x_b[i] += 2.0 * total_b * (near * mean + mean_2 + mean_3);
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low = n - 1 < 3 ? n - 1 : 3;
// CHECK-NEXT:   // At the ends.
// CHECK-NEXT:   for (int i = 1; i < low; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     double mean_b = 2.0 * mean * total_b;
// CHECK-NEXT:     x_b[i - 1] += mean_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   const int low_2 = n - 1 < 2 ? n - 1 : 2;
// CHECK-NEXT:   for (int i = 1; i < low_2; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     double mean_b = 2.0 * mean * total_b;
// CHECK-NEXT:     x_b[i] += near * mean_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high; i < n - 1; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     double mean_b = 2.0 * mean * total_b;
// CHECK-NEXT:     x_b[i] += near * mean_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = high - 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     double mean_b = 2.0 * mean * total_b;
// CHECK-NEXT:     x_b[i + 1] += mean_b;
// CHECK-NEXT:   }
// CHECK-NEXT:   ADJOINT_SUMS(near_b)
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:     const double mean = near * x[i] + x[i - 1] + x[i + 1];
// CHECK-NEXT:     double mean_b = 2.0 * mean * total_b;
// CHECK-NEXT:     {
// CHECK-NEXT:       ADJOINT_ANY_ORDER
// CHECK-NEXT:       near_b += x[i] * mean_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   width_b -= adjoint::strong::product(near * near, near_b);
// CHECK-NEXT: }
