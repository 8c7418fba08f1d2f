// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Loops over rows, columns and coefficients of Eigen's matrices.

#include "eigen.h"

#include <cmath>

using numeric::someMatrix;
using numeric::someVector;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

#pragma adjoint reverse
double overColumns(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  double s = 1.0;
  for (auto c : m.colwise())
    s *= 1.0 + c.squaredNorm();
  for (const auto &r : m.rowwise())
    s += r.dot(v) * r(0);
  for (const auto &c : (m * 2.0).colwise())
    s += c.sum() * c(1) * s;
  return s;
}

#pragma adjoint reverse
void overWritten(Eigen::MatrixXd &m, RowMatrix &r, const Eigen::VectorXd &v) {
  for (auto c : m.colwise())
    c *= c(0) * v(1);
  for (auto &&row : m.rowwise())
    row /= row.norm();
  int i = 0;
  for (auto row : r.rowwise())
    row += v.transpose() * m(i++, 1);
  for (auto row : m.topRows(2).rowwise())
    row(0) = row(1) * row(2);
  for (double &x : m.row(1))
    x *= x * v(0);
  for (double &x : m.reshaped())
    x = std::sin(x);
  for (double &x : r.col(1))
    x += r(0, 0);
}

#pragma adjoint reverse
double overCoefficients(const Eigen::MatrixXd &m, const RowMatrix &r, const Eigen::VectorXd &v) {
  double s = 0.5;
  for (double x : m.reshaped())
    s += x * s * 0.1;
  for (const auto &x : m.reshaped<Eigen::RowMajor>())
    s += std::sin(x) * s * 0.1;
  for (double x : r.reshaped<Eigen::RowMajor>())
    s += x * x * s * 0.1;
  for (double x : m.row(1))
    s *= x;
  for (double x : v + 2.0 * m.col(0))
    s += x * x * v(1);
  for (double x : m.diagonal())
    s *= 1.0 + x;
  for (double x : Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<2>>(m.data(), 3))
    s += x * s;
  return s;
}

#pragma adjoint reverse
double byHand(const Eigen::MatrixXd &m, const RowMatrix &r) {
  double s = 0.0;
  auto there = r.rowwise().begin();
  for (auto it = m.colwise().begin(), end = m.colwise().end(); it != end; ++it, ++there)
    s += (*it).dot(there[0].transpose()) * (*it)(1);
  const auto columns = m.colwise();
  for (auto it = columns.end(); it > columns.begin();)
    s += (*--it).sum() * s;
  return s * (*(columns.begin() + 1)).norm() + static_cast<double>(columns.end() - columns.begin()) * m(0, 1);
}

#pragma adjoint reverse
double norms(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  const Eigen::VectorXd w = m.rowwise().lpNorm<1>() + m.rowwise().lpNorm<3>().cwiseProduct(v);
  return w.squaredNorm() * m.colwise().lpNorm<Eigen::Infinity>().sum() + m.colwise().lpNorm<2>().dot(v) + m.array().rowwise().sum().prod();
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3), r = someMatrix(3, 3, 4);
  numeric::check("overColumns", overColumns, overColumns_b, m, v);
  numeric::check("overWritten", overWritten, overWritten_b, m, r, v);
  numeric::check("overCoefficients", overCoefficients, overCoefficients_b, m, r, v);
  numeric::check("byHand", byHand, byHand_b, m, r);
  numeric::check("norms", norms, norms_b, m, v);
  return numeric::report();
}
