// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that --checkpoint chooses, and what it says of those that it would have chosen.
//
// RUN: %adjoint-gen %s --checkpoint="memory(1GB)" --dump=plan | FileCheck %s
// RUN: %adjoint-gen %s --dump=plan | FileCheck %s --check-prefix=WITHOUT

#include <cmath>
#include <cstdlib>

// WITHOUT-NOT: checkpointed

// CHECK-LABEL: function steps
// CHECK-NEXT: line [[# @LINE + 4]]: loop: checkpointed, a snapshot holds u (8 * n + 8 bytes)
// CHECK-NEXT: line [[# @LINE + 4]]: loop: stored,
#pragma adjoint reverse
void steps(double *u, int n, int count) {
  for (int t = 0; t < count; ++t)
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::sin(u[i]);
}

// Elements of its own in each iteration; a state with nothing recorded inside; no state.
// CHECK-LABEL: function rows
// CHECK-NEXT: line [[# @LINE + 6]]: loop: stored,
// CHECK-NEXT: line [[# @LINE + 6]]: loop: stored,
// CHECK-NEXT: line [[# @LINE + 7]]: loop: stored,
#pragma adjoint reverse
double rows(double *u, int n, int count) {
  double a = 1.0;
  for (int t = 0; t < count; ++t)
    for (int i = 1; i < n; ++i)
      u[t * n + i] = u[t * n + i - 1] * std::sin(u[t * n + i]);
  for (int t = 0; t < count; ++t)
    a = a * std::sin(a * u[t]);
  return a;
}

// In a function that is called from a loop, the loop around is the one.
void advance(double *u, int n) {
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::sin(u[i]);
}

// CHECK-LABEL: function around
// CHECK: loop: checkpointed, a snapshot holds u (8 * n + 8 bytes)
#pragma adjoint reverse
void around(double *u, int n, int count) {
  for (int t = 0; t < count; ++t)
    advance(u, n);
}

// CHECK-LABEL: function drawn
// CHECK: loop: stored, {{.*}}; no checkpoints: 'rand' would not do the same again
#pragma adjoint reverse
void drawn(double *u, int n, int count) {
  for (int t = 0; t < count; ++t) {
    const double shift = std::rand();
    for (int i = 0; i < n; ++i)
      u[i] = u[i] * std::sin(u[i] + shift);
  }
}

// CHECK-LABEL: function scattered
// CHECK: loop: stored, {{.*}}; no checkpoints: how many elements of 'u' it writes is not known when it begins
#pragma adjoint reverse
void scattered(double *u, const int *order, int n, int count) {
  for (int t = 0; t < count; ++t)
    for (int i = 0; i < n; ++i)
      u[order[i]] = u[order[i]] * std::sin(u[order[i]]);
}
