// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Pseudo-inverses, and the shortest solutions of systems with fewer equations than unknowns; tall, square and wide matrices.

#include "numeric.h"

#include <Eigen/Dense>

#include <stdexcept>

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A matrix of full rank, and a vector.
MatrixXd matrixOf(const double *p, int n, int rows, int columns) {
  MatrixXd a(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      a(i, j) = 0.4 * std::sin(p[(i + 2 * j) % n] * (1 + i + 3 * j)) + (i == j ? 1.5 + i : 0.0);
  return a;
}
VectorXd vectorOf(const double *p, int n, int size) {
  VectorXd v(size);
  for (int i = 0; i < size; ++i)
    v(i) = p[(i + 1) % n] * (1.0 + 0.3 * i);
  return v;
}

#pragma adjoint reverse
double shortest(const double *p, int n) {
  double s = 0.0;
  for (int columns = 1; columns < 5; ++columns)
    for (int rows = 1; rows < 5; ++rows) {
      const MatrixXd a = matrixOf(p, n, rows, columns);
      const VectorXd b = vectorOf(p, n, rows), x = a.completeOrthogonalDecomposition().solve(b);
      s += x.squaredNorm() + x(columns - 1) * x(0);
    }
  return s;
}

/// Several right-hand sides, by singular values.
#pragma adjoint reverse
double bySingularValues(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n, 2, 4), b = matrixOf(p, n, 2, 3);
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const MatrixXd x = svd.solve(b);
  return x.squaredNorm() * x(3, 2);
}

#pragma adjoint reverse
double pseudoInverses(const double *p, int n) {
  double s = 0.0;
  for (int columns = 1; columns < 5; ++columns)
    for (int rows = 1; rows < 5; ++rows) {
      const MatrixXd a = matrixOf(p, n, rows, columns), x = a.completeOrthogonalDecomposition().pseudoInverse();
      s += x.squaredNorm() + x(columns - 1, rows - 1) * x(0, 0) * x.sum();
    }
  return s;
}

/// Of fixed size, of one stored by rows, and within an expression.
#pragma adjoint reverse
double ofOtherKinds(const double *p, int n) {
  const Eigen::Matrix<double, 2, 3> wide = matrixOf(p, n, 2, 3);
  const Eigen::Matrix<double, 3, 2, Eigen::RowMajor> tall = matrixOf(p, n, 3, 2);
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix<double, 2, 3>> cod;
  cod.compute(wide);
  const Eigen::Matrix<double, 3, 2> inverted = cod.pseudoInverse();
  const RowMatrix other = tall.completeOrthogonalDecomposition().pseudoInverse();
  const Eigen::Vector3d x = cod.solve(Eigen::Vector2d(p[0], p[1] * p[2])), y = x + 0.5 * cod.pseudoInverse() * other.col(0);
  return inverted.cwiseProduct(other.transpose()).sum() + y.squaredNorm() * other(1, 2);
}

/// The matrix, or the right-hand side, has no derivative.
#pragma adjoint reverse
double ofConstants(const double *p, int n) {
  const double three[] = {1.3, 0.4, -0.6};
  const MatrixXd constant = matrixOf(three, 3, 2, 3), a = matrixOf(p, n, 2, 3);
  const VectorXd x = constant.completeOrthogonalDecomposition().solve(vectorOf(p, n, 2));
  const VectorXd y = a.completeOrthogonalDecomposition().solve(VectorXd::Ones(2));
  return x.squaredNorm() * y.dot(x);
}

/// A robot's joints, moved by the shortest step that moves its hand.
#pragma adjoint reverse
double joints(const double *p, int n) {
  VectorXd q = vectorOf(p, n, 3) * 0.3;
  for (int step = 0; step < 4; ++step) {
    MatrixXd jacobian(2, 3);
    VectorXd hand = VectorXd::Zero(2);
    for (int k = 2; k >= 0; --k) {
      const double angle = q.head(k + 1).sum();
      hand += VectorXd(Eigen::Vector2d(std::cos(angle), std::sin(angle)));
      jacobian.col(k) << -hand(1), hand(0);
    }
    q += 0.5 * jacobian.completeOrthogonalDecomposition().solve(Eigen::Vector2d(1.5, 1.0) - hand);
  }
  return q.squaredNorm() + q(1);
}

/// Without full rank the library has another solution, which has no derivative.
#pragma adjoint reverse
double neglected(const double *p, int n) {
  MatrixXd a = matrixOf(p, n, 2, 3), square = matrixOf(p, n, 3, 3);
  a.row(1) = a.row(0) / 3.0;
  square.row(2) = square.row(0) * 0.7 - square.row(1) * 0.3;
  return a.completeOrthogonalDecomposition().solve(VectorXd::Ones(2)).sum() +
         square.completeOrthogonalDecomposition().pseudoInverse().sum();
}
#pragma adjoint reverse
double otherSolutions(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n, 2, 3);
  return a.colPivHouseholderQr().solve(VectorXd::Ones(2)).sum();
}

template <class F> void mustThrow(const char *name, const F &f_b, const std::vector<double> &at) {
  std::vector<double> at_b(at.size());
  bool hasThrown = false;
  try {
    f_b(at.data(), at_b.data(), static_cast<int>(at.size()), 1.0);
  } catch (const std::domain_error &) {
    hasThrown = true;
  }
  numeric::expect(name, 1.0, hasThrown ? 1.0 : 0.0);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7}, {1.0, 0.1, -0.2, 0.3, 1.4, 0.2, -0.5}};
  numeric::check("shortest", shortest, shortest_b, points);
  numeric::check("bySingularValues", bySingularValues, bySingularValues_b, points);
  numeric::check("pseudoInverses", pseudoInverses, pseudoInverses_b, points);
  numeric::check("ofOtherKinds", ofOtherKinds, ofOtherKinds_b, points);
  numeric::check("ofConstants", ofConstants, ofConstants_b, points);
  numeric::check("joints", joints, joints_b, points);
  mustThrow("neglected", neglected_b, *points.begin());
  mustThrow("otherSolutions", otherSolutions_b, *points.begin());
  return numeric::report();
}
