// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With dump-dir, a debugger stops in an adjoint, shows its lines, steps, and prints adjoint variables.
//
// REQUIRES: gdb
// RUN: rm -rf %t && mkdir %t
// RUN: %uncached-clangxx %plugin -fplugin-arg-adjoint-dump-dir=%t -O0 -g %s -o %t/program %runtime-flags
// RUN: env HOME=%t gdb -nx -batch -ex 'set debuginfod enabled off' -ex 'break f_b' -ex run -ex 'info source' \
// RUN:   -ex 'tbreak gdb.f_b.cpp:7' -ex continue -ex 'print y_b' -ex 'print x_b' -ex next -ex 'print x_b' \
// RUN:   -ex backtrace %t/program 2>&1 | FileCheck %s
//
// CHECK: Breakpoint 1, f_b (x=2,
// CHECK: Current source file is {{.*}}gdb.f_b.cpp
// CHECK: {{.*}}gdb.f_b.cpp:7
// CHECK-NEXT: 7{{.*}}x_b +=
// CHECK: = 12
// CHECK: = {{.*}}: 0
// CHECK: = {{.*}}: 48
// CHECK: #0 {{.*}}f_b
// CHECK: #1 {{.*}}main

#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  return 1.5 * y * y;
}

int main() {
  double x_b = 0.0;
  f_b(2.0, x_b, 1.0);
  return x_b == 48.0 ? 0 : 1;
}
