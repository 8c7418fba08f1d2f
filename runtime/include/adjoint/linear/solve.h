// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: decompositions, and solutions of linear systems by them.

#ifndef ADJOINT_LINEAR_SOLVE_H
#define ADJOINT_LINEAR_SOLVE_H

#include "adjoint/linear/factors.h"

#include <Eigen/Dense>

#include <stdexcept>
#include <utility>

namespace adjoint::linear {

namespace detail {

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
    case Decomposition::complete:
      break;
    }
    const Eigen::Index n = f.cols();
    Matrix c = b;
    c.applyOnTheLeft(reflections().transpose());
    Matrix x = c.topRows(n);
    upper().solveInPlace(x);
    return how == Decomposition::qr ? x : Matrix(columns() * x);
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
    case Decomposition::complete:
      break;
    }
    const Eigen::Index n = f.cols();
    Matrix w = Matrix::Zero(f.rows(), x.cols());
    w.topRows(n) = how == Decomposition::qr ? x : Matrix(columns().transpose() * x);
    Matrix top = w.topRows(n);
    upper().adjoint().solveInPlace(top);
    w.topRows(n) = top;
    w.applyOnTheLeft(reflections());
    return w;
  }
};

} // namespace detail

inline void factorise(Decomposition how, unsigned long *words, const double *a, long m, long n) {
  using detail::Matrix;
  if (m < n && how == Decomposition::complete) {
    const Matrix turned = detail::ConstValues(a, m, n).transpose();
    return factorise(how, words, turned.data(), n, m);
  }
  if (m < n) { // which solves nothing
    words[0] = 1;
    return;
  }
  const detail::ConstValues values(a, m, n);
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
  case Decomposition::pivoted_qr:
  case Decomposition::complete: {
    const Eigen::ColPivHouseholderQR<Matrix> qr(values);
    factor.packed = qr.matrixQR();
    factor.coefficients = qr.hCoeffs();
    factor.order.head(n) = qr.colsPermutation().indices();
    const long used = how == Decomposition::complete ? qr.rank() : qr.nonzeroPivots();
    factor.packed.diagonal().tail(n - used).setZero(); // what the library neglects
    break;
  }
  }
}

namespace detail {
/// Is it one of the solutions, the shortest? Then the factors are those of the transposed matrix.
inline bool isShortest(Decomposition how, long m, long n) { return how == Decomposition::complete && m < n; }
} // namespace detail

inline void solve(Decomposition how, double *x, const double *, const unsigned long *factor, const double *b, long m, long n,
                  long k) {
  using namespace detail;
  const ConstValues right(b, m, k);
  Values solution(x, n, k);
  if (n == 0)
    return;
  if (!isShortest(how, m, n))
    solution = Solver(how, factor, m, n).solve(right);
  else if (m == 0)
    solution.setZero();
  else
    solution = Solver(how, factor, n, m).solveTransposed(right);
}
inline void solve_fwd(Decomposition how, double *x, const double *a, const unsigned long *factor, const double *b, long m, long n,
                      long k, Nothing &) {
  solve(how, x, a, factor, b, m, n, k);
}
namespace detail {
/// target -= w x^T + x w^T below the diagonal, and w x^T on it; few columns, so without a product of their own.
inline void subtractSymmetric(Values target, const Matrix &w, const ConstValues &x) {
  const Eigen::Index n = target.rows();
  for (Eigen::Index c = 0; c < w.cols(); ++c)
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index rest = n - j - 1;
      target(j, j) -= w(j, c) * x(j, c);
      target.col(j).tail(rest) -= x(j, c) * w.col(c).tail(rest) + w(j, c) * x.col(c).tail(rest);
    }
}

/// What a matrix gets of x = a^-1 b, where w = a^-T x_b.
inline void addForMatrix(const Solver &solver, Decomposition how, const ConstValues &x, const Matrix &w, const double *a, double *a_b,
                         const double *b, long m, long n, long k) {
  Values target(a_b, m, n);
  if (is_symmetric(how)) {
    if (k <= 4)
      subtractSymmetric(target, w, x);
    else
      addSymmetric(target, -w * x.transpose());
    return;
  }
  target.noalias() -= w * x.transpose();
  if (m != n) { // the residual is not zero, and (a^T a)^-1 = a^-1 a^-T
    const Matrix r = ConstValues(b, m, k) - ConstValues(a, m, n) * x;
    target.noalias() += r * solver.solve(ConstValues(w.data(), m, k)).transpose();
  }
}

/// With w and y for which |a^T w - x_b| and |a^T y - x| are least.
inline void reverseOfShortest(const ConstValues &x, Values x_b, const double *a, double *a_b, const unsigned long *factor, double *b_b,
                              long m, long n, long k) {
  const Solver solver(Decomposition::complete, factor, n, m);
  const Matrix w = solver.solve(ConstValues(x_b.data(), n, k)), y = solver.solve(x);
  if (b_b)
    Values(b_b, m, k) += w;
  if (a_b) {
    const Matrix rest = x_b - ConstValues(a, m, n).transpose() * w;
    Values(a_b, m, n).noalias() += y * rest.transpose() - w * x.transpose();
  }
}
} // namespace detail

inline void solve_rev(Decomposition how, double *x, double *x_b, const double *a, double *a_b, const unsigned long *factor,
                      const double *b, double *b_b, long m, long n, long k, Nothing &) {
  using namespace detail;
  if (n == 0)
    return;
  const ConstValues solution(x, n, k);
  Values solution_b(x_b, n, k);
  if (isShortest(how, m, n)) {
    if (m != 0)
      reverseOfShortest(solution, solution_b, a, a_b, factor, b_b, m, n, k);
    solution_b.setZero();
    return;
  }
  const Solver solver(how, factor, m, n);
  const Matrix w = solver.solveTransposed(solution_b);
  if (b_b)
    Values(b_b, m, k) += w;
  if (a_b)
    addForMatrix(solver, how, solution, w, a, a_b, b, m, n, k);
  solution_b.setZero();
}

} // namespace adjoint::linear

#endif
