// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-KEEPS-MEMORY: what a throw leaves behind
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Factors, eigenvalues, singular values and problems of least squares of Eigen's matrices of floats. What the library finds
// singular in float is so for the elementals, too, which compute in double.

#include "eigen-floats.h"

#include <Eigen/Dense>

#include <stdexcept>

template <class T> double withPivotsOf(const double *p, int) {
  const Matrix<T> a = symmetricOf<T>(p, 4);
  const Vector<T> b = vectorOf<T>(p, 4);
  Eigen::LDLT<Matrix<T>> ldlt;
  ldlt.compute(a);
  const Matrix<T> l = ldlt.matrixL();
  const FixedVector<T, 4> x = a.template selfadjointView<Eigen::Upper>().ldlt().solve(b);
  return ldlt.solve(b).sum() + ldlt.vectorD().array().log().sum() + l(2, 0) + x(1);
}
#pragma adjoint reverse
double withPivots(const double *p, int n) { return withPivotsOf<float>(p, n); }

template <class T> double leastSquaresOf(const double *p, int) {
  const Matrix<T> a = matrixOf<T>(p, 5, 3), wide = a.transpose();
  const Vector<T> b = vectorOf<T>(p, 5);
  const Vector<T> x = a.colPivHouseholderQr().solve(b), y = a.completeOrthogonalDecomposition().solve(b);
  const Matrix<T> pseudo = wide.completeOrthogonalDecomposition().pseudoInverse();
  const Vector<T> z = wide.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).solve(b.head(3));
  return x.dot(y) + pseudo(2, 1) + z.squaredNorm();
}
#pragma adjoint reverse
double leastSquares(const double *p, int n) { return leastSquaresOf<float>(p, n); }

template <class T> double factorsOf(const double *p, int) {
  const Matrix<T> a = matrixOf<T>(p, 4, 3);
  const Eigen::HouseholderQR<Matrix<T>> qr(a);
  const Matrix<T> q = qr.householderQ();
  const Eigen::ColPivHouseholderQR<Fixed<T, 3>> pivoted(a.topRows(3));
  const Fixed<T, 3> r = pivoted.matrixR();
  return q(0, 1) * qr.matrixQR()(0, 1) + qr.hCoeffs()(0) + (r * pivoted.colsPermutation().transpose())(0, 2);
}
#pragma adjoint reverse
double factors(const double *p, int n) { return factorsOf<float>(p, n); }

template <class T> double eigenvaluesOf(const double *p, int) {
  const Matrix<T> a = symmetricOf<T>(p, 4);
  const Eigen::SelfAdjointEigenSolver<Matrix<T>> solver(a);
  const Eigen::SelfAdjointEigenSolver<Fixed<T, 3>> small(Fixed<T, 3>(a.topLeftCorner(3, 3)));
  const Vector<T> v = solver.eigenvectors().col(0);
  return solver.eigenvalues().array().log().sum() + v(0) * v(1) + (small.operatorSqrt() * small.eigenvalues())(0) +
         a.template selfadjointView<Eigen::Lower>().eigenvalues()(3);
}
#pragma adjoint reverse
double eigenvalues(const double *p, int n) { return eigenvaluesOf<float>(p, n); }

template <class T> double singularValuesOf(const double *p, int) {
  const Matrix<T> a = matrixOf<T>(p, 4, 3);
  const Eigen::JacobiSVD<Matrix<T>> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Matrix<T> u = svd.matrixU().leftCols(2), v = svd.matrixV().leftCols(2);
  const Matrix<T> low = u * svd.singularValues().head(2).asDiagonal() * v.transpose();
  const Fixed<T, 3> small = a.topRows(3);
  return low.squaredNorm() + low(1, 1) + a.bdcSvd().singularValues()(2) + small.operatorNorm();
}
#pragma adjoint reverse
double singularValues(const double *p, int n) { return singularValuesOf<float>(p, n); }

/// Singular but for the rounding of its numbers.
Eigen::MatrixXf singular() {
  Eigen::MatrixXf a(3, 3);
  a << 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f;
  return a;
}
#pragma adjoint reverse
double rank(const double *p, int) {
  const Eigen::MatrixXf a = singular() * static_cast<float>(p[0]);
  return p[0] * p[1] * static_cast<double>(a.fullPivLu().rank());
}
#pragma adjoint reverse
double neglected(const double *p, int) {
  const Eigen::MatrixXf a = singular() * static_cast<float>(p[0]);
  return a.completeOrthogonalDecomposition().solve(Eigen::VectorXf::Ones(3)).sum();
}
/// Indefinite in double, too little for the library to see.
#pragma adjoint reverse
double succeeds(const double *p, int) {
  Eigen::Matrix2f a;
  a << 1.0f, 1.0f / 3.0f, 1.0f / 3.0f, 1.0f / 9.0f;
  return a.llt().info() == Eigen::Success ? p[0] : 2.0 * p[0];
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7}, {1.0, 0.1, -0.2, 0.3, 1.4, 0.2}};
  numeric::check("withPivots", withPivots, withPivots_b, withPivotsOf<double>, points);
  numeric::check("leastSquares", leastSquares, leastSquares_b, leastSquaresOf<double>, points);
  numeric::check("factors", factors, factors_b, factorsOf<double>, points);
  numeric::check("eigenvalues", eigenvalues, eigenvalues_b, eigenvaluesOf<double>, points);
  numeric::check("singularValues", singularValues, singularValues_b, singularValuesOf<double>, points);
  numeric::check("rank", rank, rank_b, points);
  numeric::check("succeeds", succeeds, succeeds_b, points);
  std::vector<double> p_b(2);
  double hasThrown = 0.0;
  try {
    neglected_b(points.begin()->data(), p_b.data(), 2, 1.0);
  } catch (const std::domain_error &) {
    hasThrown = 1.0;
  }
  numeric::expect("neglected", 1.0, hasThrown);
  return numeric::report();
}
