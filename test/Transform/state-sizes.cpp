// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A size that was an int in between is said to fit. Then no copy asks whether there is room, and nothing is recorded for that.
//
// RUN: %adjoint-gen %s --dump=normal | FileCheck %s
// RUN: %adjoint-gen %s --no-state-sizes --dump=normal | FileCheck %s --check-prefix=WITHOUT

#include <vector>

// CHECK-LABEL: stepped
// CHECK: int n = int(x.count)
// CHECK-NEXT: adjoint::require_fit(n, x.count)
// CHECK-NOT: if (
// CHECK: for (int s = 0;
// CHECK-NOT: if (
// CHECK: for (unsigned long i = 0; i < x.count; ++i) {
// CHECK-NEXT: now_elements[i] = next_elements[i];
// CHECK-NOT: if (
// CHECK: return

// WITHOUT-LABEL: stepped
// WITHOUT-NOT: require_fit
// WITHOUT: n_2 > now_room

#pragma adjoint reverse
double stepped(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> now = x, next(n);
  for (int s = 0; s < 3; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + 0.3 * now[i + 1] * now[i - 1];
    now = next;
  }
  return now[0];
}
