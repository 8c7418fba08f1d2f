// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen/Geometry: rotations, transforms, homogeneous vectors.

#ifndef ADJOINT_MODEL_EIGEN_GEOMETRY_H
#define ADJOINT_MODEL_EIGEN_GEOMETRY_H

#include "adjoint/model/eigen/planes.h"
#include "adjoint/model/eigen/rotations.h"
#include "adjoint/model/eigen/transforms.h"

namespace adjoint::model::Eigen {

/// With a row (Vertical) or column (Horizontal) of ones behind.
template <class X, int Direction> class Homogeneous : public MatrixBase<Homogeneous<X, Direction>> {
  using Operand = internal::strip_t<X>;
  static constexpr int increased(int n, bool isMore) { return n == Dynamic ? Dynamic : n + isMore; }

public:
  using Scalar = typename Operand::Scalar;
  using RealScalar = typename Operand::RealScalar;
  static constexpr int RowsAtCompileTime = increased(Operand::RowsAtCompileTime, Direction == Vertical),
                       ColsAtCompileTime = increased(Operand::ColsAtCompileTime, Direction == Horizontal);
  static constexpr bool IsRowMajor = internal::orderOfBlock(RowsAtCompileTime, ColsAtCompileTime, Operand::IsRowMajor), isArray = false,
                        isPlain = false, isWritable = false, isDirect = false, isCostly = Operand::isCostly;
  explicit Homogeneous(const Operand &operand) : operand(operand) {}
  template <class X0> Homogeneous(internal::Evaluate, const X0 &operand) : operand(internal::ready(operand)) {}
  Index rows() const { return operand.rows() + (Direction == Vertical ? 1 : 0); }
  Index cols() const { return operand.cols() + (Direction == Horizontal ? 1 : 0); }
  using DenseBase<Homogeneous>::coeff;
  Scalar coeff(Index i, Index j) const {
    if (Direction == Vertical ? i < operand.rows() : j < operand.cols())
      return operand.coeff(i, j);
    return Scalar(1);
  }
  auto evaluated() const { return Homogeneous<const internal::ready_t<Operand>, Direction>(internal::Evaluate(), operand); }

private:
  internal::nested_t<const Operand> operand;
};

} // namespace adjoint::model::Eigen

#endif
