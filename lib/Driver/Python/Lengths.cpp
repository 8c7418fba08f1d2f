// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Python/Lengths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::driver {

namespace {

constexpr size_t mostParameters = 3; // of <adjoint/python/lengths.h>

std::optional<unsigned> integerNamed(const LengthNames &function, const std::string &name) {
  for (unsigned i = 0; i < function.names.size(); ++i)
    if (function.isInteger[i] && function.names[i] == name)
      return i;
  return std::nullopt;
}

Length lengthOf(unsigned parameter) { return {1, 0, {parameter}}; }

bool addFactor(llvm::StringRef text, const LengthNames &function, Length &length) {
  int64_t number = 0;
  if (!text.getAsInteger(10, number)) {
    length.factor *= number;
    return number > 0;
  }
  const std::optional<unsigned> parameter = integerNamed(function, text.str());
  if (parameter)
    length.parameters.push_back(*parameter);
  return parameter && length.parameters.size() <= mostParameters;
}

} // namespace

std::string givenLength(const std::vector<std::string> &sizes, const LengthNames &function, llvm::StringRef parameter) {
  std::string found;
  for (const std::string &entry : sizes) {
    const auto [name, length] = llvm::StringRef(entry).split('=');
    if (name == function.function + "." + parameter.str())
      return length.str();
    if (name == parameter)
      found = length.str();
  }
  return found;
}

std::optional<Length> parseLength(llvm::StringRef text, const LengthNames &function) {
  Length length;
  const size_t sign = text.find_first_of("+-");
  if (sign != llvm::StringRef::npos && text.drop_front(sign).ltrim('+').getAsInteger(10, length.offset))
    return std::nullopt;
  length.factor = 1;
  llvm::SmallVector<llvm::StringRef> factors;
  text.take_front(sign).split(factors, '*');
  for (llvm::StringRef factor : factors)
    if (!addFactor(factor.trim(), function, length))
      return std::nullopt;
  if (length.parameters.empty()) {
    length.offset += std::exchange(length.factor, 0);
    if (length.offset <= 0)
      return std::nullopt;
  }
  return length;
}

std::optional<Length> lengthByName(const LengthNames &function, llvm::StringRef parameter) {
  const std::string name = parameter.str();
  for (const std::string &own : {"n" + name, "n_" + name, name + "_size", name + "Size", "size_" + name})
    if (const std::optional<unsigned> found = integerNamed(function, own))
      return lengthOf(*found);
  if (llvm::count(function.isInteger, true) != 1)
    return std::nullopt;
  for (const char *common : {"n", "N", "size", "count", "length"})
    if (const std::optional<unsigned> found = integerNamed(function, common))
      return lengthOf(*found);
  return std::nullopt;
}

} // namespace adjoint::driver
