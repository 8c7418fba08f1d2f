// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of sparse matrices: patterns, which are integers, and solutions. The tool reads this header, too;
// <adjoint/linear-sparse.h> defines what stands here without a body.
//
// A matrix is stored by compressed columns: `values`, the row of each in `inner`, and in `outer` where each column begins; one behind
// the last is their number. Rows grow within a column. A matrix by rows is the transposed of one by columns.
//
// The adjoint of a matrix is a matrix of the same pattern: `values_b` lies beside `values`, and what is not stored has no derivative.
// Patterns are constants. Who makes one makes it for both: the model of a local matrix allocates the values of the adjoint
// beside those of the matrix; a caller hands in an adjoint that has the pattern, or one without entries, which gets it.

#ifndef ADJOINT_LINEAR_SPARSE_H
#define ADJOINT_LINEAR_SPARSE_H

namespace adjoint::linear_sparse {

// Patterns. All are of n columns.

/// The pattern of `count` entries in these rows and columns, in any order, some of them perhaps in one place: writes n + 1 numbers to
/// `outer`, at most `count` rows to `inner`, and to place[k] where entry k is stored.
void arrange(int *outer, int *inner, int *place, const int *rows, const int *columns, long count, long n);
/// Where in [begin, end) row i stands, or the first that is greater.
long position(const int *inner, long begin, long end, long i);
/// The entries of two patterns, at most as many as both have together; places of each in it.
void unite(int *outer, int *inner, int *place, int *otherPlace, const int *leftOuter, const int *leftInner,
           const int *rightOuter, const int *rightInner, long n);
/// The pattern with m columns of the transposed; place[k] is where entry k comes to stand.
void transpose(int *outer, int *inner, int *place, const int *otherOuter, const int *otherInner, long m, long n);
/// How many products of entries the product of two matrices has, the right one of n columns.
long count_products(const int *leftOuter, const int *rightOuter, const int *rightInner, long n);
/// The pattern of the product; place[k] is where the k-th product of entries is added, column by column of the right matrix, for each entry
/// of that column by entry of the left one's.
void multiply_patterns(int *outer, int *inner, int *place, const int *leftOuter, const int *leftInner, const int *rightOuter,
                       const int *rightInner, long n);

// Solutions. The matrix is of n rows and n columns.

enum class Solver { llt, ldlt, lu, conjugate_gradient, bicgstab };
/// Which entries say what a matrix is: if not all, those of one triangle, of a symmetric one.
enum class Triangle { lower = 1, upper = 2, both = 3 };

/// How many words the factors take, and these words: constants of the differentiation. Every function that takes them takes the
/// matrix, too, and has its derivative with respect to that. An iteration has no factors, but remembers its limits.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
long factor_words(Solver how, Triangle triangle, const double *values, const int *inner, const int *outer, long n);
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void factorise(Solver how, Triangle triangle, unsigned long *factor, const double *values, const int *inner, const int *outer,
               long n);
/// Of an iteration: when it stops. A tolerance or a number of steps that is not positive leaves Eigen's own.
#ifdef ADJOINT_GEN
#pragma adjoint passive
#endif
void set_limits(unsigned long *factor, double tolerance, long most);
/// Is there such a factorisation of the matrix?
bool has_succeeded(const unsigned long *factor);

/// What the forward half of a solution hands to the reverse half.
struct Outcome {
  bool isSolution; ///< or has an iteration not converged?
};

/// x (n by k, by columns) = a^-1 b, or a^-T b. Throws std::domain_error if there are no factors. An iteration also says to
/// has_succeeded whether it has converged; if not, the reverse half throws std::domain_error, since its derivative is that of the solution.
void solve(Solver how, Triangle triangle, bool isTransposed, double *x, const double *values, const int *inner,
           const int *outer, const unsigned long *factor, const double *b, long n, long k);
#ifdef ADJOINT_GEN
#pragma adjoint forward_of(solve)
#endif
void solve_fwd(Solver how, Triangle triangle, bool isTransposed, double *x, const double *values, const int *inner,
               const int *outer, const unsigned long *factor, const double *b, long n, long k, Outcome &outcome);
/// b_b += w with a^T w = x_b, and for each stored entry a_b(i, j) -= w_i x_j. One solution for each of the k columns.
#ifdef ADJOINT_GEN
#pragma adjoint reverse_of(solve) nullable
#endif
void solve_rev(Solver how, Triangle triangle, bool isTransposed, double *x, double *x_b, const double *values, double *values_b,
               const int *inner, const int *outer, const unsigned long *factor, const double *b, double *b_b, long n, long k,
               Outcome &outcome);

/// x_d = a^-1 (b_d - a_d x); the tangent of constants is null.
#ifdef ADJOINT_GEN
#pragma adjoint tangent_of(solve)
#endif
inline void solve_d(Solver how, Triangle triangle, bool isTransposed, double *x, double *x_d, const double *values,
                    const double *values_d, const int *inner, const int *outer, const unsigned long *factor, const double *b,
                    const double *b_d, long n, long k) {
  const unsigned long count = static_cast<unsigned long>(n * k);
  double *value = new double[count], *step = new double[count]; // which overlap nothing, for second derivatives
  solve(how, triangle, isTransposed, value, values, inner, outer, factor, b, n, k);
  double *r = new double[count];
  for (long i = 0; i < n * k; ++i)
    r[i] = b_d ? b_d[i] : 0.0;
  const bool isMirrored = triangle != Triangle::both;
  for (long j = 0; values_d && j < n; ++j) {
    const long end = outer[j + 1];
    for (long p = outer[j]; p < end; ++p) {
      const long i = inner[p];
      if (triangle == Triangle::lower ? i < j : triangle == Triangle::upper ? i > j : false)
        continue;
      const long row = isTransposed ? j : i, column = isTransposed ? i : j;
      for (long c = 0; c < k * n; c += n) {
        r[row + c] -= values_d[p] * value[column + c];
        if (isMirrored && i != j)
          r[column + c] -= values_d[p] * value[row + c];
      }
    }
  }
  solve(how, triangle, isTransposed, step, values, inner, outer, factor, r, n, k);
  for (long i = 0; i < n * k; ++i) {
    x[i] = value[i];
    x_d[i] = step[i];
  }
  delete[] r;
  delete[] step;
  delete[] value;
}

} // namespace adjoint::linear_sparse

#endif
