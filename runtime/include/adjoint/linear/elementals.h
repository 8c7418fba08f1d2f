// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of linear algebra: functions of whole matrices with a rule for each sweep, so that no factorisation is
// differentiated step by step. The tool reads this header, too; <adjoint/linear.h> and the headers that it
// includes define what stands here without a body.
//
// All matrices are stored by columns without gaps. What a function writes is set as a whole, and overlaps nothing that it reads.
// A symmetric matrix is read, and its adjoint is added to, in the lower triangle alone.
//
// A reverse half finds what its function has written, adds to the adjoints of what that read, and leaves zero in that of what it
// wrote. Adjoints of constants may be null, and so may tangents, where the function is `nullable`. Tangents are made of elementals, so that their adjoints give second derivatives.
//
// Source: M. Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation, 2008; for the
// Cholesky factor, I. Murray, Differentiation of the Cholesky decomposition, 2016.

#ifndef ADJOINT_LINEAR_ELEMENTALS_H
#define ADJOINT_LINEAR_ELEMENTALS_H

namespace adjoint::linear {

/// What the forward half of an elemental hands to the reverse half beside its arguments.
struct Nothing {};

/// `complete` is pivoted_qr, and of a matrix with fewer rows than columns that of the transposed.
enum class Decomposition { cholesky, ldlt, lu, qr, pivoted_qr, complete };

/// How many words the factors of a matrix with m rows and n columns take, and these words. They are constants of the
/// differentiation: every function that takes them takes the matrix, too, and has its derivative with respect to that.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long factor_words(Decomposition how, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void factorise(Decomposition how, unsigned long *factor, const double *a, long m, long n);
/// The same of a matrix of floats: whether there are factors, and which pivots are negligible, is what the library finds at that
/// precision.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void factorise_floats(Decomposition how, unsigned long *factor, const double *a, long m, long n);
/// Is there such a decomposition of the matrix?
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
bool has_succeeded(const unsigned long *factor, long m, long n);
/// How many pivots of a (m by n), fully pivoted, are not negligible.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long rank(const double *a, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long rank_of_floats(const double *a, long m, long n);

/// x (n by k) = a^-1 b for square a (m = n); for m > n, which qr, pivoted_qr and complete take, the x that makes |a x - b| least; for
/// m < n, which complete takes, the shortest x with a x = b. Throws std::domain_error if a is singular, or has not full rank.
void solve(Decomposition how, double *x, const double *a, const unsigned long *factor, const double *b, long m, long n, long k);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(solve)
#endif
void solve_fwd(Decomposition how, double *x, const double *a, const unsigned long *factor, const double *b, long m, long n,
               long k, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(solve) nullable
#endif
void solve_rev(Decomposition how, double *x, double *x_b, const double *a, double *a_b, const unsigned long *factor,
               const double *b, double *b_b, long m, long n, long k, Nothing &);

/// x = a^-1, of size n by n.
void inverse(double *x, const double *a, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(inverse)
#endif
void inverse_fwd(double *x, const double *a, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(inverse)
#endif
void inverse_rev(double *x, double *x_b, const double *a, double *a_b, long n, Nothing &);

double determinant(const double *a, long n);
#ifdef ADJOINT_GEN
#pragma adjoint derivative_of(determinant)
#endif
void determinant_b(const double *a, double *a_b, long n, double result_b);

/// The lower triangular l with l l^T = a, for symmetric a whose factors of kind `cholesky` these are; zero above the diagonal.
void cholesky(double *l, const double *a, const unsigned long *factor, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(cholesky)
#endif
void cholesky_fwd(double *l, const double *a, const unsigned long *factor, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(cholesky)
#endif
void cholesky_rev(double *l, double *l_b, const double *a, double *a_b, const unsigned long *factor, long n, Nothing &);

/// The diagonal d of l d l^T = p a p^T, for symmetric a whose factors of kind `ldlt` these are.
void ldlt_diagonal(double *d, const double *a, const unsigned long *factor, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(ldlt_diagonal)
#endif
void ldlt_diagonal_fwd(double *d, const double *a, const unsigned long *factor, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(ldlt_diagonal)
#endif
void ldlt_diagonal_rev(double *d, double *d_b, const double *a, double *a_b, const unsigned long *factor, long n, Nothing &);
/// And its l, with ones on the diagonal and zero above. The adjoint throws std::domain_error if a pivot that it divides by is zero.
void ldlt_lower(double *l, const double *a, const unsigned long *factor, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(ldlt_lower)
#endif
void ldlt_lower_fwd(double *l, const double *a, const unsigned long *factor, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(ldlt_lower)
#endif
void ldlt_lower_rev(double *l, double *l_b, const double *a, double *a_b, const unsigned long *factor, long n, Nothing &);

/// Of l u = p a, for square a whose factors of kind `lu` these are: u in the upper triangle, and below it l, whose diagonal are ones. The
/// adjoint throws std::domain_error if u is singular.
void lu_factors(double *packed, const double *a, const unsigned long *factor, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(lu_factors)
#endif
void lu_factors_fwd(double *packed, const double *a, const unsigned long *factor, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(lu_factors)
#endif
void lu_factors_rev(double *packed, double *packed_b, const double *a, double *a_b, const unsigned long *factor, long n, Nothing &);

/// Which row of a is the row i of p a, where the factors of kind `ldlt` or `lu` have a permutation p?
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long permuted_row(const unsigned long *factor, long n, long i);
/// Which column of a (m by n) is the column j of a p, where the factors are of kind `pivoted_qr`? Throws std::domain_error if a has not
/// full rank: the order of the rest is arbitrary.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long permuted_column(const unsigned long *factor, long m, long n, long j);

/// Of symmetric a: the eigenvalues, growing, and an eigenvector in each column of `vectors`. The adjoint throws std::domain_error if
/// an adjoint of vectors is not zero and two eigenvalues are equal.
void eigen(double *values, double *vectors, const double *a, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(eigen)
#endif
void eigen_fwd(double *values, double *vectors, const double *a, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(eigen)
#endif
void eigen_rev(double *values, double *values_b, double *vectors, double *vectors_b, const double *a, double *a_b, long n,
               Nothing &);

/// y, of size n by n, with x y + y x = b for symmetric x. Throws std::domain_error if two eigenvalues of x, or one twice, add up to zero.
void sylvester(double *y, const double *x, const double *b, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(sylvester)
#endif
void sylvester_fwd(double *y, const double *x, const double *b, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(sylvester)
#endif
void sylvester_rev(double *y, double *y_b, const double *x, double *x_b, const double *b, double *b_b, long n, Nothing &);

/// The symmetric x with x x = a for symmetric a, or its inverse; also where eigenvalues are equal. The derivatives throw
/// std::domain_error if a is singular.
void square_root(double *x, const double *a, long n, bool isInverse);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(square_root)
#endif
void square_root_fwd(double *x, const double *a, long n, bool isInverse, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(square_root)
#endif
void square_root_rev(double *x, double *x_b, const double *a, double *a_b, long n, bool isInverse, Nothing &);

/// The singular values of a, falling; as many as m or n, whichever is less.
void singular_values(double *values, const double *a, long m, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(singular_values)
#endif
void singular_values_fwd(double *values, const double *a, long m, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(singular_values)
#endif
void singular_values_rev(double *values, double *values_b, const double *a, double *a_b, long m, long n, Nothing &);

/// a = u diag(values) v^T, with the singular values falling, k of them, the lesser of m and n; u is m by k, v is n by k, with
/// orthonormal columns. `divides`: by the algorithm of BDCSVD, whose signs may be others. The adjoint throws std::domain_error if an
/// adjoint of vectors is not zero and two values are equal, or, of a matrix that is not square, one is zero (Townsend 2016).
void svd(double *u, double *values, double *v, const double *a, long m, long n, bool divides);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(svd)
#endif
void svd_fwd(double *u, double *values, double *v, const double *a, long m, long n, bool divides, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(svd)
#endif
void svd_rev(double *u, double *u_b, double *values, double *values_b, double *v, double *v_b, const double *a, double *a_b, long m,
             long n, bool divides, Nothing &);
/// Throws std::domain_error: vectors beyond the k-th, of a matrix that is not square, have no derivative.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void refuse_further_vectors();

/// c (m by n) = a (m by k) b (k by n).
void multiply(double *c, const double *a, const double *b, long m, long k, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(multiply)
#endif
void multiply_fwd(double *c, const double *a, const double *b, long m, long k, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(multiply) nullable
#endif
void multiply_rev(double *c, double *c_b, const double *a, double *a_b, const double *b, double *b_b, long m, long k, long n,
                  Nothing &);

/// y (m numbers) = a x, where the columns of a (m by n), or if it is transposed its rows, lie `stride` apart.
void multiply_vector(double *y, const double *a, const double *x, long m, long n, long stride, bool isTransposed);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(multiply_vector)
#endif
void multiply_vector_fwd(double *y, const double *a, const double *x, long m, long n, long stride, bool isTransposed, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(multiply_vector) nullable
#endif
void multiply_vector_rev(double *y, double *y_b, const double *a, double *a_b, const double *x, double *x_b, long m, long n,
                         long stride, bool isTransposed, Nothing &);

/// c (m by n, by columns without gaps) = a (m by k) b (k by n), where the columns of a factor, or if it is transposed its rows, lie
/// `stride` apart.
void multiply_views(double *c, const double *a, long strideA, bool isTransposedA, const double *b, long strideB, bool isTransposedB,
                    long m, long k, long n);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(multiply_views)
#endif
void multiply_views_fwd(double *c, const double *a, long strideA, bool isTransposedA, const double *b, long strideB,
                        bool isTransposedB, long m, long k, long n, Nothing &);
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(multiply_views) nullable
#endif
void multiply_views_rev(double *c, double *c_b, const double *a, double *a_b, long strideA, bool isTransposedA, const double *b,
                        double *b_b, long strideB, bool isTransposedB, long m, long k, long n, Nothing &);

// Tangents.

namespace detail {
inline bool is_symmetric(Decomposition how) { return how == Decomposition::cholesky || how == Decomposition::ldlt; }

/// r = b_d - a_d x, where a symmetric a_d is what its lower triangle says; without b_d, or a_d, where that is null.
inline void residual(double *r, const double *b_d, const double *a_d, const double *x, bool symmetric, long m, long n, long k) {
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
#pragma adjoint tangent_of(multiply)
#endif
inline void multiply_d(double *c, double *c_d, const double *a, const double *a_d, const double *b, const double *b_d, long m,
                       long k, long n) {
  multiply(c, a, b, m, k, n);
  if (a_d)
    multiply(c_d, a_d, b, m, k, n);
  else
    for (long i = 0; i < m * n; ++i)
      c_d[i] = 0;
  if (!b_d)
    return;
  double *second = new double[static_cast<unsigned long>(m * n)];
  multiply(second, a, b_d, m, k, n);
  for (long i = 0; i < m * n; ++i)
    c_d[i] += second[i];
  delete[] second;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(multiply_vector)
#endif
inline void multiply_vector_d(double *y, double *y_d, const double *a, const double *a_d, const double *x, const double *x_d, long m,
                              long n, long stride, bool isTransposed) {
  multiply_vector(y, a, x, m, n, stride, isTransposed);
  if (a_d)
    multiply_vector(y_d, a_d, x, m, n, stride, isTransposed);
  else
    for (long i = 0; i < m; ++i)
      y_d[i] = 0;
  if (!x_d)
    return;
  double *second = new double[static_cast<unsigned long>(m)];
  multiply_vector(second, a, x_d, m, n, stride, isTransposed);
  for (long i = 0; i < m; ++i)
    y_d[i] += second[i];
  delete[] second;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(multiply_views)
#endif
inline void multiply_views_d(double *c, double *c_d, const double *a, const double *a_d, long strideA, bool isTransposedA,
                             const double *b, const double *b_d, long strideB, bool isTransposedB, long m, long k, long n) {
  multiply_views(c, a, strideA, isTransposedA, b, strideB, isTransposedB, m, k, n);
  if (a_d)
    multiply_views(c_d, a_d, strideA, isTransposedA, b, strideB, isTransposedB, m, k, n);
  else
    for (long i = 0; i < m * n; ++i)
      c_d[i] = 0;
  if (!b_d)
    return;
  double *second = new double[static_cast<unsigned long>(m * n)];
  multiply_views(second, a, strideA, isTransposedA, b_d, strideB, isTransposedB, m, k, n);
  for (long i = 0; i < m * n; ++i)
    c_d[i] += second[i];
  delete[] second;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(inverse)
#endif
inline void inverse_d(double *x, double *x_d, const double *a, const double *a_d, long n) {
  inverse(x, a, n);
  double *right = new double[static_cast<unsigned long>(n * n)];
  multiply(right, a_d, x, n, n, n);
  multiply(x_d, x, right, n, n, n);
  for (long i = 0; i < n * n; ++i)
    x_d[i] = -x_d[i];
  delete[] right;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(determinant)
#endif
inline double determinant_d(const double *a, const double *a_d, long n, double &result_d) {
  double *x = new double[static_cast<unsigned long>(n * n)];
  inverse(x, a, n);
  const double d = determinant(a, n);
  double trace = 0;
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i)
      trace += x[i + j * n] * a_d[j + i * n];
  result_d = d * trace;
  delete[] x;
  return d;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(cholesky)
#endif
inline void cholesky_d(double *l, double *l_d, const double *a, const double *a_d, const unsigned long *factor, long n) {
  cholesky(l, a, factor, n);
  double *m = new double[static_cast<unsigned long>(n * n)]; // l^-1 a_d l^-T
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      double sum = a_d[i < j ? j + i * n : i + j * n];
      for (long k = 0; k < i; ++k)
        sum -= l[i + k * n] * m[k + j * n];
      m[i + j * n] = sum / l[i + i * n];
    }
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = m[i + j * n];
      for (long k = 0; k < j; ++k)
        sum -= m[i + k * n] * l[j + k * n];
      m[i + j * n] = sum / l[j + j * n];
    }
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      double sum = 0;
      for (long k = j; k <= i; ++k)
        sum += l[i + k * n] * m[k + j * n] * (k == j ? 0.5 : 1.0);
      l_d[i + j * n] = sum;
    }
  delete[] m;
}

namespace detail {
/// By the factors themselves: d_j = a_jj - sum l_jk^2 d_k, l_ij d_j = a_ij - sum l_ik d_k l_jk, and their derivatives; l below the
/// diagonal alone.
inline void ldlt_d(double *l, double *l_d, double *d, double *d_d, const double *a, const double *a_d, const unsigned long *factor,
                   long n) {
  for (long j = 0; j < n; ++j)
    for (long i = j; i < n; ++i) {
      const long p = permuted_row(factor, n, i), q = permuted_row(factor, n, j);
      double sum = a[p < q ? q + p * n : p + q * n], sum_d = a_d[p < q ? q + p * n : p + q * n];
      for (long k = 0; k < j; ++k) {
        sum -= l[i + k * n] * l[j + k * n] * d[k];
        sum_d -= (l_d[i + k * n] * l[j + k * n] + l[i + k * n] * l_d[j + k * n]) * d[k] + l[i + k * n] * l[j + k * n] * d_d[k];
      }
      if (i == j) {
        d[j] = sum;
        d_d[j] = sum_d;
      } else {
        l[i + j * n] = sum / d[j];
        l_d[i + j * n] = (sum_d - l[i + j * n] * d_d[j]) / d[j];
      }
    }
}
} // namespace detail

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(ldlt_diagonal)
#endif
inline void ldlt_diagonal_d(double *d, double *d_d, const double *a, const double *a_d, const unsigned long *factor, long n) {
  const unsigned long size = static_cast<unsigned long>(n * n);
  double *l = new double[size], *l_d = new double[size];
  detail::ldlt_d(l, l_d, d, d_d, a, a_d, factor, n);
  delete[] l_d;
  delete[] l;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(ldlt_lower)
#endif
inline void ldlt_lower_d(double *l, double *l_d, const double *a, const double *a_d, const unsigned long *factor, long n) {
  double *d = new double[static_cast<unsigned long>(n)], *d_d = new double[static_cast<unsigned long>(n)];
  detail::ldlt_d(l, l_d, d, d_d, a, a_d, factor, n);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i <= j; ++i) {
      l[i + j * n] = i == j ? 1.0 : 0.0;
      l_d[i + j * n] = 0;
    }
  delete[] d_d;
  delete[] d;
}

/// By the factors themselves, column by column: u_ij = (p a)_ij - sum l_ik u_kj, and l_ij u_jj the same.
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(lu_factors)
#endif
inline void lu_factors_d(double *packed, double *packed_d, const double *a, const double *a_d, const unsigned long *factor, long n) {
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      const long row = permuted_row(factor, n, i), depth = i < j ? i : j;
      double sum = a[row + j * n], sum_d = a_d[row + j * n];
      for (long k = 0; k < depth; ++k) {
        sum -= packed[i + k * n] * packed[k + j * n];
        sum_d -= packed_d[i + k * n] * packed[k + j * n] + packed[i + k * n] * packed_d[k + j * n];
      }
      if (i > j) {
        sum /= packed[j + j * n];
        sum_d = (sum_d - sum * packed_d[j + j * n]) / packed[j + j * n];
      }
      packed[i + j * n] = sum;
      packed_d[i + j * n] = sum_d;
    }
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(eigen)
#endif
inline void eigen_d(double *values, double *values_d, double *vectors, double *vectors_d, const double *a, const double *a_d,
                    long n) {
  eigen(values, vectors, a, n);
  double *m = new double[static_cast<unsigned long>(n * n)]; // vectors^T a_d vectors, over the gaps between eigenvalues
  for (long q = 0; q < n; ++q)
    for (long p = 0; p < n; ++p) {
      double sum = 0;
      for (long j = 0; j < n; ++j)
        for (long i = 0; i < n; ++i)
          sum += vectors[i + p * n] * a_d[i < j ? j + i * n : i + j * n] * vectors[j + q * n];
      m[p + q * n] = sum;
    }
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
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(sylvester)
#endif
inline void sylvester_d(double *y, double *y_d, const double *x, const double *x_d, const double *b, const double *b_d, long n) {
  sylvester(y, x, b, n);
  double *right = new double[static_cast<unsigned long>(n * n)]; // b_d - x_d y - y x_d
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i) {
      double sum = b_d[i + j * n];
      for (long k = 0; k < n; ++k)
        sum -= x_d[i + k * n] * y[k + j * n] + y[i + k * n] * x_d[k + j * n];
      right[i + j * n] = sum;
    }
  sylvester(y_d, x, right, n);
  delete[] right;
}

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(square_root)
#endif
inline void square_root_d(double *x, double *x_d, const double *a, const double *a_d, long n, bool isInverse) {
  const unsigned long size = static_cast<unsigned long>(n * n);
  double *right = new double[size];
  square_root(x, a, n, isInverse);
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < n; ++i)
      right[i + j * n] = a_d[i < j ? j + i * n : i + j * n];
  if (isInverse) { // -x^2 a_d x^2
    double *square = new double[size], *half = new double[size];
    multiply(square, x, x, n, n, n);
    multiply(half, square, right, n, n, n);
    multiply(right, half, square, n, n, n);
    for (long i = 0; i < n * n; ++i)
      right[i] = -right[i];
    delete[] half;
    delete[] square;
  }
  sylvester(x_d, x, right, n);
  delete[] right;
}

/// With p = u^T a_d v: values_d is its diagonal; u_d = u (f o (p s + s p^T)) and v_d = v (f o (s p + p^T s)) with f_pq over
/// s_q^2 - s_p^2, and for each what a_d has beyond the k vectors.
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(svd)
#endif
inline void svd_d(double *u, double *u_d, double *values, double *values_d, double *v, double *v_d, const double *a, const double *a_d,
                  long m, long n, bool divides) {
  svd(u, values, v, a, m, n, divides);
  const long k = m < n ? m : n;
  double *right = new double[static_cast<unsigned long>(m * k)], *left = new double[static_cast<unsigned long>(n * k)],
         *middle = new double[static_cast<unsigned long>(k * k)]; // a_d v, a_d^T u, u^T a_d v
  for (long q = 0; q < k; ++q) {
    for (long i = 0; i < m; ++i) {
      double sum = 0;
      for (long j = 0; j < n; ++j)
        sum += a_d[i + j * m] * v[j + q * n];
      right[i + q * m] = sum;
    }
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long i = 0; i < m; ++i)
        sum += a_d[i + j * m] * u[i + q * m];
      left[j + q * n] = sum;
    }
    for (long p = 0; p < k; ++p) {
      double sum = 0;
      for (long i = 0; i < m; ++i)
        sum += u[i + p * m] * right[i + q * m];
      middle[p + q * k] = sum;
    }
  }
  for (long q = 0; q < k; ++q) {
    values_d[q] = middle[q + q * k];
    for (long i = 0; i < m; ++i) {
      double sum = m > k ? right[i + q * m] / values[q] : 0.0;
      for (long p = 0; p < k; ++p) {
        if (m > k)
          sum -= u[i + p * m] * middle[p + q * k] / values[q];
        if (p != q)
          sum += u[i + p * m] * (middle[p + q * k] * values[q] + values[p] * middle[q + p * k]) /
                 ((values[q] - values[p]) * (values[q] + values[p]));
      }
      u_d[i + q * m] = sum;
    }
    for (long j = 0; j < n; ++j) {
      double sum = n > k ? left[j + q * n] / values[q] : 0.0;
      for (long p = 0; p < k; ++p) {
        if (n > k)
          sum -= v[j + p * n] * middle[q + p * k] / values[q];
        if (p != q)
          sum += v[j + p * n] * (values[p] * middle[p + q * k] + middle[q + p * k] * values[q]) /
                 ((values[q] - values[p]) * (values[q] + values[p]));
      }
      v_d[j + q * n] = sum;
    }
  }
  delete[] middle;
  delete[] left;
  delete[] right;
}

/// With right singular vectors v, which are eigenvectors of a^T a: v^T a^T a_d v over the singular value. Of a^T, if that is smaller.
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(singular_values)
#endif
inline void singular_values_d(double *values, double *values_d, const double *a, const double *a_d, long m, long n) {
  const bool isTall = m >= n;
  const long least = isTall ? n : m;
  double *own = new double[static_cast<unsigned long>(least)]; // which overlaps nothing, for second derivatives
  singular_values(own, a, m, n);
  for (long i = 0; i < least; ++i)
    values[i] = own[i];
  const long count = isTall ? n : m, other = isTall ? m : n, step = isTall ? 1 : m, stride = isTall ? m : 1;
  const unsigned long size = static_cast<unsigned long>(count * count);
  double *gram = new double[size], *v = new double[size], *squares = new double[static_cast<unsigned long>(count)];
  for (long q = 0; q < count; ++q)
    for (long p = 0; p < count; ++p) {
      double sum = 0;
      for (long i = 0; i < other; ++i)
        sum += a[i * step + p * stride] * a[i * step + q * stride];
      gram[p + q * count] = sum;
    }
  eigen(squares, v, gram, count);
  for (long k = 0; k < count; ++k) {
    const double *vector = v + (count - 1 - k) * count;
    double sum = 0;
    for (long i = 0; i < other; ++i) {
      double image = 0, image_d = 0;
      for (long p = 0; p < count; ++p) {
        image += a[i * step + p * stride] * vector[p];
        image_d += a_d[i * step + p * stride] * vector[p];
      }
      sum += image * image_d;
    }
    values_d[k] = sum / own[k];
  }
  delete[] own;
  delete[] squares;
  delete[] v;
  delete[] gram;
}

namespace detail {
/// With y for which |a^T y - x| is least: x_d = s + the shortest solution of a x = b_d - a_d x - a s, where s = a_d^T y.
inline void shortest_d(double *x, double *x_d, const double *a, const double *a_d, const unsigned long *factor, const double *b,
                       const double *b_d, long m, long n, long k) {
  const unsigned long size = static_cast<unsigned long>(n * k);
  double *value = new double[size], *step = new double[size];
  double *r = new double[static_cast<unsigned long>(m * k)];
  solve(Decomposition::complete, value, a, factor, b, m, n, k);
  residual(r, b_d, a_d, value, false, m, n, k);
  if (a_d) {
    double *turned = new double[static_cast<unsigned long>(m * n)], *y = new double[static_cast<unsigned long>(m * k)];
    for (long j = 0; j < n; ++j)
      for (long i = 0; i < m; ++i)
        turned[j + i * n] = a[i + j * m];
    solve(Decomposition::complete, y, turned, factor, value, n, m, k);
    double *s = new double[size], *rest = new double[static_cast<unsigned long>(m * k)];
    for (long c = 0; c < k; ++c)
      for (long j = 0; j < n; ++j) {
        double sum = 0;
        for (long i = 0; i < m; ++i)
          sum += a_d[i + j * m] * y[i + c * m];
        s[j + c * n] = sum;
      }
    residual(rest, r, a, s, false, m, n, k);
    solve(Decomposition::complete, step, a, factor, rest, m, n, k);
    for (long i = 0; i < n * k; ++i)
      x_d[i] = step[i] + s[i];
    delete[] rest;
    delete[] s;
    delete[] y;
    delete[] turned;
  } else {
    solve(Decomposition::complete, step, a, factor, r, m, n, k);
    for (long i = 0; i < n * k; ++i)
      x_d[i] = step[i];
  }
  for (long i = 0; i < n * k; ++i)
    x[i] = value[i];
  delete[] r;
  delete[] step;
  delete[] value;
}
} // namespace detail

#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(solve)
#endif
inline void solve_d(Decomposition how, double *x, double *x_d, const double *a, const double *a_d, const unsigned long *factor,
                    const double *b, const double *b_d, long m, long n, long k) {
  if (how == Decomposition::complete && m < n) {
    detail::shortest_d(x, x_d, a, a_d, factor, b, b_d, m, n, k);
    return;
  }
  double *value = new double[static_cast<unsigned long>(n * k)], *step = new double[static_cast<unsigned long>(n * k)];
  solve(how, value, a, factor, b, m, n, k); // to memory that overlaps nothing, for second derivatives
  double *r = new double[static_cast<unsigned long>(m * k)];
  detail::residual(r, b_d, a_d, value, detail::is_symmetric(how), m, n, k);
  solve(how, step, a, factor, r, m, n, k);
  for (long i = 0; i < n * k; ++i) {
    x[i] = value[i];
    x_d[i] = step[i];
  }
  if (m != n && a_d) { // and (a^T a)^-1 a_d^T (b - a x): the solution of a y = z for which a^T z is that
    double *y = new double[static_cast<unsigned long>(n * k)], *s = new double[static_cast<unsigned long>(n * k)];
    detail::residual(r, b, a, value, false, m, n, k);
    for (long c = 0; c < k; ++c)
      for (long j = 0; j < n; ++j) {
        double sum = 0;
        for (long i = 0; i < m; ++i)
          sum += a_d[i + j * m] * r[i + c * m];
        s[j + c * n] = sum;
      }
    double *gram = new double[static_cast<unsigned long>(n * n)];
    for (long q = 0; q < n; ++q)
      for (long p = 0; p < n; ++p) {
        double sum = 0;
        for (long i = 0; i < m; ++i)
          sum += a[i + p * m] * a[i + q * m];
        gram[p + q * n] = sum;
      }
    unsigned long *words = new unsigned long[static_cast<unsigned long>(factor_words(Decomposition::lu, n, n))];
    factorise(Decomposition::lu, words, gram, n, n);
    solve(Decomposition::lu, y, gram, words, s, n, n, k);
    for (long i = 0; i < n * k; ++i)
      x_d[i] += y[i];
    delete[] words;
    delete[] gram;
    delete[] s;
    delete[] y;
  }
  delete[] r;
  delete[] step;
  delete[] value;
}

} // namespace adjoint::linear

#endif
