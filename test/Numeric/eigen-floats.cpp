// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Inverses, determinants and solutions of Eigen's matrices of floats: of fixed and dynamic size, stored by columns and by rows,
// of expressions, maps and conversions. The elementals compute in double.

#include "eigen-floats.h"

#include <Eigen/Dense>

template <class T> double inversesOf(const double *p, int) {
  const Fixed<T, 3> a = matrixOf<T>(p, 3, 3);
  const Fixed<T, 4> b = matrixOf<T>(p, 4, 4);
  const Matrix<T> c = matrixOf<T>(p, 5, 5);
  const Fixed<T, 2> small = a.topLeftCorner(2, 2).inverse();
  const ByRows<T> d = c.inverse();
  const FixedVector<T, 3> x = a.inverse() * FixedVector<T, 3>(vectorOf<T>(p, 3));
  return x.squaredNorm() + (b.inverse() * b.transpose())(0, 1) + d(1, 2) * d(2, 1) + small(0, 1) * c.transpose().inverse()(0, 3);
}
#pragma adjoint reverse
double inverses(const double *p, int n) { return inversesOf<float>(p, n); }

template <class T> double determinantsOf(const double *p, int) {
  const Fixed<T, 3> a = matrixOf<T>(p, 3, 3);
  const Fixed<T, 4> b = matrixOf<T>(p, 4, 4);
  const Matrix<T> c = matrixOf<T>(p, 5, 5);
  T d = T(0.01) * a.determinant() + std::log(b.determinant());
  d += std::log(c.determinant()) + std::log(std::abs(c.partialPivLu().determinant())) + c.householderQr().logAbsDeterminant();
  return d + T(0.001) * b.fullPivLu().determinant() + c.colPivHouseholderQr().logAbsDeterminant();
}
#pragma adjoint reverse
double determinants(const double *p, int n) { return determinantsOf<float>(p, n); }

template <class T> double choleskyOf(const double *p, int) {
  const Matrix<T> a = symmetricOf<T>(p, 4);
  const Eigen::LLT<Matrix<T>> llt(a);
  if (llt.info() != Eigen::Success)
    return 0.0;
  const Vector<T> b = vectorOf<T>(p, 4), x = llt.solve(b);
  const Matrix<T> l = llt.matrixL();
  const Eigen::LLT<Fixed<T, 3>, Eigen::Upper> upper(a.topLeftCorner(3, 3));
  const FixedVector<T, 3> z = upper.matrixL().solve(b.head(3));
  const Fixed<T, 4> view = a.template selfadjointView<Eigen::Lower>().llt().matrixU();
  return x.dot(b) + T(2.0) * l.diagonal().array().log().sum() + l(3, 0) * view(1, 2) + z.sum();
}
#pragma adjoint reverse
double cholesky(const double *p, int n) { return choleskyOf<float>(p, n); }

template <class T> double updatedOf(const double *p, int) {
  Eigen::LLT<Matrix<T>> llt(symmetricOf<T>(p, 4));
  const Vector<T> b = vectorOf<T>(p, 4);
  llt.rankUpdate(b, T(0.5));
  Vector<T> x = b;
  llt.solveInPlace(x);
  return x.squaredNorm();
}
#pragma adjoint reverse
double updated(const double *p, int n) { return updatedOf<float>(p, n); }

template <class T> double solutionsOf(const double *p, int) {
  const Matrix<T> a = matrixOf<T>(p, 4, 4);
  const ByRows<T> byRows = a;
  const Vector<T> b = vectorOf<T>(p, 4);
  Vector<T> x = a.partialPivLu().solve(b);
  x += byRows.fullPivLu().solve(Vector<T>::Ones(4)) + a.lu().solve(x);
  const Matrix<T> several = a.householderQr().solve(a * a.transpose());
  const Eigen::PartialPivLU<Fixed<T, 4>> lu(a);
  const Fixed<T, 4> factors = lu.matrixLU(), ordered = lu.permutationP() * a;
  const Fixed<T, 3> corner = a.topLeftCorner(3, 3);
  const FixedVector<T, 3> small = corner.partialPivLu().solve(FixedVector<T, 3>(T(1.0), b(0), T(2.0)));
  const T more = a.fullPivLu().isInvertible() ? b(0) : T(0.0);
  return x.norm() + several(1, 2) + factors(0, 1) * factors(2, 1) + ordered(1, 1) + small.sum() + more;
}
#pragma adjoint reverse
double solutions(const double *p, int n) { return solutionsOf<float>(p, n); }

/// In memory of the caller's, and from and to matrices of doubles.
#pragma adjoint reverse
float solved(const Eigen::Ref<const Eigen::MatrixXf> &a, const Eigen::Map<const Eigen::VectorXf> &b, const Eigen::MatrixXd &c) {
  const Eigen::VectorXf x = a.llt().solve(b), y = (a + c.cast<float>()).inverse() * x;
  const Eigen::VectorXd z = a.cast<double>().ldlt().solve(y.cast<double>());
  return x.squaredNorm() + static_cast<float>(z.sum()) + a.inverse().cast<double>().cast<float>()(0, 1);
}

int main() {
  const numeric::Points points = {{0.9, 0.2, -0.3, 0.8, 1.1, -0.7}, {1.0, 0.1, -0.2, 0.3, 1.4, 0.2}};
  numeric::check("inverses", inverses, inverses_b, inversesOf<double>, points);
  numeric::check("determinants", determinants, determinants_b, determinantsOf<double>, points);
  numeric::check("cholesky", cholesky, cholesky_b, choleskyOf<double>, points);
  numeric::check("updated", updated, updated_b, updatedOf<double>, points);
  numeric::check("solutions", solutions, solutions_b, solutionsOf<double>, points);
  const Eigen::MatrixXf a = symmetricOf<float>(points.begin()->data(), 3);
  numeric::check("solved", solved, solved_b, a, vectorOf<float>(points.begin()->data(), 3), numeric::someMatrix(3, 3));
  return numeric::report();
}
