// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// A pointer that a call takes by value and overwrites through another argument: the reverse half needs what it was.

#include "numeric.h"

static void walk(double *t, double *&last, int k) {
  if (k > 0) {
    walk(t + 1, last, k - 1);
    *t *= *t;
  } else {
    last = t;
  }
}

#pragma adjoint reverse
double byReference(double x, double y, double z) {
  double v[2] = {x, y};
  double *b = v;
  walk(b, b, 1);
  *b *= z;
  return v[0] * v[1];
}

struct Cursor {
  double *at;
};

static void advance(double *t, Cursor &c, int k) {
  if (k > 0) {
    advance(t + 1, c, k - 1);
    *t *= *t;
  } else {
    c.at = t;
  }
}

#pragma adjoint reverse
double byMember(double x, double y, double z) {
  double v[3] = {x, y, z};
  Cursor c = {v};
  advance(c.at, c, 1);
  advance(c.at, c, 1);
  *c.at *= z;
  return v[0] * v[1] * v[2];
}

int main() {
  numeric::check("byReference", byReference, byReference_b, {{0.31, 0.7, 0.5}, {-1.1, 0.6, 1.4}});
  numeric::check("byMember", byMember, byMember_b, {{0.31, 0.7, 0.5}, {-1.1, 0.6, 1.4}});
  return numeric::report();
}
