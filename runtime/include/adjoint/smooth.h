// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differentiable stand-ins for functions with a kink or a jump.
//
// Each function has a width h > 0. The smaller h is, the closer it is to the original. h has the unit of the
// argument whose sign decides. There are two variants:
//
//   smooth::f        the exact value; only the derivative is smoothed. Primal results do not change.
//   smooth::soft::f  the smoothed value and its own derivative, consistent to rounding.
//
// The derivatives are functions too: f_d for a function f of one argument; f_dx, f_dy and so on for the
// partial derivatives by the argument of that name. There is no derivative by h. Generated code calls these
// functions.
//
// With  s(t) = 1 / (1 + exp(-t))              the logistic function,
//       S(t) = 0, s(t), 1                     for t < -1, |t| <= 1, t > 1: the logistic function, clipped,
//       p(t) = log(1 + exp(t))                softplus, whose derivative is s,
//
//   function          value           derivatives                     soft value          soft derivatives
//   max0(x, h)        max(x, 0)       S(x/h)                          h p(x/h)            s(x/h)
//   max(x, y, h)      max(x, y)       S((x-y)/h), S((y-x)/h)          y + h p((x-y)/h)    s((x-y)/h), s((y-x)/h)
//   min(x, y, h)      min(x, y)       S((y-x)/h), S((x-y)/h)          y - h p((y-x)/h)    s((y-x)/h), s((x-y)/h)
//   abs(x, h)         |x|             2 S(x/h) - 1                    2 h p(x/h) - x      2 s(x/h) - 1
//   step(x, h)        x > 0           s'(x/h) / h                     s(x/h)              s'(x/h) / h
//   select(c,a,b,h)   c > 0 ? a : b   (a-b) s'(c/h) / h, s(c/h),      a s(c/h) +          as on the left
//                                     s(-c/h)                         b s(-c/h)
//
// The derivative of step is not clipped, so that its integral is the whole jump.
//
// Shapes: scalars; T is float, double or long double, deduced from the arguments other than h.
// Errors: none is thrown. If h is not positive, derivatives and soft values are NaN. NaN arguments give NaN,
// except in max and min, which compare like std::max and std::min. No result overflows unless it has to.
//
// Source: U. Naumann, "Differentiable scripting", section 2.1 (its gt0 and d_gt0 are max0 and max0_d).
#ifndef ADJOINT_SMOOTH_H
#define ADJOINT_SMOOTH_H

#include <cmath>
#include <limits>
#include <type_traits>

namespace adjoint::smooth {

namespace detail {

template <class T> struct identity { using type = T; };

/// The type of a width. T is not deduced from it.
template <class T> using Width = typename identity<T>::type;

/// x / h; NaN if h is not positive.
template <class T> T scaled(T x, T h) {
  static_assert(std::is_floating_point_v<T>, "smoothed functions take floating-point arguments");
  return h > 0 ? x / h : std::numeric_limits<T>::quiet_NaN();
}

/// s(t).
template <class T> T logistic(T t) {
  const T e = std::exp(-std::fabs(t));
  return (t < 0 ? e : 1) / (1 + e);
}

/// S(t).
template <class T> T clipped_logistic(T t) {
  if (t < -1)
    return 0;
  if (t > 1)
    return 1;
  return logistic(t);
}

/// s'(t).
template <class T> T logistic_d(T t) {
  const T e = std::exp(-std::fabs(t));
  return e / ((1 + e) * (1 + e));
}

/// p(t) - max(t, 0).
template <class T> T softplus_excess(T t) { return std::log1p(std::exp(-std::fabs(t))); }

} // namespace detail

// Exact values, smoothed derivatives.

template <class T> T max0(T x, detail::Width<T>) { return x < 0 ? T(0) : x; }
template <class T> T max0_d(T x, detail::Width<T> h) { return detail::clipped_logistic(detail::scaled(x, h)); }

template <class T> T max(T x, T y, detail::Width<T>) { return x < y ? y : x; }
template <class T> T max_dx(T x, T y, detail::Width<T> h) { return max0_d(x - y, h); }
template <class T> T max_dy(T x, T y, detail::Width<T> h) { return max0_d(y - x, h); }

template <class T> T min(T x, T y, detail::Width<T>) { return y < x ? y : x; }
template <class T> T min_dx(T x, T y, detail::Width<T> h) { return max0_d(y - x, h); }
template <class T> T min_dy(T x, T y, detail::Width<T> h) { return max0_d(x - y, h); }

template <class T> T abs(T x, detail::Width<T>) { return std::fabs(x); }
template <class T> T abs_d(T x, detail::Width<T> h) { return 2 * max0_d(x, h) - 1; }

template <class T> T step(T x, detail::Width<T>) { return x > 0 ? T(1) : x <= 0 ? T(0) : x; }
template <class T> T step_d(T x, detail::Width<T> h) { return detail::logistic_d(detail::scaled(x, h)) / h; }

template <class T> T select(T c, T a, T b, detail::Width<T>) { return c > 0 ? a : c <= 0 ? b : c; }
template <class T> T select_dc(T c, T a, T b, detail::Width<T> h) { return (a - b) * step_d(c, h); }
template <class T> T select_da(T c, T, T, detail::Width<T> h) { return detail::logistic(detail::scaled(c, h)); }
template <class T> T select_db(T c, T, T, detail::Width<T> h) { return detail::logistic(-detail::scaled(c, h)); }

// Smoothed values and their derivatives.
namespace soft {

template <class T> T step(T x, detail::Width<T> h) { return detail::logistic(detail::scaled(x, h)); }
template <class T> T step_d(T x, detail::Width<T> h) { return smooth::step_d(x, h); }

template <class T> T max0(T x, detail::Width<T> h) {
  return smooth::max0(x, h) + h * detail::softplus_excess(detail::scaled(x, h));
}
template <class T> T max0_d(T x, detail::Width<T> h) { return step(x, h); }

template <class T> T max(T x, T y, detail::Width<T> h) {
  return smooth::max(x, y, h) + h * detail::softplus_excess(detail::scaled(x - y, h));
}
template <class T> T max_dx(T x, T y, detail::Width<T> h) { return step(x - y, h); }
template <class T> T max_dy(T x, T y, detail::Width<T> h) { return step(y - x, h); }

template <class T> T min(T x, T y, detail::Width<T> h) {
  return smooth::min(x, y, h) - h * detail::softplus_excess(detail::scaled(x - y, h));
}
template <class T> T min_dx(T x, T y, detail::Width<T> h) { return step(y - x, h); }
template <class T> T min_dy(T x, T y, detail::Width<T> h) { return step(x - y, h); }

template <class T> T abs(T x, detail::Width<T> h) {
  return std::fabs(x) + 2 * h * detail::softplus_excess(detail::scaled(x, h));
}
template <class T> T abs_d(T x, detail::Width<T> h) { return std::tanh(detail::scaled(x, h) / 2); }

template <class T> T select(T c, T a, T b, detail::Width<T> h) { return a * step(c, h) + b * step(-c, h); }
template <class T> T select_dc(T c, T a, T b, detail::Width<T> h) { return smooth::select_dc(c, a, b, h); }
template <class T> T select_da(T c, T a, T b, detail::Width<T> h) { return smooth::select_da(c, a, b, h); }
template <class T> T select_db(T c, T a, T b, detail::Width<T> h) { return smooth::select_db(c, a, b, h); }

} // namespace soft

} // namespace adjoint::smooth

#endif // ADJOINT_SMOOTH_H
