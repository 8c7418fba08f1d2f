// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Pointers: arithmetic, walking, differences, comparison, and pointers that point elsewhere later.

#include "numeric.h"

#pragma adjoint reverse
double walk(const double *x, int n) {
  double s = 1.0;
  for (const double *p = x; p < x + n; ++p)
    s = s * *p + 0.5;
  return s;
}

#pragma adjoint reverse
double walkParameter(const double *x, int n) {
  double s = 1.0;
  while (n-- > 0) {
    s *= *x++;
    s += s * s * 0.1;
  }
  return s * *--x;
}

#pragma adjoint reverse
double walkBack(const double *x, int n) {
  const double *p = x + n;
  double s = 0.5;
  do {
    --p;
    s += *p * s;
  } while (p != x);
  return s;
}

#pragma adjoint reverse
double arithmetic(const double *x, int n) {
  const double *first = x, *last = &x[n - 1];
  double s = *first * *last;
  first += 1;
  s += *(last - 1) * first[-1] * s;
  last -= n - 1;
  s *= *(first + (n > 2)) + *last;
  return s * double(first - x) + 2 [x - 1];
}

#pragma adjoint reverse
void walkAndWrite(double *x, int n) {
  double *end = x + n;
  for (double *p = x + 1; p != end; p++) {
    *p *= p[-1];
    p[-1] += *p * *p;
  }
}

// Two pointers meet in the middle.
#pragma adjoint reverse
void meet(double *x, int n) {
  for (double *low = x, *high = x + n - 1; low < high; ++low, --high) {
    *low = *low * *high;
    *high = *low * 2.0 + *high;
  }
}

#pragma adjoint reverse
void copyLoop(const double *x, double *y, int n) {
  const double *from = x;
  double *to = y;
  for (int i = 0; i < n; ++i)
    *to++ = *from++ * x[0];
  to = y;
  *to *= *to;
}

#pragma adjoint reverse
double retargeted(double x, double y) {
  double a = x * y, b = x + y;
  double *p = &a;
  *p *= x;
  p = &b;
  *p *= a;
  double t = *p;
  p = &t;
  *p = *p * b;
  p = &a;
  return t + *p * b;
}

// The address is computed from an index that changes afterwards.
#pragma adjoint reverse
double addressOfElement(const double *x, int n) {
  double v[3] = {1.0, 2.0, 0.5};
  double s = 0.0;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    double *slot = &v[k];
    k = (k + 2) % 3;
    *slot *= x[i];
    s += *slot * v[k];
    slot = v + 1;
    *slot += s;
  }
  return s;
}

#pragma adjoint reverse
void throughPointer(const double *x, double *y) {
  double *p = y + 1;
  *p = x[0] * x[1];
  *y = *p * x[0];
  p = y;
  *p *= p[1];
}

int main() {
  numeric::check("walk", walk, walk_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("walkParameter", walkParameter, walkParameter_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("walkBack", walkBack, walkBack_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("arithmetic", arithmetic, arithmetic_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("walkAndWrite", walkAndWrite, walkAndWrite_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("meet", meet, meet_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("copyLoop", copyLoop, copyLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}}, 3);
  numeric::check("retargeted", retargeted, retargeted_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("addressOfElement", addressOfElement, addressOfElement_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("throughPointer", throughPointer, throughPointer_b, {{0.7, 1.3}, {-1.1, 0.6}}, 2);
  return numeric::report();
}
