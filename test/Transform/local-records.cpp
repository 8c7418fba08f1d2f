// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one iteration records and takes back is a variable: of branches with other code between.
//
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint -Wno-active-branch --no-local-records | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF: tape.push(root);

#include <cmath>

#pragma adjoint reverse
double shaded(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    double value = 0.1;
    if (x[i] > 0.5) {
      const double root = std::sqrt(x[i]);
      value = root * x[i];
    }
    for (int k = 0; k < 3; ++k)
      value *= value;
    sum += value * x[0];
  }
  return sum;
}

// CHECK: void shaded_b(const double *x, double *x_b, int n, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double sum_b = result_b;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double value = 0.1;
// CHECK-NEXT:     const bool taken = x[i] > 0.5;
// CHECK-NEXT:     double root = 0.0;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       root = std::sqrt(x[i]);
// CHECK-NEXT:       value = root * x[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     double value_kept[3];
// CHECK-NEXT:     for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:       value_kept[k] = value;
// CHECK-NEXT:       value *= value;
// CHECK-NEXT:     }
// CHECK-NEXT:     double value_b = x[0] * sum_b;
// CHECK-NEXT:     x_b[0] += value * sum_b;
// CHECK-NEXT:     for (int k = 2; k >= 0; --k) {
// CHECK-NEXT:       value = value_kept[k];
// CHECK-NEXT:       value_b = 2.0 * value * value_b;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       double root_b = x[i] * value_b;
// CHECK-NEXT:       x_b[i] += root * value_b + 0.5 / root * root_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
