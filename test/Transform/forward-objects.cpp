// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object that a function makes and returns is the caller's variable from the beginning, unless it is used again; and what is
// slow and stays the same in a loop of at least one iteration is computed, and its adjoint reversed, once.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s
// RUN: %adjoint-gen %s --no-forward-objects --dump=adjoint | FileCheck %s --check-prefix=WITHOUT

#include <cmath>

struct Matrix {
  double entries[9];
};

static Matrix scaled(const Matrix &m, double s) {
  Matrix made;
  for (int k = 0; k < 9; ++k)
    made.entries[k] = std::sin(s) * m.entries[k];
  return made;
}

struct Operand {
  Matrix values;
};
static Operand ready(const Matrix &m, double s) { return {scaled(m, s)}; }

#pragma adjoint reverse
double once(const Matrix &m, double s) {
  const Operand r = ready(m, s);
  double sum = 0.0;
  for (int k = 0; k < 9; ++k)
    sum += r.values.entries[k] * r.values.entries[8 - k];
  return sum;
}

#pragma adjoint reverse
double twice(const Matrix &m, double s) {
  Matrix a = scaled(m, s);
  Matrix b = a;
  b.entries[0] = s;
  double sum = 0.0;
  for (int k = 0; k < 9; ++k)
    sum += a.entries[k] * b.entries[k];
  return sum;
}

// CHECK: void once_b(
// CHECK: double r_values_entries[9] = {};
// CHECK-NEXT: const double sin_s = std::sin(s);
// CHECK-NEXT: for (int k = 0; k < 9; ++k) {
// CHECK-NEXT:   r_values_entries[k] = sin_s * m.entries[k];
// CHECK-NOT: Matrix made
// CHECK: s_b += std::cos(s) * sin_s_b;
// CHECK-NEXT: }
// CHECK: void twice_b(
// CHECK: b = a;
// WITHOUT: void once_b(
// WITHOUT: Matrix made
// WITHOUT: void twice_b(
