// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of a struct is a struct; members without adjoint stay out of the reverse sweep.
//
// RUN: %adjoint-gen %s --no-inline --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --no-inline -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

struct Pair {
  double first, second;
  int count;
};

#pragma adjoint reverse
double f(const Pair &p) {
  Pair q = p;
  q.first *= q.second;
  return q.first * q.first * q.count;
}

// CHECK: void f_b(const Pair &p, Pair &p_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   Pair q = p;
// CHECK-NEXT:   const double q_kept = q.first;
// CHECK-NEXT:   q.first *= q.second;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   Pair q_b = {};
// CHECK-NEXT:   q_b.first += 2.0 * q.first * q.count * result_b;
// CHECK-NEXT:   q.first = q_kept;
// CHECK-NEXT:   q_b.second += q.first * q_b.first;
// CHECK-NEXT:   q_b.first = q.second * q_b.first;
// CHECK-NEXT:   p_b.first += q_b.first;
// CHECK-NEXT:   p_b.second += q_b.second;
// CHECK-NEXT: }
