// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole Jacobians and Hessians, dense, by rows.
//
//     adjoint::Matrix<double> J = adjoint::jacobian<f>(x, y, n);    J(i, j): output i by input j
//     adjoint::Matrix<double> H = adjoint::hessian<f>(x, n);
//
// Columns are the numbers of the independents, in the order of the parameters; rows those of the dependents, the result
// first. A Jacobian is made of tangents, one for each column, or of adjoints, one for each row: of what was asked for.
// If both were, tangents are taken where columns <= 2 * rows, since an adjoint costs about twice as much; or as you
// say:
//
//     adjoint::jacobian<f, adjoint::Sweeps::Adjoints>(x, y, n)
//
// A Hessian is made of one Hessian-vector product for each row. It is symmetric to rounding.
//
// Arguments stay as they are, as in gradient. If f gives an independent another size, std::logic_error is thrown. If
// the size of an output follows from f (a vector that it returns, or resizes), f runs once before the adjoints.
//
// Source: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 3 and 5.
#ifndef ADJOINT_DERIVATIVES_MATRICES_H
#define ADJOINT_DERIVATIVES_MATRICES_H

#include <adjoint/derivatives/maps.h>

namespace adjoint {

/// rows times columns numbers, row by row.
template <class T> class Matrix {
public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : height(rows), width(columns), numbers(rows * columns) {}

  std::size_t rows() const { return height; }
  std::size_t columns() const { return width; }
  T &operator()(std::size_t row, std::size_t column) { return numbers[row * width + column]; }
  const T &operator()(std::size_t row, std::size_t column) const { return numbers[row * width + column]; }
  T *data() { return numbers.data(); }
  const T *data() const { return numbers.data(); }

private:
  std::size_t height = 0, width = 0;
  std::vector<T> numbers;
};

enum class Sweeps { Cheaper, Tangents, Adjoints };

namespace derivatives {

/// An adjoint costs about as much as two tangents.
constexpr bool isCheaperByRows(std::size_t rows, std::size_t columns) { return columns > 2 * rows; }

/// Of a map to the rows, as tangents are.
template <class Map> Matrix<typename Map::T> matrixByColumns(Map &map) {
  Matrix<typename Map::T> result;
  std::vector<typename Map::T> unit(map.inputs()), column;
  for (std::size_t k = 0; k < unit.size(); ++k) {
    unit[k] = 1;
    map.apply(unit, column);
    unit[k] = 0;
    if (k == 0)
      result = Matrix<typename Map::T>(column.size(), unit.size());
    for (std::size_t row = 0; row < column.size(); ++row)
      result(row, k) = column[row];
  }
  return result;
}

/// Of a map from the rows, as adjoints are, or of a symmetric one.
template <class Map> Matrix<typename Map::T> matrixByRows(Map &map) {
  Matrix<typename Map::T> result;
  std::vector<typename Map::T> unit(map.inputs()), row;
  for (std::size_t k = 0; k < unit.size(); ++k) {
    unit[k] = 1;
    map.apply(unit, row);
    unit[k] = 0;
    if (k == 0)
      result = Matrix<typename Map::T>(unit.size(), row.size());
    std::copy(row.begin(), row.end(), result.data() + k * row.size());
  }
  return result;
}

/// Of the ways that were asked for.
template <Sweeps S, class Tangent, class Adjoint, class... A> auto jacobianOf(A &...given) {
  constexpr bool mayGoForward = Tangent::isKnown && S != Sweeps::Adjoints;
  constexpr bool mayGoBack = Adjoint::isKnown && S != Sweeps::Tangents;
  if constexpr (mayGoForward && mayGoBack) {
    AdjointMap<Adjoint, A...> back(given...);
    if (isCheaperByRows(back.inputs(), back.outputs()))
      return matrixByRows(back);
    TangentMap<Tangent, A...> forward(given...);
    return matrixByColumns(forward);
  } else if constexpr (mayGoForward) {
    TangentMap<Tangent, A...> forward(given...);
    return matrixByColumns(forward);
  } else {
    AdjointMap<Adjoint, A...> back(given...);
    return matrixByRows(back);
  }
}

/// Is what the Jacobian is made of known? If not, that is an error.
template <Sweeps S, class Tangent, class Adjoint, class... A> constexpr bool hasJacobian() {
  static_assert(
      Tangent::isKnown || Adjoint::isKnown,
      "no derivative of this function is known here: write '#pragma adjoint jacobian' before the function, and "
      "include <adjoint/derivatives.h> above that");
  static_assert(S != Sweeps::Tangents || Tangent::isKnown, "no tangent of this function is known here: write '#pragma "
                                                           "adjoint jacobian', or tangent, before the function");
  static_assert(S != Sweeps::Adjoints || Adjoint::isKnown, "no adjoint of this function is known here: write '#pragma "
                                                           "adjoint jacobian', or reverse, before the function");
  if constexpr (Tangent::isKnown && S != Sweeps::Adjoints)
    return takes<Tangent, A...>();
  else if constexpr (Adjoint::isKnown && S != Sweeps::Tangents)
    return takes<Adjoint, A...>();
  else
    return false;
}

} // namespace derivatives

template <auto F, Sweeps S = Sweeps::Cheaper, class... A> auto jacobian(A &&...given) {
  using Tangent = derivatives::KnownDerivative<F, derivatives::Kind::Tangent>;
  using Adjoint = derivatives::KnownDerivative<F, derivatives::Kind::Adjoint>;
  if constexpr (derivatives::hasJacobian<S, Tangent, Adjoint, A...>())
    return derivatives::jacobianOf<S, Tangent, Adjoint>(given...);
  else
    return derivatives::Refused();
}

template <auto F, class... A> auto hessian(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::HessianVector>;
  if constexpr (!derivatives::isCallableForNumber<derivatives::Kind::HessianVector, D, A...>()) {
    return derivatives::Refused();
  } else {
    derivatives::HessianMap<D, std::remove_reference_t<A>...> map(given...);
    return derivatives::matrixByRows(map);
  }
}

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_MATRICES_H
