// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that bear pragmas of their own: the value is returned beside the gradient, and clauses are those of --wrt.
//
// RUN: %adjoint-gen --check %s --function=energy -o %t.cpp
// RUN: %clangxx -std=c++17 -Wall -Werror %t.cpp %runtime-flags -o %t && %t | FileCheck %s
// RUN: %adjoint-gen --check %s --function=scaled --wrt=x -o %t.cpp
// RUN: %clangxx -std=c++17 %t.cpp %runtime-flags -o %t && %t | FileCheck --check-prefix=WRT %s
// RUN: not %adjoint-gen --check %s --function=scaled -o %t.none.cpp 2>&1 | FileCheck --check-prefix=OTHERS %s
// OTHERS: error: --check compares the adjoint of 'scaled' with a tangent by and of the same, and the pragma of the function chooses others; give --wrt and --of as the pragma has them

#include <vector>

#pragma adjoint reverse value
double energy(const std::vector<double> &x) {
  double sum = 0.0;
  for (double v : x)
    sum += v * v * v;
  return sum;
}
// CHECK: x {{.*}} ok
// CHECK: energy: ok

#pragma adjoint reverse wrt(x)
double scaled(double x, double y) { return x * x * y; }
// WRT: x {{.*}} ok
// WRT-NOT: y {{.*}} ok
// WRT: scaled: ok

int main() { energy({1.0, 2.0}); }
