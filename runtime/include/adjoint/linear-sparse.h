// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of sparse matrices (linear/sparse.h), by means of Eigen, and what generated code does to objects of
// Eigen::SparseMatrix. It includes this header where the differentiated program uses them.

#ifndef ADJOINT_LINEAR_SPARSE_BY_EIGEN_H
#define ADJOINT_LINEAR_SPARSE_BY_EIGEN_H

#include "adjoint/linear/sparse.h"

#include <Eigen/Sparse>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace adjoint::linear_sparse {

// Objects.

/// The matrix itself. Throws std::invalid_argument if it has room between its columns.
template <class Matrix> Matrix &compressed(Matrix &matrix) {
  if (!matrix.isCompressed())
    throw std::invalid_argument("adjoint: a sparse matrix that is a parameter must be compressed: call makeCompressed()");
  return matrix;
}

template <class Matrix> bool have_one_pattern(const Matrix &a, const Matrix &b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1, b.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr());
}

/// An adjoint without entries gets the pattern of its matrix, and zeros. Throws std::invalid_argument if it has another one.
template <class Matrix> void extend(Matrix &adjoint, const Matrix &matrix) {
  compressed(matrix);
  if (adjoint.nonZeros() == 0) {
    adjoint = matrix;
    std::fill(adjoint.valuePtr(), adjoint.valuePtr() + adjoint.nonZeros(), typename Matrix::Scalar(0));
  } else if (!adjoint.isCompressed() || !have_one_pattern(adjoint, matrix))
    throw std::invalid_argument("adjoint: the adjoint of a sparse matrix has another pattern");
}

/// The matrix gets a pattern.
template <class Matrix> void shape(Matrix &matrix, long rows, long cols, const int *outer, const int *inner) {
  const long n = Matrix::IsRowMajor ? rows : cols;
  matrix.resize(rows, cols);
  matrix.resizeNonZeros(outer ? outer[n] : 0);
  if (outer)
    std::copy(outer, outer + n + 1, matrix.outerIndexPtr());
  std::copy(inner, inner + matrix.nonZeros(), matrix.innerIndexPtr());
}

// Patterns.

namespace detail {
/// How many there are of each number less than n, then where those of each begin.
inline void to_begins(int *outer, long n) {
  int begin = 0;
  for (long j = 0; j < n; ++j) {
    const int count = outer[j];
    outer[j] = begin;
    begin += count;
  }
  outer[n] = begin;
}
} // namespace detail

inline void arrange(int *outer, int *inner, int *place, const int *rows, const int *columns, long count, long n) {
  std::vector<long> order(static_cast<std::size_t>(count));
  for (long k = 0; k < count; ++k)
    order[static_cast<std::size_t>(k)] = k;
  std::sort(order.begin(), order.end(), [&](long a, long b) {
    if (columns[a] != columns[b])
      return columns[a] < columns[b];
    return rows[a] != rows[b] ? rows[a] < rows[b] : a < b;
  });
  std::fill(outer, outer + n + 1, 0);
  int stored = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const long entry = order[k];
    if (k == 0 || columns[entry] != columns[order[k - 1]] || rows[entry] != rows[order[k - 1]]) {
      inner[stored++] = rows[entry];
      ++outer[columns[entry]];
    }
    place[entry] = stored - 1;
  }
  detail::to_begins(outer, n);
}

inline long position(const int *inner, long begin, long end, long i) {
  return std::lower_bound(inner + begin, inner + end, i) - inner;
}

inline void unite(int *outer, int *inner, int *place, int *otherPlace, const int *leftOuter, const int *leftInner,
                  const int *rightOuter, const int *rightInner, long n) {
  int stored = 0;
  for (long j = 0; j < n; ++j) {
    outer[j] = stored;
    int p = leftOuter[j], q = rightOuter[j];
    while (p < leftOuter[j + 1] || q < rightOuter[j + 1]) {
      const bool isLeft = q == rightOuter[j + 1] || (p < leftOuter[j + 1] && leftInner[p] <= rightInner[q]);
      const bool isRight = p == leftOuter[j + 1] || (q < rightOuter[j + 1] && rightInner[q] <= leftInner[p]);
      inner[stored] = isLeft ? leftInner[p] : rightInner[q];
      if (isLeft)
        place[p++] = stored;
      if (isRight)
        otherPlace[q++] = stored;
      ++stored;
    }
  }
  outer[n] = stored;
}

inline void transpose(int *outer, int *inner, int *place, const int *otherOuter, const int *otherInner, long m, long n) {
  std::fill(outer, outer + m + 1, 0);
  const int count = otherOuter[n];
  for (int p = 0; p < count; ++p)
    ++outer[otherInner[p]];
  detail::to_begins(outer, m);
  std::vector<int> next(outer, outer + m);
  for (long j = 0; j < n; ++j)
    for (int p = otherOuter[j]; p < otherOuter[j + 1]; ++p) {
      place[p] = next[static_cast<std::size_t>(otherInner[p])]++;
      inner[place[p]] = static_cast<int>(j);
    }
}

inline long count_products(const int *leftOuter, const int *rightOuter, const int *rightInner, long n) {
  long count = 0;
  for (int q = 0; q < rightOuter[n]; ++q)
    count += leftOuter[rightInner[q] + 1] - leftOuter[rightInner[q]];
  return count;
}

inline void multiply_patterns(int *outer, int *inner, int *place, const int *leftOuter, const int *leftInner,
                              const int *rightOuter, const int *rightInner, long n) {
  std::vector<int> rows, columns;
  for (long j = 0; j < n; ++j)
    for (int q = rightOuter[j]; q < rightOuter[j + 1]; ++q)
      for (int p = leftOuter[rightInner[q]]; p < leftOuter[rightInner[q] + 1]; ++p) {
        rows.push_back(leftInner[p]);
        columns.push_back(static_cast<int>(j));
      }
  arrange(outer, inner, place, rows.data(), columns.data(), static_cast<long>(rows.size()), n);
}

// Solutions.

namespace detail {

using Matrix = Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;
using Values = Eigen::Map<Matrix>;
using ConstValues = Eigen::Map<const Matrix>;
using ConstSparse = Eigen::Map<const Sparse>;
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic>;

inline ConstSparse seen(const double *values, const int *inner, const int *outer, long n) {
  return ConstSparse(n, n, outer[n], outer, inner, values);
}
inline bool is_iteration(Solver how) { return how == Solver::conjugate_gradient || how == Solver::bicgstab; }

/// rows^-1 lower upper columns for lu, rows^-1 lower d lower^T rows for the rest; lower is unit but for llt.
struct Factors {
  bool hasSucceeded = false;
  Sparse lower, upper;
  Eigen::VectorXd d;
  Eigen::VectorXi rows, columns;
};

inline void take(Eigen::VectorXi &numbers, const Permutation &permutation, long n) {
  numbers.resize(n);
  for (int i = 0; i < n; ++i)
    numbers(i) = permutation.size() == 0 ? i : permutation.indices()(i);
}

template <class Cholesky> void factorBy(Factors &factors, const ConstSparse &a) {
  const Cholesky cholesky{Sparse(a)};
  factors.hasSucceeded = cholesky.info() == Eigen::Success;
  if (!factors.hasSucceeded)
    return;
  factors.lower = cholesky.matrixL().nestedExpression();
  take(factors.rows, cholesky.permutationP(), a.rows());
}
template <int Triangle> void factorSymmetric(Factors &factors, Solver how, const ConstSparse &a) {
  if (how == Solver::llt)
    return factorBy<Eigen::SimplicialLLT<Sparse, Triangle>>(factors, a);
  using LDLT = Eigen::SimplicialLDLT<Sparse, Triangle>;
  factorBy<LDLT>(factors, a);
  if (factors.hasSucceeded)
    factors.d = LDLT(Sparse(a)).vectorD();
}

inline void factorLU(Factors &factors, const ConstSparse &a) {
  Eigen::SparseLU<Sparse> lu;
  lu.compute(Sparse(a));
  factors.hasSucceeded = lu.info() == Eigen::Success;
  if (!factors.hasSucceeded)
    return;
  const auto upper = lu.matrixU(); // beside it, the diagonal blocks stand in the columns of the lower factor
  using Columns = std::decay_t<decltype(upper.m_mapL)>;
  using Above = std::decay_t<decltype(upper.m_mapU)>;
  std::vector<Eigen::Triplet<double>> below, above;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const int column = static_cast<int>(j);
    for (typename Columns::InnerIterator it(upper.m_mapL, j); it; ++it)
      (it.index() > j ? below : above).emplace_back(static_cast<int>(it.index()), column, it.value());
    for (typename Above::InnerIterator it(upper.m_mapU, j); it; ++it)
      above.emplace_back(static_cast<int>(it.index()), column, it.value());
  }
  factors.lower.resize(a.rows(), a.cols());
  factors.lower.setFromTriplets(below.begin(), below.end());
  factors.upper.resize(a.rows(), a.cols());
  factors.upper.setFromTriplets(above.begin(), above.end());
  take(factors.rows, lu.rowsPermutation(), a.rows());
  take(factors.columns, lu.colsPermutation(), a.rows());
}

inline Factors factorsOf(Solver how, Triangle triangle, const ConstSparse &a) {
  Factors factors;
  if (a.rows() == 0) {
    factors.hasSucceeded = true;
    return factors;
  }
  if (how == Solver::lu)
    factorLU(factors, a);
  else if (triangle == Triangle::upper)
    factorSymmetric<Eigen::Upper>(factors, how, a);
  else
    factorSymmetric<Eigen::Lower>(factors, how, a);
  factors.lower.makeCompressed();
  factors.upper.makeCompressed();
  return factors;
}

/// The factors that factor_words has made, for factorise, which is next.
struct Remembered {
  bool isThere = false;
  Solver how;
  Triangle triangle;
  Sparse matrix;
  Factors factors;
};
inline Remembered &remembered() {
  thread_local Remembered last;
  return last;
}
inline bool isOf(const Remembered &last, Solver how, Triangle triangle, const ConstSparse &a) {
  return last.isThere && last.how == how && last.triangle == triangle && last.matrix.rows() == a.rows() &&
         last.matrix.nonZeros() == a.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.rows() + 1, last.matrix.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), last.matrix.innerIndexPtr()) &&
         std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), last.matrix.valuePtr());
}

// What the words hold. Of an iteration: whether the last one has converged, the tolerance, and the number of steps. Of factors:
// whether there are such, the numbers of entries of both, and then these.
constexpr long iteration_words = 3, head_words = 3;
inline long words_of(long bytes) { return (bytes + 7) / 8; }

struct Words {
  unsigned long *words;
  long n, below, above;
  Words(const unsigned long *first, long n)
      : words(const_cast<unsigned long *>(first)), n(n), below(static_cast<long>(first[1])), above(static_cast<long>(first[2])) {}
  double *lowerValues() const { return reinterpret_cast<double *>(words + head_words); }
  double *upperValues() const { return lowerValues() + below; }
  double *d() const { return upperValues() + above; }
  int *lowerOuter() const { return reinterpret_cast<int *>(d() + n); }
  int *lowerInner() const { return lowerOuter() + n + 1; }
  int *upperOuter() const { return lowerInner() + below; }
  int *upperInner() const { return upperOuter() + n + 1; }
  int *rows() const { return upperInner() + above; }
  int *columns() const { return rows() + n; }
  ConstSparse lower() const { return ConstSparse(n, n, below, lowerOuter(), lowerInner(), lowerValues()); }
  ConstSparse upper() const { return ConstSparse(n, n, above, upperOuter(), upperInner(), upperValues()); }
  Permutation permuted(const int *numbers) const { return Permutation(Eigen::Map<const Eigen::VectorXi>(numbers, n)); }
};
inline long size_of(long n, long below, long above) {
  return head_words + below + above + n + words_of(4 * (2 * (n + 1) + below + above + 2 * n));
}
inline void write(double *values, int *inner, int *outer, const Sparse &from, long n) {
  if (from.rows() != n)
    return std::fill(outer, outer + n + 1, 0);
  std::copy(from.valuePtr(), from.valuePtr() + from.nonZeros(), values);
  std::copy(from.innerIndexPtr(), from.innerIndexPtr() + from.nonZeros(), inner);
  std::copy(from.outerIndexPtr(), from.outerIndexPtr() + n + 1, outer);
}

/// The solution with the factors of a matrix that is regular, or of the transposed system.
inline Matrix solutionByFactors(Solver how, bool isTransposed, const Words &f, const ConstValues &b) {
  if (f.n == 0)
    return b;
  const ConstSparse lower = f.lower();
  if (how == Solver::lu) {
    const ConstSparse upper = f.upper();
    if (isTransposed) {
      Matrix x = f.permuted(f.columns()) * b;
      upper.transpose().triangularView<Eigen::Lower>().solveInPlace(x);
      lower.transpose().triangularView<Eigen::UnitUpper>().solveInPlace(x);
      return f.permuted(f.rows()).inverse() * x;
    }
    Matrix x = f.permuted(f.rows()) * b;
    lower.triangularView<Eigen::UnitLower>().solveInPlace(x);
    upper.triangularView<Eigen::Upper>().solveInPlace(x);
    return f.permuted(f.columns()).inverse() * x;
  }
  Matrix x = f.permuted(f.rows()) * b;
  if (how == Solver::llt) {
    lower.triangularView<Eigen::Lower>().solveInPlace(x);
    lower.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
  } else {
    lower.triangularView<Eigen::UnitLower>().solveInPlace(x);
    x = Eigen::Map<const Eigen::VectorXd>(f.d(), f.n).cwiseInverse().asDiagonal() * x;
    lower.transpose().triangularView<Eigen::UnitUpper>().solveInPlace(x);
  }
  return f.permuted(f.rows()).inverse() * x;
}

template <class Iteration> bool iterate(Iteration &&iteration, const unsigned long *words, const ConstValues &b, Matrix &x) {
  double tolerance;
  std::memcpy(&tolerance, words + 1, sizeof tolerance);
  if (tolerance > 0.0)
    iteration.setTolerance(tolerance);
  if (words[2] != 0)
    iteration.setMaxIterations(static_cast<Eigen::Index>(words[2]));
  x = iteration.solve(b);
  return iteration.info() == Eigen::Success;
}
inline bool iterate(Solver how, Triangle triangle, const Sparse &a, const unsigned long *words, const ConstValues &b, Matrix &x) {
  if (a.rows() == 0 || b.cols() == 0)
    return true;
  if (how == Solver::bicgstab)
    return iterate(Eigen::BiCGSTAB<Sparse>(a), words, b, x);
  if (triangle == Triangle::lower)
    return iterate(Eigen::ConjugateGradient<Sparse, Eigen::Lower>(a), words, b, x);
  if (triangle == Triangle::upper)
    return iterate(Eigen::ConjugateGradient<Sparse, Eigen::Upper>(a), words, b, x);
  return iterate(Eigen::ConjugateGradient<Sparse, Eigen::Lower | Eigen::Upper>(a), words, b, x);
}

/// Also says whether it is a solution.
inline bool solution(Solver how, Triangle triangle, bool isTransposed, Matrix &x, const ConstSparse &a,
                     const unsigned long *factor, const ConstValues &b) {
  x.setZero(b.rows(), b.cols());
  if (is_iteration(how))
    return iterate(how, triangle, isTransposed && triangle == Triangle::both ? Sparse(a.transpose()) : Sparse(a), factor, b, x);
  if (factor[0] == 0)
    throw std::domain_error("adjoint::linear_sparse: the matrix is singular");
  x = solutionByFactors(how, isTransposed, Words(factor, a.rows()), b);
  return true;
}

} // namespace detail

inline long factor_words(Solver how, Triangle triangle, const double *values, const int *inner, const int *outer, long n) {
  if (detail::is_iteration(how))
    return detail::iteration_words;
  detail::Remembered &last = detail::remembered();
  const detail::ConstSparse a = detail::seen(values, inner, outer, n);
  last = {true, how, triangle, a, detail::factorsOf(how, triangle, a)};
  return detail::size_of(n, last.factors.lower.nonZeros(), last.factors.upper.nonZeros());
}

inline void factorise(Solver how, Triangle triangle, unsigned long *factor, const double *values, const int *inner,
                      const int *outer, long n) {
  if (detail::is_iteration(how)) {
    factor[0] = 1;
    factor[1] = factor[2] = 0;
    return;
  }
  const detail::ConstSparse a = detail::seen(values, inner, outer, n);
  detail::Remembered last = std::exchange(detail::remembered(), {});
  const detail::Factors made = detail::isOf(last, how, triangle, a) ? std::move(last.factors) : detail::factorsOf(how, triangle, a);
  factor[0] = made.hasSucceeded;
  factor[1] = static_cast<unsigned long>(made.lower.nonZeros());
  factor[2] = static_cast<unsigned long>(made.upper.nonZeros());
  const detail::Words words(factor, n);
  detail::write(words.lowerValues(), words.lowerInner(), words.lowerOuter(), made.lower, n);
  detail::write(words.upperValues(), words.upperInner(), words.upperOuter(), made.upper, n);
  std::copy(made.d.data(), made.d.data() + made.d.size(), words.d());
  std::copy(made.rows.data(), made.rows.data() + made.rows.size(), words.rows());
  std::copy(made.columns.data(), made.columns.data() + made.columns.size(), words.columns());
}

inline void set_limits(unsigned long *factor, double tolerance, long most) {
  std::memcpy(factor + 1, &tolerance, sizeof tolerance);
  factor[2] = most > 0 ? static_cast<unsigned long>(most) : 0;
}
inline bool has_succeeded(const unsigned long *factor) { return factor[0] != 0; }

inline void solve(Solver how, Triangle triangle, bool isTransposed, double *x, const double *values, const int *inner,
                  const int *outer, const unsigned long *factor, const double *b, long n, long k) {
  detail::Matrix made;
  const bool isSolution = detail::solution(how, triangle, isTransposed, made, detail::seen(values, inner, outer, n), factor,
                                           detail::ConstValues(b, n, k));
  if (detail::is_iteration(how))
    const_cast<unsigned long *>(factor)[0] = isSolution;
  detail::Values(x, n, k) = made;
}
inline void solve_fwd(Solver how, Triangle triangle, bool isTransposed, double *x, const double *values, const int *inner,
                      const int *outer, const unsigned long *factor, const double *b, long n, long k, Outcome &outcome) {
  solve(how, triangle, isTransposed, x, values, inner, outer, factor, b, n, k);
  outcome.isSolution = !detail::is_iteration(how) || factor[0] != 0;
}
inline void solve_rev(Solver how, Triangle triangle, bool isTransposed, double *x, double *x_b, const double *values,
                      double *values_b, const int *inner, const int *outer, const unsigned long *factor, const double *,
                      double *b_b, long n, long k, Outcome &outcome) {
  using namespace detail;
  Matrix w;
  const bool isSolution = solution(how, triangle, !isTransposed, w, seen(values, inner, outer, n), factor, ConstValues(x_b, n, k));
  if (!isSolution || !outcome.isSolution)
    throw std::domain_error("adjoint::linear_sparse: the iteration has not converged, so that there is no derivative");
  if (b_b)
    Values(b_b, n, k) += w;
  const ConstValues solved(x, n, k);
  for (long j = 0; values_b && j < n; ++j)
    for (long p = outer[j]; p < outer[j + 1]; ++p) {
      const long i = inner[p];
      if (triangle == Triangle::lower ? i < j : triangle == Triangle::upper ? i > j : false)
        continue;
      const double here = w.row(i).dot(solved.row(j)), there = w.row(j).dot(solved.row(i));
      values_b[p] -= triangle == Triangle::both ? (isTransposed ? there : here) : i == j ? here : here + there;
    }
  Values(x_b, n, k).setZero();
}

} // namespace adjoint::linear_sparse

#endif
