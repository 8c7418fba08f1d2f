// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose iterations hand something on are divided into parts, each with a variable of its own. Adjoints of elements that an
// iteration alone comes to are added to as they are.
//
// RUN: %adjoint-gen %s --dump=normal -Wno-active-branch -- -fopenmp | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=plan -Wno-active-branch -- -fopenmp | FileCheck %s --check-prefix=PLAN
// RUN: %adjoint-gen %s -o %t.cpp -Wno-active-branch -- -fopenmp
// RUN: %gxx -fopenmp -c %t.cpp -o %t.gxx.o %runtime-flags

#pragma adjoint reverse
double largest(const double *x, int n) {
  double most = 0.0;
#pragma omp parallel for reduction(max : most) schedule(dynamic, 100)
  for (int i = 0; i < n; ++i)
    if (x[i] * x[i] > most)
      most = x[i] * x[i];
  return most;
}
// PLAN-LABEL: function largest
// PLAN: loop of the adjoint: parallel, x_b as it is

// A loop over parts needs no parts of its own.
#pragma adjoint reverse
void steps(double *x, int n) {
  for (int t = 0; t < 9; ++t) {
    double scale = 1.0;
#pragma omp parallel for reduction(* : scale)
    for (int i = 0; i < n; ++i) {
      scale *= x[i];
      x[i] *= x[i];
    }
    x[0] *= scale;
  }
}
// PLAN-LABEL: function steps
// PLAN: loop of the adjoint: parallel, in parts with tapes

// CHECK: double largest(const double *x, int n) {
// CHECK-NEXT:   double most = 0.0;
// CHECK-NEXT:   double most_parts[64];
// CHECK-NEXT:   for (int part = 0; part < 64; ++part) {
// CHECK-NEXT:     double most_2 = most;
// CHECK-NEXT:     const int first = adjoint::part_first(part, 0, n);
// CHECK-NEXT:     const int end = adjoint::part_end(part, 0, n);
// CHECK-NEXT:     for (int i = first; i < end; ++i) {
// CHECK-NEXT:       const bool taken = x[i] * x[i] > most_2;
// CHECK-NEXT:       if (taken)
// CHECK-NEXT:         most_2 = x[i] * x[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     most_parts[part] = most_2;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int part = 0; part < 64; ++part) {
// CHECK-NEXT:     most = std::max(most, most_parts[part]);
// CHECK-NEXT:   }
// CHECK-NEXT:   return most;
// CHECK-NEXT: }
// CHECK-NEXT: void steps(double *x, int n) {
// CHECK-NEXT:   double scale_parts[64] = {};
// CHECK-NEXT:   for (int t = 0; t < 9; ++t) {
// CHECK-NEXT:     double scale = 1.0;
// CHECK-NEXT:     for (int part = 0; part < 64; ++part) {
// CHECK-NEXT:       double scale_2 = 1;
// CHECK-NEXT:       const int first = adjoint::part_first(part, 0, n);
// CHECK-NEXT:       const int end = adjoint::part_end(part, 0, n);
// CHECK-NEXT:       for (int i = first; i < end; ++i) {
// CHECK-NEXT:         scale_2 *= x[i];
// CHECK-NEXT:         x[i] *= x[i];
// CHECK-NEXT:       }
// CHECK-NEXT:       scale_parts[part] = scale_2;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int part = 0; part < 64; ++part) {
// CHECK-NEXT:       scale *= scale_parts[part];
// CHECK-NEXT:     }
// CHECK-NEXT:     x[0] *= scale;
// CHECK-NEXT:   }
// CHECK-NEXT: }
