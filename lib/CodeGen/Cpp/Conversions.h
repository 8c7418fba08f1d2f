// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions: what C++ does to arithmetic operands by itself.
//
// The IR writes every conversion; the printer leaves out those that C++ makes anyway.
// For that it must know which type the printed text has, literals included: `2` is an
// int in C++, whatever the IR wants of it.

#ifndef ADJOINT_CODEGEN_CPP_CONVERSIONS_H
#define ADJOINT_CODEGEN_CPP_CONVERSIONS_H

#include "IR/Type.h"


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

} // namespace adjoint::codegen

#endif
