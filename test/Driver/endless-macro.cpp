// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -f %t.cpp
// RUN: not %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: not ls %t.cpp
//
// The file ends in the arguments of a macro, within a function with a pragma: the compiler's error, and no crash.
// CHECK: endless-macro.cpp:[[#@LINE + 6]]:14: error: unterminated function-like macro invocation

#pragma adjoint reverse
#include <cstdarg>
#pragma adjoint reverse
double f(double x, int n, ...) {
  double y = va_arg(list,
