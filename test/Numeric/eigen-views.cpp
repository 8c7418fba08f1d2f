// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Parts of Eigen's matrices that are read and written, and Map and Ref.

#include "eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using numeric::someMatrix;
using numeric::someVector;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

#pragma adjoint reverse
double parts(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  double s = m.row(1).dot(v) + m.col(2).sum() * m.block(1, 0, 2, 2).squaredNorm() + m.block<2, 3>(0, 0).sum() * v.segment(1, 2).prod();
  s += m.topRows(2).sum() * m.bottomRows<1>().norm() + m.leftCols(1).sum() * m.rightCols<2>().squaredNorm() * m.middleRows(1, 1).sum();
  s += m.topRightCorner(2, 2).sum() * m.bottomLeftCorner<1, 2>().sum() * m.bottomRightCorner(1, 1).sum() * m.topLeftCorner(2, 1).sum();
  return s + v.head(2).dot(v.tail(2)) * v.head<1>().sum() * v.tail<1>()(0) * v.segment<2>(1).norm() + m.diagonal().sum() * m.middleCols(0, 2).sum();
}

#pragma adjoint reverse
void written(Eigen::MatrixXd &m, const Eigen::VectorXd &v, double t) {
  m.row(0) = v.transpose() * t;
  m.col(1) += v;
  m.block(1, 1, 2, 2) *= t;
  m.block<1, 2>(0, 1) = m.block<1, 2>(2, 0) * m(0, 0);
  m.bottomRightCorner(2, 2).setConstant(t * v(0));
  m.topRows(1) -= m.bottomRows(1);
  m.diagonal() = v.array().square();
  m.col(0).head(2) = m.col(2).tail(2).cwiseProduct(v.head(2));
  m.row(2).segment(1, 2).array() *= v.tail(2).transpose().array();
  m.leftCols(2).rightCols(1) = 3.0 * m.rightCols(1);
  m.row(1).swap(m.row(0));
}

#pragma adjoint reverse
double transposed(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::MatrixXd t = m.transpose();
  t.transpose().row(1) = v.transpose() * t(0, 0);
  t += m.transpose() * 2.0;
  RowMatrix r = t;
  r.transposeInPlace();
  Eigen::MatrixXd u = r.adjoint() + m.transpose().eval();
  u.row(0) = v.transpose().reverse();
  return (u.transpose() * m).trace() * v.transpose().sum() + u.col(1).reverse().dot(v) + u.transpose()(0, 1);
}

#pragma adjoint reverse
double mapped(const double *x, int n) {
  const Eigen::Map<const Eigen::VectorXd> v(x, n);
  Eigen::Map<const Eigen::Matrix2d> m(x);
  Eigen::Map<const RowMatrix> r(x + 1, 2, 2);
  Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<2>> even(x, n / 2);
  Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> wide(x, 2, 2, Eigen::OuterStride<>(3));
  Eigen::Map<const Eigen::MatrixXd, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> both(x, 2, 2, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(1, 2));
  return v.squaredNorm() + (m * r).sum() * even.sum() + wide(1, 1) * wide(0, 1) * (both * m)(1, 0);
}

#pragma adjoint reverse
void mapWritten(double *x, int n) {
  Eigen::Map<Eigen::VectorXd> v(x, n);
  v = v.array().sin() * v(0);
  Eigen::Map<Eigen::Matrix2d> m(x);
  m *= m(1, 0);
  m = m * m;
  Eigen::Map<Eigen::ArrayXd, 0, Eigen::InnerStride<>> odd(x + 1, n / 2, Eigen::InnerStride<>(2));
  odd *= odd;
  for (int i = 0; i < 3; ++i)
    v.segment(i, 2) += m.col(i % 2) * v(4);
  Eigen::Map<Eigen::VectorXd>(x + 2, 2).setConstant(v(0) * v(1));
}

#pragma adjoint reverse
double constRef(const Eigen::Ref<const Eigen::MatrixXd> &m, const Eigen::Ref<const Eigen::VectorXd> &v) {
  return (m * v).squaredNorm() + m(0, 1) * v(1);
}

#pragma adjoint reverse
void throughRef(Eigen::Ref<Eigen::VectorXd> v, const Eigen::Ref<const Eigen::Matrix3d> &m, int n) {
  for (int i = 0; i < n; ++i) {
    v = m * v;
    v(i) *= v(0);
  }
}

double lengthOf(const Eigen::Ref<const Eigen::VectorXd> &v) { return v.norm(); }
void scale(Eigen::Ref<Eigen::VectorXd> v, double by) { v *= by; }
void negateBlock(Eigen::Ref<Eigen::MatrixXd> m) { m = -m * m(0, 0); }

#pragma adjoint reverse
double refs(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::VectorXd w = v;
  scale(w, v(1));
  scale(w.tail(2), v(0));
  Eigen::MatrixXd a = m;
  negateBlock(a.block(1, 0, 2, 2));
  scale(a.col(1), v(2));
  return lengthOf(w) * lengthOf(w.head(2)) + lengthOf(a.col(0)) * a.sum() + lengthOf(a * w) * lengthOf(w + v);
}

#pragma adjoint reverse
double named(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::MatrixXd a = m;
  auto column = a.col(1);
  auto sum = v + 2.0 * m.col(0);
  column = sum * v(0);
  const auto corner = a.topLeftCorner(2, 2);
  auto last = a.row(2);
  last *= corner(0, 1);
  for (int i = 0; i < 2; ++i)
    for (auto j : {0, 2})
      a.row(i)(j) *= last(j);
  return corner.sum() * last.sum() + sum.squaredNorm();
}

#pragma adjoint reverse
double turned(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  Eigen::VectorXd a = m.row(0);
  Eigen::RowVectorXd b = v * 2.0;
  Eigen::Vector3d c = m.row(1) - m.row(2), d(v.transpose() * m);
  a += m.row(1);
  b = m * v;
  b -= m * v * a(0);
  c.head(2) = m.row(1).tail(2);
  d.noalias() += v.transpose() * m;
  a = b;
  a.resizeLike(b);
  a = v.transpose() * m + b;
  Eigen::Map<Eigen::RowVectorXd>(d.data(), 2) = a.head(2);
  return a.dot(b) * c.squaredNorm() * d(1) + c.sum() * b(0);
}

double firstOf(const Eigen::Ref<const Eigen::MatrixXd> &m) { return m(0, 1) * m.row(1).norm(); }

#pragma adjoint reverse
double copiedRefs(const Eigen::MatrixXd &m, const RowMatrix &r) {
  return lengthOf(m.row(0).transpose()) * lengthOf(r.col(1)) + lengthOf(m.row(1)) * lengthOf(r.row(0)) + firstOf(m.transpose()) * firstOf(r) +
         firstOf(m.topRows(2)) * firstOf(r.transpose()) + lengthOf(m.row(2).head(2)) * lengthOf(m.diagonal()) * lengthOf(r.row(2).tail<2>());
}

/// Maps as parameters: the adjoint of one of constants is one of variables.
#pragma adjoint reverse
double mapOfConstants(const Eigen::Map<const Eigen::VectorXd> &v, Eigen::Map<const Eigen::MatrixXd> m, double t) {
  Eigen::VectorXd w = m * v;
  for (Eigen::Index i = 0; i < v.size(); ++i)
    w(i) *= w(0) * t + v(i);
  return w.squaredNorm() * m(0, 1) + v.sum();
}

#pragma adjoint reverse
void throughMaps(Eigen::Map<Eigen::Vector3d> v, const Eigen::Map<const RowMatrix> &m, const Eigen::Map<const Eigen::Vector3d> &w) {
  v += m * w;
  for (int i = 1; i < 3; ++i)
    v(i) *= v(i - 1) * w(0);
  v.head<2>() = v.tail<2>().cwiseProduct(v.head<2>()).eval();
}

double sumOf(const Eigen::Ref<const Eigen::VectorXd> &v) {
  double s = 0.0;
  for (double x : v)
    s += x * x * std::sin(x);
  return s;
}
void multiplySquares(Eigen::Ref<Eigen::VectorXd> v, double a) {
  for (double &x : v)
    x *= a * x;
}

/// Loops over parts and references.
#pragma adjoint reverse
double overParts(const Eigen::MatrixXd &a, const Eigen::VectorXd &v) {
  Eigen::MatrixXd m = a;
  Eigen::VectorXd w = v;
  multiplySquares(w.tail(2), v(0));
  multiplySquares(m.col(1), 2.0);
  for (auto &x : w.head(2))
    x *= x;
  double s = sumOf(v) + sumOf(m.col(1)) + std::accumulate(w.begin(), w.end(), 0.0);
  for (double x : v.segment(0, 2))
    s += x * x * x;
  for (double x : m.col(0))
    s += x * v(1);
  return s + *std::max_element(v.begin(), v.end());
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3);
  numeric::check("parts", parts, parts_b, m, v);
  numeric::check("written", written, written_b, m, v, 0.7);
  numeric::check("transposed", transposed, transposed_b, m, v);
  numeric::check("mapped", mapped, mapped_b, {{0.7, 1.3, -0.4, 2.0, 0.3, 1.1}});
  numeric::check("mapWritten", mapWritten, mapWritten_b, {{0.7, 1.3, -0.4, 2.0, 0.3, 1.1}});
  numeric::check("constRef", constRef, constRef_b, m, v);
  numeric::check("throughRef", throughRef, throughRef_b, v, m, 3);
  numeric::check("refs", refs, refs_b, m, v);
  numeric::check("named", named, named_b, m, v);
  numeric::check("turned", turned, turned_b, m, v);
  numeric::check("copiedRefs", copiedRefs, copiedRefs_b, m, someMatrix(3, 3, 4));
  numeric::check("mapOfConstants", mapOfConstants, mapOfConstants_b, v, m, 0.7);
  numeric::check("throughMaps", throughMaps, throughMaps_b, v, m, someVector(3, 2));
  numeric::check("overParts", overParts, overParts_b, m, v);
  return numeric::report();
}
