// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several pragmas before what ends the file: each of its derivatives is declared, so that <adjoint/derivatives.h> knows them.
//
// RUN: %adjoint-gen %s --check --function=last --at=n=3 --size=x=3 -o %t.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.cpp -o %t %runtime-flags
// RUN: %t | FileCheck %s
// RUN: sed 's/hessian$/jacobian/' %s > %t.jacobian.cpp
// RUN: %adjoint-gen %t.jacobian.cpp --check --function=last --at=n=3 --size=x=3 -o %t.check.cpp
// RUN: %clangxx -Wall -Wextra -Werror %t.check.cpp -o %t %runtime-flags
// RUN: %t | FileCheck %s --check-prefix=JACOBIAN
//
// CHECK: second order: <x_bd, w> =
// CHECK: {{^  }}Jacobian: ok
// CHECK: {{^  }}Hessian: ok
// CHECK: last: ok
// JACOBIAN: {{^  }}Jacobian: ok
// JACOBIAN: last: ok

#include <adjoint/derivatives.h>

#pragma adjoint hessian
double last(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
  return sum;
}
