// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a function in two halves, an array that one branch alone uses is allocated there.
//
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

void step(double *s, int which) {
  double both[2], own[2];
  for (int i = 0; i < 2; ++i)
    both[i] = s[i] * s[i];
  if (which == 1) {
    for (int i = 0; i < 2; ++i)
      own[i] = both[i] * s[1];
    s[0] = own[0] * own[1];
  } else {
    s[1] = both[0] * both[1];
  }
}

#pragma adjoint reverse
double repeated(const double *x, int n) {
  double s[2] = {x[0], x[1]};
  for (int i = 0; i < n; ++i)
    step(s, i & 1);
  return s[0] * s[1];
}

// CHECK: void step_fwd(
// CHECK: double *both = tape.zeros<double>(2);
// CHECK: for (
// CHECK: if (which == 1) {
// CHECK: double *own = tape.zeros<double>(2);
// CHECK: for (
