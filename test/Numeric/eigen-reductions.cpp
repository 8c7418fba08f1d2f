// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Sums, norms and extremes of Eigen's expressions, of a whole and of each row or column; broadcasting.

#include "eigen.h"

#include <Eigen/Geometry>
#include <cmath>
#include <functional>

using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
double sums(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  return m.sum() * m.mean() + m.prod() * v.prod() + m.trace() * v.mean() + (m * 2.0 + m.transpose()).sum() * (v + m.col(0)).prod();
}

#pragma adjoint reverse
double norms(const Eigen::MatrixXd &m, const Eigen::VectorXd &v, const Eigen::Vector3d &f) {
  return m.norm() * v.squaredNorm() + v.norm() * f.norm() + v.lpNorm<1>() * f.lpNorm<Eigen::Infinity>() + f.lpNorm<2>() * v.lpNorm<3>() +
         (v - f).stableNorm() + m.lpNorm<1>();
}

#pragma adjoint reverse
double extremes(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::Index i, j, k;
  const double low = m.minCoeff(&i, &j), high = v.maxCoeff(&k);
  int at;
  (v * -1.0).array().minCoeff(&at);
  return low * m(j, i) + high * v((k + 1) % 3) + m.maxCoeff() * v.minCoeff() + (m * m).maxCoeff() * v(at) + m.array().abs().maxCoeff();
}

#pragma adjoint reverse
double unit(const Eigen::VectorXd &v, Eigen::Vector3d f) {
  f.normalize();
  Eigen::VectorXd w = v.normalized() + f;
  w.head(2).normalize();
  return w.dot(v) + (v + w).normalized().sum() * f(0);
}

#pragma adjoint reverse
Eigen::Vector3d crossed(const Eigen::Vector3d &a, const Eigen::Vector3d &b, const Eigen::Matrix3d &m) {
  const Eigen::Vector3d n = a.cross(b).normalized();
  return n + m.col(0).cross(m.col(1) + a) * a.dot(b.cross(n)) + a.cross(b).cross(a);
}

#pragma adjoint reverse
double byRows(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  const Eigen::VectorXd sums = m.rowwise().sum(), norms = m.rowwise().norm();
  const Eigen::RowVectorXd means = m.colwise().mean(), squares = m.colwise().squaredNorm();
  return sums.dot(norms) + means.dot(squares) * v.dot(m.rowwise().maxCoeff()) + m.colwise().minCoeff().sum() * m.rowwise().prod().sum() +
         (m * v).rowwise().sum()(0) + (m.array() * m.array()).colwise().sum().maxCoeff() + (m.array() > 0).rowwise().count()(0) * v(0);
}

#pragma adjoint reverse
Eigen::MatrixXd broadcast(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::MatrixXd a = m.colwise() + v;
  a.rowwise() -= a.colwise().mean();
  a.colwise() += a.rowwise().sum();
  a.array().colwise() *= v.array();
  a = a.rowwise() + v.transpose() * 0.5;
  a.array().rowwise() /= v.transpose().array();
  const Eigen::MatrixXd b = (a.array().colwise() * v.array()).matrix();
  return b - (a.rowwise() - v.transpose()) + v.replicate(1, 3) + m.row(0).replicate<3, 1>() + m.col(1).rowwise().replicate(3) + m.row(2).colwise().replicate<3>();
}

#pragma adjoint reverse
Eigen::MatrixXd normalizedRows(Eigen::MatrixXd m) {
  m.rowwise().normalize();
  m.col(0).setZero();
  return m.colwise().reverse() * 2.0 + m.rowwise().normalized() + m.reverse();
}

#pragma adjoint reverse
double reduced(const Eigen::VectorXd &v, double t) {
  const double smooth = v.redux([](double a, double b) { return std::log(std::exp(a) + std::exp(b)); });
  return smooth * v.redux([t](double a, double b) { return a * t + b; });
}

#pragma adjoint reverse
double iterated(const Eigen::VectorXd &v, const Eigen::MatrixXd &m) {
  double s = 0.0;
  for (double x : v)
    s += std::sin(x) * s + x;
  for (Eigen::Index j = 0; j < m.cols(); ++j)
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      s += m.col(j).dot(v) * m.row(i).norm();
  return s;
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1), w = someVector(3, 2);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3);
  numeric::check("sums", sums, sums_b, m, v);
  numeric::check("norms", norms, norms_b, m, v, w);
  numeric::check("extremes", extremes, extremes_b, m, v);
  numeric::check("unit", unit, unit_b, v, w);
  numeric::check("crossed", crossed, crossed_b, v, w, m);
  numeric::check("byRows", byRows, byRows_b, m, v);
  numeric::check("broadcast", broadcast, broadcast_b, m, v);
  numeric::check("normalizedRows", normalizedRows, normalizedRows_b, m);
  numeric::check("reduced", reduced, reduced_b, v, 0.7);
  numeric::check("iterated", iterated, iterated_b, v, m);
  return numeric::report();
}
