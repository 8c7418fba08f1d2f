// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algebra: arithmetic on expression trees that leaves out what a person would leave out
// (factors 1, double signs). Exact: no identity here changes a rounding.

#ifndef ADJOINT_IR_ALGEBRA_H
#define ADJOINT_IR_ALGEBRA_H

#include "IR/Context.h"

namespace adjoint::ir {

/// The floating-point numbers 0 and 1, written as such: a factor that has a name keeps it.
bool isZero(const Expr *expr);
bool isOne(const Expr *expr);
bool isNegated(const Expr *expr);

const Expr *one(Context &context, const Type *type);
const Expr *negated(Context &context, const Expr *expr);
const Expr *sum(Context &context, const Expr *a, const Expr *b);
const Expr *difference(Context &context, const Expr *a, const Expr *b);
/// -a * b is -(a * b).
const Expr *product(Context &context, const Expr *a, const Expr *b);
const Expr *quotient(Context &context, const Expr *a, const Expr *b);
/// An integer and a number that is not 0: 9 + 1 is 10, and (n - 1) + 1 is n.
const Expr *shifted(Context &context, const Expr *expr, long long by);
/// c ? x : x is x.
const Expr *choice(Context &context, const Expr *condition, const Expr *yes, const Expr *no);

} // namespace adjoint::ir

#endif
