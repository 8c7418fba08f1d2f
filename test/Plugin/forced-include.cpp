// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADJOINT means the same where the compiler's command line includes the header.
//
// RUN: %clangxx %plugin -include adjoint/adjoint.h %s -o %t.exe %runtime-flags
// RUN: %t.exe

ADJOINT
double f(double x) { return x * x; }

int main() {
  double x_b = 0.0;
  f_b(3.0, x_b, 1.0);
  return x_b == 6.0 ? 0 : 1;
}
