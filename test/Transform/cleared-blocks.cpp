// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums into elements of a block of which all was set before are not recorded, wherever they are; those are into a block of which a part
// was set.
//
// RUN: %adjoint-gen %s --dump=tbr -Wno-active-branch | FileCheck %s

#pragma adjoint reverse
double sums(const double *x, const int *at, int n, int links) {
  double *d = new double[n], *e = new double[n];
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      d[i] = 0;
    for (int i = 0; i < n - 1; ++i)
      e[i] = 0;
    for (int j = 0; j < links; ++j) {
      d[at[j]] += x[j];
      e[at[j]] += x[j];
    }
    for (int i = 0; i < n; ++i)
      s += d[i] * d[i] * e[i];
  }
  delete[] d;
  delete[] e;
  return s;
}

// CHECK: function sums
// CHECK-NEXT:   line 14: recorded, needed for line 22
// CHECK-NEXT:   line 16: recorded, needed for line 22
// CHECK-NEXT:   line 19: recorded, needed for line 22
// CHECK-NOT:    line
