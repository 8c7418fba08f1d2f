// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Products that are evaluated before they are used, diagonals by number, ranks, whole numbers where Eigen takes others, and assignments
// through the base classes.

#include "eigen.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

using numeric::someMatrix;
using numeric::someVector;

// What eval() gives is stored by rows where the last factor is a transpose.
#pragma adjoint reverse
double evaluated(const Eigen::MatrixXd &f, const Eigen::MatrixXd &p, const Eigen::VectorXd &v) {
  Eigen::MatrixXd covariance = (f * p * f.transpose()).eval();
  for (int k = 0; k < 2; ++k)
    covariance = (f * covariance * f.transpose() + p).eval() * v(k);
  const auto rows = (p * f.transpose() * p.transpose()).eval();
  const Eigen::Matrix2d small = f.topLeftCorner<2, 2>(), fixed = (small * small * small.transpose()).eval();
  const double *values = rows.data();
  return covariance.squaredNorm() + rows.row(0).dot(v) * fixed(0, 1) + values[1] * (v.transpose() * f * p).eval()(2);
}

#pragma adjoint reverse
double diagonals(const Eigen::MatrixXd &m, const Eigen::VectorXd &v, int k) {
  Eigen::MatrixXd a = m;
  for (int i = -1; i < 2; ++i) {
    a.diagonal(i) *= v(i + 1);
    a.diagonal(i).array() += a.diagonal(-i).array() * m.diagonal(i).array();
  }
  a.diagonal(k) = v.head(m.rows() - k).cwiseProduct((m * a).diagonal(k));
  return a.diagonal(k).dot(v.tail(m.rows() - k)) * a.squaredNorm() + (m * m).diagonal(-k).sum();
}

#pragma adjoint reverse
double ranks(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  const Eigen::FullPivLU<Eigen::MatrixXd> regular(m), singular(v * v.transpose());
  if (singular.isInvertible() || !regular.isInvertible())
    return 0.0;
  return regular.solve(v).dot(v) * static_cast<double>(singular.rank() + regular.rank());
}

#pragma adjoint reverse
double wholeNumbers(const Eigen::VectorXd &v, double x) {
  const Eigen::ArrayXd steps = Eigen::ArrayXd::LinSpaced(3, 0, 4);
  Eigen::VectorXd more = Eigen::VectorXd::LinSpaced(3, 1, x), most(3);
  most.setLinSpaced(3, x, 2);
  return (steps * v.array() * more.array()).sum() * most.dot(v);
}

// Cholesky's factor in the place of a matrix, by a function of any matrix.
template <class D> void factorise(Eigen::MatrixBase<D> &a) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    a(k, k) = std::sqrt(a(k, k));
    a.col(k).tail(n - k - 1) /= a(k, k);
    for (Eigen::Index j = k + 1; j < n; ++j)
      a.col(j).tail(n - j) -= a(j, k) * a.col(k).tail(n - j);
  }
  a = Eigen::MatrixXd(a.template triangularView<Eigen::Lower>());
}
template <class D> void doubled(Eigen::MatrixBase<D> &a) {
  const Eigen::MatrixXd b = 2.0 * a;
  a = b;
  a = a.transpose().eval() + b;
}
template <class D> void turned(Eigen::QuaternionBase<D> &q, const Eigen::Quaterniond &by) {
  const Eigen::Quaterniond r = q * by;
  q = r;
}
template <class D> void squared(Eigen::ArrayBase<D> &a) {
  const Eigen::ArrayXXd b = a * a;
  a = b;
}

#pragma adjoint reverse
double throughBases(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::MatrixXd a = m * m.transpose() + 2.0 * Eigen::MatrixXd::Identity(3, 3);
  factorise(a);
  doubled(a);
  Eigen::ArrayXXd b = a.array();
  squared(b);
  Eigen::Quaterniond q(1.0, v(0), v(1), v(2));
  turned(q, Eigen::Quaterniond(0.5, v(1), 0.3, v(0)));
  a.triangularView<Eigen::StrictlyUpper>().setZero();
  a.topRows(2).triangularView<Eigen::Upper>() = m.topRows(2);
  Eigen::VectorXd w = v;
  w.reverseInPlace();
  return b.sum() * q.w() + q.x() * a(2, 1) * a(0, 2) + a.row(1).dot(w) * w.hypotNorm();
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3), p = someMatrix(3, 3, 4);
  numeric::check("evaluated", evaluated, evaluated_b, m, p, v);
  numeric::check("diagonals", diagonals, diagonals_b, m, v, 1);
  numeric::check("diagonals", diagonals, diagonals_b, m, v, 0);
  numeric::check("ranks", ranks, ranks_b, m, v);
  numeric::expect("rank of a product of vectors", 1.0, ranks(m, v) != 0.0);
  numeric::check("whole numbers", wholeNumbers, wholeNumbers_b, v, 0.7);
  numeric::check("through bases", throughBases, throughBases_b, m, v);
  return numeric::report();
}
