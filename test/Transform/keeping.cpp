// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pragma says how the reverse sweep gets a value that it needs.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --explain=chosen | FileCheck %s --check-prefix=CHOSEN
// RUN: %adjoint-gen %s --explain=said | FileCheck %s --check-prefix=SAID

#include <cmath>

#pragma adjoint reverse
double chosen(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const double e = std::exp(-x[i]), q = x[i] * 2.0;
    sum = std::sin(sum * e) * q;
  }
  return sum;
}

// CHECK-LABEL: void chosen_b(
// CHECK:           e_tape[i] = e;
// CHECK:         // Reverse sweep.
// CHECK:           const double e = e_tape[i];
// CHECK-NEXT:      const double q = x[i] * 2.0;

// CHOSEN-LABEL: function chosen
// CHOSEN:         e: {{.*}}recorded at the end of its scope (8 bytes)
// CHOSEN:         q: {{.*}}recomputed in the reverse sweep (operations: 1)

#pragma adjoint reverse
double said(const double *x, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
#pragma adjoint recompute
    const double e = std::exp(-x[i]);
#pragma adjoint record
    const double q = x[i] * 2.0;
    sum = std::sin(sum * e) * q;
  }
  return sum;
}

// CHECK-LABEL: void said_b(
// CHECK:           q_tape[i] = q;
// CHECK:         // Reverse sweep.
// CHECK:           const double q = q_tape[i];
// CHECK-NEXT:      const double e = std::exp(-x[i]);

// SAID-LABEL: function said
// SAID:         e: {{.*}}recomputed in the reverse sweep (operations: 2)
// SAID:         q: {{.*}}recorded at the end of its scope (8 bytes)
