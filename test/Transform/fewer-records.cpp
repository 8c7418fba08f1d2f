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

// Written before it is read: its records would be of what nobody needs.
#pragma adjoint reverse
double before(const double *x, int n) {
  double *u = new double[n], sum = 0.0;
  for (int i = 0; i < n; ++i)
    u[i] = x[i] * x[i];
  for (int i = 0; i < n; ++i) {
    const double value = u[i];
    sum += value * value;
  }
  for (int i = 1; i < n; ++i)
    sum += u[i] * u[i - 1] * sum;
  delete[] u;
  return sum;
}

// The second loop needs it anyway.
#pragma adjoint reverse
double anyway(const double *x, int n, int steps) {
  double *u = new double[n], sum = 0.0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      u[i] = x[i] * x[i] * s;
    for (int i = 0; i < n; ++i) {
      const double value = u[i];
      sum += value * value;
    }
    for (int i = 1; i < n; ++i)
      sum += u[i] * u[i - 1] * sum;
  }
  delete[] u;
  return sum;
}

// CHECK-LABEL: function several
// CHECK-NEXT: line 16: recorded, needed for line 12
// CHECK-NEXT: a recomputed
// CHECK-NEXT: before recomputed
// CHECK-NEXT: square recomputed
// CHECK-NEXT: function one
// CHECK-NEXT: before recorded at the end of its scope
// CHECK-LABEL: function before
// CHECK-NOT: value recorded
// CHECK: value recomputed
// CHECK-LABEL: function anyway
// CHECK-NOT: value recorded
// CHECK: value recomputed
// OFF-LABEL: function several
// OFF-NEXT: a recorded at the end of its scope
// OFF-NEXT: before recorded at the end of its scope
// OFF-NEXT: square recomputed
