// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widths of two grids of one shape, which are swapped, are one number: they are not recorded, and rows are told apart. Not where one of
// them gets another value, too, or the number changes.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-forward-copies --dump=adjoint | FileCheck %s --check-prefix=WITHOUT

#pragma adjoint reverse wrt(x)
double swapped(double *x, int n, int steps) {
  int width = n, wide = width;
  double sum = 0.0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      sum += x[i * width + 1] * x[i * wide];
    const int old = width;
    width = wide;
    wide = old;
  }
  return sum;
}

// CHECK-LABEL: void swapped_b(
// CHECK-NOT: width
// CHECK: sum_b
// CHECK-LABEL: void changed_b(
// WITHOUT: width_tape

#pragma adjoint reverse wrt(x)
double changed(double *x, int n, int steps) {
  int width = n, wide = width;
  double sum = 0.0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      sum += x[i * width + 1] * x[i * wide];
    width = wide;
    wide = t;
  }
  return sum;
}

// CHECK: width_tape
// CHECK-LABEL: void walked_b(

// One statement sets `now`, in each iteration.
#pragma adjoint reverse wrt(x)
double walked(double *x, int n) {
  int now;
  int before;
  double sum = 0.0;
  for (int t = 0; t < n; ++t) {
    now = t * t % n;
    if (t > 0)
      sum += x[before] * x[now];
    if (t % 2)
      before = now;
    else
      before = now;
  }
  return sum;
}

// CHECK: x_b[before] +=
// CHECK-LABEL: void moved_b(

#pragma adjoint reverse wrt(x)
double moved(double *x, int n, int steps) {
  int width = n;
  double sum = 0.0;
  for (int t = 0; t < steps; ++t) {
    sum += x[width] * x[width + 1];
    n += 2;
    width = n;
  }
  return sum;
}

// CHECK: width
