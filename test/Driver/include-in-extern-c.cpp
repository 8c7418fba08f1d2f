// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %gxx -fsyntax-only %t.cpp %runtime-flags
//
// Headers of C++ are not included inside of `extern "C"`.

#include <cmath>
// CHECK: #include <cmath>
// CHECK-NEXT: #include <adjoint/tape.h>
extern "C" {
#include <string.h>
}

#pragma adjoint reverse
void f(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] = x[i - 1] * x[i] / x[0];
}
