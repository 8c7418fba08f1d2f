// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// The factors of Eigen's decompositions: L and U, L of L D L^T, permutations, square roots; of the
// upper triangle, and after an update.

#include "numeric.h"

#include <Eigen/Dense>

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A matrix whose rows change their places when it is factored, and a definite one.
MatrixXd matrixOf(const double *p, int n, int size) {
  MatrixXd a(size, size);
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i)
      a(i, j) = 0.4 * std::sin(p[(i + 2 * j) % n] * (1 + i + 3 * j)) + (i == (j + 1) % size ? 2.5 + 0.3 * i : 0.0);
  return a;
}
MatrixXd symmetricOf(const double *p, int n, int size) {
  const MatrixXd a = matrixOf(p, n, size);
  return a * a.transpose() + 0.5 * MatrixXd::Identity(size, size);
}
double worth(const MatrixXd &a) {
  double s = 0.0;
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      s += a(i, j) * (0.3 + 0.1 * static_cast<double>(i) - 0.2 * static_cast<double>(j)) + 0.1 * a(i, j) * a(i, j);
  return s;
}

/// The logarithm of a determinant as people write it, and both factors.
#pragma adjoint reverse
double logarithms(const double *p, int n) {
  double s = 0.0;
  for (int size = 0; size < 5; ++size) {
    const Eigen::PartialPivLU<MatrixXd> lu(matrixOf(p, n, size));
    s += lu.matrixLU().diagonal().array().abs().log().sum();
  }
  return s;
}

#pragma adjoint reverse
double triangles(const double *p, int n) {
  double s = 0.0;
  for (int size = 1; size < 5; ++size) {
    const MatrixXd a = matrixOf(p, n, size);
    Eigen::PartialPivLU<MatrixXd> lu = a.lu();
    const MatrixXd u = lu.matrixLU().triangularView<Eigen::Upper>(), l = lu.matrixLU().triangularView<Eigen::UnitLower>();
    const VectorXd x = lu.solve(VectorXd::Ones(size)), y = lu.matrixLU().triangularView<Eigen::UnitLower>().solve(a.col(0));
    s += worth(u) * worth(l) + x.squaredNorm() + y.squaredNorm() + lu.matrixLU()(0, 0);
  }
  return s;
}

/// P^-1 L U is the matrix again, and P alone moves rows.
#pragma adjoint reverse
double permutations(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n, 3);
  const Eigen::PartialPivLU<MatrixXd> lu(a);
  const MatrixXd l = lu.matrixLU().triangularView<Eigen::UnitLower>(), u = lu.matrixLU().triangularView<Eigen::Upper>();
  const MatrixXd moved = lu.permutationP() * a, product = l * u;
  return worth(moved) + 0.5 * worth(product) + worth(lu.permutationP().inverse() * product);
}

#pragma adjoint reverse
double symmetric(const double *p, int n) {
  double s = 0.0;
  for (int size = 0; size < 5; ++size) {
    const MatrixXd a = symmetricOf(p, n, size);
    const Eigen::LDLT<MatrixXd> ldlt(a);
    const MatrixXd l = ldlt.matrixL(), u = ldlt.matrixU();
    const VectorXd d = ldlt.vectorD();
    s += worth(l) + worth(l * d.asDiagonal() * u) + d.array().log().sum();
    if (size > 0)
      s += ldlt.matrixL().solve(a.col(0)).squaredNorm();
  }
  return s;
}

/// Of fixed size, and stored by rows.
#pragma adjoint reverse
double ofOtherKinds(const double *p, int n) {
  const Eigen::Matrix3d a = matrixOf(p, n, 3), b = symmetricOf(p, n, 3);
  const RowMatrix c = matrixOf(p, n, 4);
  const Eigen::Matrix2d l = b.topLeftCorner<2, 2>().ldlt().matrixL();
  const Eigen::PartialPivLU<RowMatrix> lu(c);
  const RowMatrix upper = lu.matrixLU().triangularView<Eigen::Upper>();
  const Eigen::Matrix3d own = b.selfadjointView<Eigen::Lower>().ldlt().matrixU();
  const Eigen::Matrix<double, 1, 1> one(p[0] + 2.0);
  return worth(a.partialPivLu().matrixLU()) + worth(l) + worth(upper) * worth(own) + one.lu().matrixLU()(0, 0) * worth(lu.matrixLU());
}

/// The upper triangle says what the matrix is, and what is stored in the other one has no part in it.
#pragma adjoint reverse
double upper(const double *p, int n) {
  double s = 0.0;
  for (int size = 1; size < 4; ++size) {
    MatrixXd a = symmetricOf(p, n, size);
    a.triangularView<Eigen::StrictlyLower>() = 3.0 * a.transpose();
    const Eigen::LLT<MatrixXd, Eigen::Upper> llt(a);
    const MatrixXd u = llt.matrixU(), l = llt.matrixL();
    const VectorXd x = a.selfadjointView<Eigen::Upper>().llt().solve(VectorXd::Ones(size));
    s += worth(u) * worth(l) + x.squaredNorm() + worth(llt.matrixLLT());
  }
  return s;
}
#pragma adjoint reverse
double upperWithPivots(const double *p, int n) {
  double s = 0.0;
  for (int size = 1; size < 4; ++size) {
    MatrixXd a = symmetricOf(p, n, size);
    a.triangularView<Eigen::StrictlyLower>() = 3.0 * a.transpose();
    Eigen::LDLT<MatrixXd, Eigen::Upper> ldlt;
    ldlt.compute(a);
    const MatrixXd l = ldlt.matrixL();
    const VectorXd d = ldlt.vectorD(), x = ldlt.solve(a.col(0));
    s += worth(l) + d.array().log().sum() + x.squaredNorm() + ldlt.matrixU().solve(x)(0);
  }
  return s;
}
#pragma adjoint reverse
double upperOfOtherKinds(const double *p, int n) {
  const Eigen::Matrix3d fixed = symmetricOf(p, n, 3);
  const RowMatrix rows = symmetricOf(p, n, 3);
  const Eigen::LLT<RowMatrix, Eigen::Upper> other(rows);
  const Eigen::Matrix3d u = fixed.selfadjointView<Eigen::Upper>().llt().matrixU();
  return worth(u) * worth(other.matrixLLT()) + fixed.selfadjointView<Eigen::Upper>().ldlt().vectorD()(1);
}

#pragma adjoint reverse
double updated(const double *p, int n) {
  const MatrixXd a = symmetricOf(p, n, 3);
  const VectorXd v = a.col(1) * 0.1, w = VectorXd::LinSpaced(3, 0.2, 0.6);
  Eigen::LLT<MatrixXd> llt(a);
  const VectorXd x = llt.solve(w);
  llt.rankUpdate(v);
  const VectorXd y = llt.solve(x);
  llt.rankUpdate(w * p[0], -0.2).rankUpdate(x);
  Eigen::LLT<Eigen::Matrix3d, Eigen::Upper> other(a);
  other.rankUpdate(x, 0.5);
  const MatrixXd l = llt.matrixL(), u = other.matrixU();
  return worth(l) * worth(u) + y.squaredNorm() + x(0) * y(1);
}

/// Of different eigenvalues, and of fixed size.
#pragma adjoint reverse
double roots(const double *p, int n) {
  double s = 0.0;
  for (int size = 1; size < 4; ++size) {
    const MatrixXd a = symmetricOf(p, n, size);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
    const MatrixXd white = solver.operatorInverseSqrt() * a;
    s += worth(solver.operatorSqrt()) + worth(white) + solver.eigenvalues()(0);
  }
  const RowMatrix b = symmetricOf(p, n, 3);
  const Eigen::Matrix3d fixed = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(Eigen::Matrix3d(b)).operatorSqrt();
  const RowMatrix rows = Eigen::SelfAdjointEigenSolver<RowMatrix>(b).operatorInverseSqrt();
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> direct;
  direct.computeDirect(b.topLeftCorner<2, 2>());
  return s + worth(fixed) * worth(rows) + direct.operatorSqrt()(1, 0);
}

/// At the identity, moved in all directions: no two eigenvectors are told apart.
#pragma adjoint reverse
double rootsOfIdentity(const double *p, int) {
  const MatrixXd a = Eigen::Map<const MatrixXd>(p, 2, 2);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return worth(solver.operatorSqrt()) + worth(solver.operatorInverseSqrt());
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7}, {1.0, 0.1, -0.2, 0.3, 1.4, 0.2, -0.5}};
  numeric::check("logarithms", logarithms, logarithms_b, points);
  numeric::check("triangles", triangles, triangles_b, points);
  numeric::check("permutations", permutations, permutations_b, points);
  numeric::check("symmetric", symmetric, symmetric_b, points);
  numeric::check("ofOtherKinds", ofOtherKinds, ofOtherKinds_b, points);
  numeric::check("upper", upper, upper_b, points);
  numeric::check("upperWithPivots", upperWithPivots, upperWithPivots_b, points);
  numeric::check("upperOfOtherKinds", upperOfOtherKinds, upperOfOtherKinds_b, points);
  numeric::check("updated", updated, updated_b, points);
  numeric::check("roots", roots, roots_b, points);
  numeric::check("rootsOfIdentity", rootsOfIdentity, rootsOfIdentity_b, {{1.0, 0.0, 0.0, 1.0}, {2.0, 0.3, 0.4, 3.0}});
  return numeric::report();
}
