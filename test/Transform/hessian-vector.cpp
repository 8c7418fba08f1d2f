// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tangent of an adjoint is the adjoint of the tangent: named after what it is, and without a trace of the tangent of the
// result, which nobody asks for.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s

#pragma adjoint hessian_vector
double area(double r, double h) { return r * r * h; }

// CHECK: void area_bd(double r, double r_d, double &r_b, double &r_bd, double h, double h_d, double &h_b,
// CHECK-NEXT:              double &h_bd, double result_b, double result_bd) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const double w_b = r_d * result_b;
// CHECK-NEXT:   r_bd += 2.0 * r * h * result_bd + (2.0 * (h * w_b) + 2.0 * r * h_d * result_b);
// CHECK-NEXT:   h_bd += r * r * result_bd + 2.0 * r * w_b;
// CHECK-NEXT:   r_b += 2.0 * r * h * result_b;
// CHECK-NEXT:   h_b += r * r * result_b;
// CHECK-NEXT: }
