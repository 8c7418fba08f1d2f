// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's rotations: Quaternion, AngleAxis, Rotation2D.

#ifndef ADJOINT_MODEL_EIGEN_ROTATIONS_H
#define ADJOINT_MODEL_EIGEN_ROTATIONS_H

#include "adjoint/model/eigen/decompositions.h"

namespace adjoint::model {
namespace elementary {
float fmod(float, float);
double fmod(double, double);
long double fmod(long double, long double);
} // namespace elementary
} // namespace adjoint::model

namespace adjoint::model::Eigen {

template <class T, int Options = 0> class Quaternion;
template <class T> class AngleAxis;
template <class T, int Dim> class Translation;
template <class T, int Dim, int Mode, int Options = 0> class Transform;
template <class T> class UniformScaling;

/// Every rotation D has Scalar and toRotationMatrix().
template <class D, int Dim> class RotationBase {
public:
  D &derived() { return *static_cast<D *>(this); }
  const D &derived() const { return *static_cast<const D *>(this); }
  auto matrix() const { return derived().toRotationMatrix(); }
  template <class V> auto _transformVector(const V &v) const {
    return Matrix<typename D::Scalar, Dim, 1>(derived().toRotationMatrix() * v);
  }

  template <class E> auto operator*(const EigenBase<E> &e) const {
    using T = typename D::Scalar;
    if constexpr (E::ColsAtCompileTime == 1 || E::RowsAtCompileTime == 1)
      return derived()._transformVector(Matrix<T, Dim, 1>(e));
    else
      return Matrix<T, Dim, Dim>(derived().toRotationMatrix() * e.derived());
  }
  template <class T> auto operator*(const UniformScaling<T> &s) const {
    return Matrix<T, Dim, Dim>(derived().toRotationMatrix() * s.factor());
  }
  template <class T> auto operator*(const Translation<T, Dim> &t) const { return Transform<T, Dim, 1>(*this) * t; }
  template <class T, int Mode, int Options> Transform<T, Dim, Mode> operator*(const Transform<T, Dim, Mode, Options> &t) const {
    return derived().toRotationMatrix() * t;
  }
};
template <class E, class D, int Dim> auto operator*(const EigenBase<E> &e, const RotationBase<D, Dim> &r) {
  return Matrix<typename D::Scalar, Dim, Dim>(e.derived() * r.derived().toRotationMatrix());
}

namespace internal {
/// The unit quaternion of a rotation matrix. Ken Shoemake: Quaternion calculus and fast animation, 1987.
template <class Q, class M> void setFromRotation(Q &q, const M &m) {
  using T = typename Q::Scalar;
  T t = m.trace();
  if (t > T(0)) {
    t = elementary::sqrt(t + T(1));
    q.w() = T(0.5) * t;
    t = T(0.5) / t;
    q.x() = (m.coeff(2, 1) - m.coeff(1, 2)) * t;
    q.y() = (m.coeff(0, 2) - m.coeff(2, 0)) * t;
    q.z() = (m.coeff(1, 0) - m.coeff(0, 1)) * t;
  } else {
    Index i = 0;
    if (m.coeff(1, 1) > m.coeff(0, 0))
      i = 1;
    if (m.coeff(2, 2) > m.coeff(i, i))
      i = 2;
    const Index j = (i + 1) % 3, k = (j + 1) % 3;
    t = elementary::sqrt(m.coeff(i, i) - m.coeff(j, j) - m.coeff(k, k) + T(1));
    q.coeffs().coeffRef(i, 0) = T(0.5) * t;
    t = T(0.5) / t;
    q.w() = (m.coeff(k, j) - m.coeff(j, k)) * t;
    q.coeffs().coeffRef(j, 0) = (m.coeff(j, i) + m.coeff(i, j)) * t;
    q.coeffs().coeffRef(k, 0) = (m.coeff(k, i) + m.coeff(i, k)) * t;
  }
}
} // namespace internal

/// A quaternion: x, y, z and w, one behind the other, in D::coeffs().
template <class D> class QuaternionBase : public RotationBase<D, 3> {
public:
  using RotationBase<D, 3>::derived;
  using RotationBase<D, 3>::operator*;

  decltype(auto) x() const { return derived().coeffs().x(); }
  decltype(auto) y() const { return derived().coeffs().y(); }
  decltype(auto) z() const { return derived().coeffs().z(); }
  decltype(auto) w() const { return derived().coeffs().w(); }
  auto &x() { return derived().coeffs().x(); }
  auto &y() { return derived().coeffs().y(); }
  auto &z() { return derived().coeffs().z(); }
  auto &w() { return derived().coeffs().w(); }
  auto vec() const { return derived().coeffs().template head<3>(); }
  auto vec() { return derived().coeffs().template head<3>(); }

  static auto Identity() { return Quaternion<typename D::Scalar>(1, 0, 0, 0); }
  QuaternionBase &setIdentity() {
    derived().coeffs() = D::Identity().coeffs();
    return *this;
  }
  auto squaredNorm() const { return derived().coeffs().squaredNorm(); }
  auto norm() const { return derived().coeffs().norm(); }
  void normalize() { derived().coeffs().normalize(); }
  auto normalized() const { return Quaternion<typename D::Scalar>(derived().coeffs().normalized()); }
  template <class O> auto dot(const QuaternionBase<O> &other) const { return derived().coeffs().dot(other.derived().coeffs()); }
  template <class O> auto angularDistance(const QuaternionBase<O> &other) const {
    const auto d = *this * other.conjugate();
    return typename D::Scalar(2) * elementary::atan2(d.vec().norm(), elementary::fabs(d.w()));
  }
  auto conjugate() const { return Quaternion<typename D::Scalar>(w(), -x(), -y(), -z()); }
  auto inverse() const {
    const auto n = squaredNorm();
    if (n > 0)
      return Quaternion<typename D::Scalar>(w() / n, -x() / n, -y() / n, -z() / n);
    return Quaternion<typename D::Scalar>(0, 0, 0, 0);
  }
  auto toRotationMatrix() const {
    using T = typename D::Scalar;
    const T tx = T(2) * x(), ty = T(2) * y(), tz = T(2) * z();
    const T twx = tx * w(), twy = ty * w(), twz = tz * w();
    const T txx = tx * x(), txy = ty * x(), txz = tz * x();
    const T tyy = ty * y(), tyz = tz * y(), tzz = tz * z();
    Matrix<T, 3, 3> r;
    r.coeffRef(0, 0) = T(1) - (tyy + tzz);
    r.coeffRef(0, 1) = txy - twz;
    r.coeffRef(0, 2) = txz + twy;
    r.coeffRef(1, 0) = txy + twz;
    r.coeffRef(1, 1) = T(1) - (txx + tzz);
    r.coeffRef(1, 2) = tyz - twx;
    r.coeffRef(2, 0) = txz - twy;
    r.coeffRef(2, 1) = tyz + twx;
    r.coeffRef(2, 2) = T(1) - (txx + tyy);
    return r;
  }
  template <class V> auto _transformVector(const V &v) const {
    using Vector = Matrix<typename D::Scalar, 3, 1>;
    const Vector twice = vec().cross(v) * typename D::Scalar(2);
    return Vector(v + w() * twice + vec().cross(twice));
  }
  template <class O> auto operator*(const QuaternionBase<O> &b) const {
    return Quaternion<typename D::Scalar>(w() * b.w() - x() * b.x() - y() * b.y() - z() * b.z(),
                                          w() * b.x() + x() * b.w() + y() * b.z() - z() * b.y(),
                                          w() * b.y() + y() * b.w() + z() * b.x() - x() * b.z(),
                                          w() * b.z() + z() * b.w() + x() * b.y() - y() * b.x());
  }
  template <class O> D &operator*=(const QuaternionBase<O> &other) {
    derived().coeffs() = (*this * other).coeffs();
    return derived();
  }
  template <class S, class O> auto slerp(const S &t, const QuaternionBase<O> &other) const {
    return between(static_cast<typename D::Scalar>(t), other.derived());
  }
  template <class A, class B> D &setFromTwoVectors(const MatrixBase<A> &a, const MatrixBase<B> &b) {
    using T = typename D::Scalar;
    const Matrix<T, 3, 1> v0 = a.normalized(), v1 = b.normalized();
    const Matrix<T, 3, 1> axis = v0.cross(v1);
    if (v1.dot(v0) < T(-1) + T(internal::precisionOf<D>()))
      throw_opposite();
    const T s = elementary::sqrt((T(1) + v1.dot(v0)) * T(2));
    vec() = axis * (T(1) / s);
    w() = s * T(0.5);
    return derived();
  }

  // Assignments of what is no quaternion.
  template <class T> D &operator=(const AngleAxis<T> &aa) {
    const T half = T(0.5) * aa.angle();
    w() = elementary::cos(half);
    vec() = elementary::sin(half) * aa.axis();
    return derived();
  }
  template <class E> D &operator=(const MatrixBase<E> &e) {
    if constexpr (E::ColsAtCompileTime == 1)
      derived().coeffs() = e;
    else {
      const auto &m = internal::operandOf(e.derived());
      internal::setFromRotation(derived(), m);
    }
    return derived();
  }
  template <class O> D &operator=(const QuaternionBase<O> &other) {
    derived().coeffs() = other.derived().coeffs();
    return derived();
  }

private:
  template <class T, class O> auto between(const T &t, const O &other) const {
    const T d = dot(other), a = elementary::fabs(d);
    T first, second;
    if (a >= T(1) - epsilon<T>()) {
      first = T(1) - t;
      second = t;
    } else {
      const T angle = elementary::acos(a), sine = elementary::sin(angle);
      first = elementary::sin((T(1) - t) * angle) / sine;
      second = elementary::sin(t * angle) / sine;
    }
    if (d < T(0))
      second = -second;
    return Quaternion<T>(first * derived().coeffs() + second * other.coeffs());
  }
  template <class T> static constexpr T epsilon() { return is_same<T, float> ? T(1.1920929e-07) : T(2.220446049250313e-16); }
};

template <class T, int Options> class Quaternion : public QuaternionBase<Quaternion<T, Options>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  Quaternion() {}
  Quaternion(const T &w, const T &x, const T &y, const T &z) : values(x, y, z, w) {}
  explicit Quaternion(const T *data) : values(data) {}
  Quaternion(const Quaternion &) = default;
  template <class O> Quaternion(const QuaternionBase<O> &other) : values(other.derived().coeffs()) {}
  explicit Quaternion(const AngleAxis<T> &aa) { *this = aa; }
  template <class E> explicit Quaternion(const MatrixBase<E> &e) { *this = e; }
  Quaternion &operator=(const Quaternion &) = default;
  using QuaternionBase<Quaternion>::operator=;
  template <class A, class B> static Quaternion FromTwoVectors(const MatrixBase<A> &a, const MatrixBase<B> &b) {
    Quaternion made;
    made.setFromTwoVectors(a, b);
    return made;
  }
  template <class S> decltype(auto) cast() const {
    if constexpr (is_same<S, T>)
      return static_cast<const Quaternion &>(*this);
    else
      return Quaternion<S>(values.template cast<S>());
  }
  Matrix<T, 4, 1, Options> &coeffs() { return values; }
  const Matrix<T, 4, 1, Options> &coeffs() const { return values; }

private:
  ADJOINT_VIEW("$.coeffs()") Matrix<T, 4, 1, Options> values;
};

#define ADJOINT_EIGEN_QUATERNION_MAP(CONST)                                                                            \
  template <class T, int Options, class S>                                                                             \
  class Map<CONST Quaternion<T>, Options, S> : public QuaternionBase<Map<CONST Quaternion<T>, Options, S>> {           \
  public:                                                                                                              \
    using Scalar = T;                                                                                                  \
    explicit Map(CONST T *data) : values(data) {}                                                                      \
    Map(const Map &) = default;                                                                                        \
    Map &operator=(const Map &other) {                                                                                 \
      values = other.values;                                                                                           \
      return *this;                                                                                                    \
    }                                                                                                                  \
    using QuaternionBase<Map>::operator=;                                                                              \
    auto &coeffs() { return values; }                                                                                  \
    const auto &coeffs() const { return values; }                                                                      \
                                                                                                                       \
  private:                                                                                                             \
    Map<CONST Matrix<T, 4, 1>, Options> values;                                                                        \
  };
ADJOINT_EIGEN_QUATERNION_MAP()
ADJOINT_EIGEN_QUATERNION_MAP(const)
#undef ADJOINT_EIGEN_QUATERNION_MAP

/// A rotation by an angle about a unit vector.
template <class T> class AngleAxis : public RotationBase<AngleAxis<T>, 3> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using RotationBase<AngleAxis, 3>::operator*;
  AngleAxis() {}
  template <class E> AngleAxis(const T &angle, const MatrixBase<E> &axis) : unit(axis), by(angle) {}
  template <class Q> explicit AngleAxis(const QuaternionBase<Q> &q) { *this = q; }
  template <class E> explicit AngleAxis(const MatrixBase<E> &m) { *this = m; }
  AngleAxis(const AngleAxis &) = default;
  AngleAxis &operator=(const AngleAxis &) = default;
  template <class Q> AngleAxis &operator=(const QuaternionBase<Q> &q) {
    T n = q.vec().norm();
    if (n != T(0)) {
      by = T(2) * elementary::atan2(n, elementary::fabs(q.w()));
      if (q.w() < T(0))
        n = -n;
      unit = q.vec() / n;
    } else {
      by = T(0);
      unit = Matrix<T, 3, 1>(T(1), T(0), T(0));
    }
    return *this;
  }
  template <class E> AngleAxis &operator=(const MatrixBase<E> &m) { return *this = Quaternion<T>(m); }
  template <class E> AngleAxis &fromRotationMatrix(const MatrixBase<E> &m) { return *this = m; }
  static AngleAxis Identity() { return AngleAxis(T(0), Matrix<T, 3, 1>(T(1), T(0), T(0))); }

  T angle() const { return by; }
  T &angle() { return by; }
  const Matrix<T, 3, 1> &axis() const { return unit; }
  Matrix<T, 3, 1> &axis() { return unit; }
  AngleAxis inverse() const { return AngleAxis(-by, unit); }
  Quaternion<T> operator*(const AngleAxis &other) const { return Quaternion<T>(*this) * Quaternion<T>(other); }
  Quaternion<T> operator*(const Quaternion<T> &other) const { return Quaternion<T>(*this) * other; }
  auto toRotationMatrix() const {
    const T s = elementary::sin(by), c = elementary::cos(by);
    const Matrix<T, 3, 1> sine = s * unit, rest = (T(1) - c) * unit;
    const T xy = rest.x() * unit.y(), xz = rest.x() * unit.z(), yz = rest.y() * unit.z();
    Matrix<T, 3, 3> r;
    r.coeffRef(0, 1) = xy - sine.z();
    r.coeffRef(1, 0) = xy + sine.z();
    r.coeffRef(0, 2) = xz + sine.y();
    r.coeffRef(2, 0) = xz - sine.y();
    r.coeffRef(1, 2) = yz - sine.x();
    r.coeffRef(2, 1) = yz + sine.x();
    for (Index i = 0; i < 3; ++i)
      r.coeffRef(i, i) = rest.coeff(i, 0) * unit.coeff(i, 0) + c;
    return r;
  }

private:
  ADJOINT_VIEW("$.axis()") Matrix<T, 3, 1> unit;
  ADJOINT_VIEW("$.angle()") T by;
};
template <class T> Quaternion<T> operator*(const Quaternion<T> &a, const AngleAxis<T> &b) { return a * Quaternion<T>(b); }

template <class T> class Rotation2D : public RotationBase<Rotation2D<T>, 2> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using RotationBase<Rotation2D, 2>::operator*;
  Rotation2D() {}
  explicit Rotation2D(const T &angle) : by(angle) {}
  template <class E> explicit Rotation2D(const MatrixBase<E> &m) { fromRotationMatrix(m); }
  Rotation2D(const Rotation2D &) = default;
  Rotation2D &operator=(const Rotation2D &) = default;
  template <class E> Rotation2D &operator=(const MatrixBase<E> &m) { return fromRotationMatrix(m); }
  template <class E> Rotation2D &fromRotationMatrix(const MatrixBase<E> &e) {
    const auto &m = internal::operandOf(e.derived());
    by = elementary::atan2(m.coeff(1, 0), m.coeff(0, 0));
    return *this;
  }
  static Rotation2D Identity() { return Rotation2D(T(0)); }

  T angle() const { return by; }
  T &angle() { return by; }
  T smallestPositiveAngle() const {
    const T rest = elementary::fmod(by, turn);
    return rest < T(0) ? rest + turn : rest;
  }
  T smallestAngle() const {
    const T rest = elementary::fmod(by, turn);
    return rest > turn / 2 ? rest - turn : rest < -turn / 2 ? rest + turn : rest;
  }
  Rotation2D inverse() const { return Rotation2D(-by); }
  Rotation2D operator*(const Rotation2D &other) const { return Rotation2D(by + other.by); }
  Rotation2D &operator*=(const Rotation2D &other) {
    by += other.by;
    return *this;
  }
  auto toRotationMatrix() const {
    const T s = elementary::sin(by), c = elementary::cos(by);
    return Matrix<T, 2, 2>(c, s, -s, c);
  }
  Rotation2D slerp(const T &t, const Rotation2D &other) const {
    return Rotation2D(by + Rotation2D(other.by - by).smallestAngle() * t);
  }

private:
  static constexpr T turn = T(6.283185307179586476925286766559L);
  ADJOINT_VIEW("$.angle()") T by;
};

} // namespace adjoint::model::Eigen

#endif
