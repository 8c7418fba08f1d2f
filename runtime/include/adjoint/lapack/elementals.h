// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals behind the models of BLAS, levels 2 and 3, and of LAPACK: functions of whole matrices with a rule for each
// sweep. The tool reads this header, too; <adjoint/lapack.h> defines what stands here without a body, by the library
// that the program is linked to, so that pivots and signs are those of the program.
//
// A matrix with strides has its element (i, j) at a[i * row + j * column], where one of the strides is 1: by columns
// (1, lda), by rows (lda, 1), the transposed one with strides exchanged. All others are stored by columns without gaps.
// What a function writes is set as a whole, and overlaps nothing that it reads.
//
// A reverse half finds what its function has written, adds to the adjoints of what that read, and leaves zero in that
// of what it wrote. Tangents are made of elementals and loops, so that their adjoints give second derivatives.
//
// Source: M. Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation, 2008;
// I. Murray, Differentiation of the Cholesky decomposition, 2016; J. Townsend, Differentiating the singular value
// decomposition, 2016.

#ifndef ADJOINT_LAPACK_ELEMENTALS_H
#define ADJOINT_LAPACK_ELEMENTALS_H

namespace adjoint::lapack {

/// What the forward half of an elemental hands to the reverse half beside its arguments.
struct Nothing {};

/// Throw std::domain_error where there is no rule: for factors of a rectangular matrix, for least squares with fewer
/// equations than unknowns, for more singular vectors than singular values or in place of the matrix.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void require_square(long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void require_overdetermined(bool is_transposed, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void require_thin(char jobu, char jobvt, long m, long n);

/// c (m by n) = a (m by k) b (k by n).
void product(double *c, const double *a, long a_row, long a_column, const double *b, long b_row, long b_column, long m,
             long k, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(product)
#endif
void product_fwd(double *c, const double *a, long a_row, long a_column, const double *b, long b_row, long b_column,
                 long m, long k, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(product) nullable
#endif
void product_rev(double *c, double *c_b, const double *a, double *a_b, long a_row, long a_column, const double *b,
                 double *b_b, long b_row, long b_column, long m, long k, long n, Nothing &);

/// y (m numbers) = a (m by n) x, in one pass over a; so are the adjoints.
void product_vector(double *y, const double *a, long a_row, long a_column, const double *x, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(product_vector)
#endif
void product_vector_fwd(double *y, const double *a, long a_row, long a_column, const double *x, long m, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(product_vector) nullable
#endif
void product_vector_rev(double *y, double *y_b, const double *a, double *a_b, long a_row, long a_column, const double *x,
                        double *x_b, long m, long n, Nothing &);

/// y (n numbers) = a x, for symmetric a, of which one triangle is read.
void symmetric_vector(double *y, bool is_upper, const double *a, long lead, const double *x, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(symmetric_vector)
#endif
void symmetric_vector_fwd(double *y, bool is_upper, const double *a, long lead, const double *x, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(symmetric_vector) nullable
#endif
void symmetric_vector_rev(double *y, double *y_b, bool is_upper, const double *a, double *a_b, long lead, const double *x,
                          double *x_b, long n, Nothing &);

/// y (n numbers) = a x, for triangular a, with ones on the diagonal if it is a unit triangle.
void triangular_vector(double *y, bool is_upper, bool is_unit, const double *a, long a_row, long a_column, const double *x,
                       long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(triangular_vector)
#endif
void triangular_vector_fwd(double *y, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                           const double *x, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(triangular_vector) nullable
#endif
void triangular_vector_rev(double *y, double *y_b, bool is_upper, bool is_unit, const double *a, double *a_b, long a_row,
                           long a_column, const double *x, double *x_b, long n, Nothing &);

/// x (n by k) = a^-1 b, of which the upper or lower triangle is read, with ones on the diagonal if it is a unit
/// triangle. The strides of b are any.
void solve_triangular(double *x, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                      const double *b, long b_row, long b_column, long n, long k);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(solve_triangular)
#endif
void solve_triangular_fwd(double *x, bool is_upper, bool is_unit, const double *a, long a_row, long a_column,
                          const double *b, long b_row, long b_column, long n, long k, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(solve_triangular) nullable
#endif
void solve_triangular_rev(double *x, double *x_b, bool is_upper, bool is_unit, const double *a, double *a_b, long a_row,
                          long a_column, const double *b, double *b_b, long b_row, long b_column, long n, long k,
                          Nothing &);

/// l l^T = a, of symmetric a, whose lower triangle is read; p a = l u, with rows exchanged; a = q r.
enum class Factorisation { cholesky, lu, qr };

/// How many words the factors of a matrix with m rows and n columns take, and these words; what it returns is LAPACK's
/// info. They are constants of the differentiation: every function that takes them takes the matrix, too, and has its
/// derivative with respect to that.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long factor_words(long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long factorise(Factorisation how, unsigned long *factor, const double *a, long m, long n);
/// Was LAPACK's info positive?
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
bool has_failed(const unsigned long *factor, long m, long n);
/// The row, counted from 0, that row k was exchanged with.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long pivot(const unsigned long *factor, long n, long k);

/// x (n by k) = a^-1 b for square a (m = n); for qr and m > n, the x that makes |a x - b| least.
void solve(Factorisation how, double *x, const double *a, const unsigned long *factor, const double *b, long m, long n,
           long k);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(solve)
#endif
void solve_fwd(Factorisation how, double *x, const double *a, const unsigned long *factor, const double *b, long m,
               long n, long k, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(solve) nullable
#endif
void solve_rev(Factorisation how, double *x, double *x_b, const double *a, double *a_b, const unsigned long *factor,
               const double *b, double *b_b, long m, long n, long k, Nothing &);

/// The factor l of Cholesky, zero above the diagonal; or l below the diagonal and u, packed into one matrix. The
/// adjoint throws std::domain_error if the factorisation has failed and the factors' adjoint is not zero.
void factors(Factorisation how, double *packed, const double *a, const unsigned long *factor, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(factors)
#endif
void factors_fwd(Factorisation how, double *packed, const double *a, const unsigned long *factor, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(factors)
#endif
void factors_rev(Factorisation how, double *packed, double *packed_b, const double *a, double *a_b,
                 const unsigned long *factor, long n, Nothing &);

/// Of symmetric a, of which one triangle is read: the eigenvalues, growing, and an eigenvector in each column of
/// `vectors`. Throws std::domain_error if it does not converge; and the adjoint, if an adjoint of vectors is not zero
/// and two eigenvalues are equal.
void eigen(double *values, double *vectors, bool is_upper, const double *a, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(eigen)
#endif
void eigen_fwd(double *values, double *vectors, bool is_upper, const double *a, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(eigen)
#endif
void eigen_rev(double *values, double *values_b, double *vectors, double *vectors_b, bool is_upper, const double *a,
               double *a_b, long n, Nothing &);

/// a (m by n) = u diag(values) vt, where the values fall, and are as many as m or n, whichever is less: k. u is m by k,
/// vt k by n. Throws std::domain_error if it does not converge; and the adjoint, if an adjoint of u or vt is not zero
/// and two values are equal or one is zero.
void singular(double *values, double *u, double *vt, const double *a, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(singular)
#endif
void singular_fwd(double *values, double *u, double *vt, const double *a, long m, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(singular)
#endif
void singular_rev(double *values, double *values_b, double *u, double *u_b, double *vt, double *vt_b, const double *a,
                  double *a_b, long m, long n, Nothing &);

/// x (n numbers) is what LAPACK leaves where it destroys a: not numbers. The adjoint throws std::domain_error if one of
/// x is not zero.
void destroyed(double *x, const double *a, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(destroyed)
#endif
void destroyed_fwd(double *x, const double *a, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(destroyed)
#endif
void destroyed_rev(double *x, double *x_b, const double *a, double *a_b, long n, Nothing &);

// Tangents.

namespace detail {
inline double *numbers(long n) { return new double[static_cast<unsigned long>(n)]; }
inline double *copied(const double *values, long n) {
  double *made = numbers(n);
  for (long i = 0; i < n; ++i)
    made[i] = values[i];
  return made;
}
inline void clear(double *values, long n) {
  for (long i = 0; i < n; ++i)
    values[i] = 0;
}
inline void copy(double *to, const double *from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = from[i];
}

/// r = b_d - a_d x, where a symmetric a_d is what its lower triangle says; without b_d, or a_d, where that is null.
inline void residual(double *r, const double *b_d, const double *a_d, const double *x, bool symmetric, long m, long n,
                     long k) {
  for (long c = 0; c < k; ++c)
    for (long i = 0; i < m; ++i) {
      double sum = 0;
      if (b_d)
        sum = b_d[i + c * m];
      for (long j = 0; a_d && j < n; ++j)
        sum -= a_d[symmetric && i < j ? j + i * m : i + j * m] * x[j + c * n];
      r[i + c * m] = sum;
    }
}
} // namespace detail

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(product)
#endif
inline void product_d(double *c, double *c_d, const double *a, const double *a_d, long a_row, long a_column,
                      const double *b, const double *b_d, long b_row, long b_column, long m, long k, long n) {
  product(c, a, a_row, a_column, b, b_row, b_column, m, k, n);
  if (a_d)
    product(c_d, a_d, a_row, a_column, b, b_row, b_column, m, k, n);
  else
    detail::clear(c_d, m * n);
  if (!b_d)
    return;
  double *second = detail::numbers(m * n);
  product(second, a, a_row, a_column, b_d, b_row, b_column, m, k, n);
  for (long i = 0; i < m * n; ++i)
    c_d[i] += second[i];
  delete[] second;
}

namespace detail {
/// y += x.
inline void add(double *y, const double *x, long n) {
  for (long i = 0; i < n; ++i)
    y[i] += x[i];
}
} // namespace detail

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(product_vector)
#endif
inline void product_vector_d(double *y, double *y_d, const double *a, const double *a_d, long a_row, long a_column,
                             const double *x, const double *x_d, long m, long n) {
  product_vector(y, a, a_row, a_column, x, m, n);
  if (a_d)
    product_vector(y_d, a_d, a_row, a_column, x, m, n);
  else
    detail::clear(y_d, m);
  if (!x_d)
    return;
  double *second = detail::numbers(m);
  product_vector(second, a, a_row, a_column, x_d, m, n);
  detail::add(y_d, second, m);
  delete[] second;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(symmetric_vector)
#endif
inline void symmetric_vector_d(double *y, double *y_d, bool is_upper, const double *a, const double *a_d, long lead,
                               const double *x, const double *x_d, long n) {
  symmetric_vector(y, is_upper, a, lead, x, n);
  if (a_d)
    symmetric_vector(y_d, is_upper, a_d, lead, x, n);
  else
    detail::clear(y_d, n);
  if (!x_d)
    return;
  double *second = detail::numbers(n);
  symmetric_vector(second, is_upper, a, lead, x_d, n);
  detail::add(y_d, second, n);
  delete[] second;
}

/// The derivative of a unit triangle has zeros on the diagonal.
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(triangular_vector)
#endif
inline void triangular_vector_d(double *y, double *y_d, bool is_upper, bool is_unit, const double *a, const double *a_d,
                                long a_row, long a_column, const double *x, const double *x_d, long n) {
  triangular_vector(y, is_upper, is_unit, a, a_row, a_column, x, n);
  if (a_d)
    triangular_vector(y_d, is_upper, is_unit, a_d, a_row, a_column, x, n);
  else
    detail::clear(y_d, n);
  for (long i = 0; is_unit && a_d && i < n; ++i)
    y_d[i] -= x[i];
  if (!x_d)
    return;
  double *second = detail::numbers(n);
  triangular_vector(second, is_upper, is_unit, a, a_row, a_column, x_d, n);
  detail::add(y_d, second, n);
  delete[] second;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(solve_triangular)
#endif
inline void solve_triangular_d(double *x, double *x_d, bool is_upper, bool is_unit, const double *a, const double *a_d,
                               long a_row, long a_column, const double *b, const double *b_d, long b_row, long b_column,
                               long n, long k) {
  solve_triangular(x, is_upper, is_unit, a, a_row, a_column, b, b_row, b_column, n, k);
  double *r = detail::numbers(n * k);
  const long inside = is_unit ? 1 : 0;
  for (long c = 0; c < k; ++c)
    for (long i = 0; i < n; ++i) {
      const long first = is_upper ? i + inside : 0, last = is_upper ? n : i + 1 - inside;
      double sum = 0;
      if (b_d)
        sum = b_d[i * b_row + c * b_column];
      for (long j = first; a_d && j < last; ++j)
        sum -= a_d[i * a_row + j * a_column] * x[j + c * n];
      r[i + c * n] = sum;
    }
  solve_triangular(x_d, is_upper, is_unit, a, a_row, a_column, r, 1, n, n, k);
  delete[] r;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(solve)
#endif
inline void solve_d(Factorisation how, double *x, double *x_d, const double *a, const double *a_d,
                    const unsigned long *factor, const double *b, const double *b_d, long m, long n, long k) {
  double *matrix = detail::copied(a, m * n), *value = detail::numbers(n * k), *step = detail::numbers(n * k);
  solve(how, value, matrix, factor, b, m, n, k);
  double *r = detail::numbers(m * k);
  detail::residual(r, b_d, a_d, value, how == Factorisation::cholesky, m, n, k);
  solve(how, step, matrix, factor, r, m, n, k);
  detail::copy(x, value, n * k);
  detail::copy(x_d, step, n * k);
  if (m != n && a_d) { // and (a^T a)^-1 a_d^T (b - a x)
    double *gram = detail::numbers(n * n), *s = detail::numbers(n * k), *y = detail::numbers(n * k);
    double *matrix_d = detail::copied(a_d, m * n), *rest = detail::numbers(m * k);
    detail::residual(rest, b, a, value, false, m, n, k);
    product(s, matrix_d, m, 1, rest, 1, m, n, m, k);
    product(gram, matrix, m, 1, matrix, 1, m, n, m, n);
    unsigned long *words = new unsigned long[static_cast<unsigned long>(factor_words(n, n))];
    factorise(Factorisation::lu, words, gram, n, n);
    solve(Factorisation::lu, y, gram, words, s, n, n, k);
    for (long i = 0; i < n * k; ++i)
      x_d[i] += y[i];
    delete[] rest;
    delete[] matrix_d;
    delete[] words;
    delete[] y;
    delete[] s;
    delete[] gram;
  }
  delete[] r;
  delete[] step;
  delete[] value;
  delete[] matrix;
}

namespace detail {
/// With m = l^-1 p a_d u^-1, and u = l^T for Cholesky's factor: l_d = l (m's lower half), u_d = (m's upper half) u. The
/// diagonal goes to u_d, or to both by half.
inline void factors_step(bool is_symmetric, double *packed_d, const double *packed, double *a_d,
                         const unsigned long *factor, long n) {
  if (!is_symmetric)
    for (long i = 0; i < n; ++i) {
      const long other = pivot(factor, n, i);
      for (long j = 0; j < n; ++j) {
        const double value = a_d[i + j * n];
        a_d[i + j * n] = a_d[other + j * n];
        a_d[other + j * n] = value;
      }
    }
  double *left = numbers(n * n), *m = numbers(n * n);
  solve_triangular(left, false, !is_symmetric, packed, 1, n, a_d, 1, n, n, n); // and m^T = u^-T left^T
  solve_triangular(m, false, false, packed, is_symmetric ? 1 : n, is_symmetric ? n : 1, left, n, 1, n, n);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      double sum = 0;
      if (is_symmetric) {
        for (long k = j; k <= i; ++k)
          sum += packed[i + k * n] * m[j + k * n] * (k == j ? 0.5 : 1.0);
      } else if (i > j) {
        for (long k = j + 1; k < i; ++k)
          sum += packed[i + k * n] * m[j + k * n];
        sum += m[j + i * n];
      } else {
        for (long k = i; k <= j; ++k)
          sum += m[k + i * n] * packed[k + j * n];
      }
      packed_d[i + j * n] = sum;
    }
  delete[] m;
  delete[] left;
}
} // namespace detail

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(factors)
#endif
inline void factors_d(Factorisation how, double *packed, double *packed_d, const double *a, const double *a_d,
                      const unsigned long *factor, long n) {
  double *matrix = detail::copied(a, n * n), *own = detail::numbers(n * n);
  factors(how, own, matrix, factor, n);
  detail::copy(packed, own, n * n);
  const bool isSymmetric = how == Factorisation::cholesky;
  double *right = detail::numbers(n * n);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i)
      right[i + j * n] = a_d[isSymmetric && i < j ? j + i * n : i + j * n];
  if (has_failed(factor, n, n)) {
    double *lost = detail::numbers(n * n);
    destroyed(lost, right, n * n);
    detail::copy(packed_d, lost, n * n);
    delete[] lost;
  } else {
    detail::factors_step(isSymmetric, packed_d, own, right, factor, n);
  }
  delete[] right;
  delete[] own;
  delete[] matrix;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(eigen)
#endif
inline void eigen_d(double *values, double *values_d, double *vectors, double *vectors_d, bool is_upper,
                    const double *a, const double *a_d, long n) {
  eigen(values, vectors, is_upper, a, n);
  double *full = detail::numbers(n * n), *right = detail::numbers(n * n), *m = detail::numbers(n * n);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i)
      full[i + j * n] = a_d[(i < j) == is_upper ? i + j * n : j + i * n];
  product(right, full, 1, n, vectors, 1, n, n, n, n);
  product(m, vectors, n, 1, right, 1, n, n, n, n);
  for (long q = 0; q < n; ++q) {
    values_d[q] = m[q + q * n];
    for (long i = 0; i < n; ++i) {
      double sum = 0;
      for (long p = 0; p < n; ++p)
        if (p != q)
          sum += vectors[i + p * n] * m[p + q * n] / (values[q] - values[p]);
      vectors_d[i + q * n] = sum;
    }
  }
  delete[] m;
  delete[] right;
  delete[] full;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(singular)
#endif
inline void singular_d(double *values, double *values_d, double *u, double *u_d, double *vt, double *vt_d,
                       const double *a, const double *a_d, long m, long n) {
  singular(values, u, vt, a, m, n);
  const long k = m < n ? m : n;
  double *av = detail::numbers(m * k), *au = detail::numbers(n * k), *p = detail::numbers(k * k);
  product(av, a_d, 1, m, vt, k, 1, m, n, k);
  product(au, a_d, m, 1, u, 1, m, n, m, k);
  product(p, u, m, 1, av, 1, m, k, m, k);
  for (long q = 0; q < k; ++q) {
    values_d[q] = p[q + q * k];
    for (long i = 0; i < m; ++i) {
      double sum = m > k ? av[i + q * m] / values[q] : 0.0;
      for (long j = 0; j < k; ++j) {
        if (m > k)
          sum -= u[i + j * m] * p[j + q * k] / values[q];
        if (j != q)
          sum += u[i + j * m] * (p[j + q * k] * values[q] + values[j] * p[q + j * k]) /
                 ((values[q] - values[j]) * (values[q] + values[j]));
      }
      u_d[i + q * m] = sum;
    }
    for (long i = 0; i < n; ++i) {
      double sum = n > k ? au[i + q * n] / values[q] : 0.0;
      for (long j = 0; j < k; ++j) {
        if (n > k)
          sum -= vt[j + i * k] * p[q + j * k] / values[q];
        if (j != q)
          sum += vt[j + i * k] * (values[j] * p[j + q * k] + p[q + j * k] * values[q]) /
                 ((values[q] - values[j]) * (values[q] + values[j]));
      }
      vt_d[q + i * k] = sum;
    }
  }
  delete[] p;
  delete[] au;
  delete[] av;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(destroyed)
#endif
inline void destroyed_d(double *x, double *x_d, const double *a, const double *a_d, long n) {
  double *value = detail::numbers(n), *step = detail::numbers(n);
  destroyed(value, a, n);
  destroyed(step, a_d, n);
  detail::copy(x, value, n);
  detail::copy(x_d, step, n);
  delete[] step;
  delete[] value;
}

} // namespace adjoint::lapack

#endif
