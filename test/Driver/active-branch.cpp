// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch on an active value: a warning, unless it is switched off; an error with --strict, whatever else is asked.
// The output is the same.
//
// RUN: %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: %adjoint-gen %s -o %t.again.cpp -Wactive-branch 2>&1 | FileCheck %s
// RUN: cmp %t.cpp %t.again.cpp
// RUN: %adjoint-gen %s -o %t.again.cpp -Wno-active-branch 2>&1 | count 0
// RUN: cmp %t.cpp %t.again.cpp
// RUN: rm -f %t.none.cpp
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict -Wno-active-branch 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.none.cpp

#pragma adjoint reverse
double f(double x) {
  // CHECK: active-branch.cpp:[[# @LINE + 3]]:3: warning: this branch depends on active 'x'; the adjoint is that of the
  // CHECK-SAME: branch taken (adjoint::smooth offers differentiable alternatives) [-Wactive-branch]
  // STRICT: active-branch.cpp:[[# @LINE + 1]]:3: error: this branch depends on active 'x', which --strict forbids;
  if (x > 0.0)
    return x * x;
  return x;
}
// CHECK: 1 warning generated.
// STRICT: 1 error generated.
