// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C++20 module is compiled as without the plugin, unless it asks for an adjoint. What imports it can have adjoints.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx %plugin -std=c++20 -x c++-module --precompile %s -DNONE -o %t/m.pcm
// RUN: not %clangxx %plugin -std=c++20 -x c++-module --precompile %s -o %t/none.pcm 2>&1 | FileCheck %s
// RUN: not %adjoint-gen %s -o %t/none.cpp -- -std=c++20 2>&1 | FileCheck %s
// RUN: echo 'module m; double g(double x) { return 2.0 * x; }' > %t/unit.cpp
// RUN: %clangxx %plugin -std=c++20 -fmodule-file=m=%t/m.pcm -c %t/unit.cpp -o %t/unit.o
// RUN: echo 'import m; double h(double x) { return f(x); }' > %t/user.cpp
// RUN: echo '#pragma adjoint reverse' >> %t/user.cpp
// RUN: echo 'double k(double x) { return x * x; }' >> %t/user.cpp
// RUN: echo 'int main() { double x_b = 0.0; k_b(2.0, x_b, 1.0); return x_b == h(2.0) ? 0 : 1; }' >> %t/user.cpp
// RUN: %clangxx %plugin -std=c++20 -fmodule-file=m=%t/m.pcm %t/user.cpp %t/m.pcm %t/unit.o -o %t/program %runtime-flags
// RUN: %t/program
//
// CHECK: module-errors.cpp:[[# @LINE + 4]]:1: error: adjoints cannot be made in a module; define the function
// CHECK-NOT: error:
export module m;
#ifndef NONE
#pragma adjoint reverse
#endif
export double f(double x) { return x * x; }
export double g(double x);
