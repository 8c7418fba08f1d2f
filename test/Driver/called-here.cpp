// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not adjoint-gen %s -o %t 2>&1 | FileCheck %s
//
// What is refused in an installed header is said there, with the user's line that leads to it.

#include "called-here.h"

static double scaled(double x) {
  double s = x;
  // CHECK: called-here.h:9:3: error: inline assembly cannot be differentiated
  // CHECK: called-here.cpp:[[@LINE+1]]:3: note: what is called here leads to it
  s += installed::twice(x);
  return s;
}

#pragma adjoint reverse
double f(double x) { return scaled(x) * x; }
