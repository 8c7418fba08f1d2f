// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --check of functions that are called as what the structs of the program have in them.
//
// RUN: %adjoint-gen %s --check --mode=hessian --function=outputs --function=p --function=ns::jacobian '--function=x_<double>' --at=n=2 -o %t.cpp
// RUN: %gxx -Wall -Wextra -Werror %t.cpp -o %t %runtime-flags
// RUN: %t | FileCheck %s
// CHECK: outputs: ok
// CHECK: {{^  }}tangents, 2 at once: as one by one
// CHECK: p: ok
// CHECK: {{^  }}Jacobian: ok
// CHECK: ns::{{.*}}jacobian: ok
// CHECK: x_: ok

#include <adjoint/derivatives.h>

void outputs(const double *x, double *y) { y[0] = x[0] * x[1]; }

#pragma adjoint tangent width(2)
double p(double x) { return x * x; }

namespace ns {
namespace {
double jacobian(const double *x, int n) { return x[0] * x[n]; }
} // namespace
} // namespace ns


template <class T> T x_(T x) { return x * x * x; }
