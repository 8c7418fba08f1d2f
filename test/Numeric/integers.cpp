// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Integers, bits and flags that steer which values are used; they are overwritten, and the reverse sweep needs them.

#include "numeric.h"

#pragma adjoint reverse
double bitReversal(const double *x, int n) {
  double s = 0.5;
  for (unsigned i = 0; i < unsigned(n); ++i) {
    unsigned r = 0;
    for (unsigned bit = 1, mirror = 4; mirror; bit <<= 1, mirror >>= 1)
      if (i & bit)
        r |= mirror;
    s = s * x[r % n] + x[i ^ 1u ? r % n : i];
  }
  return s;
}

#pragma adjoint reverse
double mask(const double *x, int n) {
  double s = 1.0;
  unsigned char flags = 0xb5;
  for (int i = 0; i < n; ++i) {
    if (flags & 1u)
      s *= x[i];
    else
      s += x[i] * x[i];
    flags = static_cast<unsigned char>(flags >> 1);
  }
  flags ^= 0xff;
  return (flags & ~3u) ? s * s : s;
}

// A pseudo-random walk through the array.
#pragma adjoint reverse
double generator(const double *x, int n) {
  unsigned long long state = 42;
  double s = 1.0;
  for (int i = 0; i < 12; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    int k = int((state >> 33) % static_cast<unsigned long long>(n));
    s = 0.7 * s * x[k] + 0.4;
  }
  return s;
}

#pragma adjoint reverse
double remaindersAndShifts(const double *x, int n) {
  double s = 1.0;
  int k = 13;
  for (int i = 0; i < 5; ++i) {
    s = s * x[k % n] + 0.2;
    k = (k << 1) - n;
    k %= 17;
    if (k < 0)
      k = -k;
    s += x[(k / 2) % n] * s * 0.3;
    k |= 8;
    k &= ~2;
    k ^= i;
  }
  return s;
}

#pragma adjoint reverse
double flags(double x, double y) {
  bool a = x > y, b = x * y > 0.0, c = !a && (b || y > 2.0);
  double r = x * y;
  if (a != b)
    r *= x;
  a = a ^ b;
  b |= c;
  c &= a;
  if (a)
    r += y * r;
  if (b && !c)
    r *= r;
  return r;
}

#pragma adjoint reverse
double widths(const double *x, int n) {
  double s = 1.0;
  short index = 0;
  long stride = 2;
  signed char countdown = 6;
  while (countdown--) {
    s = s * x[index] + 0.2;
    index = static_cast<short>((index + stride) % n);
    stride = stride * 3 % 7;
  }
  return s;
}

#pragma adjoint reverse
double comparisons(const double *x, int n) {
  int larger = 0, smaller = 0;
  for (int i = 1; i < n; ++i) {
    larger += x[i] > x[0];
    smaller += x[i] <= x[0];
  }
  return x[larger % n] * x[smaller % n] + x[0] * larger * x[0];
}

int main() {
  numeric::check("bitReversal", bitReversal, bitReversal_b,
                 {{0.7, 1.3, -0.8}, {0.4, 0.9, 0.3, -0.6, 0.5, 0.2, 0.1, 0.8}});
  numeric::check("mask", mask, mask_b, {{0.7, 1.3, -0.8, 0.5}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("generator", generator, generator_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("remaindersAndShifts", remaindersAndShifts, remaindersAndShifts_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.3}});
  numeric::check("flags", flags, flags_b, {{0.7, 1.3}, {1.7, 1.3}, {1.7, -0.3}, {-0.6, -0.4}, {-0.6, 2.4}});
  numeric::check("widths", widths, widths_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("comparisons", comparisons, comparisons_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, 1.6, 1.8}});
  return numeric::report();
}
