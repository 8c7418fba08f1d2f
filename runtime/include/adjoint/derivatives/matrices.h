// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole Jacobians and Hessians, dense, by rows.
//
//     adjoint::Matrix<double> J = adjoint::jacobian<f>(x, y, n);    J(i, j): output i by input j
//     adjoint::Matrix<double> H = adjoint::hessian<f>(x, n);
//
// Columns are the numbers of the independents, in the order of the parameters; rows those of the dependents, the result
// first. A Jacobian is made of tangents, one for each column, or of adjoints, one for each row: of what was asked for.
// If both were, tangents are taken where they take at most twice as many runs, since an adjoint costs about twice as
// much; or as you say:
//
//     adjoint::jacobian<f, adjoint::Sweeps::Adjoints>(x, y, n)
//
// A Hessian is made of one Hessian-vector product for each row. It is symmetric to rounding.
//
// One run of a derivative takes several columns, or rows, at once: as many as the pragma says, width(n), or 4. Where
// that cannot be, it takes one (derivatives/chunks.h).
//
// Arguments stay as they are, as in gradient. If f gives an independent another size, std::logic_error is thrown. If
// the size of an output follows from f (a vector that it returns, or resizes), f runs once before the adjoints.
//
// Source: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 3 and 5.
#ifndef ADJOINT_DERIVATIVES_MATRICES_H
#define ADJOINT_DERIVATIVES_MATRICES_H

#include <adjoint/derivatives/sweeps.h>

namespace adjoint {

enum class Sweeps { Cheaper, Tangents, Adjoints };

namespace derivatives {

/// Are there so many columns that adjoints, one for each row, are cheaper? Each costs about as much as two tangents.
/// Given are the numbers of runs.
constexpr bool isCheaperByRows(std::size_t rows, std::size_t columns) { return columns > 2 * rows; }

/// Of products with unit vectors.
template <bool AreColumns, class Chunks> auto matrixOf(Chunks &chunks) {
  using T = typename Chunks::T;
  const std::size_t count = chunks.single().inputs();
  Matrix<T> result;
  chunks.apply(
      count, [](std::size_t k, std::size_t i) { return k == i; },
      [&](std::size_t size) {
        if (result.rows() == 0)
          result = AreColumns ? Matrix<T>(size, count) : Matrix<T>(count, size);
      },
      [&](std::size_t i, auto entries) {
        for (std::size_t k = entries.begin(); k < entries.end(); ++k)
          (AreColumns ? result(i, k) : result(k, i)) = static_cast<T>(entries[k]);
      });
  return result;
}

/// What the Jacobian of F is made of, for arguments A.
template <auto F, class... A> struct OfJacobian {
  using Tangent = KnownDerivative<F, Kind::Tangent>;
  using Adjoint = KnownDerivative<F, Kind::Adjoint>;
  using Forward = ChunksOf<TangentMap, Tangent, SeveralAtOnce<F, Kind::Tangent>, A...>;
  using Back = ChunksOf<AdjointMap, Adjoint, SeveralAtOnce<F, Kind::Adjoint>, A...>;
};
template <auto F, class... A>
using OfHessian =
    ChunksOf<HessianMap, KnownDerivative<F, Kind::HessianVector>, SeveralAtOnce<F, Kind::HessianVector>, A...>;

/// Of the ways that were asked for.
template <Sweeps S, auto F, class... A> auto jacobianOf(A &...given) {
  using Of = OfJacobian<F, A...>;
  using Forward = typename Of::Forward;
  using Back = typename Of::Back;
  constexpr bool mayGoForward = Of::Tangent::isKnown && S != Sweeps::Adjoints;
  constexpr bool mayGoBack = Of::Adjoint::isKnown && S != Sweeps::Tangents;
  if constexpr (mayGoForward && mayGoBack) {
    Back back(given...);
    const std::size_t rows = back.single().inputs(), columns = back.single().outputs();
    if (isCheaperByRows(Back::runsFor(rows), Forward::runsFor(columns)))
      return matrixOf<false>(back);
    Forward forward(given...);
    return matrixOf<true>(forward);
  } else if constexpr (mayGoForward) {
    Forward forward(given...);
    return matrixOf<true>(forward);
  } else {
    Back back(given...);
    return matrixOf<false>(back);
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
    return derivatives::jacobianOf<S, F>(given...);
  else
    return derivatives::Refused();
}

template <auto F, class... A> auto hessian(A &&...given) {
  using D = derivatives::KnownDerivative<F, derivatives::Kind::HessianVector>;
  if constexpr (!derivatives::isCallableForNumber<derivatives::Kind::HessianVector, D, A...>()) {
    return derivatives::Refused();
  } else {
    derivatives::OfHessian<F, std::remove_reference_t<A>...> products(given...);
    return derivatives::matrixOf<false>(products);
  }
}

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_MATRICES_H
