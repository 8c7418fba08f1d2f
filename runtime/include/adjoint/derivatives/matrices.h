// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole Jacobians and Hessians, dense, by rows.
//
//     adjoint::Matrix<double> J = adjoint::jacobian<f>(x, y, n);    J(i, j): output i by input j
//     adjoint::Matrix<double> H = adjoint::hessian<f>(x, n);
//
// Columns are the numbers of the independents, in the order of the parameters; rows those of the dependents, the result
// first. A Jacobian is made of tangents, one for each column, or of adjoints, one for each row: of what was asked for. If
// both were, tangents are taken where columns <= 2 * rows, since an adjoint costs about twice as much; or as you say:
//
//     adjoint::jacobian<f, adjoint::Sweeps::Adjoints>(x, y, n)
//
// A Hessian is made of one Hessian-vector product for each row. It is symmetric to rounding.
//
// Arguments stay as they are, as in gradient. If f gives an independent another size, std::logic_error is thrown. If the
// size of an output follows from f (a vector that it returns, or resizes), f runs once before the adjoints.
//
// Source: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 3 and 5.
#ifndef ADJOINT_DERIVATIVES_MATRICES_H
#define ADJOINT_DERIVATIVES_MATRICES_H

#include <adjoint/derivatives/sweeps.h>

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

template <class T, class = void> struct NumberIn {
  using Type = double;
};
template <class T> struct NumberIn<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  using Type = T;
};
template <class E, class A> struct NumberIn<std::vector<E, A>> : NumberIn<E> {};
template <class E, std::size_t N> struct NumberIn<std::array<E, N>> : NumberIn<E> {};
template <class P>
using NumberOf =
    typename NumberIn<std::conditional_t<formOf<P>() == Form::Array, std::remove_const_t<Element<P>>, Plain<P>>>::Type;

/// The type of the numbers that derivatives are taken by: what all of them convert to.
template <class Parameters, class ParameterRoles> struct IndependentNumber;
template <class... P, Role... R> struct IndependentNumber<List<P...>, Roles<R...>> {
  template <class Q, Role S> static auto one() {
    if constexpr (isIndependent(S))
      return NumberOf<Q>();
    else
      return float();
  }
  using Type = std::common_type_t<float, decltype(one<P, R>())...>;
};
template <class D> using MatrixOf = Matrix<typename IndependentNumber<ParametersOf<D>, typename D::Parameters>::Type>;

/// The numbers of the outputs: of the result, and then of the parameters that are written.
template <class C, class Result, class Do> void forEachOutput(Result &result, typename C::Shadows &shadows, const Do &act) {
  if constexpr (C::isResultDependent)
    forEachNumber(result, act);
  C::template forEach<isDependent>(shadows, act);
}

/// Becomes 1 where the count of calls before is `number`.
class Unit {
public:
  explicit Unit(std::size_t number) : number(number) {}
  template <class T> void operator()(T &each) const {
    if (count++ == number)
      each = 1;
  }

private:
  const std::size_t number;
  mutable std::size_t count = 0;
};

/// The result of a function, where it is a dependent.
template <class C>
using ResultOf = std::conditional_t<C::isResultDependent, Plain<typename C::Returns>, std::nullptr_t>;

// ---------------------------------------------------------------- tangents

/// Column by column.
template <class D, class... A> class TangentColumns {
  using C = Call<D, A...>;
  static_assert(!C::isResultDependent || !std::is_reference_v<typename C::Returns>,
                "adjoint::jacobian: of what a function returns by reference, there are no tangents here");

public:
  explicit TangentColumns(A &...given) : call(given...) {}

  MatrixOf<D> matrix() {
    const std::size_t columns = call.template count<isIndependent>();
    MatrixOf<D> result;
    for (std::size_t k = 0; k < columns; ++k) {
      run(k);
      if (k == 0)
        result = MatrixOf<D>(rows(), columns);
      std::size_t row = 0;
      forEachOutput<C>(tangent, shadows, [&](auto &number) { result(row++, k) = number; });
    }
    return result;
  }

private:
  void run(std::size_t column) {
    call.renew();
    call.clear(shadows);
    const Unit unit(column);
    C::template forEach<isIndependent>(shadows, unit);
    if constexpr (C::isResultDependent) {
      tangent = ResultOf<C>();
      call.run(std::tuple<ResultOf<C> &>(tangent), shadows);
    } else {
      call.run(std::tuple<>(), shadows);
    }
  }
  std::size_t rows() {
    std::size_t count = 0;
    forEachOutput<C>(tangent, shadows, [&](auto &) { ++count; });
    return count;
  }

  C call;
  typename C::Shadows shadows;
  ResultOf<C> tangent{};
};

// ---------------------------------------------------------------- adjoints

/// Row by row.
template <class D, class... A> class AdjointRows {
  using C = Call<D, A...>;

public:
  explicit AdjointRows(A &...given) : call(given...) {
    if constexpr (C::hasOutputsSizedAtRunTime)
      shapeAfterRun();
    else
      call.clear(zeros);
    forEachOutput<C>(noSeed, zeros, [this](auto &) { ++height; });
  }

  std::size_t rows() const { return height; }
  std::size_t columns() const { return call.template count<isIndependent>(); }

  MatrixOf<D> matrix() {
    MatrixOf<D> result(rows(), columns());
    for (std::size_t row = 0; row < rows(); ++row) {
      run(row);
      std::size_t column = 0;
      C::template forEach<isIndependent>(adjoints, [&](auto &number) {
        if (column == result.columns())
          throwResized();
        result(row, column++) = number;
      });
    }
    return result;
  }

private:
  [[noreturn]] static void throwResized() {
    throw std::logic_error("adjoint::jacobian: the function gives an independent another size");
  }
  void shapeAfterRun() {
    if constexpr (C::isResultDependent)
      noSeed = zerosLike(static_cast<ResultOf<C>>(call.runPrimal()));
    else
      call.runPrimal();
    call.clearAsTheyAre(zeros);
  }
  void run(std::size_t row) {
    call.renew();
    call.copy(zeros, adjoints);
    ResultOf<C> seed = noSeed;
    const Unit unit(row);
    forEachOutput<C>(seed, adjoints, unit);
    if constexpr (C::isResultDependent)
      call.run(seedOf<typename C::Returns>(seed), adjoints);
    else
      call.run(std::tuple<>(), adjoints);
  }

  C call;
  typename C::Shadows zeros, adjoints;
  ResultOf<C> noSeed{};
  std::size_t height = 0;
};

/// Of the ways that were asked for.
template <Sweeps S, class Tangent, class Adjoint, class... A> auto jacobianOf(A &...given) {
  constexpr bool mayGoForward = Tangent::isKnown && S != Sweeps::Adjoints;
  constexpr bool mayGoBack = Adjoint::isKnown && S != Sweeps::Tangents;
  if constexpr (mayGoForward && mayGoBack) {
    AdjointRows<Adjoint, A...> back(given...);
    if (back.columns() > 2 * back.rows())
      return back.matrix();
    return TangentColumns<Tangent, A...>(given...).matrix();
  } else if constexpr (mayGoForward) {
    return TangentColumns<Tangent, A...>(given...).matrix();
  } else {
    return AdjointRows<Adjoint, A...>(given...).matrix();
  }
}

/// Is what the Jacobian is made of known? If not, that is an error.
template <Sweeps S, class Tangent, class Adjoint, class... A> constexpr bool hasJacobian() {
  static_assert(Tangent::isKnown || Adjoint::isKnown,
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

// ----------------------------------------------------------------- Hessian

/// Row by row: row i is the product with the i-th unit direction.
template <class D, class... A> MatrixOf<D> hessianOf(A &...given) {
  using C = Call<D, A...>;
  C call(given...);
  typename C::Shadows tangents, adjoints, products;
  const std::size_t size = call.template count<isIndependent>();
  MatrixOf<D> result(size, size);
  for (std::size_t row = 0; row < size; ++row) {
    call.renew();
    call.clear(tangents);
    const Unit unit(row);
    C::template forEach<isIndependent>(tangents, unit);
    runHessianVector<D>(call, tangents, adjoints, products);
    std::size_t column = 0;
    C::template forEach<isIndependent>(products, [&](auto &number) {
      if (column < size)
        result(row, column++) = number;
    });
  }
  return result;
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
  if constexpr (derivatives::isCallableForNumber<derivatives::Kind::HessianVector, D, A...>())
    return derivatives::hessianOf<D>(given...);
  else
    return derivatives::Refused();
}

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_MATRICES_H
