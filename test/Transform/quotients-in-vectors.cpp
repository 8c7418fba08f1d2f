// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A quotient in a loop that compilers compute in vectors is computed again, where its operands are there.
//
// RUN: %adjoint-gen %s --no-invariant-rows --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-invariant-rows --no-quotients --dump=adjoint | FileCheck %s --check-prefix=RECORDED
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -O3 -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -O3 -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <utility>
#include <vector>

#pragma adjoint reverse
double heat(const double *k, int n, int steps) {
  std::vector<double> u(k, k + n), next(u);
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + k[i] * k[i + 1] / (k[i] + k[i + 1]) * (u[i + 1] - u[i]);
    std::swap(u, next);
  }
  return u[1] * u[2];
}

// CHECK-LABEL: void heat_b(
// CHECK-NOT:     ratio_tape
// CHECK:         // Reverse sweep.
// CHECK:         const double ratio = k[i] * k[i + 1] / (k[i] + k[i + 1]);
// RECORDED-LABEL: void heat_b(
// RECORDED:         ratio_tape[i - 1] = ratio;

// Here an iteration needs what the one before it did, so that they run one by one.
#pragma adjoint reverse
double sweep(const double *k, int n, int steps) {
  std::vector<double> u(k, k + n);
  for (int s = 0; s < steps; ++s)
    for (int i = 1; i < n - 1; ++i)
      u[i] = k[i] * k[i + 1] / (k[i] + k[i + 1]) * (u[i - 1] - u[i]);
  return u[1] * u[2];
}

// CHECK-LABEL: void sweep_b(
// CHECK:         ratio_tape[i - 1] = ratio;
