// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Constant.h"

#include <cmath>

namespace adjoint::ir {

Integer integerOf(long long value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? Integer{true, 0 - bits} : Integer{false, bits};
}

bool operator==(const Integer &a, const Integer &b) {
  return a.isNegative == b.isNegative && a.magnitude == b.magnitude;
}

bool operator==(const Floating &a, const Floating &b) {
  return a.value == b.value && std::signbit(a.value) == std::signbit(b.value);
}

namespace {
struct Equality {
  template <class A, class B> bool operator()(const A &, const B &) const { return false; }
  bool operator()(const NullPointer &, const NullPointer &) const { return true; }
  bool operator()(const Integer &a, const Integer &b) const { return a == b; }
  bool operator()(const Floating &a, const Floating &b) const { return a == b; }
};
} // namespace

bool areEqual(const Constant &a, const Constant &b) { return std::visit(Equality(), a, b); }

} // namespace adjoint::ir
