// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Integers behind pointers to void: what is there is read, or written, by a function of the C library that nobody can look into.

#include "numeric.h"

#include <unistd.h>
#include <vector>

#pragma adjoint reverse
double swapped(const double *x, int n) {
  double sum = 0.0;
  std::vector<short> from{short(256 * n), 512};
  for (int i = 0; i < n; ++i) {
    from[1] = short(256 * (i + 1));
    short to[2];
    swab(from.data(), to, 4);
    sum += to[0] * x[i] * x[i] * to[1];
  }
  return sum;
}

int main() {
  numeric::check("swapped", swapped, swapped_b, {{0.7, 1.3, -0.4}});
}
