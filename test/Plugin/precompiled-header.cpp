// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a precompiled header: adjoints of what it defines are in it, and callees from it are differentiated.
//
// RUN: %clangxx %plugin -x c++-header %S/Inputs/precompiled.h -o %t.pch
// RUN: %clangxx %plugin -DHAS_ADJOINT -include-pch %t.pch %s -o %t.exe %runtime-flags
// RUN: %t.exe
//
// One that has been made without the plugin has no adjoints.
// RUN: %clangxx -Wno-unknown-pragmas -x c++-header %S/Inputs/precompiled.h -o %t.plain.pch
// RUN: %clangxx %plugin -include-pch %t.plain.pch %s -o %t.exe %runtime-flags
// RUN: %t.exe
//
// One with adjoints can be used without it.
// RUN: %clangxx -DHAS_ADJOINT -DUSED_WITHOUT -include-pch %t.pch %s -o %t.exe %runtime-flags
// RUN: %t.exe

#include <adjoint/adjoint.h>

#ifndef USED_WITHOUT
ADJOINT
double h(double x) { return f(x) + g(x); }

ADJOINT
double norm(const std::vector<double> &v) {
  double sum = 0.0;
  for (double x : v)
    sum += x * x;
  return sum;
}
#endif

int main() {
  bool isRight = true;
#ifdef HAS_ADJOINT
  double x_b = 0.0;
  f_b(0.0, x_b, 1.0);
  isRight = x_b == 1.0;
#endif
#ifndef USED_WITHOUT
  double u_b = 0.0;
  h_b(2.0, u_b, 1.0);
  isRight = isRight && std::fabs(u_b - 3.0 * std::exp(2.0) - 12.0) < 1e-12;
  std::vector<double> v = {1.0, 2.0}, v_b(2);
  norm_b(v, v_b, 1.0);
  isRight = isRight && v_b[1] == 4.0;
#endif
  return isRight ? 0 : 1;
}
