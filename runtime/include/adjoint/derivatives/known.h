// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function is the derivative of which. The tool writes behind the derivatives of f
//
//     static_assert(adjoint::is_adjoint_of<f, f_b, adjoint::Roles<adjoint::Independent>, adjoint::Dependent>);
//     static_assert(adjoint::is_tangent_of<f, f_d, ...>);
//     static_assert(adjoint::is_hessian_vector_of<f, f_bd, ...>);
//     static_assert(adjoint::is_tangent_of<f, f_d4, ..., 4>);    // for 4 directions at once, of a matrix
//
// with a role for each parameter of f (of a member function, the object is the first), and one for the result. From
// then on KnownDerivative<f, kind> is that function, and SeveralAtOnce<f, kind> is that for several directions, or
// Unknown. A call of f_b through it is a direct call. What is for several directions throws OneByOne, at once, where
// several cannot be taken: then they are taken one by one.
//
// How: the assertion instantiates Entry, which defines the function derivativeOf(Key<f, ...>). It is a friend, so that
// lookup by the argument finds it whatever namespace f is in. (A specialisation of a template could not stand in the
// namespace of f.)
#ifndef ADJOINT_DERIVATIVES_KNOWN_H
#define ADJOINT_DERIVATIVES_KNOWN_H

#include <cstddef>
#include <type_traits>

namespace adjoint {

/// What a function does with a parameter, or its result, for its derivatives.
enum Role { Passive, Independent, Dependent, Both };
template <Role... R> struct Roles {};

namespace derivatives {

enum class Kind { Adjoint, Tangent, HessianVector };

/// The function without `noexcept`, which is a part of its type.
template <class R, class... P> constexpr auto plain(R (*f)(P...)) { return f; }
template <class R, class... P> constexpr auto plain(R (*f)(P...) noexcept) { return static_cast<R (*)(P...)>(f); }
template <class F> constexpr auto plain(F memberFunction) { return memberFunction; }

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend" // each instance has a function of its own: that is the idea
#endif
template <auto F, Kind K, bool IsWide = false> struct Key { friend constexpr auto derivativeOf(Key); };
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

template <auto F, Kind K, auto D, class ParameterRoles, Role Result, std::size_t Width> struct Entry {
  friend constexpr auto derivativeOf(Key<F, K, (Width > 1)>) { return Entry(); }

  static constexpr bool isKnown = true;
  static constexpr std::size_t width = Width; ///< how many directions it takes
  static constexpr auto primal = F;
  static constexpr auto call = D;
  static constexpr Role resultRole = Result;
  using Parameters = ParameterRoles;
};

struct Unknown {
  static constexpr bool isKnown = false;
  static constexpr std::size_t width = 1;
};
template <class K, class = void> struct Find { using Type = Unknown; };
template <class K> struct Find<K, std::void_t<decltype(derivativeOf(K()))>> {
  using Type = decltype(derivativeOf(K()));
};

/// An Entry, or Unknown.
template <auto F, Kind K> using KnownDerivative = typename Find<Key<plain(F), K>>::Type;
template <auto F, Kind K> using SeveralAtOnce = typename Find<Key<plain(F), K, true>>::Type;

/// What a derivative for several directions throws where there is none.
struct OneByOne {};

/// What a refused call returns, so that there is one error.
struct Refused {
  template <class T> operator T() const;
};

} // namespace derivatives

template <auto F, auto F_b, class ParameterRoles, Role Result, std::size_t Width = 1>
constexpr bool is_adjoint_of =
    derivatives::Entry<derivatives::plain(F), derivatives::Kind::Adjoint, F_b, ParameterRoles, Result, Width>::isKnown;
template <auto F, auto F_d, class ParameterRoles, Role Result, std::size_t Width = 1>
constexpr bool is_tangent_of =
    derivatives::Entry<derivatives::plain(F), derivatives::Kind::Tangent, F_d, ParameterRoles, Result, Width>::isKnown;
template <auto F, auto F_bd, class ParameterRoles, Role Result, std::size_t Width = 1>
constexpr bool is_hessian_vector_of = derivatives::Entry<derivatives::plain(F), derivatives::Kind::HessianVector, F_bd,
                                                         ParameterRoles, Result, Width>::isKnown;

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_KNOWN_H
