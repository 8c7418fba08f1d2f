// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-FLAGS: -msse2 -Wno-psabi
//
// Numbers of an array that the code sees as a vector type of the compiler, through a pointer or a reference.

#include "numeric.h"

#include <immintrin.h>

typedef double Four __attribute__((vector_size(32)));
typedef double Unaligned __attribute__((vector_size(32), aligned(8)));

#pragma adjoint reverse
void pointers(const double *x, double *y, int n) {
  Four s = {0.5, 0.25};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    Four a = *(const Unaligned *)(x + i);
    a = a * x[0] + a * a / (1.0 + a * a);
    s += a;
    *(Unaligned *)(y + i) = a * s[0];
    *(Unaligned *)(y + i) *= *reinterpret_cast<const Unaligned *>(x + n - 4 - i);
  }
  for (; i < 9; ++i)
    y[i] = x[i % n] * s[3];
}

/// Vectors counted from a pointer, and their elements.
#pragma adjoint reverse
double indices(const double *x, int n) {
  double y[8] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
  for (unsigned i = 0; i < 2; ++i) {
    ((Unaligned *)y)[i] += ((const Unaligned *)x)[i] * y[7 - i];
    *((Unaligned *)y + 1) -= *((const Unaligned *)(x + i));
    (*(Unaligned *)(y + 2))[i + 1] *= (*(1 + (const Unaligned *)x))[2];
    ((Unaligned *)y)[0][3] = x[1] * ((const Unaligned *)x)[1][i];
  }
  double s = 0.0;
  for (int k = 0; k < 8; ++k)
    s += y[k] * (k + x[n - 1]);
  return s;
}

/// Where stores and loads overlap, a vector is read as a whole before any of it is written.
#pragma adjoint reverse
double references(const double *x, int n) {
  double y[9];
  for (int k = 0; k < 9; ++k)
    y[k] = x[k % n] * (k + 1);
  reinterpret_cast<Unaligned &>(y[1]) = reinterpret_cast<const Unaligned &>(y[0]) * reinterpret_cast<const Unaligned &>(x[1]);
  reinterpret_cast<Unaligned &>(y[3]) += reinterpret_cast<Unaligned &>(y[2]);
  (Unaligned &)y[5] /= 2.0 + (const Unaligned &)x[0] * (const Unaligned &)x[0];
  double s = y[0];
  for (int k = 1; k < 9; ++k)
    s = s * 0.5 + y[k] * y[k - 1];
  return s;
}

/// The pointer moves in the expression itself.
#pragma adjoint reverse
double moving(const double *x, int n) {
  double y[8] = {}, *out = y;
  const double *p = x;
  for (int i = 0; i < 2; ++i)
    *(Unaligned *)((out += 4) - 4) = *(const Unaligned *)p++ * x[0];
  return y[0] * y[5] + y[3] * y[7] + (out - y) * *p * x[n - 1];
}

#pragma adjoint reverse
double registers(const double *x, int n) {
  alignas(16) double y[4] = {x[0], x[1], x[2] * x[3], x[n - 1]};
  *(__m128d *)y = _mm_mul_pd(*(const __m128d *)(y + 2), *(__m128d *)y);
  *(__m128d *)(y + 2) += _mm_sqrt_pd(*(__m128d *)y * *(__m128d *)y);
  return y[0] * y[1] + y[2] * y[3];
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7, 0.4, 0.6}, {1.2, 0.7, 0.3, -0.8, 0.1, 0.5, 1.5, -0.4, 0.25}};
  numeric::check("pointers", pointers, pointers_b, points, 9);
  numeric::check("indices", indices, indices_b, points);
  numeric::check("references", references, references_b, points);
  numeric::check("moving", moving, moving_b, points);
  numeric::check("registers", registers, registers_b, points);
  return numeric::report();
}
