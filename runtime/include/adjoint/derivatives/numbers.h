// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which floating-point numbers an object holds, in their order. Adjoints and tangents of it are objects of the same
// type with other numbers. Known are numbers, std::vector and std::array of what is known. Of a class of yours, say it:
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

#include <array>
#include <cstddef>
#include <type_traits>
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

template <class T, class = void> constexpr bool hasNumbers = std::is_floating_point_v<T>;
template <class T> constexpr bool hasNumbers<T, std::void_t<decltype(sizeof(Numbers<T>))>> = true;

/// Does something with each number of the object, in order.
template <class T, class Do> void forEachNumber(T &object, const Do &act) {
  if constexpr (std::is_floating_point_v<std::remove_const_t<T>>)
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
template <class T> constexpr bool isSizedAtRunTime = !std::is_floating_point_v<T>;
template <class E, std::size_t N> constexpr bool isSizedAtRunTime<std::array<E, N>> = isSizedAtRunTime<E>;

/// An object of the same shape with zeros.
template <class T> T zerosLike(const T &object) {
  if constexpr (std::is_floating_point_v<T>) {
    return 0;
  } else if constexpr (isVector<T>) {
    if constexpr (std::is_floating_point_v<typename T::value_type>)
      return T(object.size());
  }
  T zeros(object);
  forEachNumber(zeros, [](auto &number) { number = 0; });
  return zeros;
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

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_NUMBERS_H
