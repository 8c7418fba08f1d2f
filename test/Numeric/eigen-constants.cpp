// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Matrices of constants, which have no adjoint, beside variables: factors of large products, matrices and right-hand sides of
// equations, sparse ones, too; products that are read through expressions; and parts of a vector given to functions for any
// matrix.

#include "numeric.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <map>
#include <tuple>

using Eigen::MatrixXd;
using Eigen::VectorXd;

static const double table[] = {4.0, 0.3, -0.2, 0.3, 3.0, 0.5, -0.2, 0.5, 2.0, 0.7, -0.4, 1.1};
using Constants = Eigen::Map<const MatrixXd>;

MatrixXd square(const double *p) { return Eigen::Map<const MatrixXd>(p, 3, 3); }
VectorXd vector(const double *p) { return Eigen::Map<const VectorXd>(p, 3); }

#pragma adjoint reverse
double regression(const double *p, int) {
  const MatrixXd w = square(p);
  const Constants x(table, 3, 4);
  const MatrixXd z = w * x;
  return z.squaredNorm() + (w * x).sum() + (w * x).array().exp().matrix().trace();
}

#pragma adjoint reverse
double onTheRight(const double *p, int) {
  const MatrixXd w = square(p);
  const Constants x(table, 3, 3);
  const MatrixXd z = x * w * x;
  return (x * w).trace() * z(0, 1) + z.maxCoeff() + (x * w.transpose()).colwise().sum().squaredNorm();
}

#pragma adjoint reverse
double constantEquations(const double *p, int) {
  const MatrixXd a = Constants(table, 3, 3);
  const VectorXd b = vector(p);
  VectorXd x = a.llt().solve(b);
  for (int k = 0; k < 2; ++k)
    x = a.ldlt().solve(x.cwiseProduct(b));
  x += a.partialPivLu().solve(x) + a.colPivHouseholderQr().solve(b).cwiseAbs2();
  const MatrixXd tall = Constants(table, 4, 3);
  const VectorXd long_ = (VectorXd(4) << b, x(0) * b(1)).finished();
  return x.squaredNorm() + tall.householderQr().solve(long_).dot(b);
}

#pragma adjoint reverse
double constantRightSides(const double *p, int) {
  const MatrixXd a = square(p) + 2.0 * MatrixXd::Identity(3, 3), s = a * a.transpose();
  const VectorXd b = Eigen::Map<const VectorXd>(table, 3);
  const VectorXd x = a.lu().solve(b), y = s.llt().solve(b), z = s.selfadjointView<Eigen::Lower>().llt().solve(x);
  return x.dot(y) + z.squaredNorm();
}

/// Views of constants are no outputs: without wrt they have no adjoint.
#pragma adjoint reverse wrt(x)
double withViews(const VectorXd &x, const Eigen::Ref<const MatrixXd> &m, Eigen::Map<const VectorXd> v) {
  return (m * x).squaredNorm() + v.dot(x) * m(1, 0) + (m.transpose() * (x + v)).array().sin().sum();
}
double viewsOfConstants(const double *p, int) { return withViews(vector(p), square(table), Eigen::Map<const VectorXd>(table, 3)); }
void viewsOfConstants_b(const double *p, double *p_b, int, double result_b) {
  VectorXd x_b = VectorXd::Zero(3);
  withViews_b(vector(p), x_b, square(table), Eigen::Map<const VectorXd>(table, 3), result_b);
  for (int i = 0; i < 3; ++i)
    p_b[i] += x_b(i);
}

/// One expression leads to variables and to constants that wrt leaves out.
#pragma adjoint reverse wrt(x)
double withData(const MatrixXd &x, const MatrixXd &data, const VectorXd &weights) {
  const MatrixXd y = (data + x) * (data - x) + (data * x * data).transpose();
  const VectorXd z = (0.2 * data * data.transpose() + x * x.transpose() + MatrixXd::Identity(3, 3)).llt().solve(y * weights);
  return z.dot(weights) + (data.array() > 0.4).select(x, data).sum() + (x.array() * data.array().sin() * y.array()).sum();
}
double besideData(const double *p, int) { return withData(square(p), square(table), vector(table + 3)); }
void besideData_b(const double *p, double *p_b, int, double result_b) {
  MatrixXd x_b = MatrixXd::Zero(3, 3);
  withData_b(square(p), x_b, square(table), vector(table + 3), result_b);
  for (int i = 0; i < 9; ++i)
    p_b[i] += x_b(i % 3, i / 3);
}

#pragma adjoint tangent wrt(x)
double dataBesideTangent(const MatrixXd &x, const MatrixXd &data) { return ((data + x) * (data - x) * x).squaredNorm(); }

using Sparse = Eigen::SparseMatrix<double>;

#pragma adjoint reverse wrt(p)
double sparseSteps(const Sparse &k, const double *p) {
  const Eigen::SimplicialLDLT<Sparse> ldlt(k);
  VectorXd u = vector(p);
  for (int t = 0; t < 2; ++t)
    u = ldlt.solve(u.cwiseProduct(vector(p + 3)));
  return u.squaredNorm() + u(1);
}

Sparse stiffness() {
  const MatrixXd dense = (MatrixXd(3, 3) << 2.0, -1.0, 0.0, -1.0, 2.5, -0.5, 0.0, -0.5, 1.5).finished();
  return dense.sparseView();
}
double sparseEquations(const double *p, int) { return sparseSteps(stiffness(), p); }
void sparseEquations_b(const double *p, double *p_b, int, double result_b) { sparseSteps_b(stiffness(), p, p_b, result_b); }

/// What one reads of a factor.
#pragma adjoint reverse
double factorEntries(const double *p, int) {
  const MatrixXd a = square(p) + 2.0 * MatrixXd::Identity(3, 3);
  const Eigen::LLT<MatrixXd> llt(a * a.transpose());
  double logarithm = 0;
  for (int i = 0; i < 3; ++i)
    logarithm += std::log(llt.matrixL()(i, i));
  return logarithm + llt.matrixL().determinant() * llt.matrixL()(2, 0);
}

template <class D> double total(const Eigen::MatrixBase<D> &r) {
  double s = 0;
  for (int i = 0; i < r.size(); ++i)
    s += r(i) * r(i) * (i + 1);
  return s;
}

/// A part of a vector is a block to who takes any matrix.
#pragma adjoint reverse
double parts(const double *p, int) {
  const VectorXd x = vector(p), y = vector(p + 3);
  const MatrixXd m = square(p);
  return total(x.head(2)) + total((x - y).segment<2>(1)) * total(m.col(1)) + total(y.tail(2).cwiseProduct(x.head<2>())) +
         total(m.row(1).transpose().segment(0, 2)) + m.reshaped(1, m.size())(0, 4) * m.reshaped()(1);
}

/// Objects of the library in containers. (A map has no tangent.)
 #pragma adjoint reverse
double inContainers(const std::map<int, VectorXd> &m, const std::tuple<VectorXd, double> &t) {
  return m.at(0).squaredNorm() * m.at(2).sum() + std::get<0>(t).dot(m.at(2)) * std::get<1>(t);
}

double inContainersOf(const double *p, int) {
  return inContainers({{0, vector(p)}, {2, vector(p + 3)}}, {vector(p + 6), p[1]});
}
void inContainersOf_b(const double *p, double *p_b, int, double result_b) {
  const std::map<int, VectorXd> m = {{0, vector(p)}, {2, vector(p + 3)}};
  const std::tuple<VectorXd, double> t = {vector(p + 6), p[1]};
  std::map<int, VectorXd> m_b = {{0, VectorXd::Zero(3)}, {2, VectorXd::Zero(3)}};
  std::tuple<VectorXd, double> t_b = {VectorXd::Zero(3), 0.0};
  inContainers_b(m, m_b, t, t_b, result_b);
  for (int i = 0; i < 3; ++i) {
    p_b[i] += m_b[0](i);
    p_b[3 + i] += m_b[2](i);
    p_b[6 + i] += std::get<0>(t_b)(i);
  }
  p_b[1] += std::get<1>(t_b);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.4, 1.3, 0.1, -0.2, 0.6, 0.8}, {-0.4, 0.7, 0.2, 1.1, 0.5, -0.6, 0.3, 0.2, 1.7}};
  numeric::check("regression", regression, regression_b, points);
  numeric::check("onTheRight", onTheRight, onTheRight_b, points);
  numeric::check("constantEquations", constantEquations, constantEquations_b, points);
  numeric::check("constantRightSides", constantRightSides, constantRightSides_b, points);
  numeric::check("viewsOfConstants", viewsOfConstants, &viewsOfConstants_b, points);
  numeric::check("besideData", besideData, &besideData_b, points);
  const MatrixXd at = square(points.begin()->data()), along = square((points.end() - 1)->data());
  double got = 0.0;
  dataBesideTangent_d(at, along, square(table), got);
  const double expected = numeric::derivative([&](double h) { return dataBesideTangent(at + h * along, square(table)); }, 0.0);
  numeric::compare("dataBesideTangent", "tangent", 0, expected, got, 1e-7 * std::fabs(expected));
  numeric::check("sparseEquations", sparseEquations, &sparseEquations_b, points);
  numeric::check("factorEntries", factorEntries, factorEntries_b, points);
  numeric::check("parts", parts, parts_b, points);
  numeric::check("inContainers", inContainersOf, &inContainersOf_b, points);
  return numeric::report();
}
