// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record that holds an array and nothing else is that array: where an iteration writes all of it first, both sweeps of the iteration
// run at once, and nothing is recorded; also for rows of such records, and behind a call. Not where a number is that of the iteration before.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s

struct Row {
  double lane[4];
};

double product(const Row &a, const Row &b) {
  double s = 0.0;
  for (int k = 0; k < 4; ++k)
    s += a.lane[k] * b.lane[k];
  return s;
}

// CHECK-LABEL: void whole_b(
// CHECK: // Forward sweep.
// CHECK-NOT: reserve
// CHECK: // Reverse sweep.
#pragma adjoint reverse
double whole(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    Row r[2];
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 4; ++k)
        r[j].lane[k] = x[i + j] * x[k];
    s += product(r[0], r[1]);
  }
  return s;
}

// CHECK-LABEL: void handsOn_b(
// CHECK: // Forward sweep.
// CHECK: reserve
// CHECK: // Reverse sweep.
#pragma adjoint reverse
double handsOn(const double *x, int n) {
  double s = 0.0;
  Row r[2] = {};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k)
        r[j].lane[k] = x[i + j] * x[k];
    s += product(r[0], r[1]);
    r[1].lane[3] = x[i];
  }
  return s;
}
