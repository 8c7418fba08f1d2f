// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s -o - | FileCheck %s
//
// Only this file can define the adjoint, because of a parameter's type: that its definition comes later is no error.

#include <adjoint/adjoint.h>

namespace {
struct Pair {
  double a, b;
};
} // namespace

// CHECK: void product_b(const Pair &p, Pair &p_b, double result_b) {
#pragma adjoint reverse
double product(const Pair &p) { return p.a * p.b; }

double use(double a, double b) {
  Pair p{a, b}, p_b{};
  product_b(p, p_b, 1.0);
  return p_b.a;
}
