// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code, which has plain structs, needs around a call with the user's objects.
//
//     const std::size_t n = adjoint::keep(solve(a, b));       // n elements; the object is kept
//     adjoint::take_kept<std::vector<double>>(n, result);     // its numbers go to result[0..n), and it is dropped
//
//   keep            Returns the size of the object. Of each class one object is kept, by each thread.
//   give_numbers    Sets the elements of an object to numbers, as many as it has. Null stands for zeros.
//   take_numbers    Sets numbers to the elements of an object, which has `count` of them: else std::length_error. Null: nothing is
//                   done.
//   add_numbers     The same, but adds the elements to the numbers.
//   seeds_of        An object of `count` numbers, which are zero then.
//
// Types: a Sequence has value_type, size(), resize(n) and operator[].
// Errors: std::length_error where a function has left an object of another size than it was given; std::bad_alloc.
#ifndef ADJOINT_BRIDGES_H
#define ADJOINT_BRIDGES_H

#include <cstddef>
#include <stdexcept>
#include <utility>

namespace adjoint {

template <class Sequence> Sequence &kept() {
  static thread_local Sequence object;
  return object;
}

template <class Sequence> std::size_t keep(Sequence object) {
  kept<Sequence>() = std::move(object);
  return kept<Sequence>().size();
}

template <class Sequence, class T> void give_numbers(Sequence &object, const T *numbers) {
  for (std::size_t i = 0; i < object.size(); ++i)
    object[i] = numbers ? numbers[i] : T();
}

template <class Sequence> void require_unchanged(const Sequence &object, std::size_t count) {
  if (object.size() != count)
    throw std::length_error("a function that is called as it is has changed the size of an object; let the object have its size before");
}

template <class Sequence, class T> void add_numbers(const Sequence &object, T *numbers, std::size_t count) {
  require_unchanged(object, count);
  for (std::size_t i = 0; i < count && numbers; ++i)
    numbers[i] += object[i];
}

template <class Sequence, class T> void take_numbers(const Sequence &object, T *numbers, std::size_t count) {
  require_unchanged(object, count);
  for (std::size_t i = 0; i < count && numbers; ++i)
    numbers[i] = object[i];
}

template <class Sequence, class T> Sequence seeds_of(std::size_t count, T *numbers) {
  Sequence object;
  object.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    object[i] = std::exchange(numbers[i], T());
  return object;
}

template <class Sequence, class T> void take_kept(std::size_t count, T *numbers) {
  take_numbers(kept<Sequence>(), numbers, count);
  kept<Sequence>() = Sequence();
}

} // namespace adjoint

#endif
