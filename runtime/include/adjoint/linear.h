// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of linear algebra (linear/elementals.h), by means of Eigen. Generated code includes this header where the
// differentiated program uses decompositions of Eigen.

#ifndef ADJOINT_LINEAR_H
#define ADJOINT_LINEAR_H

#include "adjoint/linear/elementals.h"

#include <Eigen/Dense>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace adjoint::linear {

namespace detail {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Values = Eigen::Map<Matrix>;
using ConstValues = Eigen::Map<const Matrix>;

/// What the words hold: the packed factors, coefficients of the reflections or of D, the order of rows or columns, and whether there
/// is such a decomposition.
struct Factor {
  Values packed;
  Eigen::Map<Vector> coefficients;
  Eigen::Map<Eigen::VectorXi> order;
  unsigned long &hasSucceeded;

  Factor(unsigned long *words, long m, long n)
      : packed(reinterpret_cast<double *>(words), m, n), coefficients(packed.data() + m * n, n),
        order(reinterpret_cast<int *>(coefficients.data() + n), m > n ? m : n), hasSucceeded(words[m * n + n + order.size()]) {
    if (m < n)
      throw std::domain_error("adjoint::linear: a decomposition of a matrix with fewer rows than columns");
  }
};

inline void requireRegular(bool isRegular) {
  if (!isRegular)
    throw std::domain_error("adjoint::linear: the matrix is singular");
}

/// Solves with the factors: a x = b, or the transposed system a^T w = x.
class Solver {
  auto upper() const { return factor.packed.topRows(factor.packed.cols()).triangularView<Eigen::Upper>(); }
  auto reflections() const { return Eigen::householderSequence(factor.packed, factor.coefficients); }
  Eigen::PermutationMatrix<Eigen::Dynamic> permutation() const {
    return Eigen::PermutationMatrix<Eigen::Dynamic>(factor.order.head(factor.packed.rows()));
  }
  Eigen::PermutationMatrix<Eigen::Dynamic> columns() const {
    return Eigen::PermutationMatrix<Eigen::Dynamic>(factor.order.head(factor.packed.cols()));
  }
  Decomposition how;
  const Factor factor;

public:
  Solver(Decomposition how, const unsigned long *words, long m, long n)
      : how(how), factor(const_cast<unsigned long *>(words), m, n) {
    requireRegular((factor.packed.diagonal().array() != 0.0).all() || how == Decomposition::ldlt);
    requireRegular(how != Decomposition::ldlt || (factor.coefficients.array() != 0.0).all());
  }

  Matrix solve(const ConstValues &b) const {
    const Values &f = factor.packed;
    switch (how) {
    case Decomposition::cholesky: {
      Matrix x = f.triangularView<Eigen::Lower>().solve(b);
      f.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
      return x;
    }
    case Decomposition::ldlt: {
      Matrix x = permutation() * b;
      f.triangularView<Eigen::UnitLower>().solveInPlace(x);
      x = factor.coefficients.cwiseInverse().asDiagonal() * x;
      f.triangularView<Eigen::UnitLower>().transpose().solveInPlace(x);
      return permutation().transpose() * x;
    }
    case Decomposition::lu: {
      Matrix x = permutation() * b;
      f.triangularView<Eigen::UnitLower>().solveInPlace(x);
      f.triangularView<Eigen::Upper>().solveInPlace(x);
      return x;
    }
    case Decomposition::qr:
    case Decomposition::pivoted_qr:
      break;
    }
    const Eigen::Index n = f.cols();
    Matrix c = b;
    c.applyOnTheLeft(reflections().transpose());
    Matrix x = c.topRows(n);
    upper().solveInPlace(x);
    return how == Decomposition::pivoted_qr ? Matrix(columns() * x) : x;
  }

  /// w with a^T w = x, for m > n the shortest.
  Matrix solveTransposed(const Matrix &x) const {
    const Values &f = factor.packed;
    switch (how) {
    case Decomposition::cholesky:
    case Decomposition::ldlt:
      return solve(ConstValues(x.data(), x.rows(), x.cols()));
    case Decomposition::lu: {
      Matrix w = f.triangularView<Eigen::Upper>().transpose().solve(x);
      f.triangularView<Eigen::UnitLower>().transpose().solveInPlace(w);
      return permutation().transpose() * w;
    }
    case Decomposition::qr:
    case Decomposition::pivoted_qr:
      break;
    }
    const Eigen::Index n = f.cols();
    Matrix w = Matrix::Zero(f.rows(), x.cols());
    w.topRows(n) = how == Decomposition::pivoted_qr ? Matrix(columns().transpose() * x) : x;
    Matrix top = w.topRows(n);
    upper().adjoint().solveInPlace(top);
    w.topRows(n) = top;
    w.applyOnTheLeft(reflections());
    return w;
  }
};

/// target += g, where the lower triangle of a symmetric matrix stands for both.
inline void addSymmetric(Values target, const Matrix &g) {
  for (Eigen::Index j = 0; j < g.cols(); ++j) {
    target(j, j) += g(j, j);
    for (Eigen::Index i = j + 1; i < g.rows(); ++i)
      target(i, j) += g(i, j) + g(j, i);
  }
}

inline Matrix symmetric(const double *a, long n) { return ConstValues(a, n, n).selfadjointView<Eigen::Lower>(); }

} // namespace detail

inline long factor_words(Decomposition, long m, long n) { return m * n + n + (m > n ? m : n) + 1; }
inline bool has_succeeded(const unsigned long *words, long m, long n) {
  return words[factor_words(Decomposition::lu, m, n) - 1] != 0;
}

inline long rank(const double *a, long m, long n) {
  return m == 0 || n == 0 ? 0 : Eigen::FullPivLU<detail::Matrix>(detail::ConstValues(a, m, n)).rank();
}

inline void factorise(Decomposition how, unsigned long *words, const double *a, long m, long n) {
  using detail::Matrix;
  const detail::ConstValues values(a, m, n);
  if (m < n) { // which solves nothing
    words[factor_words(how, m, n) - 1] = 1;
    return;
  }
  detail::Factor factor(words, m, n);
  factor.hasSucceeded = 1;
  if (n == 0)
    return; // Eigen has no factors of an empty matrix with pivots
  switch (how) {
  case Decomposition::cholesky: {
    const Eigen::LLT<Matrix> llt(values);
    factor.packed = llt.matrixLLT();
    factor.hasSucceeded = llt.info() == Eigen::Success;
    break;
  }
  case Decomposition::ldlt: {
    const Eigen::LDLT<Matrix> ldlt(values);
    factor.packed = ldlt.matrixLDLT();
    factor.coefficients = ldlt.vectorD();
    for (int k = 0; k < n; ++k)
      factor.order(k) = k;
    for (long k = n - 1; k >= 0; --k)
      std::swap(factor.order(k), factor.order(ldlt.transpositionsP().coeff(k)));
    break;
  }
  case Decomposition::lu: {
    const Eigen::PartialPivLU<Matrix> lu(values);
    factor.packed = lu.matrixLU();
    factor.order.head(m) = lu.permutationP().indices();
    break;
  }
  case Decomposition::qr: {
    const Eigen::HouseholderQR<Matrix> qr(values);
    factor.packed = qr.matrixQR();
    factor.coefficients = qr.hCoeffs();
    break;
  }
  case Decomposition::pivoted_qr: {
    const Eigen::ColPivHouseholderQR<Matrix> qr(values);
    factor.packed = qr.matrixQR();
    factor.coefficients = qr.hCoeffs();
    factor.order.head(n) = qr.colsPermutation().indices();
    break;
  }
  }
}

inline void solve(Decomposition how, double *x, const double *, const unsigned long *factor, const double *b, long m, long n,
                  long k) {
  if (n != 0)
    detail::Values(x, n, k) = detail::Solver(how, factor, m, n).solve(detail::ConstValues(b, m, k));
}
inline void solve_fwd(Decomposition how, double *x, const double *a, const unsigned long *factor, const double *b, long m, long n,
                      long k, Nothing &) {
  solve(how, x, a, factor, b, m, n, k);
}
namespace detail {
/// What a matrix gets of x = a^-1 b, where w = a^-T x_b.
inline void addForMatrix(const Solver &solver, Decomposition how, const ConstValues &x, const Matrix &w, const double *a, double *a_b,
                         const double *b, long m, long n, long k) {
  Matrix g = -w * x.transpose();
  if (m != n) { // the residual is not zero, and (a^T a)^-1 = a^-1 a^-T
    const Matrix r = ConstValues(b, m, k) - ConstValues(a, m, n) * x;
    g += r * solver.solve(ConstValues(w.data(), m, k)).transpose();
  }
  if (is_symmetric(how))
    addSymmetric(Values(a_b, n, n), g);
  else
    Values(a_b, m, n) += g;
}
} // namespace detail

inline void solve_rev(Decomposition how, double *x, double *x_b, const double *a, double *a_b, const unsigned long *factor,
                      const double *b, double *b_b, long m, long n, long k, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const Solver solver(how, factor, m, n);
  const ConstValues solution(x, n, k);
  Values solution_b(x_b, n, k);
  const Matrix w = solver.solveTransposed(solution_b);
  if (b_b)
    Values(b_b, m, k) += w;
  if (a_b)
    addForMatrix(solver, how, solution, w, a, a_b, b, m, n, k);
  solution_b.setZero();
}

inline void inverse(double *x, const double *a, long n) {
  switch (n) {
  case 2:
    Eigen::Map<Eigen::Matrix2d>{x} = Eigen::Map<const Eigen::Matrix2d>(a).inverse();
    return;
  case 3:
    Eigen::Map<Eigen::Matrix3d>{x} = Eigen::Map<const Eigen::Matrix3d>(a).inverse();
    return;
  case 4:
    Eigen::Map<Eigen::Matrix4d>{x} = Eigen::Map<const Eigen::Matrix4d>(a).inverse();
    return;
  default:
    detail::Values(x, n, n) = detail::ConstValues(a, n, n).inverse();
  }
}
inline void inverse_fwd(double *x, const double *a, long n, Nothing &) { inverse(x, a, n); }
inline void inverse_rev(double *x, double *x_b, const double *, double *a_b, long n, Nothing &) {
  using namespace detail;
  const ConstValues inverted(x, n, n);
  Values(a_b, n, n).noalias() -= inverted.transpose() * Values(x_b, n, n) * inverted.transpose();
  Values(x_b, n, n).setZero();
}

inline long ldlt_row(const unsigned long *factor, long n, long i) {
  const detail::Factor factors(const_cast<unsigned long *>(factor), n, n);
  const auto *begin = factors.order.data();
  return std::find(begin, begin + n, static_cast<int>(i)) - begin;
}

inline void ldlt_diagonal(double *d, const double *, const unsigned long *factor, long n) {
  if (n != 0)
    detail::Values(d, n, 1) = detail::Factor(const_cast<unsigned long *>(factor), n, n).coefficients;
}
inline void ldlt_diagonal_fwd(double *d, const double *a, const unsigned long *factor, long n, Nothing &) {
  ldlt_diagonal(d, a, factor, n);
}
/// With w = l^-1 p: d_i changes by w_i a_d w_i^T.
inline void ldlt_diagonal_rev(double *, double *d_b, const double *, double *a_b, const unsigned long *factor, long n, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const Factor factors(const_cast<unsigned long *>(factor), n, n);
  Matrix w = Eigen::PermutationMatrix<Eigen::Dynamic>(factors.order.head(n)) * Matrix::Identity(n, n);
  factors.packed.triangularView<Eigen::UnitLower>().solveInPlace(w);
  Values seed(d_b, n, 1);
  addSymmetric(Values(a_b, n, n), w.transpose() * seed.col(0).asDiagonal() * w);
  seed.setZero();
}

inline double determinant(const double *a, long n) { return detail::ConstValues(a, n, n).determinant(); }
inline void determinant_b(const double *a, double *a_b, long n, double result_b) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::FullPivLU<Matrix> lu{Matrix(ConstValues(a, n, n))};
  if (lu.isInvertible()) {
    Values(a_b, n, n) += result_b * lu.determinant() * lu.inverse().transpose();
    return;
  }
  for (long j = 0; j < n; ++j) // cofactor by cofactor
    for (long i = 0; i < n; ++i) {
      Matrix minor(n - 1, n - 1);
      for (long q = 0; q < n - 1; ++q)
        for (long p = 0; p < n - 1; ++p)
          minor(p, q) = a[(p < i ? p : p + 1) + (q < j ? q : q + 1) * n];
      a_b[i + j * n] += ((i + j) % 2 == 0 ? result_b : -result_b) * (n == 1 ? 1.0 : minor.determinant());
    }
}

inline void cholesky(double *l, const double *, const unsigned long *words, long n) {
  const detail::Factor factor(const_cast<unsigned long *>(words), n, n);
  detail::Values(l, n, n) = factor.packed.triangularView<Eigen::Lower>();
}
inline void cholesky_fwd(double *l, const double *a, const unsigned long *factor, long n, Nothing &) { cholesky(l, a, factor, n); }

namespace detail {

/// Of a block: the adjoint of the lower triangle of a, in the place of that of l.
inline void reverseOfFactor(const Matrix &l, Eigen::Block<Values> seed) {
  Matrix g = l.triangularView<Eigen::Lower>().transpose() * Matrix(seed.triangularView<Eigen::Lower>());
  g.triangularView<Eigen::StrictlyUpper>() = g.transpose().eval(); // of the lower half, twice the symmetric part
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(g);
  Matrix h = g.transpose();
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(h);
  seed.triangularView<Eigen::StrictlyLower>() = h;
  seed.diagonal() = 0.5 * h.diagonal();
}

} // namespace detail

/// Block by block from the last (Murray 2016, section 3.3), so that nearly all is products of matrices. With R, D, B, C the
/// blocks of l to the left of the diagonal block D, below these, and below it.
inline void cholesky_rev(double *l, double *l_b, const double *, double *a_b, const unsigned long *, long n, Nothing &) {
  using namespace detail;
  const ConstValues factor(l, n, n);
  Values seed(l_b, n, n);
  constexpr long width = 48;
  for (long end = n; end > 0; end -= width) {
    const long begin = end > width ? end - width : 0, size = end - begin, below = n - end;
    const auto r = factor.block(begin, 0, size, begin), b = factor.block(end, 0, below, begin), c = factor.block(end, begin, below, size);
    const Matrix d = factor.block(begin, begin, size, size);
    auto r_b = seed.block(begin, 0, size, begin), b_b = seed.block(end, 0, below, begin), c_b = seed.block(end, begin, below, size),
         d_b = seed.block(begin, begin, size, size);
    if (below > 0) {
      c_b = d.triangularView<Eigen::Lower>().transpose().solve(c_b.transpose()).transpose().eval();
      b_b.noalias() -= c_b * r;
      d_b.triangularView<Eigen::Lower>() -= Matrix(c_b.transpose() * c);
    }
    reverseOfFactor(d, d_b);
    if (begin > 0) {
      r_b.noalias() -= c_b.transpose() * b;
      Matrix both = d_b.triangularView<Eigen::Lower>();
      both += both.transpose().eval();
      r_b.noalias() -= both * r;
    }
  }
  Values(a_b, n, n).triangularView<Eigen::Lower>() += seed;
  seed.setZero();
}

inline void eigen(double *values, double *vectors, const double *a, long n) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver{Matrix(ConstValues(a, n, n))};
  Values(values, n, 1) = solver.eigenvalues();
  Values(vectors, n, n) = solver.eigenvectors();
}
inline void eigen_fwd(double *values, double *vectors, const double *a, long n, Nothing &) { eigen(values, vectors, a, n); }
inline void eigen_rev(double *values, double *values_b, double *vectors, double *vectors_b, const double *, double *a_b, long n,
                      Nothing &) {
  using namespace detail;
  const ConstValues v(vectors, n, n);
  Values seed(vectors_b, n, n);
  Matrix g = Matrix::Zero(n, n);
  if (!seed.isZero(0.0)) {
    g = v.transpose() * seed;
    for (long q = 0; q < n; ++q)
      for (long p = 0; p < n; ++p) {
        if (p != q && values[p] == values[q])
          throw std::domain_error("adjoint::linear: two eigenvalues are equal, so that the eigenvectors have no derivative");
        g(p, q) = p == q ? 0.0 : g(p, q) / (values[q] - values[p]);
      }
  }
  g.diagonal() += Values(values_b, n, 1);
  addSymmetric(Values(a_b, n, n), v * g * v.transpose());
  seed.setZero();
  Values(values_b, n, 1).setZero();
}

inline void singular_values(double *values, const double *a, long m, long n) {
  using namespace detail;
  if (m == 0 || n == 0)
    return;
  Values(values, m < n ? m : n, 1) = Eigen::JacobiSVD<Matrix>(Matrix(ConstValues(a, m, n))).singularValues();
}
inline void singular_values_fwd(double *values, const double *a, long m, long n, Nothing &) { singular_values(values, a, m, n); }
inline void singular_values_rev(double *, double *values_b, const double *a, double *a_b, long m, long n, Nothing &) {
  using namespace detail;
  if (m == 0 || n == 0)
    return;
  const Eigen::JacobiSVD<Matrix> svd(Matrix(ConstValues(a, m, n)), Eigen::ComputeThinU | Eigen::ComputeThinV);
  Values seed(values_b, m < n ? m : n, 1);
  Values(a_b, m, n) += svd.matrixU() * seed.col(0).asDiagonal() * svd.matrixV().transpose();
  seed.setZero();
}

inline void svd(double *u, double *values, double *v, const double *a, long m, long n, bool divides) {
  using namespace detail;
  const long k = std::min(m, n);
  if (k == 0)
    return;
  auto give = [&](const auto &found) {
    Values(u, m, k) = found.matrixU();
    Values(values, k, 1) = found.singularValues();
    Values(v, n, k) = found.matrixV();
  };
  const unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Matrix whole = ConstValues(a, m, n);
  if (divides)
    give(Eigen::BDCSVD<Matrix>(whole, thin));
  else
    give(Eigen::JacobiSVD<Matrix>(whole, thin));
}
inline void svd_fwd(double *u, double *values, double *v, const double *a, long m, long n, bool divides, Nothing &) {
  svd(u, values, v, a, m, n, divides);
}
inline void svd_rev(double *u, double *u_b, double *values, double *values_b, double *v, double *v_b, const double *, double *a_b,
                    long m, long n, bool, Nothing &) {
  using namespace detail;
  const long k = std::min(m, n);
  if (k == 0)
    return;
  const Values left(u, m, k), right(v, n, k), s(values, k, 1);
  Values left_b(u_b, m, k), right_b(v_b, n, k), s_b(values_b, k, 1);
  Matrix g = Matrix::Zero(k, k), more = Matrix::Zero(m, n);
  if (!left_b.isZero(0.0) || !right_b.isZero(0.0)) {
    const Matrix ofLeft = left.transpose() * left_b, ofRight = right.transpose() * right_b;
    for (long q = 0; q < k; ++q)
      for (long p = 0; p < k; ++p) {
        const double x = ofLeft(p, q) - ofLeft(q, p), y = ofRight(p, q) - ofRight(q, p);
        if (p != q && s(p) == s(q) && (x != 0.0 || y != 0.0))
          throw std::domain_error("adjoint::linear: two singular values are equal, so that the singular vectors have no derivative");
        if (p != q && (x != 0.0 || y != 0.0))
          g(p, q) = (x * s(q) + s(p) * y) / ((s(q) - s(p)) * (s(q) + s(p)));
      }
    if (m != n && s(k - 1) == 0.0)
      throw std::domain_error("adjoint::linear: a singular value is zero, so that the singular vectors have no derivative");
    if (m > k)
      more = (left_b - left * ofLeft) * s.col(0).cwiseInverse().asDiagonal() * right.transpose();
    if (n > k)
      more = left * s.col(0).cwiseInverse().asDiagonal() * (right_b - right * ofRight).transpose();
  }
  g.diagonal() += s_b.col(0);
  Values(a_b, m, n) += left * g * right.transpose() + more;
  left_b.setZero();
  right_b.setZero();
  s_b.setZero();
}
inline void refuse_further_vectors() {
  throw std::domain_error("adjoint::linear: of a matrix that is not square, only the first singular vectors have a derivative; ask for "
                          "ComputeThinU and ComputeThinV");
}

inline void multiply(double *c, const double *a, const double *b, long m, long k, long n) {
  detail::Values(c, m, n).noalias() = detail::ConstValues(a, m, k) * detail::ConstValues(b, k, n);
}
inline void multiply_fwd(double *c, const double *a, const double *b, long m, long k, long n, Nothing &) {
  multiply(c, a, b, m, k, n);
}
inline void multiply_rev(double *, double *c_b, const double *a, double *a_b, const double *b, double *b_b, long m, long k, long n,
                         Nothing &) {
  using namespace detail;
  Values seed(c_b, m, n);
  if (a_b)
    Values(a_b, m, k).noalias() += seed * ConstValues(b, k, n).transpose();
  if (b_b)
    Values(b_b, k, n).noalias() += ConstValues(a, m, k).transpose() * seed;
  seed.setZero();
}

} // namespace adjoint::linear

#endif
