// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of functions whose parameters are Eigen's matrices, in numeric.h's words:
//
//     numeric::check("f", f, f_b, A, x, 0.3, 4);    at these arguments of f
//
// Numbers that are not floating-point have no adjoint. What a parameter by reference, or a view of variables, holds
// afterwards is an output, and so is the result. The adjoint must add to those of the rest.

#pragma once

#include "numeric.h"

#include <Eigen/Core>

namespace numeric {

template <class T> struct SeenOf {
  using Held = T;       ///< what a test holds for a parameter
  using Variable = T;   ///< what its adjoint is
  static constexpr bool isView = false, isOfVariables = false;
};
template <class P, int O, class S> struct SeenOf<Eigen::Ref<P, O, S>> {
  using Held = std::remove_const_t<P>;
  using Variable = Eigen::Ref<Held, O, S>;
  static constexpr bool isView = true, isOfVariables = !std::is_const_v<P>;
};

template <class P, int O, class S> struct SeenOf<Eigen::Map<P, O, S>> {
  using Held = std::remove_const_t<P>;
  using Variable = Eigen::Map<Held, O, S>;
  static constexpr bool isView = true, isOfVariables = !std::is_const_v<P>;
};
/// An object, or the memory that a map is to be made of.
template <class V, class H> V viewOf(H &held) {
  if constexpr (std::is_constructible_v<V, H &>)
    return V(held);
  else
    return V(held.data(), held.rows(), held.cols());
}

/// A parameter of type A.
template <class T, bool isNumber = std::is_arithmetic_v<T>> struct NumberOf { using type = T; };
template <class T> struct NumberOf<T, false> { using type = typename T::Scalar; };
template <class A> struct Parameter {
  using Object = std::decay_t<A>;
  using Seen = SeenOf<Object>;
  using Held = typename Seen::Held;
  static constexpr bool isActive = !std::is_integral_v<typename NumberOf<Object>::type>;
  static constexpr bool isOutput = isActive && (Seen::isView ? Seen::isOfVariables
                                                             : std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>);
  template <class V, class H> static decltype(auto) seen(H &held) {
    if constexpr (Seen::isView)
      return std::tuple<V>(viewOf<V>(held));
    else
      return std::tuple<H &>(held);
  }
};

/// Calls visit for each number of an argument.
template <class T, class F> void eachNumber(T &object, F visit) {
  if constexpr (std::is_floating_point_v<T>)
    visit(object);
  else if constexpr (!std::is_integral_v<typename NumberOf<std::remove_const_t<T>>::type>)
    for (Eigen::Index j = 0; j < object.cols(); ++j)
      for (Eigen::Index i = 0; i < object.rows(); ++i)
        visit(object(i, j));
}
template <class T> void fillFrom(T &object, const double *&from) {
  eachNumber(object, [&](auto &number) { number = static_cast<std::decay_t<decltype(number)>>(*from++); });
}
template <class T> void appendTo(Vector &numbers, T object) {
  eachNumber(object, [&](auto &number) { numbers.push_back(static_cast<double>(number)); });
}
template <class T> T filled(T object, double value) {
  eachNumber(object, [&](auto &number) { number = static_cast<std::decay_t<decltype(number)>>(value); });
  return object;
}
template <class T> T increased(T object, double by) {
  eachNumber(object, [&](auto &number) { number += static_cast<std::decay_t<decltype(number)>>(by); });
  return object;
}

template <class R, class... A> class EigenCheck {
  using Arguments = std::tuple<typename Parameter<A>::Held...>;
  using All = std::index_sequence_for<A...>;
  template <std::size_t i> using Of = Parameter<std::tuple_element_t<i, std::tuple<A...>>>;
  template <std::size_t i> using AdjointOf = typename Of<i>::Seen::Variable;

public:
  EigenCheck(R (*f)(A...), const Arguments &at) : f(f), at(at) {}

  template <class F> void run(const char *name, const F &f_b, double tolerance) {
    Vector x;
    std::apply([&](const auto &...each) { (appendTo(x, each), ...); }, at);
    auto primal = [&](const Vector &v) { return value(v); };
    auto adjoint = [&](const Vector &v, const Vector &y_b) { return reverse(f_b, v, y_b, All()); };
    check(name, x, primal, adjoint, tolerance);
    if constexpr (isBoth<F>)
      checkTangent(name, x, primal, adjoint, [&](const Vector &v, const Vector &v_d) { return forward(f_b.tangent, v, v_d, All()); },
                   tolerance);
  }

private:
  Arguments with(const Vector &numbers) const {
    Arguments arguments = at;
    const double *from = numbers.data();
    std::apply([&](auto &...each) { (fillFrom(each, from), ...); }, arguments);
    return arguments;
  }
  template <class F, class All> static decltype(auto) callWith(const F &f, All &&all) {
    return std::apply([&](auto &...each) -> decltype(auto) { return f(each...); }, all);
  }
  template <std::size_t... I> R call(Arguments &arguments, std::index_sequence<I...>) {
    return callWith(f, std::tuple_cat(Of<I>::template seen<typename Of<I>::Object>(std::get<I>(arguments))...));
  }
  /// The result, and what is overwritten.
  template <std::size_t... I> static void appendOutputs(Vector &y, const Arguments &arguments, std::index_sequence<I...>) {
    ((Of<I>::isOutput ? appendTo(y, std::get<I>(arguments)) : void()), ...);
  }
  Vector value(const Vector &v) {
    Vector y;
    Arguments arguments = with(v);
    if constexpr (std::is_void_v<R>)
      call(arguments, All());
    else
      appendTo<std::decay_t<R>>(y, call(arguments, All()));
    appendOutputs(y, arguments, All());
    return y;
  }

  /// With an adjoint, or a tangent, of type Other.
  template <std::size_t i, class Other> static auto pairOf(Arguments &x, Arguments &other) {
    auto seen = Of<i>::template seen<typename Of<i>::Object>(std::get<i>(x));
    if constexpr (Of<i>::isActive)
      return std::tuple_cat(std::move(seen), Of<i>::template seen<Other>(std::get<i>(other)));
    else
      return seen;
  }
  template <class F, std::size_t... I> Vector reverse(const F &f_b, const Vector &v, const Vector &y_b, std::index_sequence<I...>) {
    Arguments x = with(v), x_b = with(v), after = with(v);
    const double *seed = y_b.data();
    auto seeded = [&](auto &object) { fillFrom(object, seed); };
    auto prepared = [&](auto &adjoint, auto &left, bool isOutput) {
      adjoint = isOutput ? left : filled(adjoint, initialAdjoint);
      if (isOutput)
        seeded(adjoint);
    };
    auto finish = [&](auto &&...result_b) {
      (prepared(std::get<I>(x_b), std::get<I>(after), Of<I>::isOutput), ...);
      callWith(f_b, std::tuple_cat(pairOf<I, AdjointOf<I>>(x, x_b)..., std::tie(result_b...)));
    };
    if constexpr (std::is_void_v<R>) {
      call(after, All());
      finish();
    } else {
      std::decay_t<R> result_b = call(after, All());
      seeded(result_b);
      finish(result_b);
    }
    Vector numbers;
    auto take = [&](auto &adjoint, const auto &input, bool isOutput) {
      Vector before, now;
      appendTo(before, input);
      appendTo(now, isOutput ? adjoint : increased(adjoint, -initialAdjoint));
      now.resize(before.size()); // behind it is what a vector had grown by
      numbers.insert(numbers.end(), now.begin(), now.end());
    };
    (take(std::get<I>(x_b), std::get<I>(at), Of<I>::isOutput), ...);
    return numbers;
  }
  template <class F, std::size_t... I> Vector forward(F f_d, const Vector &v, const Vector &v_d, std::index_sequence<I...>) {
    Arguments x = with(v), x_d = with(v_d);
    Vector y, y_d;
    if constexpr (std::is_void_v<R>) {
      callWith(f_d, std::tuple_cat(pairOf<I, typename Of<I>::Object>(x, x_d)...));
    } else {
      std::decay_t<R> result_d{};
      appendTo<std::decay_t<R>>(y, callWith(f_d, std::tuple_cat(pairOf<I, typename Of<I>::Object>(x, x_d)..., std::tie(result_d))));
      appendTo(y_d, result_d);
    }
    appendOutputs(y, x, All());
    appendOutputs(y_d, x_d, All());
    return joined(y_d, y);
  }

  R (*f)(A...);
  Arguments at;
};

template <class T> constexpr bool isDense = std::is_base_of_v<Eigen::EigenBase<std::decay_t<T>>, std::decay_t<T>>;

template <class R, class... A, class F, class = std::enable_if_t<(isDense<A> || ...)>>
void check(const char *name, R (*f)(A...), F f_b, const typename Parameter<A>::Held &...at) {
  EigenCheck<R, A...>(f, {at...}).run(name, f_b, std::is_same_v<R, float> ? floatTolerance : defaultTolerance);
}

/// Some matrix, away from zero, the same in every run.
inline Eigen::MatrixXd someMatrix(Eigen::Index m, Eigen::Index n, unsigned which = 0) {
  Eigen::MatrixXd made(m, n);
  const Vector numbers = seeds(static_cast<std::size_t>(m * n), which);
  for (Eigen::Index i = 0; i < m * n; ++i)
    made.data()[i] = numbers[static_cast<std::size_t>(i)];
  return made;
}
inline Eigen::VectorXd someVector(Eigen::Index n, unsigned which = 0) { return someMatrix(n, 1, which); }

} // namespace numeric
