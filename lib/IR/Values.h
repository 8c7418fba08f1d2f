// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values: what expressions are worth that are made of literals, conversions and signs alone; and what follows from it.
//
// Such an expression is worth what C++ makes of it: a conversion to an integer type keeps the bits that the type has, one to
// a floating-point type is known where it rounds nothing. A number that a name stands for (an enumerator, a constexpr
// variable, a macro, sizeof) is known like any other; who writes a new literal in its place takes the name from the
// reader, and asks isNumeral before.

#ifndef ADJOINT_IR_VALUES_H
#define ADJOINT_IR_VALUES_H

#include "IR/Expr.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace adjoint::ir {

/// The value of an expression of integral type, where it is known and a long long holds it.
std::optional<long long> integerValue(const Expr *expr);
/// What a variable is worth, where that is known.
using KnownVariable = llvm::function_ref<std::optional<long long>(const Variable *)>;
inline std::optional<long long> knowsNothing(const Variable *) { return std::nullopt; }
/// The same of arithmetic, comparisons and choices that are made of such expressions, and of variables that are known.
std::optional<long long> computedValue(const Expr *expr, KnownVariable known = knowsNothing);
/// What comparing a number with itself gives, if it is one (NaN is not even equal to itself); nothing where it is no comparison.
std::optional<bool> comparedWithItself(BinaryOp op);
/// The value of an expression of arithmetic type.
std::optional<long double> realValue(const Expr *expr);
/// Is it that integer?
bool isInteger(const Expr *expr, long long value);
/// A pointer that is null?
bool isNull(const Expr *expr);
/// A literal that is written as a number, converted or not?
bool isNumeral(const Expr *expr);

/// Can a variable of the integral type have the value?
bool holds(const Type *type, long long value);
/// What the integral type makes of the value, where a long long holds that, too.
std::optional<long long> wrapped(const Type *type, long long value);

} // namespace adjoint::ir

#endif
