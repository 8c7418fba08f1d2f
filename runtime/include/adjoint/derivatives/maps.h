// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives at a point as linear maps between vectors of numbers, from which matrices are made.
//
//     TangentMap        product = J direction
//     AdjointMap        product = J^T direction
//     HessianMap        product = H direction
//
// The numbers of the independents stand in the order of the parameters; those of the dependents too, after the result.
#ifndef ADJOINT_DERIVATIVES_MAPS_H
#define ADJOINT_DERIVATIVES_MAPS_H

#include <adjoint/derivatives/sweeps.h>

namespace adjoint::derivatives {

template <class T, class = void> struct NumberIn { using Type = double; };
template <class T> struct NumberIn<T, std::enable_if_t<std::is_floating_point_v<T>>> { using Type = T; };
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
template <class D> using NumberBehind = typename IndependentNumber<ParametersOf<D>, typename D::Parameters>::Type;

/// Sets numbers one after the other.
template <class T> class Setter {
public:
  explicit Setter(const std::vector<T> &values) : next(values.data()) {}
  template <class N> void operator()(N &number) const { number = static_cast<N>(*next++); }

private:
  mutable const T *next;
};
/// Appends numbers.
template <class T> class Getter {
public:
  explicit Getter(std::vector<T> &values) : values(values) { values.clear(); }
  template <class N> void operator()(N &number) const { values.push_back(static_cast<T>(number)); }

private:
  std::vector<T> &values;
};

/// The result of a function, where it is a dependent.
template <class C>
using ResultOf = std::conditional_t<C::isResultDependent, Plain<typename C::Returns>, std::nullptr_t>;

/// The numbers of the outputs: of the result, and then of the parameters that are written.
template <class C, class Result, class Do>
void forEachOutput(Result &result, typename C::Shadows &shadows, const Do &act) {
  if constexpr (C::isResultDependent)
    forEachNumber(result, act);
  C::template forEach<isDependent>(shadows, act);
}

template <class D, class... A> class TangentMap {
  using C = Call<D, A...>;
  static_assert(!C::isResultDependent || !std::is_reference_v<typename C::Returns>,
                "adjoint::jacobian: of what a function returns by reference, there are no tangents here");

public:
  using T = NumberBehind<D>;

  explicit TangentMap(A &...given) : call(given...) {}
  std::size_t inputs() const { return call.template count<isIndependent>(); }
  /// `product` gets the size of the output.
  void apply(const std::vector<T> &direction, std::vector<T> &product) {
    call.renew();
    call.clear(shadows);
    const Setter<T> set(direction);
    C::template forEach<isIndependent>(shadows, set);
    ResultOf<C> tangent{};
    if constexpr (C::isResultDependent)
      call.run(std::tuple<ResultOf<C> &>(tangent), shadows);
    else
      call.run(std::tuple<>(), shadows);
    const Getter<T> get(product);
    forEachOutput<C>(tangent, shadows, get);
  }

private:
  C call;
  typename C::Shadows shadows;
};

template <class D, class... A> class AdjointMap {
  using C = Call<D, A...>;

public:
  using T = NumberBehind<D>;

  /// Runs the function if it gives an output its size.
  explicit AdjointMap(A &...given) : call(given...) {
    if constexpr (C::hasOutputsSizedAtRunTime)
      shapeAfterRun();
    else
      call.clear(zeros);
    forEachOutput<C>(noSeed, zeros, [this](auto &) { ++seedCount; });
  }

  std::size_t inputs() const { return seedCount; }
  std::size_t outputs() const { return call.template count<isIndependent>(); }
  void apply(const std::vector<T> &direction, std::vector<T> &product) {
    call.renew();
    call.copy(zeros, adjoints);
    ResultOf<C> seed = noSeed;
    const Setter<T> set(direction);
    forEachOutput<C>(seed, adjoints, set);
    if constexpr (C::isResultDependent)
      call.run(seedOf<typename C::Returns>(seed), adjoints);
    else
      call.run(std::tuple<>(), adjoints);
    const Getter<T> get(product);
    C::template forEach<isIndependent>(adjoints, get);
    if (product.size() != outputs())
      throw std::logic_error("adjoint::jacobian: the function gives an independent another size");
  }

private:
  void shapeAfterRun() {
    if constexpr (C::isResultDependent)
      noSeed = zerosLike(static_cast<ResultOf<C>>(call.runPrimal()));
    else
      call.runPrimal();
    call.clearAsTheyAre(zeros);
  }

  C call;
  typename C::Shadows zeros, adjoints;
  ResultOf<C> noSeed{};
  std::size_t seedCount = 0;
};

template <class D, class... A> class HessianMap {
  using C = Call<D, A...>;

public:
  using T = NumberBehind<D>;

  explicit HessianMap(A &...given) : call(given...) {}
  std::size_t inputs() const { return call.template count<isIndependent>(); }
  void apply(const std::vector<T> &direction, std::vector<T> &product) {
    call.renew();
    call.clear(tangents);
    const Setter<T> set(direction);
    C::template forEach<isIndependent>(tangents, set);
    runHessianVector<D>(call, tangents, adjoints, products);
    const Getter<T> get(product);
    C::template forEach<isIndependent>(products, get);
    if (product.size() != direction.size())
      throw std::logic_error("adjoint::hessian: the function gives an independent another size");
  }

private:
  C call;
  typename C::Shadows tangents, adjoints, products;
};

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_MAPS_H
