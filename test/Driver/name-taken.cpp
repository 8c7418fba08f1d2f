// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function f_b of another signature is an overload and no obstacle; and names in the generated code keep out of the
// way of what the source declares.
//
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe

double f_b(double x) { return x + 1.0; }

double g_b = 100.0; // g's adjoint is a helper
double g(double x) { return x * x + g_b; }

#pragma adjoint reverse
double f(double x, double x_b) {
  double y_b = g(x) * x_b;
  return y_b * y_b;
}

int main() {
  double first = 0.0, second = 0.0;
  f_b(2.0, first, 3.0, second, 1.0);
  return first == 2.0 * 312.0 * 12.0 && second == 2.0 * 312.0 * 104.0 && f_b(1.0) == 2.0 ? 0 : 1;
}
