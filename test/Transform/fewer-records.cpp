// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state is recorded once instead of the three values that a point makes of it. One value is recorded itself.
//
// RUN: %adjoint-gen %s --dump=tbr --no-inline | FileCheck %s
// RUN: %adjoint-gen %s --dump=tbr --no-inline --no-fewer-records | FileCheck %s --check-prefix=OFF

#pragma adjoint reverse
double several(double *__restrict u, double *__restrict next, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n; ++i) {
      const double a = u[i], before = a - u[i - 1], square = a * before;
      next[i] = square * before - a * square;
    }
    for (int i = 1; i < n; ++i)
      u[i] = next[i];
  }
  return u[n - 1] * u[n - 1];
}

#pragma adjoint reverse
double one(double *__restrict u, double *__restrict next, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n; ++i) {
      const double before = u[i] - u[i - 1];
      next[i] = before * before;
    }
    for (int i = 1; i < n; ++i)
      u[i] = next[i];
  }
  return u[n - 1] * u[n - 1];
}

// CHECK-LABEL: function several
// CHECK-NEXT: line 16: recorded, needed for line 12
// CHECK-NEXT: a recomputed
// CHECK-NEXT: before recomputed
// CHECK-NEXT: square recomputed
// CHECK-NEXT: function one
// CHECK-NEXT: before recorded at the end of its scope
// OFF-LABEL: function several
// OFF-NEXT: a recorded at the end of its scope
// OFF-NEXT: before recorded at the end of its scope
// OFF-NEXT: square recomputed
