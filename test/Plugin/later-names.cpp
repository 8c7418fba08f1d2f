// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin has definitions parsed at the end of the file, where more is declared than behind their functions:
// overloads that would be better matches, macros that have changed, and macros with the names of variables.
//
// RUN: %clangxx %plugin %s -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %clangxx %t.cpp -o %t.exe %runtime-flags
// RUN: %t.exe

#include <cmath>

#define SCALE 3.0
#define TWICE (2.0 * SCALE)

double g(double x) { return x * x; }

namespace model {
double h(double x);
#pragma adjoint reverse
double f(double x, int n) {
  double y = g(n) * x * SCALE;
  float t = float(n);
  y += g(t) + TWICE * h(x);
  y *= x;
  return y;
}
double h(double x) { return x * x; }
double h(int) { return 0.0; }
} // namespace model

double g(int) { return 0.0; }
double g(float) { return 0.0; }

#undef SCALE
#define SCALE 100.0
#define tape nothing that compiles
#define y 12
#define x_b 17

int main() {
  double adjoint = 0.0;
  model::f_b(0.5, adjoint, 2, 1.0);
  // (12 x + 4 + 6 x^2) x
  return std::fabs(adjoint - (24.0 * 0.5 + 4.0 + 18.0 * 0.25)) < 1e-13 ? 0 : 1;
}
