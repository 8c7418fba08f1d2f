// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a loop changes as a whole is recorded there, for its own reverse: what a branch overwrites behind it is not. It is where the
// loop reads the neighbour.
//
// RUN: %adjoint-gen %s --dump=tbr --no-inline -Wno-active-branch | FileCheck %s --match-full-lines

#pragma adjoint reverse wrt(c, s)
double scaled(double c, const double *s, double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      u[i] *= c;
    for (int i = 0; i < n; ++i)
      if (s[i] * t > 0.1)
        u[i] = s[i];
  }
  return u[0] + u[n - 1];
}

#pragma adjoint reverse wrt(c, s)
double neighbour(double c, const double *s, double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i)
      u[i] = c * u[i - 1] * u[i];
    for (int i = 1; i < n; ++i)
      if (s[i] * t > 0.1)
        u[i] = s[i];
  }
  return u[0] + u[n - 1];
}

// CHECK: function scaled
// CHECK-NEXT:   line 12: recorded, needed for line 12
// CHECK-NEXT:   taken recorded at the end of its scope
// CHECK-NEXT: function neighbour
// CHECK-NEXT:   line 24: recorded, needed for line 24
// CHECK-NEXT:   line 27: recorded, needed for line 24
// CHECK-NEXT:   taken recorded at the end of its scope
