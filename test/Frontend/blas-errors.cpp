// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Functions of BLAS and LAPACK that have no model, or are not declared as they are.

//--- a function without a model
extern "C" void dtpmv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *ap, double *x, const int *incx);
#pragma adjoint reverse
void f(const double *a, double *x, int n) {
  const int one = 1;
  dtpmv_("U", "N", "N", &n, a, x, &one); // error: 'dtpmv_' has no visible definition; make it visible, or write...
}

//--- another precision
extern "C" double ddot_(const int *n, const float *x, const int *incx, const float *y, const int *incy);
#pragma adjoint reverse
double f(const float *x, int n) {
  const int one = 1;
  return ddot_(&n, x, &one, x, &one); // error: 'ddot_' has no derivative for these arguments; call a function that has one (docs/mpi.md, docs/linear-algebra.md), or write one by hand
}
