// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions: what C++ does to arithmetic operands by itself.
//
// The IR writes every conversion; the printer leaves out those that C++ makes anyway.
// For that it must know which type the printed text has, literals included: `2` is an
// int in C++, whatever the IR wants of it.

#ifndef ADJOINT_CODEGEN_CONVERSIONS_H
#define ADJOINT_CODEGEN_CONVERSIONS_H

#include "IR/Type.h"

#include <optional>
#include <string>

namespace adjoint::codegen {

/// The type of a printed expression, as far as arithmetic conversions look at it.
struct ScalarKind {
  enum Class { Other, Bool, Enumeration, Integer, Floating };
  Class which = Other;
  unsigned bits = 0;
  bool isSigned = false;

  bool isArithmetic() const { return which != Other; }
  bool isIntegral() const { return which == Bool || which == Enumeration || which == Integer; }
  friend bool operator==(const ScalarKind &a, const ScalarKind &b) {
    return a.which == b.which && a.bits == b.bits && a.isSigned == b.isSigned;
  }
  friend bool operator!=(const ScalarKind &a, const ScalarKind &b) { return !(a == b); }
};

ScalarKind kindOf(const ir::Type *type);
ScalarKind boolKind();
ScalarKind intKind();
ScalarKind ptrdiffKind();

/// Integral promotion.
ScalarKind promoted(ScalarKind kind);
/// The usual arithmetic conversions.
ScalarKind commonKind(ScalarKind a, ScalarKind b);
/// Does a conversion keep every value?
bool preservesValue(ScalarKind from, ScalarKind to);

/// The kind that C++ gives to the text of a literal; that of `type` where the text is a name or a longer expression.
ScalarKind literalKind(const std::string &text, const ir::Type *type);
/// A literal of type `type` with the same value ("2" as a double is "2.0"), if there is one.
std::optional<std::string> literalAs(const std::string &text, const ir::Type *type);

} // namespace adjoint::codegen

#endif
