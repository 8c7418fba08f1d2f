// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
//
// The mean of two neighbours is made again of the neighbours, which are restored for the product; what is tested of it
// is recorded. Distances are made again of positions: n records for n * n of them.

// CHECK-LABEL: void upwind_b(
// CHECK-NOT: a_tape
// CHECK: bool *taken_tape = tape.reserve<bool>
// CHECK: u_tape[i - 1] = u[i];
// CHECK: Reverse sweep.
// CHECK: const bool taken = taken_tape[i];
// CHECK: const double a = 0.5 * (u[i] + u[i + 1]);
#pragma adjoint reverse
double upwind(double *u, int n, int steps) {
  double f[100], sum = 0.0;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n - 1; ++i) {
      const double a = 0.5 * (u[i] + u[i + 1]);
      if (a > 0.0)
        f[i] = a * u[i];
      else
        f[i] = a * u[i + 1];
    }
    for (int i = 1; i < n - 1; ++i)
      u[i] -= 0.1 * (f[i] - f[i - 1]);
  }
  for (int i = 0; i < n; ++i)
    sum += u[i];
  return sum;
}

// CHECK-LABEL: void repulsion_b(
// CHECK-NOT: d_tape
// CHECK: x_tape[i] = x[i];
// CHECK: Reverse sweep.
// CHECK: const double d = x[i] - x[j];
// CHECK: double d_b = 
#pragma adjoint reverse
void repulsion(double *__restrict x, double *__restrict v, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double d = x[i] - x[j];
        v[i] += d * d * d;
      }
    for (int i = 0; i < n; ++i)
      x[i] += 0.1 * v[i];
  }
}
