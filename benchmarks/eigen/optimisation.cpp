// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of optimisation, control and numerical algebra, as they are written with Eigen.

#include "Measure.h"
#include "eigen-by-hand.h"

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The residual of the optimality conditions of a quadratic program.
#pragma adjoint reverse
double optimality(const MatrixXd &h, const VectorXd &g, const MatrixXd &a, const VectorXd &b, const VectorXd &x, const VectorXd &multipliers) {
  VectorXd residual(x.size() + multipliers.size());
  residual.head(x.size()) = h.selfadjointView<Eigen::Lower>() * x + g + a.transpose() * multipliers;
  residual.tail(multipliers.size()) = a * x - b;
  return 0.5 * residual.squaredNorm();
}

/// The cost from a start, by steps of the Riccati equation.
#pragma adjoint reverse wrt(a, b)
double riccati(const MatrixXd &a, const MatrixXd &b, const MatrixXd &q, const MatrixXd &r, const VectorXd &start, int steps) {
  MatrixXd p = q;
  for (int t = 0; t < steps; ++t) {
    const MatrixXd s = r + b.transpose() * p * b;
    const MatrixXd gain = s.llt().solve(b.transpose() * p * a);
    p = q + a.transpose() * p * (a - b * gain);
  }
  return start.dot(p * start);
}

#pragma adjoint reverse
double powerIteration(const MatrixXd &a, const VectorXd &start) {
  VectorXd v = start.normalized();
  for (int i = 0; i < 20; ++i)
    v = (a * v).normalized();
  return v.dot(a * v);
}

/// How well points fit others after the best rotation.
#pragma adjoint reverse wrt(points)
double procrustes(const Matrix3Xd &points, const Matrix3Xd &others) {
  const Matrix3d m = points * others.transpose();
  const Eigen::JacobiSVD<Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Matrix3d r = svd.matrixV() * svd.matrixU().transpose();
  return (r * points - others).squaredNorm();
}

#pragma adjoint reverse
double conjugateGradients(const MatrixXd &a, const VectorXd &b) {
  VectorXd x = VectorXd::Zero(b.size()), r = b, p = r;
  double rr = r.squaredNorm();
  for (int i = 0; i < 10; ++i) {
    const VectorXd ap = a * p;
    const double alpha = rr / p.dot(ap);
    x += alpha * p;
    r -= alpha * ap;
    const double next = r.squaredNorm();
    p = r + next / rr * p;
    rr = next;
  }
  return b.dot(x) + x.squaredNorm();
}

/// Steps of Newton's method for a penalised logistic loss.
#pragma adjoint reverse wrt(a, y)
double newton(const MatrixXd &a, const VectorXd &y, int steps) {
  const Index n = a.cols();
  VectorXd x = VectorXd::Zero(n);
  for (int i = 0; i < steps; ++i) {
    const VectorXd p = 1.0 / (1.0 + (-(a * x)).array().exp());
    const VectorXd weights = p.array() * (1.0 - p.array());
    const VectorXd gradient = a.transpose() * (p - y) + x;
    const MatrixXd hessian = a.transpose() * weights.asDiagonal() * a + MatrixXd::Identity(n, n);
    x -= hessian.ldlt().solve(gradient);
  }
  return x.squaredNorm();
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  for (int n : {3, 30, 300}) {
    const double scale = 1.0 / std::sqrt(n);
    const int m = std::max(1, n / 3);
    measure("optimality", n, optimality, optimality_b, NotByHand(), someMatrix(n, n), someVector(n, 1), someMatrix(m, n, 2), someVector(m, 3),
            someVector(n, 4), someVector(m, 5));
    measure("riccati", n, riccati, riccati_b, byHand::riccati, MatrixXd(scale * someMatrix(n, n)), MatrixXd(scale * someMatrix(n, m, 1)),
            fixed(someDefinite(n)), fixed(MatrixXd(MatrixXd::Identity(m, m))), fixed(someVector(n, 2)), fixed(4));
    measure("powerIteration", n, powerIteration, powerIteration_b, NotByHand(), someDefinite(n), someVector(n));
    measure("procrustes", n, procrustes, procrustes_b, NotByHand(), Matrix3Xd(someMatrix(3, n)), fixed(Matrix3Xd(someMatrix(3, n, 1))));
    measure("conjugateGradients", n, conjugateGradients, conjugateGradients_b, byHand::conjugateGradients, someDefinite(n), someVector(n, 1));
    measure("newton", n, newton, newton_b, NotByHand(), MatrixXd(scale * someMatrix(2 * n, n)), someVector(2 * n, 1), fixed(3));
  }
}
