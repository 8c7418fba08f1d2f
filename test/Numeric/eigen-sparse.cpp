// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
// NUMERIC-NEEDS-ANALYSES
//
// Sparse matrices of Eigen that functions build: from triplets, by coefficients; read and written where entries are stored; sums,
// multiples, transposed ones, products with dense and sparse ones, of both orders.

#include "numeric.h"

#include <Eigen/Sparse>

#include <vector>

using Sparse = Eigen::SparseMatrix<double>;
using ByRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Entry = Eigen::Triplet<double>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of n numbers: n by m, with two entries in one place, and a column without any.
template <class M> M built(const double *p, int n, int m) {
  std::vector<Entry> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, (2 * i) % (m - 1), p[i]);
    entries.push_back(Entry(n - 1 - i, (i + 1) % (m - 1), p[i] * p[0]));
  }
  entries.emplace_back(0, 0, p[1] * p[1]);
  M a(n, m);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

#pragma adjoint reverse
double products(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 4);
  const ByRows b = built<ByRows>(p, n, 4);
  const Eigen::Map<const VectorXd> x(p, 4), y(p, n);
  VectorXd u = a * x, v = a.transpose() * y;
  u += b * (x * p[0]);
  u.noalias() -= a * v;
  v = b.transpose() * u;
  const Eigen::RowVectorXd w = y.transpose() * a, z = v.transpose() * b.transpose();
  MatrixXd many(4, 2);
  many << x, v;
  const MatrixXd left = a * many, right = b * many;
  return u.squaredNorm() + v.dot(x) + w.squaredNorm() * z(0) + (left.transpose() * right).trace() + (many.transpose() * b.transpose())(1, 0);
}

#pragma adjoint reverse
double sums(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 4);
  const ByRows b = built<ByRows>(p, n, 4);
  Sparse shifted(n, 4);
  for (int i = 0; i < 4; ++i)
    shifted.insert(i % n, i) = p[0] * (i + 1);
  Sparse c = a + shifted * p[1];
  c -= 0.5 * a;
  c = c - shifted / p[0] + Sparse(b);
  c *= p[1];
  c += -a;
  const ByRows d = a + c, e = b;
  const Sparse turned = Sparse(c.transpose()), back = turned.transpose();
  const VectorXd x = VectorXd::LinSpaced(4, 0.5, p[0]);
  return (c * x).dot(d * x) + (e * x).squaredNorm() * back.sum() + turned.norm() * c.diagonal().sum() + (2.0 * back * x)(0);
}

#pragma adjoint reverse
double sparseProducts(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 4);
  const ByRows b = built<ByRows>(p, n, 4);
  const Sparse normal = a.transpose() * a;
  const ByRows other = b * ByRows(normal);
  const Sparse mixed = a * b.transpose();
  const VectorXd x = VectorXd::LinSpaced(4, 0.5, p[0]);
  return x.dot(normal * x) + (other * x).squaredNorm() + mixed.squaredNorm() + MatrixXd(normal)(0, 1);
}

/// By place, in any order, and into what is there.
#pragma adjoint reverse
double coefficients(const double *p, int n) {
  Sparse a(n, n);
  a.reserve(Eigen::VectorXi::Constant(n, 3));
  for (int k = 0; k < 2 * n; ++k) {
    const int i = (5 * k + 1) % n, j = (3 * k) % n;
    a.coeffRef(i, j) += p[k % n] * (k + 1);
    a.coeffRef(j, i) -= p[i] * a.coeff(i, j);
  }
  if (a.coeff(n - 1, 1) == 0.0)
    a.insert(n - 1, 1) = p[0];
  a.makeCompressed();
  a.coeffRef(0, 0) *= p[1];
  Sparse copy = a;
  copy.coeffRef(0, 0) = p[0] * p[1];
  double s = a.coeff(0, 0) * copy.coeff(0, 0) + a.coeff(1, 0);
  copy.setIdentity();
  copy.coeffRef(0, n - 1) = s;
  const VectorXd x = VectorXd::LinSpaced(n, 0.5, p[0]);
  return s + (a * x).squaredNorm() + (copy * (a * x)).sum();
}

#pragma adjoint reverse
double iterated(const double *p, int n) {
  Sparse a = built<Sparse>(p, n, 4);
  const ByRows b = built<ByRows>(p, n, 4);
  double s = 0.0;
  for (int k = 0; k < a.outerSize(); ++k)
    for (Sparse::InnerIterator it(a, k); it; ++it) {
      s += it.value() * it.value() * (1.0 + double(it.row())) + it.value() * double(it.col());
      it.valueRef() *= p[0] + s;
    }
  for (int k = 0; k < b.outerSize(); ++k)
    for (ByRows::InnerIterator it(b, k); it; ++it)
      s += it.value() * p[it.row()] * double(it.index() + 1);
  double *values = a.valuePtr();
  for (int j = 0; j < a.cols(); ++j)
    for (int q = a.outerIndexPtr()[j]; q < a.outerIndexPtr()[j + 1]; ++q)
      values[q] = values[q] * p[a.innerIndexPtr()[q]] + double(a.nonZeros());
  a.coeffs() *= p[1];
  return s * a.sum() + a.squaredNorm();
}

/// Steps of diffusion, with a matrix that each step changes.
#pragma adjoint reverse
double steps(const double *p, int n) {
  VectorXd u = Eigen::Map<const VectorXd>(p, n);
  double s = 0.0;
  for (int t = 0; t < 3; ++t) {
    Sparse a(n, n);
    std::vector<Entry> entries;
    for (int i = 0; i + 1 < n; ++i) {
      const double k = 1.0 + u(i) * u(i + 1);
      entries.emplace_back(i, i, k);
      entries.emplace_back(i + 1, i + 1, k);
      entries.emplace_back(i, i + 1, -k);
      entries.emplace_back(i + 1, i, -k);
    }
    a.setFromTriplets(entries.begin(), entries.end());
    u -= 0.1 * (a * u);
    s += u.squaredNorm();
  }
  return s;
}

/// Rows and columns times numbers.
#pragma adjoint reverse
double scaled(const double *p, int n) {
  const VectorXd u = Eigen::Map<const VectorXd>(p, n);
  Sparse a(n, n);
  std::vector<Entry> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 2.0 + u(i) * u(i));
    if (i > 0)
      entries.emplace_back(i, i - 1, u(i - 1));
  }
  a.setFromTriplets(entries.begin(), entries.end());
  const Sparse rows = u.asDiagonal() * a, stiffness = a.transpose() * u.asDiagonal() * a;
  const Eigen::SparseMatrix<double, Eigen::RowMajor> columns = a * (2.0 * u).asDiagonal();
  const VectorXd y = rows * u + columns * u.cwiseProduct(u) + stiffness * u;
  return y.squaredNorm() + columns.coeff(1, 0);
}

int main() {
  const numeric::Points points = {{0.9, 0.4, -0.3, 0.8, 1.1}, {1.0, 0.3, -0.2, 0.3, 1.4, 0.2, -0.1}};
  numeric::check("products", products, products_b, points);
  numeric::check("sums", sums, sums_b, points);
  numeric::check("sparseProducts", sparseProducts, sparseProducts_b, points);
  numeric::check("coefficients", coefficients, coefficients_b, points);
  numeric::check("iterated", iterated, iterated_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("scaled", scaled, scaled_b, points);
  return numeric::report();
}
