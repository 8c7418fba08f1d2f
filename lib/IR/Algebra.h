// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algebra: arithmetic on expression trees that leaves out what a person would leave out
// (factors 1, double signs). Exact: no identity here changes a rounding.

#ifndef ADJOINT_IR_ALGEBRA_H
#define ADJOINT_IR_ALGEBRA_H

#include "IR/Context.h"

namespace adjoint::ir {

bool isZero(const Expr *expr);
/// The integer 0, converted or not.
bool isNought(const Expr *expr);
bool isOne(const Expr *expr);
bool isNegated(const Expr *expr);

const Expr *one(Context &context, const Type *type);
const Expr *number(Context &context, const std::string &digits, const Type *type);
const Expr *negated(Context &context, const Expr *expr);
const Expr *sum(Context &context, const Expr *a, const Expr *b);
const Expr *difference(Context &context, const Expr *a, const Expr *b);
/// -a * b is -(a * b).
const Expr *product(Context &context, const Expr *a, const Expr *b);
const Expr *quotient(Context &context, const Expr *a, const Expr *b);
/// c ? x : x is x.
const Expr *choice(Context &context, const Expr *condition, const Expr *yes, const Expr *no);

} // namespace adjoint::ir

#endif
