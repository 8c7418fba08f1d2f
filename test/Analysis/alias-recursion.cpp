// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that calls itself is solved with its own solution: the pointer that it stores leads where it is told to,
// not to all that its arguments lead to.
//
// RUN: %adjoint-gen %s --dump=alias | FileCheck %s

struct Walk {
  const double *at;
};

// CHECK-LABEL: function sum
// CHECK: *walk points to **walk{{$}}
static double sum(Walk &walk, double *o, int n) {
  if (n == 0)
    return o[0];
  walk.at = walk.at + 1;
  return *walk.at * *walk.at + sum(walk, o, n - 1);
}

#pragma adjoint reverse
double f(const double *x, double *o, int n) {
  Walk walk{x};
  return sum(walk, o, n);
}
