// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's planes, lines, and boxes along the axes.

#ifndef ADJOINT_MODEL_EIGEN_PLANES_H
#define ADJOINT_MODEL_EIGEN_PLANES_H

#include "adjoint/model/eigen/transforms.h"

namespace adjoint::model::Eigen {

template <class T, int Dim, int Options = 0> class Hyperplane;

/// origin + t * direction.
template <class T, int Dim, int Options = 0> class ParametrizedLine {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using VectorType = Matrix<T, Dim, 1>;
  ParametrizedLine() {}
  ParametrizedLine(const VectorType &origin, const VectorType &direction) : from(origin), along(direction) {}
  explicit ParametrizedLine(const Hyperplane<T, Dim, Options> &plane)
      : from(-plane.normal() * plane.offset()), along(plane.normal().unitOrthogonal()) {}
  static ParametrizedLine Through(const VectorType &p, const VectorType &q) {
    return ParametrizedLine(p, VectorType((q - p).normalized()));
  }

  Index dim() const { return along.size(); }
  const VectorType &origin() const { return from; }
  VectorType &origin() { return from; }
  const VectorType &direction() const { return along; }
  VectorType &direction() { return along; }
  T squaredDistance(const VectorType &p) const {
    const VectorType difference = p - from;
    const T t = along.dot(difference);
    return (difference - t * along).squaredNorm();
  }
  T distance(const VectorType &p) const { return elementary::sqrt(squaredDistance(p)); }
  VectorType projection(const VectorType &p) const { return pointAt(along.dot(p - from)); }
  VectorType pointAt(const T &t) const { return from + t * along; }
  T intersectionParameter(const Hyperplane<T, Dim, Options> &plane) const {
    return -(plane.offset() + plane.normal().dot(from)) / plane.normal().dot(along);
  }
  T intersection(const Hyperplane<T, Dim, Options> &plane) const { return intersectionParameter(plane); }
  VectorType intersectionPoint(const Hyperplane<T, Dim, Options> &plane) const {
    return pointAt(intersectionParameter(plane));
  }

private:
  ADJOINT_VIEW("$.origin()") VectorType from;
  ADJOINT_VIEW("$.direction()") VectorType along;
};

/// The points x with normal * x + offset = 0.
template <class T, int Dim, int Options> class Hyperplane {
  static constexpr int size = Dim == Dynamic ? Dynamic : Dim + 1;

public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using VectorType = Matrix<T, Dim, 1>;
  using Coefficients = Matrix<T, size, 1>;
  Hyperplane() {}
  Hyperplane(const VectorType &normal, const VectorType &point) { set(normal, -normal.dot(point)); }
  Hyperplane(const VectorType &normal, const T &offset) { set(normal, offset); }
  explicit Hyperplane(const ParametrizedLine<T, Dim, Options> &line) {
    setThrough(line.origin(), line.direction().unitOrthogonal());
  }
  static Hyperplane Through(const VectorType &p, const VectorType &q) {
    Hyperplane made;
    made.setThrough(p, (q - p).unitOrthogonal());
    return made;
  }
  /// Three points on a line are in no plane of their own: the normal is not a number then.
  static Hyperplane Through(const VectorType &p, const VectorType &q, const VectorType &r) {
    Hyperplane made;
    const VectorType normal = VectorType(r - p).cross(VectorType(q - p));
    made.setThrough(p, VectorType(normal / normal.norm()));
    return made;
  }

  Index dim() const { return values.size() - 1; }
  const Coefficients &coeffs() const { return values; }
  Coefficients &coeffs() { return values; }
  auto normal() const { return Block<const Coefficients, Dim, 1>(values, 0, 0, dim(), 1); }
  auto normal() { return Block<Coefficients, Dim, 1>(values, 0, 0, dim(), 1); }
  const T &offset() const { return values.constRef(dim(), 0); }
  T &offset() { return values.coeffRef(dim(), 0); }
  void normalize() {
    const T length = normal().norm();
    values /= length;
  }
  T signedDistance(const VectorType &p) const { return normal().dot(p) + offset(); }
  T absDistance(const VectorType &p) const { return elementary::fabs(signedDistance(p)); }
  VectorType projection(const VectorType &p) const {
    const T distance = signedDistance(p);
    return p - distance * normal();
  }

private:
  template <class N> void setThrough(const VectorType &point, const N &normal) { set(normal, -point.dot(normal)); }
  template <class N> void set(const N &normal, const T &offset) {
    const Index n = normal.size();
    values.resize(n + 1);
    for (Index i = 0; i < n; ++i)
      values.coeffRef(i, 0) = normal.coeff(i);
    values.coeffRef(n, 0) = offset;
  }
  ADJOINT_VIEW("$.coeffs()") Coefficients values;
};

/// All points between two corners; none, where a number of the first is above that of the second.
template <class T, int Dim> class AlignedBox {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using VectorType = Matrix<T, Dim, 1>;
  AlignedBox() { setEmpty(); }
  template <class A, class B> AlignedBox(const MatrixBase<A> &low, const MatrixBase<B> &high) : low(low), high(high) {}
  template <class E> explicit AlignedBox(const MatrixBase<E> &point) : low(point), high(low) {}

  Index dim() const { return low.size(); }
  const VectorType &min() const { return low; }
  VectorType &min() { return low; }
  const VectorType &max() const { return high; }
  VectorType &max() { return high; }
  bool isEmpty() const { return (low.array() > high.array()).any(); }
  void setEmpty() {
    constexpr T most = is_same<T, float> ? T(3.40282346638528859812e+38L) : T(1.79769313486231570815e+308L);
    low.setConstant(most);
    high.setConstant(-most);
  }
  auto center() const { return (low + high) / T(2); }
  auto sizes() const { return high - low; }
  auto diagonal() const { return high - low; }
  T volume() const { return sizes().prod(); }
  template <class E> bool contains(const MatrixBase<E> &point) const {
    const VectorType p = point.derived();
    return (low.array() <= p.array()).all() && (p.array() <= high.array()).all();
  }
  bool contains(const AlignedBox &other) const { return contains(other.low) && contains(other.high); }
  bool intersects(const AlignedBox &other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
  template <class E> AlignedBox &extend(const MatrixBase<E> &point) {
    const VectorType p = point.derived();
    return spanned(low.cwiseMin(p), high.cwiseMax(p));
  }
  AlignedBox &extend(const AlignedBox &other) { return spanned(low.cwiseMin(other.low), high.cwiseMax(other.high)); }
  AlignedBox &clamp(const AlignedBox &other) { return spanned(low.cwiseMax(other.low), high.cwiseMin(other.high)); }
  AlignedBox intersection(const AlignedBox &other) const { return AlignedBox(*this).clamp(other); }
  AlignedBox merged(const AlignedBox &other) const { return AlignedBox(*this).extend(other); }
  template <class E> AlignedBox &translate(const MatrixBase<E> &step) {
    const VectorType t = step.derived();
    return spanned(low + t, high + t);
  }
  /// Zero inside.
  template <class E> T squaredExteriorDistance(const MatrixBase<E> &point) const {
    const VectorType p = point.derived();
    T sum = 0;
    for (Index k = 0; k < dim(); ++k)
      if (low.coeff(k, 0) > p.coeff(k, 0))
        sum += internal::abs2(T(low.coeff(k, 0) - p.coeff(k, 0)));
      else if (p.coeff(k, 0) > high.coeff(k, 0))
        sum += internal::abs2(T(p.coeff(k, 0) - high.coeff(k, 0)));
    return sum;
  }
  template <class E> T exteriorDistance(const MatrixBase<E> &point) const {
    return elementary::sqrt(squaredExteriorDistance(point));
  }

private:
  template <class A, class B> AlignedBox &spanned(const A &newLow, const B &newHigh) {
    low = newLow;
    high = newHigh;
    return *this;
  }
  ADJOINT_VIEW("($.min)()") VectorType low;
  ADJOINT_VIEW("($.max)()") VectorType high;
};

} // namespace adjoint::model::Eigen

#endif
