// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --cxxflags prints, on one line, what compiling and linking a generated file takes; nothing else of the command line
// matters.
//
// RUN: %adjoint-gen --cxxflags > %t.flags
// RUN: FileCheck %s --input-file=%t.flags
// RUN: wc -l < %t.flags | FileCheck %s --check-prefix=LINES
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: sh -c '%gxx %t.cpp -o %t.exe $(cat %t.flags)'
// RUN: %t.exe
// RUN: sh -c '%clangxx %t.cpp -o %t.exe $(%adjoint-gen --cxxflags)'
// RUN: %t.exe
//
// CHECK: {{^}}-I{{[^ ]+}} -L{{[^ ]+}} -l{{[^ ]+}} -Wl,-rpath,{{[^ ]+$}}
// LINES: {{^ *}}1{{$}}

#include <adjoint/adjoint.h>

// Its adjoint records.
ADJOINT
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}

int main() {
  const double x[] = {2.0, 3.0, 5.0};
  double x_b[3] = {};
  f_b(x, x_b, 3, 1.0);
  return x_b[0] == 15.0 && x_b[1] == 10.0 && x_b[2] == 6.0 ? 0 : 1;
}
