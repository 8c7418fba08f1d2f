// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --profile: generated code says in which line of the source it is, where that changes. What comes from one line has no marks
// inside, nor has a loop that adds up in any order.
//
// RUN: %adjoint-gen %s --profile --verify-each -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %gxx -c %t.cpp -o %t.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.o %runtime-flags
// RUN: %adjoint-gen %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %adjoint-gen %s --dump-after=mark-lines | FileCheck %s --check-prefix=NONE --allow-empty
// PLAIN-NOT: {{^}} {{.*}}adjoint::profile
// NONE-NOT: {{.}}

// CHECK: #include <adjoint/profile.h>

#include <cmath>

#pragma adjoint reverse
double statements(double x, int call) {
  double y = std::sin(x);
  for (int i = 0; i < call; ++i) {
    y = y * y;
    y = y * x;
  }
  return y + x;
}
// CHECK-LABEL: void statements_b(
// CHECK: const adjoint::profile::Call call_2("{{.*}}mark-lines.cpp");
// CHECK-NEXT: // Forward sweep.
// CHECK-NEXT: adjoint::profile::forward([[# @LINE - 10]]);
// CHECK-NEXT: double y = std::sin(x);
// CHECK-NEXT: adjoint::profile::at([[# @LINE - 10]]);
// CHECK-NEXT: double *y_tape =
// CHECK-NEXT: adjoint::profile::at([[# @LINE - 11]]);
// CHECK-NEXT: double *y_tape_2 =
// CHECK-NEXT: adjoint::profile::at([[# @LINE - 15]]);
// CHECK-NEXT: for (int i = 0; i < call; ++i) {
// CHECK-NEXT: adjoint::profile::at([[# @LINE - 16]]);
// CHECK-NEXT: y_tape[i] = y;
// CHECK-NEXT: y *= y;
// CHECK-NEXT: adjoint::profile::at([[# @LINE - 18]]);
// CHECK: // Reverse sweep.
// CHECK-NEXT: adjoint::profile::reverse([[# @LINE - 23]]);

#pragma adjoint reverse
double oneLine(const double *x, double s, int n) {
  double p = 1.0;
  for (int i = 0; i < n; ++i)
    p = p * x[i];
  for (int i = 0; i < n; ++i) {
    const double t = x[i] * x[i];
    p += s * t;
  }
  return p;
}
// CHECK-LABEL: void oneLine_b(
// CHECK: adjoint::profile::at([[# @LINE - 8]]);
// CHECK-NEXT: double *p_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT: for (int i = 0; i < n; ++i) {
// CHECK-NEXT: p_tape[i] = p;
// CHECK-NEXT: p *= x[i];
// CHECK-NEXT: }
// CHECK: // Reverse sweep.
// CHECK: adjoint::profile::at(
// CHECK-NEXT: ADJOINT_SUMS(s_b_sum)
// CHECK-NEXT: for
// CHECK-NOT: profile
// CHECK: }
// CHECK: adjoint::profile::at([[# @LINE - 20]]);
// CHECK-NEXT: for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT: p = p_tape[i];
