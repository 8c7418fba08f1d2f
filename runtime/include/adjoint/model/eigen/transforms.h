// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen's Transform (Isometry3d, Affine2d, ...), Translation and uniform scaling.

#ifndef ADJOINT_MODEL_EIGEN_TRANSFORMS_H
#define ADJOINT_MODEL_EIGEN_TRANSFORMS_H

#include "adjoint/model/eigen/rotations.h"

namespace adjoint::model::Eigen {

inline constexpr int Isometry = 1, Affine = 2, AffineCompact = 0x12, Projective = 0x20;

template <class T> class UniformScaling {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  UniformScaling() {}
  explicit UniformScaling(const T &factor) : by(factor) {}
  T factor() const { return by; }
  T &factor() { return by; }
  UniformScaling inverse() const { return UniformScaling(T(1) / by); }
  UniformScaling operator*(const UniformScaling &other) const { return UniformScaling(by * other.by); }
  template <class E> auto operator*(const MatrixBase<E> &e) const { return internal::plain_of<E>(e.derived() * by); }
  template <class D, int Dim> auto operator*(const RotationBase<D, Dim> &r) const {
    return Matrix<T, Dim, Dim>(r.derived().toRotationMatrix() * by);
  }
  template <int Dim> auto operator*(const Translation<T, Dim> &t) const {
    Transform<T, Dim, Affine> made(*this);
    made.translation() = by * t.vector();
    return made;
  }
  template <int Dim, int Mode, int Options> auto operator*(const Transform<T, Dim, Mode, Options> &t) const {
    Transform<T, Dim, Mode == Isometry ? Affine : Mode> made = t;
    made.prescale(by);
    return made;
  }

private:
  ADJOINT_VIEW("$.factor()") T by;
};
inline UniformScaling<float> Scaling(float s) { return UniformScaling<float>(s); }
inline UniformScaling<double> Scaling(double s) { return UniformScaling<double>(s); }
template <class E, class T> auto operator*(const MatrixBase<E> &e, const UniformScaling<T> &s) { return e.derived() * s.factor(); }

template <class T, int Dim> class Translation {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  using VectorType = Matrix<T, Dim, 1>;
  Translation() {}
  Translation(const T &x, const T &y) : values(x, y) {}
  Translation(const T &x, const T &y, const T &z) : values(x, y, z) {}
  explicit Translation(const VectorType &v) : values(v) {}
  static Translation Identity() { return Translation(VectorType(VectorType::Zero())); }

  T x() const { return values.coeff(0, 0); }
  T y() const { return values.coeff(1, 0); }
  T z() const { return values.coeff(2, 0); }
  T &x() { return values.coeffRef(0, 0); }
  T &y() { return values.coeffRef(1, 0); }
  T &z() { return values.coeffRef(2, 0); }
  const VectorType &vector() const { return values; }
  VectorType &vector() { return values; }
  const VectorType &translation() const { return values; }
  VectorType &translation() { return values; }
  Translation inverse() const { return Translation(VectorType(-values)); }

  Translation operator*(const Translation &other) const { return Translation(VectorType(values + other.values)); }
  auto operator*(const UniformScaling<T> &s) const {
    Transform<T, Dim, Affine> made(s);
    made.translation() = values;
    return made;
  }
  template <class D> auto operator*(const RotationBase<D, Dim> &r) const { return *this * Transform<T, Dim, Isometry>(r); }
  template <int Mode, int Options> Transform<T, Dim, Mode> operator*(const Transform<T, Dim, Mode, Options> &t) const {
    Transform<T, Dim, Mode> made = t;
    made.pretranslate(values);
    return made;
  }
  template <class E> auto operator*(const EigenBase<E> &e) const {
    if constexpr (E::ColsAtCompileTime == 1 || E::RowsAtCompileTime == 1)
      return VectorType(values + e.derived());
    else {
      Transform<T, Dim, Affine> made(e);
      made.translation() = values;
      return made;
    }
  }

private:
  ADJOINT_VIEW("$.vector()") VectorType values;
};
template <class E, class T, int Dim> auto operator*(const EigenBase<E> &linear, const Translation<T, Dim> &t) {
  Transform<T, Dim, Affine> made(linear);
  made.translation() = linear.derived() * t.vector();
  return made;
}

namespace internal {
template <class T, int Dim, class D> auto rotationMatrix(const RotationBase<D, Dim> &r) { return r.derived().toRotationMatrix(); }
template <class T, int Dim, class E> Matrix<T, Dim, Dim> rotationMatrix(const MatrixBase<E> &e) { return Matrix<T, Dim, Dim>(e); }
template <class T, int Dim> auto rotationMatrix(const T &angle) { return Rotation2D<T>(angle).toRotationMatrix(); }
constexpr int modeOfProduct(int l, int r) {
  const bool isLess = l == Projective || r == Projective, isAffine = l == Affine || r == Affine;
  return isLess ? Projective : isAffine ? Affine : l == AffineCompact || r == AffineCompact ? AffineCompact : Isometry;
}
} // namespace internal

/// A matrix of Dim rows (with the last one, unless Mode is AffineCompact) and Dim + 1 columns.
template <class T, int Dim, int Mode, int Options> class Transform {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Scalar = T;
  static constexpr int HDim = Dim + 1;
  static constexpr bool isCompact = Mode == AffineCompact, isProjective = Mode == Projective;
  using MatrixType = Matrix<T, isCompact ? Dim : HDim, HDim, Options>;
  using LinearMatrixType = Matrix<T, Dim, Dim, Options>;
  using VectorType = Matrix<T, Dim, 1>;

  Transform() { makeAffine(); }
  Transform(const Transform &) = default;
  Transform &operator=(const Transform &) = default;
  explicit Transform(const Translation<T, Dim> &t) { *this = t; }
  explicit Transform(const UniformScaling<T> &s) { *this = s; }
  template <class D> explicit Transform(const RotationBase<D, Dim> &r) { *this = r; }
  template <class E> explicit Transform(const EigenBase<E> &e) { *this = e; }
  template <int OtherMode, int OtherOptions> Transform(const Transform<T, Dim, OtherMode, OtherOptions> &other) {
    makeAffine();
    if constexpr (isProjective && OtherMode == Projective)
      values = other.matrix();
    else
      affine() = other.affine();
  }
  Transform &operator=(const Translation<T, Dim> &t) {
    linear().setIdentity();
    translation() = t.vector();
    makeAffine();
    return *this;
  }
  Transform &operator=(const UniformScaling<T> &s) {
    values.setZero();
    linear().diagonal().fill(s.factor());
    makeAffine();
    return *this;
  }
  template <class D> Transform &operator=(const RotationBase<D, Dim> &r) {
    linear() = r.derived().toRotationMatrix();
    translation().setZero();
    makeAffine();
    return *this;
  }
  template <class E> Transform &operator=(const EigenBase<E> &e) {
    if constexpr (E::RowsAtCompileTime == Dim && E::ColsAtCompileTime == Dim) {
      linear() = e;
      translation().setZero();
      makeAffine();
    } else if constexpr (E::RowsAtCompileTime == Dim) {
      affine() = e;
      makeAffine();
    } else if constexpr (isCompact)
      values = e.derived().template block<Dim, HDim>(0, 0);
    else
      values = e;
    return *this;
  }
  static Transform Identity() { return Transform(MatrixType(MatrixType::Identity())); }
  void setIdentity() { values.setIdentity(); }
  void makeAffine() {
    if constexpr (!isCompact) {
      for (Index j = 0; j < Dim; ++j)
        values.coeffRef(Dim, j) = T(0);
      values.coeffRef(Dim, Dim) = T(1);
    }
  }

  Index rows() const { return isProjective ? HDim : Dim; }
  Index cols() const { return HDim; }
  T operator()(Index i, Index j) const { return values.coeff(i, j); }
  T &operator()(Index i, Index j) { return values.coeffRef(i, j); }
  const MatrixType &matrix() const { return values; }
  MatrixType &matrix() { return values; }
  const T *data() const { return values.data(); }
  T *data() { return values.data(); }
#define ADJOINT_EIGEN_PARTS(CONST)                                                                                     \
  auto linear() CONST { return Block<CONST MatrixType, Dim, Dim>(values, 0, 0, Dim, Dim); }                            \
  auto translation() CONST { return Block<CONST MatrixType, Dim, 1>(values, 0, Dim, Dim, 1); }                         \
  decltype(auto) affine() CONST {                                                                                      \
    if constexpr (isCompact)                                                                                           \
      return matrix();                                                                                                 \
    else                                                                                                               \
      return Block<CONST MatrixType, Dim, HDim>(values, 0, 0, Dim, HDim);                                              \
  }                                                                                                                    \
  auto linearExt() CONST { return Block<CONST MatrixType, extended, Dim>(values, 0, 0, extended, Dim); }               \
  auto translationExt() CONST { return Block<CONST MatrixType, extended, 1>(values, 0, Dim, extended, 1); }
  ADJOINT_EIGEN_PARTS()
  ADJOINT_EIGEN_PARTS(const)
#undef ADJOINT_EIGEN_PARTS
  template <int M = Mode, class = enable_if_t<M == Isometry>> auto rotation() const { return linear(); }

  Transform inverse() const { return inverse(Mode); }
  /// `hint`: what kind of transform it is, by name.
  template <class Hint> Transform inverse(Hint hint) const {
    Transform made;
    if constexpr (isProjective)
      made.matrix() = values.inverse();
    else {
      if (static_cast<int>(hint) == Isometry)
        made.linear() = linear().transpose();
      else
        made.linear() = linear().inverse();
      const LinearMatrixType inverted = made.linear();
      made.translation() = inverted * translation() * T(-1);
    }
    return made;
  }

  // Changes, from the right and from the left.
  template <class V> Transform &translate(const MatrixBase<V> &v) {
    const VectorType by(v);
    translationExt() += linearExt() * by;
    return *this;
  }
  template <class V> Transform &pretranslate(const MatrixBase<V> &v) {
    if constexpr (isProjective)
      affine() += v.derived() * values.row(Dim);
    else
      translation() += v.derived();
    return *this;
  }
  template <class R> Transform &rotate(const R &rotation) {
    const LinearMatrixType by(internal::rotationMatrix<T, Dim>(rotation));
    linearExt() = linearExt() * by;
    return *this;
  }
  template <class R> Transform &prerotate(const R &rotation) {
    const LinearMatrixType by(internal::rotationMatrix<T, Dim>(rotation));
    affine() = by * affine();
    return *this;
  }
  Transform &scale(const T &s) {
    linearExt() *= s;
    return *this;
  }
  Transform &prescale(const T &s) {
    affine() *= s;
    return *this;
  }
  template <class V> Transform &scale(const MatrixBase<V> &v) {
    linearExt() = linearExt() * v.derived().asDiagonal();
    return *this;
  }
  template <class V> Transform &prescale(const MatrixBase<V> &v) {
    affine() = v.derived().asDiagonal() * affine();
    return *this;
  }
  Transform &shear(const T &sx, const T &sy) {
    const VectorType first = linear().col(0), second = linear().col(1);
    linear().col(0) = first + second * sx;
    linear().col(1) = first * sy + second;
    return *this;
  }
  template <class P, class R, class V>
  Transform &fromPositionOrientationScale(const MatrixBase<P> &position, const R &orientation, const MatrixBase<V> &scale) {
    linear() = internal::rotationMatrix<T, Dim>(orientation) * scale.derived().asDiagonal();
    translation() = position;
    makeAffine();
    return *this;
  }

  // Products.
  template <class E> auto operator*(const EigenBase<E> &e) const {
    using Result = internal::plain_of<E>;
    const auto &right = internal::operandOf(e.derived());
    if constexpr (isProjective)
      return Result(values * right);
    else if constexpr (E::RowsAtCompileTime == HDim) {
      Result made(right);
      made.template topRows<Dim>() = affine() * right;
      return made;
    } else {
      Result made(right);
      made = linear() * right;
      made.colwise() += translation();
      return made;
    }
  }
  template <int OtherMode, int OtherOptions> auto operator*(const Transform<T, Dim, OtherMode, OtherOptions> &other) const {
    constexpr int mode = internal::modeOfProduct(Mode, OtherMode);
    if constexpr (mode == Projective) {
      const Transform<T, Dim, Projective> left(*this), right(other);
      return Transform<T, Dim, Projective>(left.matrix() * right.matrix());
    } else {
      Transform<T, Dim, mode, Options> made;
      made.linear() = linear() * other.linear();
      made.translation() = linear() * other.translation() + translation();
      return made;
    }
  }
  Transform operator*(const Translation<T, Dim> &t) const { return Transform(*this).translate(t.vector()); }
  template <class D> Transform operator*(const RotationBase<D, Dim> &r) const { return Transform(*this).rotate(r.derived()); }
  auto operator*(const UniformScaling<T> &s) const {
    Transform<T, Dim, Mode == Isometry ? Affine : Mode> made = *this;
    made.scale(s.factor());
    return made;
  }
  Transform &operator*=(const Translation<T, Dim> &t) { return translate(t.vector()); }
  Transform &operator*=(const UniformScaling<T> &s) { return scale(s.factor()); }
  template <class D> Transform &operator*=(const RotationBase<D, Dim> &r) { return rotate(r.derived()); }
  template <class E> Transform &operator*=(const EigenBase<E> &e) { return *this = *this * e; }
  template <int OtherMode, int OtherOptions> Transform &operator*=(const Transform<T, Dim, OtherMode, OtherOptions> &other) {
    return *this = *this * other;
  }

private:
  static constexpr int extended = isProjective ? HDim : Dim;
  ADJOINT_VIEW("$.matrix()") MatrixType values;
};

template <class E, class T, int Dim, int Mode, int Options>
auto operator*(const EigenBase<E> &e, const Transform<T, Dim, Mode, Options> &t) {
  if constexpr (E::RowsAtCompileTime == Dim && E::ColsAtCompileTime == Dim) {
    Transform<T, Dim, Mode, Options> made = t;
    made.affine() = e.derived() * t.affine();
    return made;
  } else if constexpr (E::RowsAtCompileTime == Dim) {
    const Transform<T, Dim, Affine> left(e);
    Transform<T, Dim, Mode, Options> made = t;
    made.affine() = left.linear() * t.affine();
    made.translation() += left.translation();
    return made;
  } else {
    const Transform<T, Dim, Projective, Options> right(t);
    return Transform<T, Dim, Projective, Options>(e.derived() * right.matrix());
  }
}

} // namespace adjoint::model::Eigen

#endif
