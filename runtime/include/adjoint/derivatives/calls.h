// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function with what it is called with: `Call<D, A...>` has arguments of types A... for the function whose derivative
// D is (an Entry of derivatives/known.h), and makes as many sets of shadows for them as a derivative takes.
#ifndef ADJOINT_DERIVATIVES_CALLS_H
#define ADJOINT_DERIVATIVES_CALLS_H

#include <adjoint/derivatives/arguments.h>
#include <adjoint/derivatives/known.h>

#include <functional>
#include <tuple>
#include <utility>

namespace adjoint::derivatives {

template <class... T> struct List {};

/// What a function takes, a member function its object first, and what it returns.
template <class F> struct Signature;
template <class R, class... P> struct Signature<R (*)(P...)> {
  using Returns = R;
  using Parameters = List<P...>;
};
#define ADJOINT_MEMBER_SIGNATURE(QUALIFIERS, OBJECT)                                                                   \
  template <class R, class C, class... P> struct Signature<R (C::*)(P...) QUALIFIERS> {                                \
    using Returns = R;                                                                                                 \
    using Parameters = List<OBJECT, P...>;                                                                             \
  };                                                                                                                   \
  template <class R, class C, class... P> struct Signature<R (C::*)(P...) QUALIFIERS noexcept> {                       \
    using Returns = R;                                                                                                 \
    using Parameters = List<OBJECT, P...>;                                                                             \
  };
ADJOINT_MEMBER_SIGNATURE(, C &)
ADJOINT_MEMBER_SIGNATURE(&, C &)
ADJOINT_MEMBER_SIGNATURE(const, const C &)
ADJOINT_MEMBER_SIGNATURE(const &, const C &)
#undef ADJOINT_MEMBER_SIGNATURE

template <class P, class A, bool IsActive> struct Place;
template <class P, class A> struct Place<P, A, false> {
  using ArgumentType = HandedOn<P, A>;
  template <std::size_t N> using ShadowType = std::nullptr_t;
};
template <class P, class A> struct Place<P, A, true> {
  static_assert(
      formOf<P>() != Form::Other,
      "<adjoint/derivatives.h>: of a parameter of this type no adjoint or tangent can be made here. Specialise "
      "adjoint::Numbers for its class, leave the parameter out by wrt and of, or call the generated function");
  using ArgumentType = Argument<P, A>;
  template <std::size_t N> using ShadowType = Shadow<P, A, N>;
};

/// A tuple of references to what is one, and of values.
template <class... T> std::tuple<T...> pack(T &&...each) { return {std::forward<T>(each)...}; }

/// One alone, several as they are.
template <class... T> auto packed(std::tuple<T...> all) {
  static_assert(sizeof...(T) > 0, "<adjoint/derivatives.h>: the function has no independent, or no dependent");
  if constexpr (sizeof...(T) == 1)
    return std::get<0>(std::move(all));
  else
    return all;
}

constexpr bool isIndependent(Role role) { return role == Independent || role == Both; }
constexpr bool isDependent(Role role) { return role == Dependent || role == Both; }

template <class D, class Parameters, class ParameterRoles, class Indices, class... A> class CallOf;

template <class D, class... P, Role... R, std::size_t... I, class... A>
class CallOf<D, List<P...>, Roles<R...>, std::index_sequence<I...>, A...> {
public:
  using Returns = typename Signature<decltype(plain(D::primal))>::Returns;
  static constexpr bool isResultDependent = D::resultRole == Dependent;
  /// For N directions.
  template <std::size_t N> using ShadowsOf = std::tuple<typename Place<P, A, R != Passive>::template ShadowType<N>...>;
  using Shadows = ShadowsOf<1>;
  static constexpr bool writesAny = (false || ... || (R != Passive && isWritable<P>()));

  explicit CallOf(A &...given) : arguments(given...) {
    if constexpr (writesAny)
      keepApart();
  }
  CallOf(const CallOf &) = delete;

  /// Before the function, or a derivative of it, runs again.
  void renew() { (std::get<I>(arguments).renew(), ...); }

  decltype(auto) runPrimal() { return std::invoke(D::primal, std::get<I>(arguments).primal()...); }
  /// f_b(x, x_b, ..., seeds...), or f_bd(x, x_d, x_b, x_bd, ..., seeds...)
  template <class... Seeds, class... S> decltype(auto) run(std::tuple<Seeds...> seeds, S &...shadows) {
    return std::apply(D::call, std::tuple_cat(with<I, R>(shadows...)..., std::move(seeds)));
  }

  template <class S> void clear(S &shadows) { (clearOne<I, R>(shadows), ...); }
  /// The values of those in the role, the others zero.
  template <bool (*IsIn)(Role), class Values> void assign(Shadows &shadows, const Values &values, const char *caller) {
    assignFrom<IsIn>(shadows, values, caller, std::make_index_sequence<sizeof...(I)>());
  }
  /// Does something with the numbers of those in the role, parameter by parameter.
  template <bool (*IsIn)(Role), class S, class Do> static void forEach(S &shadows, Do &&act) {
    (forEachOf<I, IsIn(R)>(shadows, act), ...);
  }
  /// The number of numbers that those in the role have on entry.
  template <bool (*IsIn)(Role)> std::size_t count() const { return (std::size_t(0) + ... + countOf<I, IsIn(R)>()); }
  /// The objects of those in the role, as a tuple; afterwards the shadows are empty.
  template <bool (*IsIn)(Role)> static auto take(Shadows &shadows) {
    return std::tuple_cat(takeIf<I, IsIn(R)>(shadows)...);
  }
  template <bool (*IsIn)(Role)> static constexpr std::size_t countParameters() {
    return (std::size_t(0) + ... + std::size_t(IsIn(R)));
  }
  /// May the function give a dependent, or its result, another size?
  static constexpr bool hasOutputsSizedAtRunTime =
      (false || ... || (isDependent(R) && formOf<P>() == Form::Object && isSizedAtRunTime<Plain<P>>)) ||
      (isResultDependent && isSizedAtRunTime<Plain<Returns>>);

  /// Zeros in the shape that the arguments have now: after the function has run.
  template <std::size_t N> void clearAsTheyAre(ShadowsOf<N> &shadows) { (clearAsItIs<I, R, P, N>(shadows), ...); }
  template <class S> void copy(const S &from, S &to) { (copyOne<I, R>(from, to), ...); }

private:
  /// What is written is a copy: for another argument that leads there, nothing would be.
  void keepApart() const { (expectApart < I, R != Passive && isWritable<P>() > (), ...); }
  template <std::size_t K, bool IsWritten> void expectApart() const {
    if constexpr (IsWritten)
      if ((overlap<K, I, R>() || ...))
        throw std::invalid_argument("<adjoint/derivatives.h>: an argument that is written to overlaps another one");
  }
  template <std::size_t K, std::size_t L, Role Q> bool overlap() const {
    if constexpr (K == L || Q == Passive)
      return false;
    else
      return std::get<K>(arguments).memory().overlaps(std::get<L>(arguments).memory());
  }

  template <std::size_t K, Role Q, class... S> auto with(S &...shadows) {
    if constexpr (Q != Passive)
      return pack(std::get<K>(arguments).primal(), std::get<K>(shadows).passed()...);
    else
      return pack(std::get<K>(arguments).primal());
  }
  template <std::size_t K, Role Q, class S> void clearOne(S &shadows) {
    if constexpr (Q != Passive)
      std::get<K>(shadows).clear(std::get<K>(arguments));
  }
  template <std::size_t K, Role Q, class T, std::size_t N> void clearAsItIs(ShadowsOf<N> &shadows) {
    if constexpr (Q != Passive && isWritable<T>() && formOf<T>() == Form::Object)
      std::get<K>(shadows).assign(std::get<K>(arguments), wideZerosLike<N>(std::get<K>(arguments).primal()), "");
    else
      clearOne<K, Q>(shadows);
  }
  template <std::size_t K, Role Q, class S> void copyOne(const S &from, S &to) {
    if constexpr (Q != Passive)
      std::get<K>(to).assign(std::get<K>(arguments), std::get<K>(from).value(), "");
  }
  /// How many of those before parameter K are in the role.
  template <bool (*IsIn)(Role), std::size_t K> static constexpr std::size_t rank() {
    constexpr Role roles[] = {R..., Passive};
    std::size_t before = 0;
    for (std::size_t i = 0; i < K; ++i)
      before += IsIn(roles[i]);
    return before;
  }
  template <bool (*IsIn)(Role), class Values, std::size_t... K>
  void assignFrom(Shadows &shadows, const Values &values, const char *caller, std::index_sequence<K...>) {
    (assignOne<K, R, IsIn(R), rank<IsIn, K>()>(shadows, values, caller), ...);
  }
  template <std::size_t K, Role Q, bool IsGiven, std::size_t Number, class Values>
  void assignOne(Shadows &shadows, const Values &values, const char *caller) {
    if constexpr (IsGiven)
      std::get<K>(shadows).assign(std::get<K>(arguments), std::get<Number>(values), caller);
    else
      clearOne<K, Q>(shadows);
  }
  template <std::size_t K, bool IsIn, class S, class Do> static void forEachOf(S &shadows, Do &act) {
    if constexpr (IsIn)
      std::get<K>(shadows).forEach(act);
  }
  template <std::size_t K, bool IsIn> std::size_t countOf() const {
    if constexpr (IsIn)
      return std::get<K>(arguments).size();
    else
      return 0;
  }
  template <std::size_t K, bool IsTaken> static auto takeIf(Shadows &shadows) {
    if constexpr (IsTaken)
      return std::make_tuple(std::get<K>(shadows).take());
    else
      return std::tuple<>();
  }

  std::tuple<typename Place<P, A, R != Passive>::ArgumentType...> arguments;
};

template <class D> using ParametersOf = typename Signature<decltype(plain(D::primal))>::Parameters;
/// Nothing is written through a span of constants.
template <class P, Role R>
constexpr Role roleOf = R == Both &&formOf<P>() == Form::Array && !isWritable<P>() ? Independent : R;
template <class Parameters, class ParameterRoles> struct KnownRoles;
template <class... P, Role... R> struct KnownRoles<List<P...>, Roles<R...>> { using Type = Roles<roleOf<P, R>...>; };

template <class D, class... A>
using Call = CallOf<D, ParametersOf<D>, typename KnownRoles<ParametersOf<D>, typename D::Parameters>::Type,
                    std::make_index_sequence<sizeof...(A)>, A...>;

template <class D> using ReturnsOf = typename Signature<decltype(plain(D::primal))>::Returns;
template <class D>
constexpr bool returnsNumber = D::resultRole == Dependent &&std::is_floating_point_v<Plain<ReturnsOf<D>>>;
/// Was the derivative asked for with the clause `value`?
template <class D> constexpr bool givesValue = !std::is_void_v<typename Signature<decltype(plain(D::call))>::Returns>;

template <class... P> constexpr std::size_t lengthOf(List<P...>) { return sizeof...(P); }
template <class D, class... A> constexpr bool takes() {
  constexpr bool isRight = lengthOf(ParametersOf<D>()) == sizeof...(A);
  static_assert(isRight,
                "<adjoint/derivatives.h>: expected an argument for each parameter of the function; for a member "
                "function, the object first");
  return isRight;
}

/// Is D, an Entry, known and right for these arguments? If not, that is an error.
template <Kind K, class D, class... A> constexpr bool isCallable() {
  static_assert(D::isKnown || K != Kind::Adjoint,
                "no adjoint of this function is known here: write '#pragma adjoint reverse' before the function, and "
                "include <adjoint/derivatives.h> above that");
  static_assert(D::isKnown || K != Kind::Tangent,
                "no tangent of this function is known here: write '#pragma adjoint tangent' before the function, and "
                "include <adjoint/derivatives.h> above that");
  static_assert(
      D::isKnown || K != Kind::HessianVector,
      "no Hessian-vector product of this function is known here: write '#pragma adjoint hessian_vector' before "
      "the function, and include <adjoint/derivatives.h> above that");
  if constexpr (D::isKnown)
    return takes<D, A...>();
  else
    return false;
}

/// Does the function return a number that is a dependent? If not, that is an error.
template <class D> constexpr bool isOfNumber() {
  static_assert(returnsNumber<D>,
                "the function returns no floating-point number that is a dependent: use adjoint::vjp, "
                "jvp or jacobian");
  return returnsNumber<D>;
}
template <Kind K, class D, class... A> constexpr bool isCallableForNumber() {
  if constexpr (isCallable<K, D, A...>())
    return isOfNumber<D>();
  else
    return false;
}

/// The seed of the result, as the last argument of f_b. Where f returns a reference, it is one.
template <class R, class S> auto seedOf(S &seed) {
  if constexpr (std::is_reference_v<R>)
    return std::tuple<S &>(seed);
  else
    return std::tuple<const S &>(seed);
}

/// f_bd(x, x_d, x_b, x_bd, ..., 1, 0): the product of the Hessian with the tangents, and the gradient.
template <class D, class C, class Tangents>
void runHessianVector(C &call, Tangents &tangents, typename C::Shadows &adjoints, Tangents &products) {
  using T = Plain<typename C::Returns>;
  call.clear(adjoints);
  call.clear(products);
  T seed = 1;
  Wide<T, D::width> noSeed = 0, tangent = 0;
  if constexpr (givesValue<D>)
    call.run(pack(seed, noSeed, tangent), tangents, adjoints, products);
  else
    call.run(pack(seed, noSeed), tangents, adjoints, products);
}

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_CALLS_H
