// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lapacke
// RUN: %numeric
// NUMERIC-LIBRARIES: -llapacke -lopenblas
//
// LAPACK: eigenvalues, singular values, least squares, by the names of C and of Fortran, with the array of work that is
// asked for.

#include "numeric.h"

#include <algorithm>
#include <cblas.h>

extern "C" {
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work,
            const int *lwork, int *info);
void dgesvd_(const char *jobu, const char *jobvt, int *m, int *n, double *a, int *lda, double *s, double *u, int *ldu,
             double *vt, int *ldvt, double *work, int *lwork, int *info);
void dgels_(const char *trans, const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, double *work, const int *lwork, int *info);
int LAPACKE_dsyev(int layout, char jobz, char uplo, int n, double *a, int lda, double *w);
int LAPACKE_dgesvd(int layout, char jobu, char jobvt, int m, int n, double *a, int lda, double *s, double *u, int ldu,
                   double *vt, int ldvt, double *superb);
int LAPACKE_dgels(int layout, char trans, int m, int n, int nrhs, double *a, int lda, double *b, int ldb);
}

// The numbers: a matrix of 4 by 3 words, and 12 more.

#pragma adjoint reverse
double eigenvalues(const double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  std::vector<double> a(p, p + 12), w(3);
  LAPACKE_dsyev(101, 'N', 'U', size, a.data(), 4, w.data());
  double s = w[0] * w[1] + std::exp(w[2]);
  std::copy(p, p + 12, a.begin());
  LAPACKE_dsyev(102, 'N', 'U', size, a.data(), 4, w.data());
  return s + w[0] * w[2];
}

/// In steps, with eigenvectors and their signs as LAPACK has them.
#pragma adjoint reverse
void eigenvectors(double *p, int n) {
  const int size = n > 0 ? 3 : 0;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> a(p, p + 12), w(3);
    if (t == 0)
      LAPACKE_dsyev(101, 'V', 'L', size, a.data(), 4, w.data());
    else
      LAPACKE_dsyev(102, 'V', 'U', size, a.data(), 3, w.data());
    for (int i = 0; i < 9; ++i)
      p[i] = p[i] * w[i % 3] + a[i] * a[(i + 1) % 3];
  }
}

#pragma adjoint reverse
double withWork(const double *p, int n) {
  const int size = n > 0 ? 3 : 0, lda = 4, ask = -1;
  int info = 0;
  double needed = 0.0, w[3] = {};
  std::vector<double> a(p, p + 12);
  dsyev_("V", "L", &size, a.data(), &lda, w, &needed, &ask, &info);
  const int length = static_cast<int>(needed);
  std::vector<double> work(length);
  dsyev_("V", "L", &size, a.data(), &lda, w, work.data(), &length, &info);
  return info == 0 ? w[0] * a[0] + w[1] * a[5] + w[2] * a[1] : 0.0;
}

#pragma adjoint reverse
double singularValues(const double *p, int n) {
  const int rows = n > 0 ? 4 : 0;
  std::vector<double> a(p, p + 12), s(3), rest(3);
  LAPACKE_dgesvd(101, 'N', 'N', rows, 3, a.data(), 3, s.data(), nullptr, 1, nullptr, 3, rest.data());
  return s[0] * s[1] + s[2];
}

/// Tall, wide and square ones; by rows and by columns.
#pragma adjoint reverse
void singularVectors(double *p, int n) {
  int rows = n > 0 ? 4 : 0, columns = 3, lead = 3, info = 0, length = 100;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> a(p, p + 12), s(4), u(16), vt(16), work(100);
    LAPACKE_dgesvd(101, 'S', 'A', rows, columns, a.data(), 3, s.data(), u.data(), 4, vt.data(), 4, work.data());
    for (int i = 0; i < 8; ++i)
      p[12 + i] += u[i] * s[i % 3] * vt[i % 3];
    std::copy(p, p + 12, a.begin());
    dgesvd_("S", "S", &columns, &rows, a.data(), &lead, s.data(), u.data(), &lead, vt.data(), &lead, work.data(),
            &length, &info);
    for (int i = 0; i < 9; ++i)
      p[12 + i] += u[i] * vt[i] * s[1];
    std::copy(p, p + 12, a.begin());
    dgesvd_("A", "N", &columns, &columns, a.data(), &rows, s.data(), u.data(), &rows, nullptr, &lead, work.data(),
            &length, &info);
    for (int i = 0; i < 11; ++i)
      p[i] = 0.5 * p[i] + u[i] + p[12 + i];
  }
}

#pragma adjoint reverse
double leastSquares(const double *p, int n) {
  const int rows = n > 0 ? 4 : 0, two = 2, one = 1;
  double s = 0.0;
  for (int t = 0; t < 2; ++t) {
    std::vector<double> a(p, p + 12), b(p + 12, p + 20);
    LAPACKE_dgels(101, 'N', rows, 3, two, a.data(), 3, b.data(), 2);
    s += b[0] * b[3] + b[5];
    std::vector<double> c(p, p + 12), d(p + 12, p + 16), work(64);
    d[0] *= s;
    int length = -1, info = 0;
    dgels_("N", &rows, &two, &one, c.data(), &rows, d.data(), &rows, work.data(), &length, &info);
    length = std::min(64, static_cast<int>(work[0]));
    dgels_("N", &rows, &two, &one, c.data(), &rows, d.data(), &rows, work.data(), &length, &info);
    s += d[0] * d[1];
  }
  return s;
}

/// Residuals are to be computed by the product.
#pragma adjoint reverse
double residual(const double *p, int n) {
  const int rows = n > 0 ? 4 : 0;
  std::vector<double> a(p, p + 12), b(p + 12, p + 16), r(b);
  LAPACKE_dgels(101, 'N', rows, 2, 1, a.data(), 3, b.data(), 1);
  cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, 2, -1.0, p, 3, b.data(), 1, 1.0, r.data(), 1);
  return cblas_ddot(rows, r.data(), 1, r.data(), 1);
}

int main() {
  const numeric::Points points = {{1.9, 0.2,  -0.3, 0.8, 0.3, 2.5,  -0.2, 0.3, 0.4, 0.2, 1.2,  0.4,
                                   1.1, -0.7, 0.6,  0.3, 1.2, -0.4, 0.5,  0.9, 0.1, 0.7, -0.3, 0.4}};
  numeric::check("eigenvalues", eigenvalues, eigenvalues_b, points);
  numeric::check("eigenvectors", eigenvectors, eigenvectors_b, points);
  numeric::check("withWork", withWork, withWork_b, points);
  numeric::check("singularValues", singularValues, singularValues_b, points);
  numeric::check("singularVectors", singularVectors, singularVectors_b, points);
  numeric::check("leastSquares", leastSquares, leastSquares_b, points);
  numeric::check("residual", residual, residual_b, points);
  return numeric::report();
}
