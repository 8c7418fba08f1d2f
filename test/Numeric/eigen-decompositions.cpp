// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Decompositions of Eigen, which are elementals of whole matrices: solutions, inverses, determinants, Cholesky factors,
// eigenvalues and eigenvectors, singular values; of fixed and dynamic size, in loops, with right-hand sides that are constants.

#include "numeric.h"

#include <Eigen/Dense>

#include <stdexcept>

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The numbers as a square matrix and a vector: n = m * m + m.
int orderOf(int n) {
  int m = 1;
  while (m * m + m < n)
    ++m;
  return m;
}
MatrixXd matrixOf(const double *p, int n) {
  const int m = orderOf(n);
  return Eigen::Map<const MatrixXd>(p, m, m) + 2.0 * MatrixXd::Identity(m, m);
}
MatrixXd symmetricOf(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  return a * a.transpose() + MatrixXd::Identity(a.rows(), a.rows());
}
VectorXd vectorOf(const double *p, int n) {
  const int m = orderOf(n);
  return Eigen::Map<const VectorXd>(p + m * m, m);
}

#pragma adjoint reverse
double cholesky(const double *p, int n) {
  const MatrixXd a = symmetricOf(p, n);
  const VectorXd b = vectorOf(p, n), x = a.llt().solve(b);
  return x.squaredNorm() + x.dot(b) * x(0);
}

#pragma adjoint reverse
double choleskyFactor(const double *p, int n) {
  const MatrixXd a = symmetricOf(p, n);
  Eigen::LLT<MatrixXd> llt(a);
  if (llt.info() != Eigen::Success)
    return 0.0;
  const MatrixXd l = llt.matrixL();
  const VectorXd z = llt.matrixL().solve(vectorOf(p, n));
  return 2.0 * l.diagonal().array().log().sum() + z.squaredNorm() + l(l.rows() - 1, 0);
}

#pragma adjoint reverse
double symmetricSolutions(const double *p, int n) {
  const MatrixXd a = symmetricOf(p, n);
  Eigen::LDLT<MatrixXd> ldlt;
  ldlt.compute(a);
  const VectorXd b = vectorOf(p, n);
  VectorXd x = ldlt.solve(b);
  for (int k = 0; k < 2; ++k)
    x = ldlt.solve(x.cwiseProduct(b));
  return x.sum();
}

#pragma adjoint reverse
double solutions(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  const VectorXd b = vectorOf(p, n);
  VectorXd x = a.partialPivLu().solve(b);
  x += a.fullPivLu().solve(VectorXd::Ones(a.rows()));
  x = x.cwiseProduct(a.lu().solve(x));
  return x.norm() + x(0);
}

#pragma adjoint reverse
double orthogonal(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  const VectorXd b = vectorOf(p, n);
  const VectorXd x = a.householderQr().solve(b), y = a.colPivHouseholderQr().solve(b);
  return x.dot(y) + x(0) * y(1);
}

/// Square, and with more equations than unknowns.
#pragma adjoint reverse
double bySingularValues(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorXd b = vectorOf(p, n), x = svd.solve(b);
  const MatrixXd y = a.leftCols(2).bdcSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(a);
  return x.dot(b) + y.squaredNorm() + svd.singularValues()(0);
}

/// More equations than unknowns.
#pragma adjoint reverse
double leastSquares(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n).leftCols(2);
  const VectorXd b = vectorOf(p, n), x = a.colPivHouseholderQr().solve(b), y = a.householderQr().solve(b);
  const VectorXd r = b - a * x;
  return x.squaredNorm() + y(0) * y(1) + r.squaredNorm();
}

#pragma adjoint reverse
double manyRightSides(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n), b = a * a.transpose();
  const MatrixXd x = a.lu().solve(b);
  return (x.transpose() * x).trace() + x(0, 1);
}

#pragma adjoint reverse
double inverses(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  const MatrixXd b = a.inverse();
  const VectorXd x = b * vectorOf(p, n);
  return x.squaredNorm() + b(0, 1) + a.determinant() + a.partialPivLu().determinant() * b.trace();
}

#pragma adjoint reverse
double smallInverses(const double *p, int) {
  Eigen::Matrix2d a;
  a << p[0] + 2.0, p[1], p[2], p[3] + 2.0;
  Eigen::Matrix3d b = Eigen::Matrix3d::Identity() * 2.0;
  b.topLeftCorner<2, 2>() += a;
  b(2, 0) = p[4];
  Eigen::Vector3d v(p[0], p[1], 1.0);
  v = b.inverse() * v;
  return a.inverse()(0, 1) * a.determinant() + v.squaredNorm() + b.determinant() + b.ldlt().solve(v)(0) * 0.0;
}

#pragma adjoint reverse
double eigenvalues(const double *p, int n) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetricOf(p, n));
  return solver.eigenvalues()(0) * solver.eigenvalues().maxCoeff() + solver.eigenvalues().array().log().sum();
}

/// Free of the signs of the eigenvectors.
#pragma adjoint reverse
double eigenvectors(const double *p, int n) {
  const MatrixXd a = symmetricOf(p, n);
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  const VectorXd v = solver.eigenvectors().col(0);
  const double c = v.dot(vectorOf(p, n));
  return c * c + v(0) * v(1) * solver.eigenvalues()(1);
}

#pragma adjoint reverse
double singularValues(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  return a.jacobiSvd().singularValues()(0) + a.leftCols(2).jacobiSvd().singularValues().squaredNorm();
}

/// The rotation that turns one cloud of points into another (Kabsch), of fixed size.
#pragma adjoint reverse
double alignment(const double *p, int n) {
  Eigen::Matrix3d h = Eigen::Matrix3d::Zero();
  for (int i = 0; i + 2 < n; ++i) {
    const Eigen::Vector3d from(p[i], p[i + 1] + 0.1 * i, p[i + 2]), to(p[(i + 3) % n], 0.3 * p[i] * p[i], 1.0 + 0.2 * i);
    h += from * to.transpose();
  }
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(h, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d d = Eigen::Matrix3d::Identity();
  d(2, 2) = (svd.matrixV() * svd.matrixU().transpose()).determinant();
  const Eigen::Matrix3d rotation = svd.matrixV() * d * svd.matrixU().transpose();
  return rotation(0, 1) * rotation(1, 2) + rotation.trace() + svd.singularValues()(1);
}

/// The best approximation of rank one, and a solution by the vectors; tall and wide matrices.
#pragma adjoint reverse
double truncated(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n).leftCols(2), wide = matrixOf(p, n).topRows(2);
  const auto svd = a.bdcSvd(Eigen::ComputeThinU | Eigen::ComputeThinV);
  const MatrixXd nearest = svd.matrixU().col(0) * svd.singularValues()(0) * svd.matrixV().col(0).transpose();
  Eigen::JacobiSVD<MatrixXd> other;
  other.compute(wide, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorXd x = other.matrixV() * other.singularValues().cwiseInverse().asDiagonal() * other.matrixU().transpose() * a.row(0).transpose();
  return nearest.squaredNorm() + nearest(1, 0) * nearest(0, 1) + x.dot(x) * x(0);
}

/// A number times what is stored by rows is stored by rows, too.
#pragma adjoint reverse
double byRows(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n), identity = MatrixXd::Identity(a.rows(), a.rows());
  const VectorXd b = vectorOf(p, n);
  const VectorXd x = (0.25 * a.transpose().array().tanh().matrix() + 2.0 * identity).householderQr().solve(b);
  const VectorXd y = (3.0 - 0.3 * a.transpose().array()).matrix().fullPivLu().solve(b) + (2.0 * a.transpose()).lu().solve(x);
  return x.dot(b) + (0.5 * a.transpose() * a + identity).llt().solve(y).squaredNorm();
}

/// The likelihood of a Gaussian process; a product of pivots.
#pragma adjoint reverse
double pivots(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n), spread = a * a.transpose() + 0.3 * MatrixXd::Identity(a.rows(), a.rows());
  const Eigen::LDLT<MatrixXd> ldlt(spread);
  const VectorXd y = vectorOf(p, n), alpha = ldlt.solve(y);
  const Eigen::Matrix2d small = spread.topLeftCorner<2, 2>();
  const Eigen::Vector2d d = small.selfadjointView<Eigen::Lower>().ldlt().vectorD();
  return -0.5 * y.dot(alpha) - 0.5 * ldlt.vectorD().array().log().sum() + d(0) * d(1) * d(1);
}

/// The factors outlive the steps, and so does what each step overwrites.
#pragma adjoint reverse
double steps(const double *p, int n) {
  const MatrixXd a = matrixOf(p, n);
  const Eigen::PartialPivLU<MatrixXd> lu(a);
  VectorXd u = vectorOf(p, n);
  double s = 0.0;
  for (int t = 0; t < 3; ++t) {
    u = lu.solve(u.array().sin().matrix());
    s += u.squaredNorm();
  }
  return s;
}

/// The library keeps the sizes and the order of what it decomposes: rows by two, and stored by rows.
#pragma adjoint reverse
double ofOtherSizes(const double *p, int n) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Matrix<double, Eigen::Dynamic, 2> a(n / 2, 2);
  for (int i = 0; i < n / 2; ++i)
    a.row(i) << p[2 * i], p[2 * i + 1];
  const Rows b = a * a.transpose() + MatrixXd(VectorXd::LinSpaced(n / 2, 1.0, 2.0).asDiagonal());
  Eigen::JacobiSVD<Rows> s(b, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VectorXd w = a.jacobiSvd().singularValues() * p[0];
  return w(0) * w(1) + (s.matrixU() * s.singularValues().cwiseSqrt().asDiagonal() * s.matrixV().transpose()).squaredNorm();
}

/// A decomposition in a block whose exceptions are caught.
#pragma adjoint reverse
double caught(const double *p, int n) {
  const int m = orderOf(n);
  const MatrixXd a = symmetricOf(p, n) - MatrixXd::Identity(m, m) * (m > 2 ? 9.0 : 0.0);
  const VectorXd b = vectorOf(p, n);
  try {
    const Eigen::LLT<MatrixXd> factors(a);
    if (factors.info() != Eigen::Success)
      throw std::domain_error("indefinite");
    return factors.solve(b).sum();
  } catch (const std::domain_error &) {
    return b.squaredNorm() * a(0, 0);
  }
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7},
                                  {1.0, 0.1, -0.2, 0.3, 1.4, 0.2, -0.1, 0.4, 0.7, 0.5, -1.2, 0.9}};
  numeric::check("cholesky", cholesky, cholesky_b, points);
  numeric::check("choleskyFactor", choleskyFactor, choleskyFactor_b, points);
  numeric::check("symmetricSolutions", symmetricSolutions, symmetricSolutions_b, points);
  numeric::check("solutions", solutions, solutions_b, points);
  numeric::check("orthogonal", orthogonal, orthogonal_b, points);
  numeric::check("bySingularValues", bySingularValues, bySingularValues_b, points);
  numeric::check("leastSquares", leastSquares, leastSquares_b, points);
  numeric::check("manyRightSides", manyRightSides, manyRightSides_b, points);
  numeric::check("inverses", inverses, inverses_b, points);
  numeric::check("smallInverses", smallInverses, smallInverses_b, points);
  numeric::check("eigenvalues", eigenvalues, eigenvalues_b, points);
  numeric::check("eigenvectors", eigenvectors, eigenvectors_b, points);
  numeric::check("singularValues", singularValues, singularValues_b, points);
  numeric::check("byRows", byRows, byRows_b, points);
  numeric::check("pivots", pivots, pivots_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("alignment", alignment, alignment_b, points);
  numeric::check("truncated", truncated, truncated_b, points);
  numeric::check("caught", caught, caught_b, points);
  numeric::check("ofOtherSizes", ofOtherSizes, ofOtherSizes_b, points);
  return numeric::report();
}
