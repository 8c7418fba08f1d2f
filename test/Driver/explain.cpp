// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --explain tells of each variable what the analyses found; of a callee, for each call that asks for something else.
//
// RUN: %adjoint-gen %s --explain=f --no-inline | FileCheck %s
// RUN: not ls explain.adj.cpp
//
// CHECK: function f
// CHECK-NEXT: {{^}}  *x: active, varied on entry, useful up to line [[# @LINE + 16]]
// CHECK-NEXT: {{^}}  count: passive, holds no floating-point value
// CHECK: {{^}}  n: passive, holds no floating-point value
// CHECK: {{^}}  product: active, varied from line {{[0-9]+}}, useful up to {{.*}}; recorded before line [[# @LINE + 12]] overwrites it (8 bytes), needed for the adjoint of line [[# @LINE + 12]]
// CHECK: {{^}}  unused: passive, varied from line [[# @LINE + 9]], but no dependent depends on it
// CHECK: {{^}}  weight: passive, depends on no independent
// CHECK-NOT: function

#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0, weight = 3.0;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    double unused = x[i];
    unused = unused * 2.0;
    product *= x[i] * weight;
    ++count;
  }
  return product * count;
}
