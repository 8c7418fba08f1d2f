// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --check of sparse matrices, where the file includes their header.
//
// REQUIRES: colpack
// RUN: %adjoint-gen %s --check --mode=jacobian,hessian --function=chain --at=n=9 --size=x=9 -o %t.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.cpp -o %t.exe %runtime-flags %sparse-flags
// RUN: %t.exe | FileCheck %s
// CHECK: {{^  }}Jacobian: ok
// CHECK: {{^  }}sparse Jacobian: ok
// CHECK: {{^  }}Hessian: ok
// CHECK: {{^  }}sparse Hessian: ok
// CHECK: chain: ok

#include <adjoint/sparse.h>

double chain(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i + 1 < n; ++i)
    sum += x[i] * x[i] * x[i + 1];
  return sum;
}
