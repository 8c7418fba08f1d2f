// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// return out of two loops: one flag ends both, and the statements behind are done only where it is not set.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#pragma adjoint reverse
double f(const double *x, int n, int m) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (x[i * m + j] > 3.0)
        return s;
      s = s * x[i * m + j];
    }
  return s * s;
}

// CHECK: void f_b(const double *x, double *x_b, int n, int m, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   bool returned = false;
// CHECK-NEXT:   double s = 1.0;
// CHECK-NEXT:   int i = 0;
// CHECK-NEXT:   long trips = 0;
// CHECK-NEXT:   while (!returned && i < n) {
// CHECK-NEXT:     int j = 0;
// CHECK-NEXT:     long trips_2 = 0;
// CHECK-NEXT:     while (!returned && j < m) {
// CHECK-NEXT:       const bool taken = x[i * m + j] > 3.0;
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         returned = true;
// CHECK-NEXT:       } else {
// CHECK-NEXT:         tape.push(s);
// CHECK-NEXT:         s *= x[i * m + j];
// CHECK-NEXT:         ++j;
// CHECK-NEXT:       }
// CHECK-NEXT:       ++trips_2;
// CHECK-NEXT:       tape.push(taken);
// CHECK-NEXT:     }
// CHECK-NEXT:     const bool taken_2 = !returned;
// CHECK-NEXT:     if (taken_2)
// CHECK-NEXT:       ++i;
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     tape.push_all(j, trips_2, taken_2);
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken_3 = !returned;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double result_b_2 = result_b;
// CHECK-NEXT:   double s_b = 0.0;
// CHECK-NEXT:   if (taken_3) {
// CHECK-NEXT:     s_b += 2.0 * s * result_b_2;
// CHECK-NEXT:     result_b_2 = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (long trip = trips; trip > 0; --trip) {
// CHECK-NEXT:     bool taken_2;
// CHECK-NEXT:     int j;
// CHECK-NEXT:     long trips_2;
// CHECK-NEXT:     tape.pop_all(taken_2, trips_2, j);
// CHECK-NEXT:     if (taken_2)
// CHECK-NEXT:       --i;
// CHECK-NEXT:     for (long trip_2 = trips_2; trip_2 > 0; --trip_2) {
// CHECK-NEXT:       const bool taken = tape.pop<bool>();
// CHECK-NEXT:       if (taken) {
// CHECK-NEXT:         s_b += result_b_2;
// CHECK-NEXT:         result_b_2 = 0.0;
// CHECK-NEXT:       } else {
// CHECK-NEXT:         --j;
// CHECK-NEXT:         tape.pop(s);
// CHECK-NEXT:         x_b[i * m + j] += s * s_b;
// CHECK-NEXT:         s_b = x[i * m + j] * s_b;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
