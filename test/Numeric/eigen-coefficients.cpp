// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// What Eigen does coefficient by coefficient: arithmetic, functions of arrays, choices, functions of the user's.

#include "eigen.h"

#include <cmath>

using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
Eigen::VectorXd arithmetic(const Eigen::VectorXd &a, const Eigen::VectorXd &b, double t) {
  Eigen::VectorXd c = (a + b) * t - a / (2.0 + t) + t * -b;
  c += a * 2;
  c -= b;
  c *= t;
  c /= a(0);
  return c * c(1) - c / b(2);
}

#pragma adjoint reverse
Eigen::ArrayXd arrays(const Eigen::ArrayXd &a, const Eigen::ArrayXd &b, double t) {
  Eigen::ArrayXd c = a * b / (a + 3.0) - t * a + 1.0 / b - (2.0 - a);
  c += b;
  c *= a;
  c /= b + 4.0;
  c -= t;
  c += 1.5;
  c = c * c + a.square() - b.cube();
  return c;
}

#pragma adjoint reverse
Eigen::ArrayXd functions(const Eigen::ArrayXd &a, const Eigen::VectorXd &b) {
  const Eigen::ArrayXd p = a.abs() + 0.5;
  Eigen::ArrayXd c = a.sin() * a.cos() + a.exp() - p.log() + p.sqrt() + a.tanh() * p.pow(1.7) + p.inverse();
  c += b.array().sinh() + b.array().cosh() - b.array().tan() + b.array().atan() + b.array().square().exp().log1p();
  c += (0.5 * a / p).asin() - (0.5 * a / p).acos() + p.log10() + a.expm1() + p.rsqrt() + a.abs2() + p.pow(p);
  c += sin(a) + exp(-a) * sqrt(p) + pow(p, 3) + tanh(b.array()) + log(p) * abs(a) + square(a) + a.sign() * a;
  return c + b.array().min(a) * b.array().max(0.1) + a.max(b.array()) + a.cwiseMax(0.2) * b.array().cwiseMin(a) + a.logistic();
}

#pragma adjoint reverse
double cwise(const Eigen::MatrixXd &a, const Eigen::MatrixXd &b) {
  const Eigen::MatrixXd p = a.cwiseAbs() + b.cwiseAbs2();
  return (a.cwiseProduct(b) + p.cwiseSqrt().cwiseQuotient(p) + p.cwiseInverse() - a.cwiseMin(b) * 2.0 + b.cwiseMax(0.2)).squaredNorm() +
         a.cwiseMax(b).sum() * a.cwiseSign().cwiseProduct(a).trace();
}

#pragma adjoint reverse
double choices(const Eigen::ArrayXd &a, const Eigen::ArrayXd &b, double t) {
  const Eigen::ArrayXd c = (a < b).select(a * t, b * b);
  const Eigen::ArrayXd d = (a > 0.1).select(c, t);
  const Eigen::ArrayXd e = (a <= b && b >= 0.0).select(t, d * c);
  return (c * d * e).sum() + (a * b > 0.0).count() * t + ((a < 0).any() ? c(0) : d(0)) + ((a == b || a != a).all() ? t : e(1));
}

double softplus(double x) { return std::log1p(std::exp(x)); }

#pragma adjoint reverse
double unary(const Eigen::VectorXd &a, const Eigen::MatrixXd &m, double t) {
  const Eigen::VectorXd b = a.unaryExpr([](double x) { return x * std::sin(x); });
  const Eigen::MatrixXd c = m.unaryExpr([t](double x) { return x > 0 ? t * x : std::exp(x) - 1.0; });
  const Eigen::VectorXd d = a.binaryExpr(b, [&](double x, double y) { return x * y + t; });
  const Eigen::VectorXd e = (a + d).unaryExpr([&](double x) { return softplus(x * b(0)); });
  return b.dot(d) + c.squaredNorm() * e.sum() + a.array().unaryExpr([](double x) { return x * x; }).matrix().dot(e);
}

#pragma adjoint reverse
void overwritten(Eigen::ArrayXXd &a, const Eigen::MatrixXd &m, int n) {
  for (int i = 0; i < n; ++i) {
    a = a.sin() * m.array();
    a.col(0) *= a.col(1);
    a.matrix() = m * a.matrix();
    a += 0.3;
    a.row(1) = 0.4;
    a.matrix().array() -= a.square();
  }
}

#pragma adjoint reverse
void written(Eigen::VectorXd &x, const Eigen::ArrayXd &a) {
  x.array() += a;
  x.array() *= x.array();
  x = a;
  x.array() = x.array() * a.exp() + 1.0;
  Eigen::ArrayXd b = x;
  b.matrix() *= x(0);
  x.head(2).array() = b.tail(2) * b.head(2);
  x = (b * a).matrix() + x;
  x.array().tail(1) = a(0);
}

#pragma adjoint reverse
Eigen::Array3d fixedArray(const Eigen::Array3d &a, const Eigen::Vector3d &v, double t) {
  Eigen::Array3d b = Eigen::Array3d::Constant(t) + a * v.array();
  b = (b > a).select(b.exp(), -b);
  b[1] += v.sum();
  const auto twice = 2.0 * b;
  const auto inner = twice * a + v.array();
  return inner - twice.sqrt().abs();
}

#pragma adjoint reverse
double casts(const Eigen::VectorXd &a, const Eigen::Vector3i &n) {
  const Eigen::VectorXd b = n.cast<double>() * a(0);
  return a.cast<double>().dot(b) * n(1) + a.dot(n.cast<double>()) + n.sum() * a(2);
}

int main() {
  const Eigen::VectorXd v = someVector(3, 1), w = someVector(3, 2);
  const Eigen::MatrixXd m = someMatrix(3, 3, 3), b = someMatrix(3, 3, 4);
  numeric::check("arithmetic", arithmetic, arithmetic_b, v, w, 0.7);
  numeric::check("arrays", arrays, arrays_b, v, w, 0.7);
  numeric::check("functions", functions, functions_b, v, w);
  numeric::check("cwise", cwise, cwise_b, m, b);
  numeric::check("choices", choices, choices_b, v, w, 0.7);
  numeric::check("unary", unary, unary_b, v, m, 0.7);
  numeric::check("overwritten", overwritten, overwritten_b, someMatrix(2, 2, 5), someMatrix(2, 2, 6), 3);
  numeric::check("written", written, written_b, v, w);
  numeric::check("fixedArray", fixedArray, fixedArray_b, v.cwiseAbs(), w, 3.7);
  numeric::check("casts", casts, casts_b, v, Eigen::Vector3i(1, 2, -3));
  return numeric::report();
}
