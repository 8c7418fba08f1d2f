// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline
//
// Members that are pointers to const numbers, given by reference to functions that stay functions: the member of the adjoint has
// the same type, and the adjoint that the function is given is written through.

#include "numeric.h"

#include <cmath>

struct View {
  const double *p;
  int n;
};

/// By reference to a pointer that it only reads.
double squares(const double *const &p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * p[i];
  return n < 2 ? s : s * std::sin(s) + squares(p, n - 1);
}

#pragma adjoint reverse
double ofMember(const double *x, int n) {
  const View view{x, n};
  return squares(view.p, view.n);
}

double onView(const View &view);
double onParts(const double *const &p, int n) {
  const View view{p, n};
  return onView(view);
}
double onView(const View &view) { return view.n == 1 ? *view.p * *view.p : view.p[view.n - 1] * onParts(view.p, view.n - 1); }

#pragma adjoint reverse
double recursion(const double *x, int n) {
  const View view{x, n};
  return onView(view) + onParts(view.p, n);
}

/// By reference to a pointer that it moves.
double next(const double *&p, int depth) {
  const double value = *p++;
  return depth == 0 ? value : value * next(p, depth - 1);
}

#pragma adjoint reverse
double moved(const double *x, int n) {
  View view{x, n};
  double s = next(view.p, 1);
  s += next(view.p, 0) * s;
  return s * view.p[-1];
}

int main() {
  const numeric::Points points = {{0.9, 0.4, -0.3}, {-0.4, 0.7, 0.2}};
  numeric::check("ofMember", ofMember, ofMember_b, points);
  numeric::check("recursion", recursion, recursion_b, points);
  numeric::check("moved", moved, moved_b, points);
  return numeric::report();
}
