// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant: what a literal is worth.
//
// Whoever makes a literal knows its value: the frontend asks Clang, a pass means a number. Nobody reads it back from the
// literal's text, where 010 is 8, 1'000 does not end at the quote, and 'a' and `limit` are numbers, too.

#ifndef ADJOINT_IR_CONSTANT_H
#define ADJOINT_IR_CONSTANT_H

#include <cstdint>
#include <variant>

namespace adjoint::ir {

/// Nothing but the spelling is known: a text, the address of an object, a call that Clang does not evaluate.
struct Unknown {};

struct NullPointer {};

/// An integer, a character, a truth value or an enumerator: any number of 64 bits, with a sign or without.
struct Integer {
  bool isNegative;
  std::uint64_t magnitude;
};

struct Floating {
  long double value;
  /// Is it what its digits say (0.5), not rounded (0.1)? The same digits then mean the same number in a wider type.
  bool isExact;
};

using Constant = std::variant<Unknown, NullPointer, Integer, Floating>;

Integer integerOf(long long value);
bool operator==(const Integer &a, const Integer &b);
/// The same number, and the same zero of the two.
bool operator==(const Floating &a, const Floating &b);
/// Known, and one value.
bool areEqual(const Constant &a, const Constant &b);

} // namespace adjoint::ir

#endif
