// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a row of a stencil adds to the rows beside it, each of these rows gathers; then its elements gather from theirs. Not where rows
// overlap, or a division would be computed again.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-gather-rows | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: row gathers

#pragma adjoint reverse wrt(x)
void rows(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = 0.5 * (x[i * n + j] + x[(i - 1) * n + j]);
}

#pragma adjoint reverse wrt(x)
void overlap(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j <= n; ++j)
      y[i * n + j] = x[i * n + j] - x[(i - 1) * n + j];
}

#pragma adjoint reverse wrt(x)
void quotient(int m, int n, const double *x, double *__restrict y) {
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = x[i * n + j] / x[(i - 1) * n + j];
}

// CHECK: void rows_b(
