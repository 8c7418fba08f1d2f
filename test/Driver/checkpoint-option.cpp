// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %adjoint-gen %s --checkpoint=often 2>&1 | FileCheck %s --check-prefix=OFTEN
// RUN: not %adjoint-gen %s "--checkpoint=memory(0MB)" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %adjoint-gen %s "--checkpoint=memory(3 apples)" 2>&1 | FileCheck %s --check-prefix=APPLES
// RUN: not %clangxx -c %s -o %t.o %plugin -fplugin-arg-adjoint-checkpoint=often 2>&1 | FileCheck %s --check-prefix=OFTEN
// RUN: %adjoint-gen %s "--checkpoint=memory(1GB)" --explain=f | FileCheck %s
// RUN: %adjoint-gen %s "--checkpoint=memory(1GB)" -o - | FileCheck %s --check-prefix=TEXT
//
// OFTEN: error: malformed checkpoint 'often'; expected memory(1GB), with a number and one of the units B, kB, MB, GB and TB
// NONE: malformed checkpoint 'memory(0MB)'; expected
// APPLES: malformed checkpoint 'memory(3 apples)'; expected
// CHECK: loop: checkpointed, a snapshot holds u (8 * n + 8 bytes)
// TEXT: adjoint::snapshots_in(1000000000UL,

#include <cmath>

#pragma adjoint reverse
void f(double *u, int n, int count) {
  for (int t = 0; t < count; ++t)
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::sin(u[i]);
}
