// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-FLAGS: -I/usr/include/eigen3
//
// Functions that take matrices and arrays of any kind as Eigen::PlainObjectBase<D>, also such that they resize and fill.

#include "numeric.h"

#include <Eigen/Dense>

/// Of the edges of a mesh.
template <class DV, class DF, class DL>
void lengths(const Eigen::PlainObjectBase<DV> &v, const Eigen::PlainObjectBase<DF> &edges, Eigen::PlainObjectBase<DL> &length) {
  length.resize(edges.rows(), 2);
  for (int i = 0; i < edges.rows(); ++i) {
    length(i, 0) = (v.row(edges(i, 0)) - v.row(edges(i, 1))).norm();
    length.coeffRef(i, 1) = v.coeff(i, 0) * v.row(edges(i, 0)).sum();
  }
}
template <class D, class E> void centred(const Eigen::PlainObjectBase<D> &v, Eigen::PlainObjectBase<E> &c) {
  c = v.rowwise() - v.colwise().mean();
}
template <class D, class E> void changed(const Eigen::PlainObjectBase<D> &v, Eigen::PlainObjectBase<E> &c) {
  c.setZero(v.rows(), v.cols());
  c += 2.0 * v;
  c.array() += 1.0;
  c.col(0) *= v.data()[0];
  c.conservativeResize(c.rows() + 1, c.cols());
  c.row(c.rows() - 1) = v.row(0);
  c.derived()(0, 0) *= 3.0;
}
template <class D> typename D::Scalar total(const Eigen::PlainObjectBase<D> &v) {
  return v.sum() * v.maxCoeff() + (v.array() * v.array()).sum() + v(v.size() - 1);
}
template <class D> double copied(const Eigen::PlainObjectBase<D> &v) {
  typename D::PlainObject w = v;
  const D other(v);
  w *= 2.0;
  return w.squaredNorm() + (v * other.transpose()).trace();
}
template <class D> double ofArray(const Eigen::PlainObjectBase<D> &v) { return (v * v).sin().sum() + v[0]; }

#pragma adjoint reverse
double constants(const double *p, int) {
  const Eigen::MatrixXd v = Eigen::Map<const Eigen::MatrixXd>(p, 3, 2);
  const Eigen::Matrix2d small = v.topRows(2);
  const Eigen::ArrayXd a = v.col(0);
  return total(v) + total(small) + copied(v) + ofArray(a);
}

#pragma adjoint reverse
double variables(const double *p, int) {
  const Eigen::MatrixXd v = Eigen::Map<const Eigen::MatrixXd>(p, 3, 2);
  Eigen::MatrixXd length, c, s;
  Eigen::Matrix<int, Eigen::Dynamic, 2> edges(2, 2);
  edges << 0, 1, 1, 2;
  lengths(v, edges, length);
  centred(v, c);
  changed(v, s);
  return total(length) + c.squaredNorm() * c(0, 1) + total(s);
}

int main() {
  const numeric::Points points = {{1.0, 2.0, 3.0, 0.3, -0.6, 1.7}, {0.4, -0.2, 0.9, 1.3, 0.8, -1.1}};
  numeric::check("constants", constants, constants_b, points);
  numeric::check("variables", variables, variables_b, points);
  return numeric::report();
}
