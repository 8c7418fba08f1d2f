// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives at a point as linear maps between vectors of numbers, from which matrices are made.
//
//     TangentMap        product = J direction
//     AdjointMap        product = J^T direction
//     HessianMap        product = H direction
//
// A map of width N takes N directions at once and gives their products. `set(k, i)` is number i of direction k; of the
// product, `sized(count)` learns how many numbers it has, and then `take(i, number)` gets each, of which
// entryOf(number, k) belongs to direction k. No array of either is made.
//
// The numbers of the independents stand in the order of the parameters; those of the dependents too, after the result.
#ifndef ADJOINT_DERIVATIVES_MAPS_H
#define ADJOINT_DERIVATIVES_MAPS_H

#include <adjoint/derivatives/calls.h>

namespace adjoint::derivatives {

template <class T, class = void> struct NumberIn { using Type = double; };
template <class T> struct NumberIn<T, std::enable_if_t<std::is_floating_point_v<T>>> { using Type = T; };
template <class E, class A> struct NumberIn<std::vector<E, A>> : NumberIn<E> {};
template <class E, std::size_t N> struct NumberIn<std::array<E, N>> : NumberIn<E> {};
template <class... E> struct NumberIn<std::tuple<E...>> {
  using Type = std::common_type_t<typename NumberIn<E>::Type...>;
};
template <class A, class B> struct NumberIn<std::pair<A, B>> : NumberIn<std::tuple<A, B>> {};
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

/// Entry k of N.
template <class T> T &entryOf(T &number, std::size_t) { return number; }
template <class T, std::size_t N> T &entryOf(Directions<T, N> &number, std::size_t k) { return number[k]; }

/// Sets numbers one after the other.
template <std::size_t N, class Set> auto setterOf(const Set &set) {
  return [&set, i = std::size_t(0)](auto &number) mutable {
    for (std::size_t k = 0; k < N; ++k)
      entryOf(number, k) = static_cast<std::remove_reference_t<decltype(entryOf(number, k))>>(set(k, i));
    ++i;
  };
}
/// Takes numbers one after the other.
template <class Take> auto takerOf(const Take &take) {
  return [&take, i = std::size_t(0)](auto &number) mutable { take(i++, number); };
}
/// Counts them.
template <class C, bool (*IsIn)(Role), class Shadows> std::size_t countIn(Shadows &shadows) {
  std::size_t count = 0;
  C::template forEach<IsIn>(shadows, [&](auto &) { ++count; });
  return count;
}

/// The result of a function, where it is a dependent, for N directions.
template <class C, std::size_t N>
using ResultOf = std::conditional_t<C::isResultDependent, Wide<Plain<typename C::Returns>, N>, std::nullptr_t>;

/// The numbers of the outputs: of the result, and then of the parameters that are written.
template <class C, class Result, class Shadows, class Do>
void forEachOutput(Result &result, Shadows &shadows, Do &&act) {
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
  static constexpr std::size_t width = D::width;

  explicit TangentMap(A &...given) : call(given...) {}
  std::size_t inputs() const { return call.template count<isIndependent>(); }
  template <class Set, class Sized, class Take> void apply(const Set &set, const Sized &sized, const Take &take) {
    call.renew();
    call.clear(shadows);
    C::template forEach<isIndependent>(shadows, setterOf<width>(set));
    ResultOf<C, width> tangent{};
    if constexpr (C::isResultDependent)
      call.run(std::tuple<ResultOf<C, width> &>(tangent), shadows);
    else
      call.run(std::tuple<>(), shadows);
    std::size_t count = 0;
    forEachOutput<C>(tangent, shadows, [&](auto &) { ++count; });
    sized(count);
    forEachOutput<C>(tangent, shadows, takerOf(take));
  }

private:
  C call;
  typename C::template ShadowsOf<width> shadows;
};

template <class D, class... A> class AdjointMap {
  using C = Call<D, A...>;

public:
  using T = NumberBehind<D>;
  static constexpr std::size_t width = D::width;

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
  template <class Set, class Sized, class Take> void apply(const Set &set, const Sized &sized, const Take &take) {
    call.renew();
    call.copy(zeros, adjoints);
    ResultOf<C, width> seed = noSeed;
    forEachOutput<C>(seed, adjoints, setterOf<width>(set));
    if constexpr (C::isResultDependent)
      call.run(seedOf<typename C::Returns>(seed), adjoints);
    else
      call.run(std::tuple<>(), adjoints);
    if (countIn<C, isIndependent>(adjoints) != outputs())
      throw std::logic_error("adjoint::jacobian: the function gives an independent another size");
    sized(outputs());
    C::template forEach<isIndependent>(adjoints, takerOf(take));
  }

private:
  void shapeAfterRun() {
    if constexpr (C::isResultDependent)
      noSeed = wideZerosLike<width>(static_cast<ResultOf<C, 1>>(call.runPrimal()));
    else
      call.runPrimal();
    call.template clearAsTheyAre<width>(zeros);
  }

  C call;
  typename C::template ShadowsOf<width> zeros, adjoints;
  ResultOf<C, width> noSeed{};
  std::size_t seedCount = 0;
};

template <class D, class... A> class HessianMap {
  using C = Call<D, A...>;

public:
  using T = NumberBehind<D>;
  static constexpr std::size_t width = D::width;

  explicit HessianMap(A &...given) : call(given...) {}
  std::size_t inputs() const { return call.template count<isIndependent>(); }
  template <class Set, class Sized, class Take> void apply(const Set &set, const Sized &sized, const Take &take) {
    call.renew();
    call.clear(tangents);
    C::template forEach<isIndependent>(tangents, setterOf<width>(set));
    runHessianVector<D>(call, tangents, adjoints, products);
    if (countIn<C, isIndependent>(products) != inputs())
      throw std::logic_error("adjoint::hessian: the function gives an independent another size");
    sized(inputs());
    C::template forEach<isIndependent>(products, takerOf(take));
  }

private:
  C call;
  typename C::template ShadowsOf<width> tangents, products;
  typename C::Shadows adjoints;
};

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_MAPS_H
