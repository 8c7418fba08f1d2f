// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which floating-point numbers an object holds, in their order. Adjoints and tangents of it are objects of the same
// type with other numbers. Known are numbers, std::vector, std::array, std::pair and std::tuple of what is known. Of a class of yours,
// say it:
//
//     struct Body { double mass; std::vector<double> charges; };
//
//     template <> struct adjoint::Numbers<Body> {
//       template <class B, class Do> static void visit(B &body, const Do &act) {    // B: Body, or const Body
//         act(body.mass);
//         act(body.charges);
//       }
//     };
//
// It names all members that the function's derivatives depend on. The class can be copied; no member may be shared by
// copies, or lead to memory of another object.
#ifndef ADJOINT_DERIVATIVES_NUMBERS_H
#define ADJOINT_DERIVATIVES_NUMBERS_H

#include <adjoint/directions.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace adjoint {

template <class T, class = void> struct Numbers; // specialised for what is known

/// An array of `size` numbers behind a pointer, as an argument: adjoint::gradient<f>(adjoint::array(x, n), n).
template <class T> class Array {
public:
  constexpr Array(T *first, std::size_t count) : first(first), count(count) {}
  constexpr T *data() const { return first; }
  constexpr std::size_t size() const { return count; }

private:
  T *first;
  std::size_t count;
};
template <class T> constexpr Array<T> array(T *first, std::size_t size) { return {first, size}; }

namespace derivatives {

/// A number, or the derivatives of one for several directions.
template <class T> constexpr bool isNumber = std::is_floating_point_v<T>;
template <class T, std::size_t N> constexpr bool isNumber<Directions<T, N>> = true;

template <class T, class = void> constexpr bool hasNumbers = isNumber<T>;
template <class T> constexpr bool hasNumbers<T, std::void_t<decltype(sizeof(Numbers<T>))>> = true;

/// Does something with each number of the object, in order.
template <class T, class Do> void forEachNumber(T &object, Do &&act) {
  if constexpr (isNumber<std::remove_const_t<T>>)
    act(object);
  else
    Numbers<std::remove_const_t<T>>::visit(object, [&](auto &part) { forEachNumber(part, act); });
}

template <class T> std::size_t countNumbers(const T &object) {
  std::size_t count = 0;
  forEachNumber(object, [&](const auto &) { ++count; });
  return count;
}

template <class T> constexpr bool isVector = false;
template <class E, class A> constexpr bool isVector<std::vector<E, A>> = true;

/// Does the type leave open how many numbers there are?
template <class T> constexpr bool isSizedAtRunTime = !isNumber<T>;
template <class E, std::size_t N> constexpr bool isSizedAtRunTime<std::array<E, N>> = isSizedAtRunTime<E>;
template <class A, class B> constexpr bool isSizedAtRunTime<std::pair<A, B>> = isSizedAtRunTime<A> || isSizedAtRunTime<B>;
template <class... E> constexpr bool isSizedAtRunTime<std::tuple<E...>> = (isSizedAtRunTime<E> || ...);

template <class T> constexpr bool hasParts = false;
template <class A, class B> constexpr bool hasParts<std::pair<A, B>> = true;
template <class... E> constexpr bool hasParts<std::tuple<E...>> = true;

/// What is like an object of type T, and has N directions of each number.
template <class T, std::size_t N> struct WideType {
  using Type = std::conditional_t<std::is_floating_point_v<T>, Directions<T, N>, T>; // no other class can have them
};
template <class T> struct WideType<T, 1> { using Type = T; };
template <class E, std::size_t N> struct WideType<std::vector<E>, N> {
  using Type = std::vector<typename WideType<E, N>::Type>;
};
template <class E> struct WideType<std::vector<E>, 1> { using Type = std::vector<E>; };
template <class E, std::size_t S, std::size_t N> struct WideType<std::array<E, S>, N> {
  using Type = std::array<typename WideType<E, N>::Type, S>;
};
template <class E, std::size_t S> struct WideType<std::array<E, S>, 1> { using Type = std::array<E, S>; };
template <class A, class B, std::size_t N> struct WideType<std::pair<A, B>, N> {
  using Type = std::pair<typename WideType<A, N>::Type, typename WideType<B, N>::Type>;
};
template <class A, class B> struct WideType<std::pair<A, B>, 1> { using Type = std::pair<A, B>; };
template <class... E, std::size_t N> struct WideType<std::tuple<E...>, N> {
  using Type = std::tuple<typename WideType<E, N>::Type...>;
};
template <class... E> struct WideType<std::tuple<E...>, 1> { using Type = std::tuple<E...>; };
template <class T, std::size_t N> using Wide = typename WideType<T, N>::Type;

/// An object of the same shape with zeros.
template <class T> T zerosLike(const T &object) {
  if constexpr (isNumber<T>) {
    return T(0);
  } else if constexpr (isVector<T>) {
    if constexpr (isNumber<typename T::value_type>)
      return T(object.size());
  }
  T zeros(object);
  forEachNumber(zeros, [](auto &number) { number = 0; });
  return zeros;
}
template <std::size_t N, class T> Wide<T, N> wideZerosLike(const T &object) {
  if constexpr (std::is_same_v<Wide<T, N>, T>) {
    return zerosLike(object);
  } else if constexpr (hasParts<T>) {
    return std::apply([](const auto &...part) { return Wide<T, N>(wideZerosLike<N>(part)...); }, object);
  } else {
    Wide<T, N> zeros{};
    if constexpr (isVector<T>)
      zeros.resize(object.size());
    if constexpr (!isNumber<T>)
      for (std::size_t i = 0; i < object.size(); ++i)
        zeros[i] = wideZerosLike<N>(object[i]);
    return zeros;
  }
}

} // namespace derivatives

template <class E, class A> struct Numbers<std::vector<E, A>, std::enable_if_t<derivatives::hasNumbers<E>>> {
  template <class V, class Do> static void visit(V &values, const Do &act) {
    for (auto &each : values)
      act(each);
  }
};
template <class E, std::size_t N> struct Numbers<std::array<E, N>, std::enable_if_t<derivatives::hasNumbers<E>>> {
  template <class V, class Do> static void visit(V &values, const Do &act) {
    for (auto &each : values)
      act(each);
  }
};

template <class A, class B>
struct Numbers<std::pair<A, B>, std::enable_if_t<derivatives::hasNumbers<A> && derivatives::hasNumbers<B>>> {
  template <class V, class Do> static void visit(V &values, const Do &act) {
    act(values.first);
    act(values.second);
  }
};
template <class... E> struct Numbers<std::tuple<E...>, std::enable_if_t<(derivatives::hasNumbers<E> && ...)>> {
  template <class V, class Do> static void visit(V &values, const Do &act) {
    std::apply([&](auto &...part) { (act(part), ...); }, values);
  }
};

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_NUMBERS_H
