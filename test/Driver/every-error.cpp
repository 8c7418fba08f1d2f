// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run reports the first error of each function that has one, whichever stage finds it, in the order of the file; and
// warns of those without an error.
//
// RUN: not %adjoint-gen %s -o %t.cpp > %t.txt 2>&1
// RUN: FileCheck %s --input-file=%t.txt
// RUN: not ls %t.cpp
// RUN: not %clangxx %plugin -c %s -o %t.o -fplugin-arg-adjoint-Wactive-branch > %t.plugin.txt 2>&1
// RUN: FileCheck %s --input-file=%t.plugin.txt
// CHECK-NOT: {{error|warning}}:

double unknown(double);

// CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} error: inline assembly cannot be differentiated
void stop(double &x) { asm("" : "+x"(x)); }
// CHECK-NOT: {{error|warning}}:

#pragma adjoint reverse
double first(double x) {
  // CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} error: 'unknown' has no visible definition
  return x * unknown(x);
}
// CHECK-NOT: {{error|warning}}:

#pragma adjoint reverse
double second(double x) {
  // CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} error: a value of type '_Complex double' cannot be differentiated
  _Complex double y = x;
  asm("nop");
  return __real__ y * x;
}
// CHECK-NOT: {{error|warning}}:

// CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} error: 'z' in wrt(...) names no parameter of 'third'
#pragma adjoint reverse wrt(z)
double third(double x) { return x * x; }
// CHECK-NOT: {{error|warning}}:

#pragma adjoint reverse
double fourth(double x) {
  // CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} warning: this branch depends on active 'x'
  return x > 0.0 ? x * x : x;
}
// CHECK-NOT: {{error|warning}}:

#pragma adjoint reverse
double fifth(double x) {
  stop(x);
  return x * x;
}
// CHECK-NOT: {{error|warning}}:

// CHECK: every-error.cpp:[[# @LINE + 1]]:{{.*}} error: parameter 'n' in wrt(...) holds no floating-point value
#pragma adjoint reverse wrt(n)
double sixth(int n) { return 0.5 * n; }
// CHECK-NOT: {{error|warning}}:
