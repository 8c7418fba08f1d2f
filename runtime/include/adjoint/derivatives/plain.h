// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of f and f_b that are written so plainly that they can be differentiated in their turn: a function that is
// differentiated may call adjoint::gradient<f> and value_and_gradient<f>, as it may call f_b.
//
// The arguments of a call turn in a ring: the first one is taken off, and what the function takes for it goes to the
// end, until all have. Copies and adjoints are variables of the step that made them.
//
//     step(x, n)  ->  step(n, x.data(), x_b.data())  ->  step(x.data(), x_b.data(), n)  ->  f_b(x.data(), x_b.data(),
//     n, 1.0)
#ifndef ADJOINT_DERIVATIVES_PLAIN_H
#define ADJOINT_DERIVATIVES_PLAIN_H

#include <adjoint/derivatives/calls.h>

namespace adjoint::derivatives {

/// The derivatives by a parameter of type P with an argument of type A.
template <class P, class A> using DerivativeBy = typename Shadow<P, A, 1>::Value;

/// Zeros in the shape of an argument.
template <class P, class V, class A> void clearLike(A &given, V &derivative) {
  if constexpr (formOf<P>() == Form::Number)
    derivative = 0;
  else if constexpr (formOf<P>() == Form::Object)
    derivative = zerosLike(static_cast<const Plain<P> &>(given));
  else if constexpr (isVector<V>)
    derivative.assign(std::size(given), 0);
  else
    derivative.fill(0);
}

/// What a pointer or span for an array is.
template <class P, class V> auto viewOf(V &numbers) {
  if constexpr (std::is_pointer_v<Plain<P>>)
    return std::data(numbers);
  else
    return Plain<P>(std::data(numbers), std::size(numbers));
}
/// Of its adjoint.
template <class P, class V> auto adjointViewOf(V &numbers) {
  if constexpr (std::is_pointer_v<Plain<P>>) {
    return numbers.data();
  } else {
#if __cplusplus >= 202002L
    return std::span<std::remove_const_t<Element<P>>>(numbers.data(), numbers.size());
#endif
  }
}

/// Calls `take(what the function takes for an argument)`: for one that it writes to, of a copy.
template <class P, bool IsActive, class A, class Take> decltype(auto) withPrimal(A &given, const Take &take) {
  if constexpr (!IsActive) {
    if constexpr (std::is_pointer_v<Plain<P>> && !std::is_convertible_v<A &, P> && hasExtent<A>) {
      auto first = std::data(given);
      return take(first);
    } else if constexpr (std::is_rvalue_reference_v<P>) {
      Plain<P> copy(given);
      return take(copy);
    } else {
      return take(given);
    }
  } else if constexpr (formOf<P>() == Form::Number) {
    Plain<P> number = static_cast<Plain<P>>(given);
    return take(number);
  } else if constexpr (formOf<P>() == Form::Array) {
    static_assert(hasExtent<A>,
                  "<adjoint/derivatives.h>: how many numbers does this pointer lead to? Give a vector, an "
                  "array, or adjoint::array(pointer, size)");
    if constexpr (isWritable<P>()) {
      std::vector<std::remove_const_t<Element<P>>> copy(std::data(given), std::data(given) + std::size(given));
      auto view = viewOf<P>(copy);
      return take(view);
    } else {
      auto view = viewOf<P>(given);
      return take(view);
    }
  } else if constexpr (isWritable<P>() || std::is_rvalue_reference_v<P>) {
    static_assert(formOf<P>() == Form::Object);
    Plain<P> copy(given);
    return take(copy);
  } else {
    return take(given);
  }
}

template <class T> constexpr bool isTuple = false;
template <class... T> constexpr bool isTuple<std::tuple<T...>> = true;

/// The parameters and roles are those of the arguments that are still in the front; the adjoints of the independents
/// among them are the parts of the result from `Next` on.
template <class D, class Parameters, class ParameterRoles, std::size_t Next = 0> struct Ring;

template <class D, std::size_t Next> struct Ring<D, List<>, Roles<>, Next> {
  /// The seed of the result is 1.
  template <class Result, class... A> static decltype(auto) adjoint(Result &, A &...all) {
    Plain<ReturnsOf<D>> seed = 1;
    return D::call(all..., seed);
  }
  template <class... A> static auto primal(A &...all) {
    if constexpr (std::is_member_function_pointer_v<decltype(D::primal)>)
      return Plain<ReturnsOf<D>>(std::invoke(D::primal, all...));
    else
      return Plain<ReturnsOf<D>>(D::primal(all...));
  }
};

template <class D, class P, class... Ps, Role R, Role... Rs, std::size_t Next>
struct Ring<D, List<P, Ps...>, Roles<R, Rs...>, Next> {
  using Rest = Ring<D, List<Ps...>, Roles<Rs...>, Next + isIndependent(R)>;

  template <class Result, class First, class... A>
  static decltype(auto) adjoint(Result &result, First &first, A &...rest) {
    return withPrimal<P, R != Passive>(first, [&](auto &own) -> decltype(auto) {
      if constexpr (R == Passive) {
        return Rest::adjoint(result, rest..., own);
      } else if constexpr (!isIndependent(R)) {
        DerivativeBy<P, First> dropped{};
        return withAdjoint(dropped, result, first, rest..., own);
      } else if constexpr (isTuple<Result>) {
        return withAdjoint(std::get<Next>(result), result, first, rest..., own);
      } else {
        return withAdjoint(result, result, first, rest..., own);
      }
    });
  }
  template <class First, class... A> static auto primal(First &first, A &...rest) {
    return withPrimal<P, R != Passive>(first, [&](auto &own) { return Rest::primal(rest..., own); });
  }

private:
  template <class V, class Result, class First, class... A>
  static decltype(auto) withAdjoint(V &derivative, Result &result, First &first, A &...all) {
    clearLike<P>(first, derivative);
    if constexpr (formOf<P>() == Form::Array) {
      auto view = adjointViewOf<P>(derivative);
      return Rest::adjoint(result, all..., view);
    } else {
      return Rest::adjoint(result, all..., derivative);
    }
  }
};

/// The derivatives by the independents: one alone, or a tuple.
template <class Parameters, class ParameterRoles, class... A> struct GradientType;
template <class... P, Role... R, class... A> struct GradientType<List<P...>, Roles<R...>, A...> {
  template <class Q, Role S, class B> static auto one() {
    if constexpr (isIndependent(S))
      return std::tuple<DerivativeBy<Q, B>>();
    else
      return std::tuple<>();
  }
  using All = decltype(std::tuple_cat(one<P, R, A>()...));
  static_assert(std::tuple_size_v<All> != 0, "<adjoint/derivatives.h>: the function has no independent");
  using Type = std::conditional_t<std::tuple_size_v<All> == 1, std::tuple_element_t<0, All>, All>;
};

template <class D> using RolesIn = typename KnownRoles<ParametersOf<D>, typename D::Parameters>::Type;
template <class D> using RingOf = Ring<D, ParametersOf<D>, RolesIn<D>>;
template <class D, class... A> using GradientOf = typename GradientType<ParametersOf<D>, RolesIn<D>, A...>::Type;

/// What is written is a copy, so that it may overlap no other argument.
template <class D, class... A> void expectArgumentsApart([[maybe_unused]] A &...given) {
  if constexpr (Call<D, A...>::writesAny) [[maybe_unused]]
    const Call<D, A...> call(given...);
}

} // namespace adjoint::derivatives

#endif // ADJOINT_DERIVATIVES_PLAIN_H
