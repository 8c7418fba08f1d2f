// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --explain tells of each variable what the analyses found; of a callee, for each call that asks for something else.
//
// RUN: %adjoint-gen %s --explain=f --no-inline | FileCheck %s
// RUN: %adjoint-gen %s --explain=Model::value --no-inline | FileCheck %s --check-prefix=MEMBER
// RUN: not %adjoint-gen %s --explain=g --no-inline 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %adjoint-gen %s --explain=largest | FileCheck %s --check-prefix=LIBRARY
// RUN: not ls explain.adj.cpp
//
// What the library's code does is said of the user's line that calls it.
// MEMBER: function Model_value
// NONE: error: no adjoint is made of a function 'g'; explain a function that is asked for
// LIBRARY: {{^}}  result: active, varied from line [[# @LINE + 41]], useful up to line [[# @LINE + 41]]{{$}}
//
// CHECK: function f
// CHECK-NEXT: {{^}}  *x: active, varied on entry, useful up to line [[# @LINE + 18]]
// CHECK-NEXT: {{^}}  count: passive, holds no floating-point value
// CHECK: {{^}}  n: passive, holds no floating-point value
// CHECK: {{^}}  product: active, varied from line {{[0-9]+}}, useful up to {{.*}}; recorded before line [[# @LINE + 15]] overwrites it (8 bytes), needed for the adjoint of line [[# @LINE + 15]]
// CHECK: {{^}}  unused: passive, varied from line [[# @LINE + 12]], but no dependent depends on it
// CHECK: {{^}}  weight: passive, depends on no independent
// CHECK-NOT: function

#include <algorithm>
#include <vector>

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

namespace model {
struct Model {
  double factor;
  double value(double x) const { return factor * x * x; }
};
} // namespace model

#pragma adjoint reverse
double scaled(const model::Model &m, double x) { return m.value(x) * x; }

#pragma adjoint reverse
double largest(const std::vector<double> &x) {
  std::vector<double> y = x;
  y[0] *= 2.0;
  return *std::max_element(y.begin(), y.end());
}
