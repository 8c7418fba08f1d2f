// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Eigen's matrices and vectors: sizes, orders, elements in loops, constants, initialisers, changing sizes.

#include "eigen.h"

#include <cmath>
#include <utility>
#include <vector>

using numeric::someMatrix;
using numeric::someVector;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

#pragma adjoint reverse
double elements(const Eigen::Vector3d &v, const Eigen::Matrix2d &m) {
  return v.x() * v[1] * v(2) + std::sin(m(0, 1)) * m(1, 0) - m.coeff(1, 1) * v.z() + v.y() * m(0);
}

#pragma adjoint reverse
double loops(const Eigen::MatrixXd &m, const Eigen::VectorXd &v) {
  double s = 0.0;
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j)
      s += m(i, j) * v(j) * std::cos(v[i]);
  return s * s;
}

#pragma adjoint reverse
double rowMajor(const RowMatrix &m, const Eigen::Matrix<double, 2, 3, Eigen::RowMajor> &f) {
  double s = 0.0;
  for (Eigen::Index i = 0; i < m.size(); ++i)
    s += m.data()[i] * (i + 1) + m(i / m.cols(), i % m.cols()) * f.data()[i % 6];
  return s * (m + f).sum();
}

#pragma adjoint reverse
void overwritten(Eigen::VectorXd &v, double t, int n) {
  for (int k = 0; k < n; ++k)
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      const double before = i > 0 ? v(i - 1) : t;
      v(i) = std::sin(v(i)) * before;
    }
}

#pragma adjoint reverse
Eigen::VectorXd made(const Eigen::VectorXd &v, double t) {
  Eigen::VectorXd w(v.size());
  for (Eigen::Index i = 0; i < v.size(); ++i)
    w(i) = t * v(i) * v(i);
  return w;
}

#pragma adjoint reverse
Eigen::Matrix2d madeFixed(double a, const Eigen::Vector2d &v) {
  Eigen::Matrix2d m;
  m << a, v.x(), v.y() * a, a * a;
  m(0, 1) *= m(1, 0);
  return m;
}

#pragma adjoint reverse
double initialised(double x, const Eigen::Vector2d &v) {
  const Eigen::Vector3d a(x, v(0), x * v(1));
  const Eigen::Vector4d b(1.0, x, v.y(), 2.0);
  Eigen::Matrix3d m;
  m << a, a * x, b.head<3>();
  Eigen::VectorXd c(5);
  c << v, 1.0, x, x * x;
  Eigen::Matrix<double, 2, 4> r;
  r << b.transpose(), a.transpose(), x;
  return (m * a).sum() * c.sum() + r(1, 2) * r(0, 2) * m(1, 1) * c(3) + c.prod();
}

#pragma adjoint reverse
double constants(double x, const Eigen::VectorXd &v) {
  Eigen::VectorXd a = Eigen::VectorXd::Constant(v.size(), x);
  a += Eigen::VectorXd::Ones(v.size());
  Eigen::Matrix3d m = Eigen::Matrix3d::Identity() * x + Eigen::Matrix3d::Zero();
  Eigen::MatrixXd u = Eigen::MatrixXd::Identity(3, 4);
  u(2, 3) = x;
  Eigen::VectorXd l = Eigen::VectorXd::LinSpaced(5, x, x * v(0));
  Eigen::Vector3d e = Eigen::Vector3d::UnitX() * x + Eigen::Vector3d::UnitZ();
  Eigen::VectorXd unit = x * Eigen::VectorXd::Unit(4, 2);
  return a.dot(v) + m.trace() * m(0, 1) + m(1, 1) * u.sum() + l(1) * l(3) * l(4) + e.prod() + e.sum() * x + unit.sum() * x;
}

#pragma adjoint reverse
double set(const Eigen::VectorXd &v, double x) {
  Eigen::MatrixXd m;
  m.setZero(2, 3);
  m(1, 2) = x;
  Eigen::VectorXd a(v);
  double s = m.sum() * a(0);
  a.setConstant(x);
  s += a.sum() * v(1);
  a.setOnes();
  a *= x;
  s += a.squaredNorm();
  a.setZero(2);
  a(1) = v(2);
  m.setIdentity();
  m *= a(1);
  m.fill(x * m(1, 1));
  a.setLinSpaced(4, x, v(0));
  return s + a(1) * x + m.sum() * a.size();
}

/// Names of the user's are numbers, those of the library are not.
enum Size { rowCount = 2, columnCount = 3 };
#pragma adjoint reverse
double named(const Eigen::VectorXd &v) {
  Eigen::MatrixXd m = v * v.transpose();
  m.conservativeResize(rowCount, columnCount);
  Eigen::MatrixXd a;
  a.resize(columnCount, rowCount);
  a.setConstant(v(0));
  a.conservativeResize(rowCount, Eigen::NoChange);
  a.row(1) = v.segment(1, rowCount).transpose() * v(1);
  const Eigen::MatrixXd r = m.reshaped(Eigen::AutoSize, 2), s = m.reshaped<Eigen::RowMajor>(columnCount, Eigen::AutoSize);
  return m.squaredNorm() * a(1, 0) + r(2, 0) * v(1) + r(0, 1) * r(2, 1) + s(1, 0) * s(2, 1) * a(0, 1);
}

#pragma adjoint reverse
double resized(const Eigen::VectorXd &v, int n) {
  Eigen::VectorXd a;
  double s = 0.0;
  for (int k = 1; k <= n; ++k) {
    a.resize(k);
    for (int i = 0; i < k; ++i)
      a(i) = v(i % v.size()) * (k + 1);
    s += a.squaredNorm() * v(0);
  }
  a.conservativeResize(n + 1);
  a(n) = v(1);
  Eigen::MatrixXd m = v * v.transpose();
  m.conservativeResize(2, 4);
  m.col(3) = v.head(2);
  m.conservativeResize(3, Eigen::NoChange);
  m.row(2) = 0.5 * m.row(0);
  m.conservativeResize(Eigen::NoChange, 5);
  m.col(4) = v.head(3) * v(1);
  Eigen::MatrixXd b = v * v.transpose();
  b.resize(Eigen::NoChange, 2);
  b.resize(2, Eigen::NoChange);
  b << v(0), v(1), v(1) * v(0), v(2);
  return s * a(0) + a.prod() + m.sum() * m(1, 1) * m(1, 3) + m(2, 3) * m(2, 4) + b.determinant();
}

#pragma adjoint reverse
double swapped(const Eigen::VectorXd &v, const Eigen::Vector2d &f) {
  Eigen::VectorXd a = v, b = v * 2.0, c(2);
  c << v(0), v(1) * v(2);
  a.swap(b);
  std::swap(a, c);
  b(0) = a(1) * a(0);
  Eigen::Vector2d p = f, q(f.y(), v(0));
  p.swap(q);
  a.row(0).swap(a.row(1));
  return a.squaredNorm() * b(0) + c.dot(v) * b(1) + p.x() * q.y() * p.y() * a(0);
}

#pragma adjoint reverse
void grown(const Eigen::VectorXd &v, Eigen::VectorXd &w) {
  Eigen::VectorXd next(v.size() + w.size());
  next << w * v(0), v;
  w = next;
}

#pragma adjoint reverse
double moved(Eigen::VectorXd v, double t) {
  v *= t;
  Eigen::VectorXd w = std::move(v);
  w(0) = t;
  v = w * w(1);
  std::vector<Eigen::VectorXd> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(w);
    w = v + all[i] * t;
    all.back()(1) += w(0);
  }
  return all[2].squaredNorm() * v(1) + all[0].dot(all[1]);
}

#pragma adjoint reverse
float single(const Eigen::Vector3f &v, const Eigen::MatrixXf &m) { return v.squaredNorm() * m(0, 1) + (m * v).sum() * v(2); }

int main() {
  const Eigen::VectorXd v = someVector(3, 1);
  numeric::check("elements", elements, elements_b, v, someMatrix(2, 2));
  numeric::check("loops", loops, loops_b, someMatrix(3, 3), v);
  numeric::check("rowMajor", rowMajor, rowMajor_b, someMatrix(2, 3), someMatrix(2, 3, 1));
  numeric::check("overwritten", overwritten, overwritten_b, v, 0.7, 3);
  numeric::check("made", made, made_b, v, 0.7);
  numeric::check("madeFixed", madeFixed, madeFixed_b, 0.7, someVector(2));
  numeric::check("initialised", initialised, initialised_b, 0.7, someVector(2));
  numeric::check("constants", constants, constants_b, 0.7, someVector(4));
  numeric::check("set", set, set_b, v, 0.7);
  numeric::check("named", named, named_b, v);
  numeric::check("resized", resized, resized_b, v, 4);
  numeric::check("swapped", swapped, swapped_b, v, someVector(2, 4));
  numeric::check("grown", grown, grown_b, v, someVector(2, 4));
  numeric::check("moved", moved, moved_b, v, 0.7);
  numeric::check("single", single, single_b, v.cast<float>(), someMatrix(3, 3).cast<float>());
  numeric::check( // adjoints that are empty get the size
      "loops", {0.7, 1.3, -0.4, 0.5, 0.9, 0.2},
      [](const numeric::Vector &x) {
        return numeric::Vector{loops(Eigen::Map<const Eigen::MatrixXd>(x.data(), 2, 2), Eigen::Map<const Eigen::VectorXd>(&x[4], 2))};
      },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        Eigen::MatrixXd m_b;
        Eigen::VectorXd v_b;
        loops_b(Eigen::Map<const Eigen::MatrixXd>(x.data(), 2, 2), m_b, Eigen::Map<const Eigen::VectorXd>(&x[4], 2), v_b, y_b[0]);
        return numeric::Vector{m_b(0, 0), m_b(1, 0), m_b(0, 1), m_b(1, 1), v_b(0), v_b(1)};
      });
  return numeric::report();
}
