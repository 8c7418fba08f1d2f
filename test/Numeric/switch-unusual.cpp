// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Labels inside blocks, branches and loops of a switch, and switches without braces or labels.

#include "numeric.h"

#pragma adjoint reverse
double labelInBlock(double x, double y) {
  double s = 0.0;
  for (int kind = 0; kind < 4; ++kind) {
    double r = x;
    switch (kind) {
    case 0:
      r *= y;
      {
        [[fallthrough]];
      case 1:
        r += x * y;
        r *= r;
      }
      break;
    case 2:
      if (x > 1.0) {
        r *= x;
        [[fallthrough]];
      case 3:
        r = r * y + x;
      }
      r *= 0.5;
    }
    s = s * r + r;
  }
  return s;
}

#pragma adjoint reverse
double withoutBraces(double x, double y) {
  double r = x;
  switch (int(y))
  case 1:
    r *= x * y;
  switch (0)
  default:
    r += x * r;
  switch (int k = 3; r *= y, k) {}
  return r * r;
}

// Duff's device.
#pragma adjoint reverse
double unrolled(const double *x, int n) {
  double s = 1.0;
  const double *p = x;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 3:
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 2:
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 1:
      s = s * *p++ + 0.5;
    } while (--rounds > 0);
  }
  return s;
}

int main() {
  numeric::check("labelInBlock", labelInBlock, labelInBlock_b, {{0.7, 1.3}, {1.3, 0.6}});
  numeric::check("withoutBraces", withoutBraces, withoutBraces_b, {{0.7, 1.3}, {1.3, 0.6}});
  numeric::check("unrolled", unrolled, unrolled_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}, {0.7, 1.2, 0.8, 0.6, 0.5}, {0.9, 1.1, 0.7, 0.3, 0.6, 1.2}});
  return numeric::report();
}
