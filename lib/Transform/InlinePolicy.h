// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InlinePolicy: which callees are inlined. All numbers stand here.
//
// Small: an accessor, an operator on a few components, a formula. Such a callee has no loop. A function that generated code cannot call by its name (a constructor, the
// body of a lambda, a member of a mirrored class) would need a copy of itself and
// objects to pass to it; it is inlined up to a larger size, with its loops.
//
// Never: functions with a derivative of their own (hand-written, passive), recursive and variadic
// ones, those with static variables or with statement pragmas, which are checked for each
// adjoint of the function, and those without a body.

#ifndef ADJOINT_TRANSFORM_INLINEPOLICY_H
#define ADJOINT_TRANSFORM_INLINEPOLICY_H

#include "IR/Function.h"

namespace adjoint::transform {

/// Statements that do something, nested ones included, and operations in all of them together.
constexpr unsigned smallBody = 6, smallFormula = 24;
constexpr unsigned smallBodyWithoutName = 40;

/// By its body, as it is after inlining in it; says nothing of recursion.
bool isInlined(const ir::Function &callee);

} // namespace adjoint::transform

#endif
