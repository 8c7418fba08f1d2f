// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differences: partial derivatives of a function that cannot be differentiated, by evaluating it at other arguments.
//
//     #pragma adjoint differences
//     double price(double spot, double rate, int days);         // of a library without source
//
// Generated code then calls, for each argument that a derivative goes through,
//
//     adjoint::central_difference<0>(price, spot, rate, days)   // by the first one
//
// The function returns a number. What it is called with has the types of its parameters. It must do the same when it is called
// again, and be defined on both sides of the argument.
//
//   central_difference       (f(x + h) - f(x - h)) / 2h: two calls, with some ten correct digits of double, six of float.
//                            h is the cube root of the unit roundoff, times |x| where that is larger than 1.
//   extrapolated_difference  Ridders' method: central differences for shrinking h, extrapolated to h = 0, until the estimated
//                            error grows. Some ten to twenty calls, and one or two digits more. It begins at a tenth, times |x|
//                            where that is larger than 1, and shrinks h where the function is not finite.
//
// Step{h} in front says h, or the h to begin with. What the function throws passes through.
//
// Source: C. J. F. Ridders, Accurate computation of F'(x) and F'(x) F''(x), Advances in Engineering Software 4 (1982) 75-76.
#ifndef ADJOINT_DIFFERENCES_H
#define ADJOINT_DIFFERENCES_H

#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

namespace adjoint {

struct Step {
  double size;
};

namespace differences {

/// The function of one argument alone.
template <std::size_t I, class F, class... Args> class AlongArgument {
public:
  using Number = std::tuple_element_t<I, std::tuple<Args...>>;

  AlongArgument(F &function, const Args &...args) : function_(function), args_(args...) {}

  Number at() const { return std::get<I>(args_); }
  Number operator()(Number x) {
    std::tuple<Args...> moved = args_;
    std::get<I>(moved) = x;
    return Number(std::apply(function_, moved));
  }
  /// The step that is made where one of so much is asked for.
  Number made(Number step) const {
    const volatile Number there = at() + step;
    return there - at();
  }
  /// Grows with the argument where that is large.
  Number scaled(Number step) const { return std::abs(at()) > Number(1) ? step * std::abs(at()) : step; }

private:
  F &function_;
  const std::tuple<Args...> args_;
};

template <class Along, class Number> Number central(Along &along, Number step) {
  return (along(along.at() + step) - along(along.at() - step)) / (2 * step);
}

template <class Along, class Number> Number extrapolated(Along &along, Number step) {
  constexpr int Rows = 12;
  constexpr Number Shrink = Number(1.4), Worse = 2;
  Number table[Rows], best = std::numeric_limits<Number>::quiet_NaN(), error = std::numeric_limits<Number>::infinity();
  int rows = 0;
  for (int tries = 0; rows < Rows && tries < 60; ++tries, step /= Shrink) {
    Number next = central(along, along.made(step));
    if (!std::isfinite(next)) {
      if (rows > 0)
        break;
      continue;
    }
    Number before = rows > 0 ? table[rows - 1] : next, factor = 1;
    for (int i = 0; i < rows; ++i) { // Neville's scheme in h squared: table[i] has been extrapolated i times
      factor *= Shrink * Shrink;
      const Number lower = table[i];
      table[i] = next;
      next = (next * factor - lower) / (factor - 1);
      const Number off = std::fmax(std::abs(next - table[i]), std::abs(next - lower));
      if (off <= error) {
        error = off;
        best = next;
      }
    }
    if (rows == 0)
      best = next;
    else if (std::abs(next - before) >= Worse * error)
      break;
    table[rows++] = next;
  }
  return best;
}

} // namespace differences

template <std::size_t I, class F, class... Args> auto central_difference(Step step, F function, Args... args) {
  differences::AlongArgument<I, F, Args...> along(function, args...);
  using Number = decltype(along.at());
  return differences::central(along, along.made(Number(step.size)));
}

template <std::size_t I, class F, class... Args> auto central_difference(F function, Args... args) {
  differences::AlongArgument<I, F, Args...> along(function, args...);
  using Number = decltype(along.at());
  return differences::central(along, along.made(along.scaled(std::cbrt(std::numeric_limits<Number>::epsilon()))));
}

template <std::size_t I, class F, class... Args> auto extrapolated_difference(Step step, F function, Args... args) {
  differences::AlongArgument<I, F, Args...> along(function, args...);
  using Number = decltype(along.at());
  return differences::extrapolated(along, Number(step.size));
}

template <std::size_t I, class F, class... Args> auto extrapolated_difference(F function, Args... args) {
  differences::AlongArgument<I, F, Args...> along(function, args...);
  using Number = decltype(along.at());
  return differences::extrapolated(along, along.scaled(Number(0.1)));
}

} // namespace adjoint

#endif // ADJOINT_DIFFERENCES_H
