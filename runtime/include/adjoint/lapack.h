// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of BLAS and LAPACK (lapack/elementals.h), by the library that the program is linked to. Generated code
// includes this header where the differentiated program calls functions of levels 2 and 3 or of LAPACK. It needs the library's
// Fortran names.

#ifndef ADJOINT_LAPACK_H
#define ADJOINT_LAPACK_H

#include "adjoint/lapack/elementals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace adjoint::lapack {

namespace detail {

/// Libraries of 32-bit integers find theirs in the lower half, for all that is passed here.
using Integer = long;
using Length = std::size_t;
using Numbers = std::vector<double>;

// The library's functions. Their names here are others, since a program may have declared them in its own way.
void gemm(const char *transa, const char *transb, const Integer *m, const Integer *n, const Integer *k,
          const double *alpha, const double *a, const Integer *lda, const double *b, const Integer *ldb,
          const double *beta, double *c, const Integer *ldc, Length, Length) __asm__("dgemm_");
void trsm(const char *side, const char *uplo, const char *trans, const char *diag, const Integer *m, const Integer *n,
          const double *alpha, const double *a, const Integer *lda, double *b, const Integer *ldb, Length, Length,
          Length, Length) __asm__("dtrsm_");
void trmm(const char *side, const char *uplo, const char *trans, const char *diag, const Integer *m, const Integer *n,
          const double *alpha, const double *a, const Integer *lda, double *b, const Integer *ldb, Length, Length,
          Length, Length) __asm__("dtrmm_");
void gemv(const char *trans, const Integer *m, const Integer *n, const double *alpha, const double *a, const Integer *lda,
          const double *x, const Integer *incx, const double *beta, double *y, const Integer *incy, Length) __asm__("dgemv_");
void ger(const Integer *m, const Integer *n, const double *alpha, const double *x, const Integer *incx, const double *y,
         const Integer *incy, double *a, const Integer *lda) __asm__("dger_");
void axpy(const Integer *n, const double *alpha, const double *x, const Integer *incx, double *y,
          const Integer *incy) __asm__("daxpy_");
void syr2(const char *uplo, const Integer *n, const double *alpha, const double *x, const Integer *incx, const double *y,
          const Integer *incy, double *a, const Integer *lda, Length) __asm__("dsyr2_");
void symv(const char *uplo, const Integer *n, const double *alpha, const double *a, const Integer *lda, const double *x,
          const Integer *incx, const double *beta, double *y, const Integer *incy, Length) __asm__("dsymv_");
void trmv(const char *uplo, const char *trans, const char *diag, const Integer *n, const double *a, const Integer *lda,
          double *x, const Integer *incx, Length, Length, Length) __asm__("dtrmv_");
void trsv(const char *uplo, const char *trans, const char *diag, const Integer *n, const double *a, const Integer *lda,
          double *x, const Integer *incx, Length, Length, Length) __asm__("dtrsv_");
void potrf(const char *uplo, const Integer *n, double *a, const Integer *lda, Integer *info, Length) __asm__("dpotrf_");
void getrf(const Integer *m, const Integer *n, double *a, const Integer *lda, Integer *pivots,
           Integer *info) __asm__("dgetrf_");
void geqrf(const Integer *m, const Integer *n, double *a, const Integer *lda, double *tau, double *work,
           const Integer *lwork, Integer *info) __asm__("dgeqrf_");
void ormqr(const char *side, const char *trans, const Integer *m, const Integer *n, const Integer *k, const double *a,
           const Integer *lda, const double *tau, double *c, const Integer *ldc, double *work, const Integer *lwork,
           Integer *info, Length, Length) __asm__("dormqr_");
void syev(const char *jobz, const char *uplo, const Integer *n, double *a, const Integer *lda, double *w, double *work,
          const Integer *lwork, Integer *info, Length, Length) __asm__("dsyev_");
void gesvd(const char *jobu, const char *jobvt, const Integer *m, const Integer *n, double *a, const Integer *lda,
           double *s, double *u, const Integer *ldu, double *vt, const Integer *ldvt, double *work,
           const Integer *lwork, Integer *info, Length, Length) __asm__("dgesvd_");

inline Integer leading(long rows) { return rows > 1 ? rows : 1; }
inline double *at(Numbers &numbers) { return numbers.empty() ? nullptr : numbers.data(); }

/// A matrix with strides, as the library takes it.
struct View {
  const double *values;
  char trans;
  Integer lead;

  View(const double *a, long row, long column, long rows, long columns)
      : values(a), trans(row == 1 ? 'N' : 'T'),
        lead(row == 1 ? std::max(column, leading(rows)) : std::max(row, leading(columns))) {}
};

/// c (m by n) = factor a (m by k) b (k by n) + before c.
inline void multiply(double *c, long c_row, long c_column, double factor, const double *a, long a_row, long a_column,
                     const double *b, long b_row, long b_column, double before, long m, long k, long n) {
  if (c_row != 1)
    return multiply(c, 1, c_row, factor, b, b_column, b_row, a, a_column, a_row, before, n, k, m);
  const View left(a, a_row, a_column, m, k), right(b, b_row, b_column, k, n);
  const Integer rows = m, columns = n, inner = k, lead = std::max(c_column, leading(m));
  gemm(&left.trans, &right.trans, &rows, &columns, &inner, &factor, left.values, &left.lead, right.values, &right.lead,
       &before, c, &lead, 1, 1);
}

/// y += a (m by n) x.
inline void multiply(double *y, const double *a, long a_row, long a_column, const double *x, long m, long n) {
  const View matrix(a, a_row, a_column, m, n);
  const Integer rows = a_row == 1 ? m : n, columns = a_row == 1 ? n : m, step = 1;
  const double one = 1.0;
  gemv(&matrix.trans, &rows, &columns, &one, matrix.values, &matrix.lead, x, &step, &one, y, &step, 1);
}
/// a (m by n) += x y^T.
inline void addOuter(double *a, long a_row, long a_column, const double *x, const double *y, long m, long n) {
  if (a_row != 1)
    return addOuter(a, 1, a_row, y, x, n, m);
  const View matrix(a, a_row, a_column, m, n);
  const Integer rows = m, columns = n, step = 1;
  const double one = 1.0;
  ger(&rows, &columns, &one, x, &step, y, &step, a, &matrix.lead);
}
/// The same of one triangle, with or without the diagonal: a += factor x y^T.
inline void addOuterTo(bool isUpper, bool hasDiagonal, double *a, long a_row, long a_column, double factor, const double *x,
                       const double *y, long n) {
  if (a_row != 1)
    return addOuterTo(!isUpper, hasDiagonal, a, 1, a_row, factor, y, x, n);
  const long inside = hasDiagonal ? 0 : 1;
  for (long j = 0; j < n; ++j) {
    const long first = isUpper ? 0 : j + inside, last = isUpper ? j + 1 - inside : n;
    const double by = factor * y[j];
    const Integer count = last - first, step = 1;
    axpy(&count, &by, x + first, &step, a + first + j * a_column, &step);
  }
}
/// x = a x, or a^-1 x, by trmv or trsv.
template <class Function>
void onVector(Function function, bool isUpper, bool isUnit, const double *a, long a_row, long a_column, double *x, long n) {
  const View triangle(a, a_row, a_column, n, n);
  const char uplo = isUpper == (a_row == 1) ? 'U' : 'L', diag = isUnit ? 'U' : 'N';
  const Integer size = n, step = 1;
  function(&uplo, &triangle.trans, &diag, &size, triangle.values, &triangle.lead, x, &step, 1, 1, 1);
}

/// x (n by k, with strides of which one is 1) = a^-1 x.
inline void solveInPlace(bool isUpper, bool isUnit, const double *a, long a_row, long a_column, double *x, long x_row,
                         long x_column, long n, long k) {
  const View triangle(a, a_row, a_column, n, n), solution(x, x_row, x_column, n, k);
  if (k == 1 && x_row == 1)
    return onVector(trsv, isUpper, isUnit, a, a_row, a_column, x, n);
  const bool isRight = x_row != 1; // x^T = x^T a^-T
  const char side = isRight ? 'R' : 'L', uplo = isUpper == (a_row == 1) ? 'U' : 'L', diag = isUnit ? 'U' : 'N',
             trans = isRight == (triangle.trans == 'N') ? 'T' : 'N';
  const Integer rows = isRight ? k : n, columns = isRight ? n : k;
  const double one = 1.0;
  trsm(&side, &uplo, &trans, &diag, &rows, &columns, &one, triangle.values, &triangle.lead, x, &solution.lead, 1, 1, 1,
       1);
}

/// target += g, where the lower triangle of a symmetric matrix stands for both.
inline void addSymmetric(double *target, const double *g, long n) {
  for (long j = 0; j < n; ++j) {
    target[j + j * n] += g[j + j * n];
    for (long i = j + 1; i < n; ++i)
      target[i + j * n] += g[i + j * n] + g[j + i * n];
  }
}

inline bool isZero(const double *values, long n) {
  return std::all_of(values, values + n, [](double value) { return value == 0.0; });
}

// The words hold the packed factors, the pivots or the coefficients of reflections, and info.

inline const double *packedOf(const unsigned long *words) { return reinterpret_cast<const double *>(words); }
inline const unsigned long *besides(const unsigned long *words, long m, long n) { return words + m * n; }

/// c = q c, or q^T c; c is m by k.
inline void reflect(char trans, const unsigned long *words, double *c, long m, long n, long k) {
  const Integer rows = m, columns = k, count = n, lead = leading(m);
  Integer size = -1, info = 0;
  double best = 0.0;
  const double *a = packedOf(words), *tau = packedOf(besides(words, m, n));
  ormqr("L", &trans, &rows, &columns, &count, a, &lead, tau, c, &lead, &best, &size, &info, 1, 1);
  size = std::max(1L, static_cast<Integer>(best));
  Numbers work(static_cast<std::size_t>(size));
  ormqr("L", &trans, &rows, &columns, &count, a, &lead, tau, c, &lead, work.data(), &size, &info, 1, 1);
}

inline void exchange(const unsigned long *words, double *x, long n, long k, bool isBackward) {
  const unsigned long *pivots = besides(words, n, n);
  for (long q = 0; q < n; ++q) {
    const long i = isBackward ? n - 1 - q : q, other = static_cast<long>(pivots[i]);
    if (other != i)
      for (long c = 0; c < k; ++c)
        std::swap(x[i + c * n], x[other + c * n]);
  }
}

/// w (m by k) with a^T w = x (n by k); for m > n the shortest.
inline Numbers solveTransposed(Factorisation how, const unsigned long *words, const double *x, long m, long n, long k) {
  const double *f = packedOf(words);
  Numbers w(static_cast<std::size_t>(m * k));
  for (long c = 0; c < k; ++c)
    std::copy(x + c * n, x + (c + 1) * n, w.begin() + c * m);
  if (how == Factorisation::cholesky) {
    solveInPlace(false, false, f, 1, n, at(w), 1, n, n, k);
    solveInPlace(true, false, f, n, 1, at(w), 1, n, n, k);
  } else if (how == Factorisation::lu) {
    solveInPlace(false, false, f, n, 1, at(w), 1, n, n, k);
    solveInPlace(true, true, f, n, 1, at(w), 1, n, n, k);
    exchange(words, at(w), n, k, true);
  } else {
    solveInPlace(false, false, f, m, 1, at(w), 1, m, n, k);
    reflect('N', words, at(w), m, n, k);
  }
  return w;
}

} // namespace detail

inline void require_square(long m, long n) {
  if (m != n)
    throw std::domain_error("adjoint::lapack: the factors of a rectangular matrix have no derivative here");
}
inline void require_overdetermined(bool is_transposed, long m, long n) {
  if (is_transposed || m < n)
    throw std::domain_error(
        "adjoint::lapack: least squares with fewer equations than unknowns have no derivative here");
}
inline void require_thin(char jobu, char jobvt, long m, long n) {
  const auto isThin = [](char job, bool isSame) { return std::strchr(isSame ? "NnSsAa" : "NnSs", job) != nullptr; };
  if (!isThin(jobu, m <= n) || !isThin(jobvt, n <= m))
    throw std::domain_error(
        "adjoint::lapack: of singular vectors, only as many as singular values have derivatives, in arrays of "
        "their own");
}

inline void product(double *c, const double *a, long a_row, long a_column, const double *b, long b_row, long b_column,
                    long m, long k, long n) {
  detail::multiply(c, 1, m, 1.0, a, a_row, a_column, b, b_row, b_column, 0.0, m, k, n);
}
inline void product_fwd(double *c, const double *a, long a_row, long a_column, const double *b, long b_row,
                        long b_column, long m, long k, long n, Nothing &) {
  product(c, a, a_row, a_column, b, b_row, b_column, m, k, n);
}
inline void product_rev(double *, double *c_b, const double *a, double *a_b, long a_row, long a_column, const double *b,
                        double *b_b, long b_row, long b_column, long m, long k, long n, Nothing &) {
  if (a_b)
    detail::multiply(a_b, a_row, a_column, 1.0, c_b, 1, m, b, b_column, b_row, 1.0, m, n, k);
  if (b_b)
    detail::multiply(b_b, b_row, b_column, 1.0, a, a_column, a_row, c_b, 1, m, 1.0, k, m, n);
  std::fill(c_b, c_b + m * n, 0.0);
}

inline void product_vector(double *y, const double *a, long a_row, long a_column, const double *x, long m, long n) {
  std::fill(y, y + m, 0.0);
  detail::multiply(y, a, a_row, a_column, x, m, n);
}
inline void product_vector_fwd(double *y, const double *a, long a_row, long a_column, const double *x, long m, long n,
                               Nothing &) {
  product_vector(y, a, a_row, a_column, x, m, n);
}
inline void product_vector_rev(double *, double *y_b, const double *a, double *a_b, long a_row, long a_column,
                               const double *x, double *x_b, long m, long n, Nothing &) {
  if (x_b)
    detail::multiply(x_b, a, a_column, a_row, y_b, n, m);
  if (a_b)
    detail::addOuter(a_b, a_row, a_column, y_b, x, m, n);
  std::fill(y_b, y_b + m, 0.0);
}

inline void symmetric_vector(double *y, bool is_upper, const double *a, long lead, const double *x, long n) {
  const detail::Integer size = n, columns = std::max(lead, detail::leading(n)), step = 1;
  const double one = 1.0;
  std::fill(y, y + n, 0.0);
  detail::symv(is_upper ? "U" : "L", &size, &one, a, &columns, x, &step, &one, y, &step, 1);
}
inline void symmetric_vector_fwd(double *y, bool is_upper, const double *a, long lead, const double *x, long n, Nothing &) {
  symmetric_vector(y, is_upper, a, lead, x, n);
}
inline void symmetric_vector_rev(double *, double *y_b, bool is_upper, const double *a, double *a_b, long lead,
                                 const double *x, double *x_b, long n, Nothing &) {
  const detail::Integer size = n, columns = std::max(lead, detail::leading(n)), step = 1;
  const double one = 1.0;
  if (x_b)
    detail::symv(is_upper ? "U" : "L", &size, &one, a, &columns, y_b, &step, &one, x_b, &step, 1);
  if (a_b) {
    for (long j = 0; j < n; ++j) // which syr2 adds twice
      a_b[j + j * lead] -= y_b[j] * x[j];
    detail::syr2(is_upper ? "U" : "L", &size, &one, y_b, &step, x, &step, a_b, &columns, 1);
  }
  std::fill(y_b, y_b + n, 0.0);
}

inline void triangular_vector(double *y, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                              const double *x, long n) {
  std::copy(x, x + n, y);
  detail::onVector(detail::trmv, is_upper, is_unit, a, a_row, a_column, y, n);
}
inline void triangular_vector_fwd(double *y, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                                  const double *x, long n, Nothing &) {
  triangular_vector(y, is_upper, is_unit, a, a_row, a_column, x, n);
}
inline void triangular_vector_rev(double *, double *y_b, bool is_upper, bool is_unit, const double *a, double *a_b,
                                  long a_row, long a_column, const double *x, double *x_b, long n, Nothing &) {
  if (a_b)
    detail::addOuterTo(is_upper, !is_unit, a_b, a_row, a_column, 1.0, y_b, x, n);
  if (x_b) {
    detail::onVector(detail::trmv, !is_upper, is_unit, a, a_column, a_row, y_b, n);
    for (long i = 0; i < n; ++i)
      x_b[i] += y_b[i];
  }
  std::fill(y_b, y_b + n, 0.0);
}

inline void solve_triangular(double *x, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                             const double *b, long b_row, long b_column, long n, long k) {
  for (long c = 0; c < k; ++c)
    for (long i = 0; i < n; ++i)
      x[i + c * n] = b[i * b_row + c * b_column];
  detail::solveInPlace(is_upper, is_unit, a, a_row, a_column, x, 1, n, n, k);
}
inline void solve_triangular_fwd(double *x, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                                 const double *b, long b_row, long b_column, long n, long k, Nothing &) {
  solve_triangular(x, is_upper, is_unit, a, a_row, a_column, b, b_row, b_column, n, k);
}
namespace detail {
/// a_b -= w x^T, in the triangle.
inline void addForTriangle(bool is_upper, bool is_unit, double *a_b, long a_row, long a_column, const double *x, const double *w, long n,
                           long k) {
  if (k == 1)
    return addOuterTo(is_upper, !is_unit, a_b, a_row, a_column, -1.0, w, x, n);
  Numbers g(static_cast<std::size_t>(n * n));
  multiply(at(g), 1, n, 1.0, w, 1, n, x, n, 1, 0.0, n, k, n);
  const long inside = is_unit ? 1 : 0;
  for (long j = 0; j < n; ++j) {
    const long first = is_upper ? 0 : j + inside, last = is_upper ? j + 1 - inside : n;
    for (long i = first; i < last; ++i)
      a_b[i * a_row + j * a_column] -= g[static_cast<std::size_t>(i + j * n)];
  }
}
} // namespace detail

inline void solve_triangular_rev(double *x, double *x_b, bool is_upper, bool is_unit, const double *a, double *a_b,
                                 long a_row, long a_column, const double *, double *b_b, long b_row, long b_column,
                                 long n, long k, Nothing &) {
  detail::solveInPlace(!is_upper, is_unit, a, a_column, a_row, x_b, 1, n, n, k);
  if (b_b)
    for (long c = 0; c < k; ++c)
      for (long i = 0; i < n; ++i)
        b_b[i * b_row + c * b_column] += x_b[i + c * n];
  if (a_b)
    detail::addForTriangle(is_upper, is_unit, a_b, a_row, a_column, x, x_b, n, k);
  std::fill(x_b, x_b + n * k, 0.0);
}

inline long factor_words(long m, long n) { return m * n + n + 1; }
inline bool has_failed(const unsigned long *words, long m, long n) { return detail::besides(words, m, n)[n] != 0; }
inline long pivot(const unsigned long *words, long n, long k) {
  return static_cast<long>(detail::besides(words, n, n)[k]);
}

inline long factorise(Factorisation how, unsigned long *words, const double *a, long m, long n) {
  using namespace detail;
  const Integer rows = m, columns = n, lead = leading(m);
  Integer info = 0;
  double *packed = reinterpret_cast<double *>(words);
  std::copy(a, a + m * n, packed);
  unsigned long *others = words + m * n;
  std::fill(others, others + n, 0UL);
  switch (how) {
  case Factorisation::cholesky:
    potrf("L", &columns, packed, &lead, &info, 1);
    break;
  case Factorisation::lu: {
    std::vector<Integer> pivots(static_cast<std::size_t>(n) + 1);
    getrf(&columns, &columns, packed, &lead, pivots.data(), &info);
    std::vector<int> narrow(2 * pivots.size());
    std::memcpy(narrow.data(), pivots.data(), sizeof(Integer) * pivots.size());
    const bool isNarrow = n > 1 && narrow[1] != 0; // all are positive
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
      others[k] = static_cast<unsigned long>(isNarrow ? narrow[k] : pivots[k]) - 1;
    break;
  }
  case Factorisation::qr: {
    double *tau = reinterpret_cast<double *>(others);
    Integer size = -1;
    double best = 0.0;
    geqrf(&rows, &columns, packed, &lead, tau, &best, &size, &info);
    size = std::max(1L, static_cast<Integer>(best));
    Numbers work(static_cast<std::size_t>(size));
    geqrf(&rows, &columns, packed, &lead, tau, work.data(), &size, &info);
    for (long k = n; info == 0 && k > 0; --k) // as LAPACK's least squares say it
      if (packed[(k - 1) * (m + 1)] == 0.0)
        info = k;
    break;
  }
  }
  others[n] = static_cast<unsigned long>(info);
  return info;
}

inline void solve(Factorisation how, double *x, const double *, const unsigned long *words, const double *b, long m,
                  long n, long k) {
  using namespace detail;
  const double *f = packedOf(words);
  if (how == Factorisation::qr) {
    Numbers c(b, b + m * k);
    reflect('T', words, at(c), m, n, k);
    for (long q = 0; q < k; ++q)
      std::copy(c.begin() + q * m, c.begin() + q * m + n, x + q * n);
    solveInPlace(true, false, f, 1, m, x, 1, n, n, k);
    return;
  }
  std::copy(b, b + n * k, x);
  if (how == Factorisation::cholesky) {
    solveInPlace(false, false, f, 1, n, x, 1, n, n, k);
    solveInPlace(true, false, f, n, 1, x, 1, n, n, k);
  } else {
    exchange(words, x, n, k, false);
    solveInPlace(false, true, f, 1, n, x, 1, n, n, k);
    solveInPlace(true, false, f, 1, n, x, 1, n, n, k);
  }
}
inline void solve_fwd(Factorisation how, double *x, const double *a, const unsigned long *words, const double *b,
                      long m, long n, long k, Nothing &) {
  solve(how, x, a, words, b, m, n, k);
}
namespace detail {
/// What a matrix gets of x = a^-1 b, where w = a^-T x_b.
inline void addForMatrix(Factorisation how, const double *x, const double *w, const double *a, double *a_b, const unsigned long *words,
                         const double *b, long m, long n, long k) {
  Numbers g(static_cast<std::size_t>(m * n));
  multiply(at(g), 1, m, -1.0, w, 1, m, x, n, 1, 0.0, m, k, n);
  if (m != n) { // the residual is not zero, and (a^T a)^-1 = a^-1 a^-T
    Numbers r(b, b + m * k), y(static_cast<std::size_t>(n * k));
    multiply(at(r), 1, m, -1.0, a, 1, m, x, 1, n, 1.0, m, n, k);
    solve(how, at(y), a, words, w, m, n, k);
    multiply(at(g), 1, m, 1.0, at(r), 1, m, at(y), n, 1, 1.0, m, k, n);
  }
  if (how == Factorisation::cholesky)
    return addSymmetric(a_b, at(g), n);
  for (long i = 0; i < m * n; ++i)
    a_b[i] += g[static_cast<std::size_t>(i)];
}
} // namespace detail

inline void solve_rev(Factorisation how, double *x, double *x_b, const double *a, double *a_b,
                      const unsigned long *words, const double *b, double *b_b, long m, long n, long k, Nothing &) {
  using namespace detail;
  Numbers w = solveTransposed(how, words, x_b, m, n, k);
  if (b_b)
    for (long i = 0; i < m * k; ++i)
      b_b[i] += w[static_cast<std::size_t>(i)];
  if (a_b)
    addForMatrix(how, x, at(w), a, a_b, words, b, m, n, k);
  std::fill(x_b, x_b + n * k, 0.0);
}

inline void factors(Factorisation how, double *packed, const double *, const unsigned long *words, long n) {
  const double *f = detail::packedOf(words);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i)
      packed[i + j * n] = how == Factorisation::cholesky && i < j ? 0.0 : f[i + j * n];
}
inline void factors_fwd(Factorisation how, double *packed, const double *a, const unsigned long *words, long n,
                        Nothing &) {
  factors(how, packed, a, words, n);
}
namespace detail {

/// Of the factor l: the adjoint of the lower triangle of a, in the place of that of l. Block by block from the last
/// (Murray 2016, section 3.3), so that nearly all is products of matrices. With r, d, b, c the blocks of l to the left
/// of the diagonal block d, below these, and below it. For d: l^-T (twice the symmetric part of the lower half of l^T
/// l_b) l^-1.
inline void reverseOfCholesky(const double *l, double *l_b, long n) {
  constexpr long width = 48;
  for (long end = n; end > 0; end -= width) {
    const long begin = std::max(end - width, 0L), size = end - begin, below = n - end;
    const double *r = l + begin, *b = l + end, *d = l + begin + begin * n, *c = l + end + begin * n;
    double *r_b = l_b + begin, *b_b = l_b + end, *d_b = l_b + begin + begin * n, *c_b = l_b + end + begin * n;
    if (below > 0) {
      solveInPlace(true, false, d, n, 1, c_b, n, 1, size, below); // c_b d^-1
      multiply(b_b, 1, n, -1.0, c_b, 1, n, r, 1, n, 1.0, below, size, begin);
      multiply(r_b, 1, n, -1.0, c_b, n, 1, b, 1, n, 1.0, size, below, begin);
      multiply(d_b, 1, n, -1.0, c_b, n, 1, c, 1, n, 1.0, size, below, size);
    }
    const Integer order = size, lead = leading(n);
    const double one = 1.0;
    Numbers h(static_cast<std::size_t>(size * size));
    for (long j = 0; j < size; ++j)
      std::copy(d_b + j + j * n, d_b + size + j * n, h.begin() + j + j * size);
    trmm("L", "L", "T", "N", &order, &order, &one, d, &lead, at(h), &order, 1, 1, 1, 1);
    for (long j = 0; j < size; ++j)
      for (long i = j + 1; i < size; ++i)
        h[static_cast<std::size_t>(j + i * size)] = h[static_cast<std::size_t>(i + j * size)];
    solveInPlace(true, false, d, n, 1, at(h), 1, size, size, size);
    solveInPlace(true, false, d, n, 1, at(h), size, 1, size, size);
    multiply(r_b, 1, n, -1.0, at(h), 1, size, r, 1, n, 1.0, size, size, begin);
    for (long j = 0; j < size; ++j)
      for (long i = j; i < size; ++i)
        d_b[i + j * n] = h[static_cast<std::size_t>(i + j * size)] * (i == j ? 0.5 : 1.0);
  }
}

} // namespace detail

inline void factors_rev(Factorisation how, double *packed, double *packed_b, const double *, double *a_b,
                        const unsigned long *words, long n, Nothing &) {
  using namespace detail;
  const std::size_t size = static_cast<std::size_t>(n * n);
  if (how == Factorisation::cholesky)
    for (long j = 0; j < n; ++j)
      std::fill(packed_b + j * n, packed_b + j * n + j, 0.0);
  if (isZero(packed_b, n * n)) // often a solution is all that is used
    return;
  if (has_failed(words, n, n))
    throw std::domain_error("adjoint::lapack: the factorisation has failed, so that its factors have no derivative");
  if (how == Factorisation::cholesky) {
    reverseOfCholesky(packed, packed_b, n);
    for (long j = 0; j < n; ++j)
      for (long i = j; i < n; ++i)
        a_b[i + j * n] += packed_b[i + j * n];
  } else { // p^T l^-T (strict lower half of l^T l_b, and upper one of u_b u^T) u^-T
    const Integer order = n, lead = leading(n);
    const double one = 1.0;
    Numbers g(packed_b, packed_b + n * n);
    Numbers h(size);
    for (long j = 0; j < n; ++j) {
      std::copy(g.begin() + j * n, g.begin() + j * n + j + 1, h.begin() + j * n);
      std::fill(g.begin() + j * n, g.begin() + j * n + j + 1, 0.0);
    }
    trmm("L", "L", "T", "U", &order, &order, &one, packed, &lead, at(g), &lead, 1, 1, 1, 1);
    trmm("R", "U", "T", "N", &order, &order, &one, packed, &lead, at(h), &lead, 1, 1, 1, 1);
    for (long j = 0; j < n; ++j)
      std::copy(h.begin() + j * n, h.begin() + j * n + j + 1, g.begin() + j * n);
    solveInPlace(true, true, packed, n, 1, at(g), 1, n, n, n);
    solveInPlace(true, false, packed, 1, n, at(g), n, 1, n, n); // g^T = u^-1 g^T
    exchange(words, at(g), n, n, true);
    for (std::size_t i = 0; i < size; ++i)
      a_b[i] += g[i];
  }
  std::fill(packed_b, packed_b + n * n, 0.0);
}

inline void eigen(double *values, double *vectors, bool is_upper, const double *a, long n) {
  using namespace detail;
  const Integer order = n, lead = leading(n);
  Integer size = -1, info = 0;
  double best = 0.0;
  std::copy(a, a + n * n, vectors);
  syev("V", is_upper ? "U" : "L", &order, vectors, &lead, values, &best, &size, &info, 1, 1);
  size = std::max(1L, static_cast<Integer>(best));
  Numbers work(static_cast<std::size_t>(size));
  syev("V", is_upper ? "U" : "L", &order, vectors, &lead, values, work.data(), &size, &info, 1, 1);
  if (info != 0)
    throw std::domain_error("adjoint::lapack: the eigenvalues do not converge");
}
inline void eigen_fwd(double *values, double *vectors, bool is_upper, const double *a, long n, Nothing &) {
  eigen(values, vectors, is_upper, a, n);
}
inline void eigen_rev(double *values, double *values_b, double *vectors, double *vectors_b, bool is_upper,
                      const double *, double *a_b, long n, Nothing &) {
  using namespace detail;
  Numbers g(static_cast<std::size_t>(n * n)), h(g);
  if (!isZero(vectors_b, n * n)) {
    multiply(at(g), 1, n, 1.0, vectors, n, 1, vectors_b, 1, n, 0.0, n, n, n);
    for (long q = 0; q < n; ++q)
      for (long p = 0; p < n; ++p) {
        if (p != q && values[p] == values[q])
          throw std::domain_error(
              "adjoint::lapack: two eigenvalues are equal, so that the eigenvectors have no derivative");
        double &entry = g[static_cast<std::size_t>(p + q * n)];
        entry = p == q ? 0.0 : entry / (values[q] - values[p]);
      }
  }
  for (long q = 0; q < n; ++q)
    g[static_cast<std::size_t>(q * (n + 1))] += values_b[q];
  multiply(at(h), 1, n, 1.0, vectors, 1, n, at(g), 1, n, 0.0, n, n, n);
  multiply(at(g), 1, n, 1.0, at(h), 1, n, vectors, n, 1, 0.0, n, n, n);
  if (is_upper)
    for (long j = 0; j < n; ++j)
      for (long i = 0; i <= j; ++i)
        a_b[i + j * n] +=
            g[static_cast<std::size_t>(i + j * n)] + (i == j ? 0.0 : g[static_cast<std::size_t>(j + i * n)]);
  else
    addSymmetric(a_b, at(g), n);
  std::fill(vectors_b, vectors_b + n * n, 0.0);
  std::fill(values_b, values_b + n, 0.0);
}

inline void singular(double *values, double *u, double *vt, const double *a, long m, long n) {
  using namespace detail;
  const Integer rows = m, columns = n, lead = leading(m), count = leading(std::min(m, n));
  Integer size = -1, info = 0;
  double best = 0.0;
  Numbers kept(a, a + m * n);
  gesvd("S", "S", &rows, &columns, at(kept), &lead, values, u, &lead, vt, &count, &best, &size, &info, 1, 1);
  size = std::max(1L, static_cast<Integer>(best));
  Numbers work(static_cast<std::size_t>(size));
  gesvd("S", "S", &rows, &columns, at(kept), &lead, values, u, &lead, vt, &count, work.data(), &size, &info, 1, 1);
  if (info != 0)
    throw std::domain_error("adjoint::lapack: the singular values do not converge");
}
inline void singular_fwd(double *values, double *u, double *vt, const double *a, long m, long n, Nothing &) {
  singular(values, u, vt, a, m, n);
}
inline void singular_rev(double *values, double *values_b, double *u, double *u_b, double *vt, double *vt_b,
                         const double *, double *a_b, long m, long n, Nothing &) {
  using namespace detail;
  const long k = std::min(m, n);
  Numbers core(static_cast<std::size_t>(k * k)), left(core), right(core), g(static_cast<std::size_t>(m * k));
  const bool areVectorsUsed = !isZero(u_b, m * k) || !isZero(vt_b, k * n);
  if (areVectorsUsed) {
    multiply(at(left), 1, k, 1.0, u, m, 1, u_b, 1, m, 0.0, k, m, k);    // u^T u_b
    multiply(at(right), 1, k, 1.0, vt, 1, k, vt_b, k, 1, 0.0, k, n, k); // v^T v_b
  }
  for (long q = 0; q < k; ++q)
    for (long p = 0; p < k; ++p) {
      const std::size_t here = static_cast<std::size_t>(p + q * k), there = static_cast<std::size_t>(q + p * k);
      if (p == q) {
        core[here] = values_b[q];
        continue;
      }
      if (!areVectorsUsed)
        continue;
      if (values[p] == values[q])
        throw std::domain_error(
            "adjoint::lapack: two singular values are equal, so that the vectors have no derivative");
      const double gap = (values[q] - values[p]) * (values[q] + values[p]);
      core[here] = ((left[here] - left[there]) * values[q] + values[p] * (right[here] - right[there])) / gap;
    }
  multiply(at(g), 1, m, 1.0, u, 1, m, at(core), 1, k, 0.0, m, k, k);
  if (areVectorsUsed && m != n && values[k - 1] == 0.0)
    throw std::domain_error("adjoint::lapack: a singular value is zero, so that the vectors have no derivative");
  if (areVectorsUsed && m > n) { // (1 - u u^T) u_b / values
    Numbers rest(u_b, u_b + m * k);
    multiply(at(rest), 1, m, -1.0, u, 1, m, at(left), 1, k, 1.0, m, k, k);
    for (long i = 0; i < m * k; ++i)
      g[static_cast<std::size_t>(i)] += rest[static_cast<std::size_t>(i)] / values[i / m];
  }
  multiply(a_b, 1, m, 1.0, at(g), 1, m, vt, 1, k, 1.0, m, k, n);
  if (areVectorsUsed && n > m) { // u (v_b^T (1 - v v^T) / values)
    Numbers rest(vt_b, vt_b + k * n);
    multiply(at(rest), 1, k, -1.0, at(right), k, 1, vt, 1, k, 1.0, k, k, n);
    for (long i = 0; i < k * n; ++i)
      rest[static_cast<std::size_t>(i)] /= values[i % k];
    multiply(a_b, 1, m, 1.0, u, 1, m, at(rest), 1, k, 1.0, m, k, n);
  }
  std::fill(values_b, values_b + k, 0.0);
  std::fill(u_b, u_b + m * k, 0.0);
  std::fill(vt_b, vt_b + k * n, 0.0);
}

inline void destroyed(double *x, const double *, long n) { std::fill(x, x + n, std::nan("")); }
inline void destroyed_fwd(double *x, const double *a, long n, Nothing &) { destroyed(x, a, n); }
inline void destroyed_rev(double *, double *x_b, const double *, double *, long n, Nothing &) {
  if (!detail::isZero(x_b, n))
    throw std::domain_error("adjoint::lapack: what LAPACK leaves of an argument that is no result has no derivative");
}

} // namespace adjoint::lapack

#endif
