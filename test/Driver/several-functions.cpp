// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each adjoint stands right behind its function, in its scope; the pragmas become comments, and everything else of the
// source stays as it was. A helper that two adjoints in one scope need comes once. Two runs give the same bytes.
//
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: %adjoint-gen %s --no-inline -o %t.again.cpp
// RUN: cmp %t.cpp %t.again.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: FileCheck %s --input-file=%t.cpp --check-prefix=ONCE
// RUN: not grep '^ *#pragma adjoint' %t.cpp
// RUN: %gxx -c %t.cpp -o %t.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.o %runtime-flags
//
// ONCE: namespace inner {
// ONCE: } // namespace inner
// ONCE: {{^}}static void [[HELPER:cube_b[0-9_]*]](
// ONCE: {{^}}void h_b(
// ONCE-NOT: {{^}}static void cube_b
// ONCE: {{^}}void i_b(
// ONCE: [[HELPER]](

#include <cmath>

// A comment before.
// CHECK: {{^}}// A comment before.
// CHECK: {{^}}// #pragma adjoint reverse
// CHECK-NEXT: {{^}}double f(double x) { return std::sin(x); } // behind
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}void f_b(double x, double &x_b, double result_b) {
#pragma adjoint reverse
double f(double x) { return std::sin(x); } // behind

double cube(double x) { return std::exp(x) * x; }

namespace inner {
// CHECK: namespace inner {
// CHECK: {{^}}  // #pragma adjoint reverse name(gradient)
// CHECK: {{^ *}}void gradient(double x, double &x_b, double y, double &y_b, double result_b) {
// CHECK: {{^}}} // namespace inner
  #pragma adjoint reverse name(gradient)
  double g(double x, double y) { return cube(x) * cube(y); }
} // namespace inner

// CHECK: {{^}}// #pragma adjoint reverse
// CHECK-NEXT: {{^}}// wrt(x)
// CHECK: void h_b(double x, double &x_b, double y, double result_b) {
#pragma adjoint reverse \
    wrt(x)
double h(double x, double y) { return cube(x) * y; }

// CHECK: void i_b(double x, double &x_b, double result_b) {
#pragma adjoint reverse
double i(double x) { return cube(x) / 3.0; }

// CHECK: {{^}}double unrelated = 1.0;
double unrelated = 1.0;
