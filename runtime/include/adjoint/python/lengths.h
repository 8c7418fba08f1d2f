// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many elements pointers lead to: a number, times integer parameters, plus a number.
//
//     double f(const double *x, const double *a, int n, int m)      Length x = {3, 0, {2}}, a = {1, 1, {2, 3}}
//
// says 3 * n and n * m + 1. If a length depends on one parameter alone, this parameter follows from the array: it is
// none in Python. All lengths are then compared.
#ifndef ADJOINT_PYTHON_LENGTHS_H
#define ADJOINT_PYTHON_LENGTHS_H

#include <adjoint/python/errors.h>

#include <cstddef>
#include <string>

namespace adjoint::python {

struct Length {
  std::ptrdiff_t factor = 0; ///< 0, and no offset: the parameter leads to no array, or to one that knows its length
  std::ptrdiff_t offset = 0;
  int parameters[3] = {-1, -1, -1}; ///< by number; -1: none

  constexpr bool isKnown() const { return factor != 0 || offset != 0; }
  /// The parameter that follows from it; -1: none does.
  constexpr int decides() const { return factor != 0 && parameters[1] < 0 ? parameters[0] : -1; }

  std::string described(const char *const *names) const {
    std::string text = factor == 1 && parameters[0] >= 0 ? "" : std::to_string(factor);
    for (int parameter : parameters)
      if (parameter >= 0)
        text += (text.empty() ? "" : " * ") + std::string(names[parameter]);
    if (factor == 0 || offset > 0)
      return factor == 0 ? std::to_string(offset) : text + " + " + std::to_string(offset);
    return offset < 0 ? text + " - " + std::to_string(-offset) : text;
  }
};

/// The parameter that the length decides, for an array of that size.
inline std::ptrdiff_t solved(const Length &length, std::ptrdiff_t size, const Where &where, const char *const *names) {
  const std::ptrdiff_t product = size - length.offset;
  if (product < 0 || product % length.factor != 0)
    valueError(where, "has " + std::to_string(size) + " elements, which is not " + length.described(names));
  return product / length.factor;
}

/// `value(i)`: the integer parameter with this number.
template <class Values>
void expectLength(const Length &length, std::ptrdiff_t size, const Where &where, const char *const *names,
                  const Values &value) {
  std::ptrdiff_t expected = length.factor;
  for (int parameter : length.parameters)
    if (parameter >= 0)
      expected *= value(parameter);
  expected += length.offset;
  if (size != expected)
    valueError(where, "must have " + (length.factor ? length.described(names) + " = " : "") + std::to_string(expected) +
                          " elements, but has " + std::to_string(size));
}

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_LENGTHS_H
