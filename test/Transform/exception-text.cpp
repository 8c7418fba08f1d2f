// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stream in which a branch makes the text of its exception is made in the branch, not for each call of f_b. One that the
// function goes on with is hoisted, as all storage that pointers may lead to.
//
// RUN: %adjoint-gen %s --dump-after=hoist-storage | FileCheck %s

#include <cmath>
#include <sstream>
#include <stdexcept>

#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    if (!(x[i] > 0.0)) {
      std::ostringstream text;
      text << "not positive: " << x[i];
      throw std::domain_error(text.str());
    }
    std::ostringstream seen;
    seen << i;
    s += std::log(x[i]) * x[0];
  }
  return s;
}

// CHECK: double f(
// CHECK-NOT: std::ostringstream text
// CHECK: std::ostringstream seen
// CHECK-NOT: std::ostringstream text
// CHECK: if (
// CHECK-NEXT: std::ostringstream text
