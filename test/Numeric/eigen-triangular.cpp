// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Triangular and self-adjoint views of Eigen's matrices: products, assignments, solutions.

#include "eigen.h"

#include <Eigen/Dense>

using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
Eigen::VectorXd products(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::VectorXd w = m.triangularView<Eigen::Lower>() * v;
  w += m.triangularView<Eigen::UnitUpper>() * w;
  w = m.triangularView<Eigen::StrictlyLower>() * w + m.selfadjointView<Eigen::Upper>() * v;
  return m.triangularView<Eigen::Lower>().transpose() * w;
}

#pragma adjoint reverse
void solved(Eigen::VectorXd &x, const Eigen::MatrixXd &m, Eigen::MatrixXd &b) {
  m.triangularView<Eigen::Lower>().solveInPlace(x);
  m.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
  m.triangularView<Eigen::UnitUpper>().solveInPlace(b);
  x += b * x;
  m.triangularView<Eigen::Upper>().solveInPlace(x);
}

#pragma adjoint reverse
Eigen::MatrixXd assigned(const Eigen::MatrixXd &m, const Eigen::MatrixXd &b) {
  Eigen::MatrixXd lower = m.triangularView<Eigen::Lower>();
  lower.triangularView<Eigen::StrictlyUpper>() = b.transpose() * 2.0;
  Eigen::MatrixXd s = b.selfadjointView<Eigen::Lower>();
  s.triangularView<Eigen::Upper>() = s.transpose() + m;
  return lower * s;
}

#pragma adjoint reverse
double energy(const Eigen::Matrix3d &k, const Eigen::Vector3d &u) {
  const Eigen::Vector3d f = k.selfadjointView<Eigen::Lower>() * u;
  const Eigen::Matrix3d l = k.triangularView<Eigen::Lower>();
  return 0.5 * u.dot(f) + (l * l.transpose()).trace();
}

#pragma adjoint reverse
Eigen::MatrixXd updated(const Eigen::MatrixXd &m, const Eigen::VectorXd &v, double t) {
  Eigen::MatrixXd a = m;
  a.selfadjointView<Eigen::Lower>().rankUpdate(v, t);
  a.selfadjointView<Eigen::Upper>().rankUpdate(m);
  return a;
}

#pragma adjoint reverse
Eigen::MatrixXd changed(Eigen::MatrixXd m, const Eigen::MatrixXd &b, double t) {
  m.triangularView<Eigen::StrictlyLower>() *= t;
  m.triangularView<Eigen::Upper>() /= 1.0 + t * t;
  m.triangularView<Eigen::Lower>() += b * m;
  m.triangularView<Eigen::UnitUpper>() -= m.transpose() * t;
  return m;
}

/// Eigenvalues of a view, and a diagonal that becomes a matrix.
#pragma adjoint reverse
double eigenvaluesOf(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  const Eigen::VectorXd w = m.selfadjointView<Eigen::Upper>().eigenvalues();
  const Eigen::MatrixXd spread = m + v.asDiagonal().toDenseMatrix();
  return w(0) * w(2) + w(1) + spread.squaredNorm() + spread.selfadjointView<Eigen::Lower>().eigenvalues()(2);
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3), b = someMatrix(3, 3, 4);
  numeric::check("products", products, products_b, m, v);
  numeric::check("solved", solved, solved_b, v, m, b);
  numeric::check("assigned", assigned, assigned_b, m, b);
  numeric::check("energy", energy, energy_b, m, v);
  numeric::check("updated", updated, updated_b, m, v, 0.7);
  numeric::check("changed", changed, changed_b, m, b, 0.7);
  numeric::check("eigenvaluesOf", eigenvaluesOf, eigenvaluesOf_b, m, v);
  return numeric::report();
}
