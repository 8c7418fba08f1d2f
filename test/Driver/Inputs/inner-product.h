#pragma once

extern "C" double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);

inline double inner(const double *x, const double *y, int n) {
  const int one = 1;
  return ddot_(&n, x, &one, y, &one);
}
