// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a precompiled header: adjoints of what it defines are in it, and callees from it are differentiated.
//
// RUN: %clangxx %plugin -x c++-header %S/Inputs/precompiled.h -o %t.pch
// RUN: %clangxx %plugin -include-pch %t.pch %s -o %t.exe %runtime-flags
// RUN: %t.exe

#pragma adjoint reverse
double h(double x) { return f(x) + g(x); }

int main() {
  double x_b = 0.0, u_b = 0.0;
  f_b(0.0, x_b, 1.0);
  h_b(2.0, u_b, 1.0);
  return x_b == 1.0 && std::fabs(u_b - 3.0 * std::exp(2.0) - 12.0) < 1e-12 ? 0 : 1;
}
