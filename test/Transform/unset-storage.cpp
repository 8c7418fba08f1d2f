// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an iteration declares without a value is nobody's: both sweeps run in one iteration, and what the rows held before is not
// recorded. A mutable member of a const object is a variable like others.
//
// RUN: %adjoint-gen %s --dump=tbr | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=inline | FileCheck %s --check-prefix=INLINE

#include <cmath>

#pragma adjoint reverse wrt(q)
double links(const double *q, int steps) {
  double cost = 0.0;
  for (int t = 0; t < steps; ++t) {
    double r[7][3], s = 1.0;
    for (int i = 0; i < 7; ++i) {
      r[i][0] = std::cos(q[t * 7 + i]);
      r[i][1] = 0.0;
      r[i][2] = q[i];
      for (int k = 0; k < 3; ++k)
        s += r[i][k] * r[i][2];
    }
    cost += s * s;
  }
  return cost;
}

struct Cache {
  double value;
  mutable double made;
  const double &twice() const {
    made = value + value;
    return made;
  }
};

#pragma adjoint reverse
double cached(double x) {
  const Cache cache = {x, 0.0};
  const double &made = cache.twice();
  return made * made;
}

// INLINE-LABEL: double cached(
// INLINE-NOT: const_cast
// INLINE: return
// CHECK: function links
// CHECK-NEXT: function cached
// CHECK-NOT: {{.*}}recorded{{.*}}
