// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives the adjoint of a std::variant the alternative of its primal.
//
//     adjoint::same_alternative(v.index(), v_b);
//
// If v_b holds another one than v, it is given a new one, which is zero if that is what its default constructor makes.
//
// Errors: std::length_error if the alternative has no default constructor.

#ifndef ADJOINT_ALTERNATIVES_H
#define ADJOINT_ALTERNATIVES_H

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <variant>

namespace adjoint {

template <std::size_t i = 0, class Variant> void same_alternative(std::size_t index, Variant &variant) {
  if constexpr (i < std::variant_size_v<Variant>) {
    if (index != i)
      return same_alternative<i + 1>(index, variant);
    if (variant.index() == i)
      return;
    if constexpr (std::is_default_constructible_v<std::variant_alternative_t<i, Variant>>)
      variant.template emplace<i>();
    else
      throw std::length_error("adjoint: a std::variant holds another alternative than its primal");
  }
}

} // namespace adjoint

#endif // ADJOINT_ALTERNATIVES_H
