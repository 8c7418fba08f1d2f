// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Parts of Eigen's matrices by sequences and indices, read and written.

#include "eigen.h"

#include <Eigen/LU>
#include <array>
#include <valarray>
#include <vector>

using Eigen::all;
using Eigen::fix;
using Eigen::last;
using Eigen::lastN;
using Eigen::lastp1;
using Eigen::seq;
using Eigen::seqN;
using numeric::someMatrix;
using numeric::someVector;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

#pragma adjoint reverse
double lasts(const Eigen::VectorXd &v, const Eigen::MatrixXd &m, int i) {
  Eigen::VectorXd w = v;
  w(0) = w(last) * w(last - 1);
  double s = w(last / 2) * w(lastp1 - 2) + w(4 - last) * w(last - fix<2>) - w(-last + 4);
  for (int j = 0; j < m.cols(); ++j)
    s += m(last, j) * m(last - 1, last - j) * m(i, last) - m(last, i + 1);
  return s * (m + m.transpose())(last, 1) + m.transpose()(last, last) * m(last - i, 2 * last - 5) + m(last, last) * w(2 * last / 4);
}

#pragma adjoint reverse
double sequences(const Eigen::VectorXd &v, const Eigen::MatrixXd &m, int n, int step) {
  const Eigen::VectorXd d = v(seq(1, n - 1)) - v(seq(0, n - 2)).cwiseProduct(v(seqN(1, n - 1)));
  double s = d.squaredNorm() * v(seq(0, last, 2)).sum() + v(seq(last, 0, -1)).dot(v) + v(lastN(2)).prod() * v(lastN(3, 2)).norm();
  s += m(all, last).dot(m(all, 1)(seq(0, last))) * m(1, all).sum() + m(seq(0, 1), all).row(1).dot(m(last, all));
  s += m(seq(1, 3), seq(0, last - 1)).sum() * m(seqN(0, 2), 1).prod() + m(seq(0, last, step), seqN(1, 2)).squaredNorm();
  s += m(seq(last, 1, -step), all).sum() * m(all, seq(0, last, 3)).norm() + m(n - 2, seq(1, 4, 2))(1) * m(last - 1, seq(last, last - 2, fix<-2>)).prod();
  return s + v(seqN(1, 3, 0)).sum() * v(seqN(2, 0)).sum() + v(seq(3, 2)).sum() * m.row(1)(seq(0, last, 2)).squaredNorm();
}

#pragma adjoint reverse
void written(Eigen::MatrixXd &m, Eigen::VectorXd &v, const Eigen::MatrixXd &b, double t) {
  m(seq(1, 3), all) = b;
  m(seq(0, last, 2), seq(last, 0, -2)) *= t * v(0);
  m(all, last) += m(all, 0) * v(last);
  m(last, all).array() *= m(0, all).array();
  v(seq(0, last, 2)) += v(seq(last, 0, -2)).cwiseProduct(m(seqN(0, 3), 2));
  v(seq(1, last)) = v(seq(0, last - 1)).eval() * t;
  v(lastN(2)).setConstant(v(1) * t);
  m(2, seq(0, last, 3)) = m(1, seqN(1, 2)) * t;
  m(seq(0, 3, 3), 1).swap(m(seq(0, 3, 3), 2));
  m(seqN(0, 3), seq(1, 3)) = m(seqN(1, 3), seq(1, 3)) * b(all, seq(0, 2));
}

#pragma adjoint reverse
double kept(const Eigen::VectorXd &v, const Eigen::MatrixXd &m, int first) {
  const auto inner = seq(first, last - 1);
  const auto odd = seq(first, last, 2);
  const auto turned = odd.reverse();
  auto part = v(inner);
  const auto rows = m(odd, inner);
  double s = part.squaredNorm() * rows.sum() + v(turned).dot(v(odd.reverse()).cwiseProduct(v(odd))) + rows(1, 0) * part(last);
  for (int i = 0; i < 2; ++i) {
    const auto moved = seqN(i, 2, i + 1);
    s += v(moved)(0) * m(moved, moved).determinant() * static_cast<double>(moved.size() + moved.first());
  }
  return s;
}

#pragma adjoint reverse
double known(const Eigen::Matrix4d &m, const Eigen::Vector3d &v) {
  Eigen::Matrix4d a = m;
  a(all, 1) = m(seqN(0, fix<4>), 2) * v(last);
  a(seqN(fix<1>, fix<2>), seqN(0, fix<2>, fix<3>)) *= v(0);
  a(last, seqN(0, fix<3>)) += v(seqN(last, fix<3>, fix<-1>)).transpose();
  const Eigen::Vector2d w = v(seqN(0, fix<2>)) + v(seq(fix<1>, fix<2>));
  return a.squaredNorm() * w.prod() + a(seqN(0, 2), all)(all, seq(0, last, fix<2>)).sum();
}

#pragma adjoint reverse
double gathered(const Eigen::VectorXd &v, const Eigen::MatrixXd &m, const Eigen::VectorXi &places) {
  std::vector<int> indices;
  for (int i = 0; i < places.size(); ++i)
    indices.push_back(places(i));
  const std::vector<std::ptrdiff_t> wide(indices.begin(), indices.end());
  const std::array<int, 2> two = {3, 1};
  const int three[] = {0, 0, 2};
  const Eigen::VectorXd g = v(indices);
  double s = g.dot(m(indices, places) * g) * v(places.array() - 1).sum() + v(wide).cwiseProduct(v(places)).prod();
  s += m(two, indices).row(1).squaredNorm() * m(all, three).norm() * m(three, last).sum() * v(three).dot(v(indices)(three)) + v(two)(1) * v(three)(last);
  s += m(places, seq(0, last, 2)).sum() * m(seq(1, 2), two).determinant() + m(2, indices)(1) * m(indices, 1)(2) * (m * m)(indices, two).sum();
  return s + v({4, 2, 4}).squaredNorm() * m.transpose()(0, indices).array().square().sum();
}

#pragma adjoint reverse
void scattered(Eigen::VectorXd &v, Eigen::MatrixXd &m, const Eigen::VectorXd &w, const Eigen::VectorXi &places) {
  const std::vector<int> indices(places.data(), places.data() + places.size());
  v(indices) += w;
  v(places) = v(places).cwiseProduct(w) + w;
  v(indices) *= w(0);
  v(places.array() - 1).array() /= w.array();
  m(indices, all) += w * v.transpose();
  m(seq(0, 1), indices) = m(seq(2, 3), indices) * v(1);
  m(places, indices) *= v(2);
  m(indices, 2) -= m(indices, 1);
  v(indices) = v(indices).reverse().eval();
  m(2, places).setConstant(v(3) * w(1));
}

/// A view has indices of its own, and refers to the values.
#pragma adjoint reverse
double changedAfterwards(const Eigen::VectorXd &v, double t) {
  Eigen::VectorXd w = v;
  std::vector<int> indices = {0, 2, 0};
  int places[] = {1, 2};
  auto copied = w(indices);
  auto referring = w(places);
  const auto sum = copied + copied.reverse();
  indices[0] = 3;
  indices.pop_back();
  places[0] = 4;
  w(0) *= w(3) * t;
  copied(1) = referring(0) * t;
  return copied.squaredNorm() * w(indices).prod() + referring.prod() * sum.sum();
}

#pragma adjoint reverse
double byRows(const RowMatrix &m, const Eigen::RowVectorXd &r, const Eigen::ArrayXd &a) {
  RowMatrix b = m;
  b(seq(0, last, 2), all) *= r(last);
  b(all, seq(0, last, 2)) += b(all, lastN(3));
  Eigen::ArrayXd c = a;
  c(seq(0, last, 2)) = c(seqN(1, 3)).exp() * c(last);
  c(seq(0, 1)) += 1.0;
  const std::vector<int> indices = {3, 1, 1};
  return b(indices, indices).sum() * r(indices).dot(r(seq(0, last, 2))) + (c(indices) * a(seqN(0, 3))).sum() * b(1, all).dot(r) + r(seq(1, 2)).prod();
}

double lengthOf(const Eigen::Ref<const Eigen::VectorXd> &v) { return v.norm(); }
template <class D> double productOf(const Eigen::MatrixBase<D> &v) { return v(0) * v(last); }
template <class D, class I> auto partOf(const Eigen::DenseBase<D> &v, const I &indices) { return v(indices).eval(); }

#pragma adjoint reverse
double handedOn(const Eigen::VectorXd &v, const Eigen::MatrixXd &m) {
  const std::vector<int> indices = {3, 1};
  double s = lengthOf(v(seq(1, 3))) * lengthOf(v(indices)) + lengthOf(m(all, 1)) * lengthOf(m(2, indices));
  s += productOf(v(seq(1, last, 2))) * productOf(v(indices)) + productOf(m(indices, 0));
  return s + partOf(v, indices).sum() * partOf(v, seq(0, last, 2)).prod() + (m(indices, indices).inverse() * v(indices)).sum();
}

/// What has a size and numbers, wherever it is.
struct Even {
  std::ptrdiff_t size() const { return 2; }
  std::ptrdiff_t operator[](std::ptrdiff_t i) const { return 2 * i; }
};
const int corners[] = {0, 3};
std::vector<int> chosen = {4, 1, 1};

#pragma adjoint reverse
double byAll(const Eigen::VectorXd &v, const Eigen::Map<const Eigen::VectorXi> &k, const Eigen::Ref<const Eigen::VectorXi> &l) {
  const std::valarray<int> values = {0, 2};
  auto part = [&](const auto &indices) { return v(indices).sum(); };
  double s = v(k).dot(v(l)) * v(k.head(2))(1) * v(l * 1)(0) + v(Even()).squaredNorm() * v(values).prod();
  s += v(corners).sum() * v(chosen).norm() + part(seq(0, 2)) * part(chosen);
  return s * (k(last) > l(last - 1) ? v(seq(0, last - 1)).sum() : v(k).sum()) + v.transpose()(all).sum();
}

#pragma adjoint reverse
double inLoops(Eigen::VectorXd &v, const Eigen::VectorXi &k) {
  double s = 0.0;
  for (int i : k) {
    v(seqN(i, 2)) *= v(i);
    s += v(k)(last) * s + v(last);
    auto c = v(k);
    c *= s * 0.1;
    s += c.sum();
  }
  return s;
}

/// Elements of a mesh: each gathers the values at its corners, and scatters forces.
#pragma adjoint reverse
double assembled(const Eigen::VectorXd &u, const Eigen::MatrixXd &stiffness, int elements) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(u.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(u.size(), u.size());
  for (int e = 0; e < elements; ++e) {
    const std::array<int, 3> corners = {e, e + 1, e + 2};
    force(corners) += stiffness * u(corners) * u(e);
    all(corners, corners) += stiffness * force(e);
  }
  return force.squaredNorm() + u.dot(all * u);
}

int main() {
  const Eigen::VectorXd v = someVector(5, 1), w = someVector(4, 2);
  const Eigen::MatrixXd m = someMatrix(5, 5, 3);
  const Eigen::VectorXi places = Eigen::Vector4i(1, 4, 1, 2);
  numeric::check("lasts", lasts, lasts_b, v, m, 2);
  numeric::check("sequences", sequences, sequences_b, v, m, 5, 2);
  numeric::check("written", written, written_b, m, v, someMatrix(3, 5, 4), 0.7);
  numeric::check("kept", kept, kept_b, v, m, 1);
  numeric::check("known", known, known_b, someMatrix(4, 4, 5), someVector(3, 6));
  numeric::check("gathered", gathered, gathered_b, v, m, places);
  numeric::check("scattered", scattered, scattered_b, v, m, w, places);
  numeric::check("changedAfterwards", changedAfterwards, changedAfterwards_b, v, 0.7);
  numeric::check("byRows", byRows, byRows_b, m, someVector(5, 7), v);
  numeric::check("handedOn", handedOn, handedOn_b, v, m);
  numeric::check("byAll", byAll, byAll_b, v, places, places);
  numeric::check("inLoops", inLoops, inLoops_b, v, Eigen::Vector3i(1, 3, 1));
  numeric::check("assembled", assembled, assembled_b, someVector(6, 8), someMatrix(3, 3, 9), 4);
  return numeric::report();
}
