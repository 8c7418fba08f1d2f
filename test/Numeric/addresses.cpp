// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Addresses as integers (whether data is aligned) are passive; static variables that nobody writes are constants.

#include "numeric.h"

#include <cassert>
#include <cstdint>

#pragma adjoint reverse
double aligned(const double *x, int n) {
  assert(reinterpret_cast<std::uintptr_t>(x) % sizeof(double) == 0);
  static const char *name = "aligned";
  static int step = 2;
  double work[4];
  double s = name[0] - '`';
  int head = reinterpret_cast<std::uintptr_t>(work) % 2 == 0 ? 1 : 0;
  for (int i = 0; i < n; i += step) {
    work[i % 4] = x[i] * s;
    s += work[i % 4] * x[(i + head) % n];
    work[i % 4] = s;
  }
  return s * work[0];
}

int main() {
  numeric::check(
      "aligned", {0.7, 1.3, -0.4, 0.9, 0.2},
      [](numeric::Vector v) { return numeric::Vector{aligned(v.data(), 5)}; },
      [](numeric::Vector v, numeric::Vector seed) {
        numeric::Vector v_b(v.size(), 0.0);
        aligned_b(v.data(), v_b.data(), 5, seed[0]);
        return v_b;
      });
  return numeric::report();
}
