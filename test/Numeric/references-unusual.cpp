// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// References to references, to temporaries and to pointers.

#include "numeric.h"

#pragma adjoint reverse
double referenceToReference(double x, double y) {
  double &a = x;
  double &b = a;
  b *= y;
  a += b * b;
  double &&temporary = x * y;
  temporary *= b;
  return temporary * x;
}

#pragma adjoint reverse
double referenceToPointer(const double *x, int n) {
  const double *p = x, *q = x + n - 1;
  const double *&which = n > 3 ? p : q;
  double s = *p * *q;
  which += n > 3 ? 1 : -1;
  s *= *p + *q;
  return s;
}

int main() {
  numeric::check("referenceToReference", referenceToReference, referenceToReference_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("referenceToPointer", referenceToPointer, referenceToPointer_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  return numeric::report();
}
