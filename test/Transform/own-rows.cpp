// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row of a vector of vectors has a block of its own: an elimination overwrites those below the pivot, of which nothing was
// needed, and records none of them. Rows that change places are recorded.
//
// RUN: %adjoint-gen %s --dump=tbr | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=tbr --no-rows | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <utility>
#include <vector>

#pragma adjoint reverse
double elimination(const std::vector<double> &x) {
  const int n = 60;
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i * n + j];
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k + 1; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
  return a[n - 1][n - 1];
}

#pragma adjoint reverse
double rotated(const std::vector<double> &x) {
  const int n = 60;
  std::vector<std::vector<double>> a(n, std::vector<double>(2, 1.0));
  for (int k = 0; k + 1 < n; ++k) {
    for (int j = 0; j < 2; ++j)
      a[k + 1][j] = a[k + 1][j] * x[k] + a[k][j] * a[k][j];
    std::swap(a[k], a[k + 1]);
  }
  return a[n - 1][0];
}

// OFF:      function elimination
// OFF-NEXT:   line 26: recorded, needed for line 24

// CHECK: function elimination
// CHECK-NEXT:   allocate_value recorded at the end of its scope
// CHECK-NEXT:   where recomputed
// CHECK-NEXT:   f recorded at the end of its scope
// CHECK-NEXT: function rotated
// CHECK-NEXT:   line 37: recorded, needed for line 37
// CHECK-NEXT:   allocate_value recorded at the end of its scope
// CHECK-NEXT:   where recomputed
// CHECK-NEXT:   vector_operatorSubscript_value recomputed
