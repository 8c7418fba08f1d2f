// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoints are C++: through either door, a pragma in another language is refused, and a file without one is not.
//
// RUN: not %clangxx %plugin -std=c11 -x c -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clangxx %plugin -std=c++14 -x c++ -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: not %adjoint-gen %s -o %t.cpp -- -x c++ -std=c++14 2>&1 | FileCheck %s
// RUN: %clangxx %plugin -std=c11 -x c -DNONE -c %s -o %t.o
//
// CHECK: language-errors.c:[[# @LINE + 4]]:1: error: adjoints are C++17; compile this file as C++ with -std=c++17 or later: adjoint-gen takes these options behind '--', as in '-- -x c++ -std=c++17'
// CHECK-NOT: error:

#ifndef NONE
#pragma adjoint reverse
double f(double x) { return x * x; }
#pragma adjoint reverse
double g(double x) { return x * x; }
#endif
