// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VerifyTypes: the rules of Verifier.h that look at one place or expression at a time (P and
// E), and what they say about types.

#ifndef ADJOINT_IR_VERIFYTYPES_H
#define ADJOINT_IR_VERIFYTYPES_H

#include "IR/Expr.h"

namespace adjoint::ir {

/// Are the types equal apart from the outermost const?
bool sameValueType(const Type *a, const Type *b);
/// Is it const, or an array of what is?
bool isConstDeep(const Type *type);
/// Is `value` the value type of `stored`: the type without const, of a reference a pointer?
/// A reference and a pointer may add const to what they point to.
bool isValueFor(const Type *value, const Type *stored);
/// May it be tested: bool, integral, or a pointer?
bool isCondition(const Type *type);

/// The broken rule at this node itself, not below it; empty: none.
std::string brokenRule(const Place *place);
std::string brokenRule(const Expr *expr);

} // namespace adjoint::ir

#endif
