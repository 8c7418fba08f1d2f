// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %adjoint-gen %s -o - | FileCheck %s
//
// A choice that the call makes is made where the call is dissolved.

enum class Step { Keep, Square, Cube };

struct Number {
  double value;
  void apply(Step step) {
    switch (step) {
    case Step::Keep:
      break;
    case Step::Square:
      value *= value;
      break;
    case Step::Cube:
      value *= value * value;
      break;
    }
  }
  void turn(int kind) {
    switch (kind % 4) {
    case 0:
      value = 2 * value;
      break;
    case 1:
      value = 3 * value;
    }
  }
};

#pragma adjoint reverse
double f(double x) {
  Number n{x};
  n.apply(Step::Keep);
  n.apply(Step::Square);
  n.turn(3);
  n.turn(5);
  return n.value;
}

// CHECK-LABEL: void f_b(double x, double &x_b, double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double n_value = x;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double n_value_b = result_b;
// CHECK-NEXT:   n_value_b = 3 * n_value_b;
// CHECK-NEXT:   n_value_b = 2.0 * n_value * n_value_b;
// CHECK-NEXT:   x_b += n_value_b;
// CHECK-NEXT: }

double second(double, double y) { return y; }

// By numbers that are passed on.
#pragma adjoint reverse
double g(double x) {
  switch (second(x, -1.1) > 0.8 ? 3 : 5 % 4) {
  case 2:
    x *= x;
    break;
  case 3:
    x = 0.5;
  }
  return 3.0 * x;
}

// CHECK-LABEL: void g_b(double /*x*/, double &x_b, double result_b) {
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   x_b += 3.0 * result_b;
// CHECK-NEXT: }
