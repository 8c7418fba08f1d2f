// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lengths: how many elements the pointers of a function lead to.
//
//     void step(const double *x, double *y, int n)          n, for n alone is an integer, and is called n
//     double dot(const double *a, const double *b, int nb)   b: nb; a: --size=a=3*nb, or --size=dot.a=3*nb
//
// In this order: what --size says; an integer parameter named after the pointer (nx, n_x, x_size, xSize, size_x); the
// only integer parameter, if it is called n, N, size, count or length.

#ifndef ADJOINT_DRIVER_PYTHON_LENGTHS_H
#define ADJOINT_DRIVER_PYTHON_LENGTHS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace adjoint::driver {

/// factor * parameters + offset
struct Length {
  int64_t factor = 0, offset = 0;
  std::vector<unsigned> parameters;

  bool isKnown() const { return factor || offset; }
  /// The parameter that follows from it.
  std::optional<unsigned> decided() const {
    return factor && parameters.size() == 1 ? std::optional<unsigned>(parameters.front()) : std::nullopt;
  }
};

/// The parameters by number, as far as lengths depend on them.
struct LengthNames {
  std::string function;
  std::vector<std::string> names;
  std::vector<bool> isInteger;
};

/// What --size says of the parameter; empty: nothing.
std::string givenLength(const std::vector<std::string> &sizes, const LengthNames &function, llvm::StringRef parameter);

/// 12, n, 3*n, n*m+1; none: it is malformed.
std::optional<Length> parseLength(llvm::StringRef text, const LengthNames &function);

/// What the names of parameters say; none: nothing.
std::optional<Length> lengthByName(const LengthNames &function, llvm::StringRef parameter);

} // namespace adjoint::driver

#endif
