// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InlinePolicy: which callees are inlined. All numbers stand here.
//
// Small: an accessor, an operator on a few components, a formula. Such a callee has no loop. A function that generated code cannot call by its name (a constructor, the
// body of a lambda, a member of a mirrored class) would need a copy of itself and
// objects to pass to it; it is inlined up to a larger size, with its loops, and beyond that where there is room: an
// expression of a library of matrices, which is handed to it, would have to point to variables and constants alike.
//
// With loops: the product of a matrix and a vector, a norm, one step in time. Behind a call such a loop has to record
// whatever any caller may need, and adds up what it sums in memory. Each copy is large, so a function takes in only as
// many as there is room for (InlineGrowth.h). Not those that promise by `__restrict` that pointers are apart.
//
// Of any size: what moves memory of its caller's about, or returns some, in a loop with snapshots. There a step that runs again has to get the
// memory that it had (Checkpoints/CarriedState.h), and a callee knows nothing of steps:
//
//   #pragma adjoint checkpoint
//   for (int t = 0; t < n; ++t)
//     state = advance(state);
//
// In a parallel loop, also larger ones that are given memory. Behind a call, it is not known which adjoints iterations share.
//
// Never: functions with a derivative of their own (hand-written, passive), recursive and variadic
// ones, those with static variables or with statement pragmas, which are checked for each
// adjoint of the function, and those without a body.

#ifndef ADJOINT_TRANSFORM_SIMPLIFY_INLINEPOLICY_H
#define ADJOINT_TRANSFORM_SIMPLIFY_INLINEPOLICY_H

#include "IR/Function.h"

namespace adjoint::transform {

/// Statements that do something, nested ones included, and operations in all of them together.
constexpr unsigned smallBody = 6, smallFormula = 24;
constexpr unsigned smallBodyWithoutName = 40, smallBodyWithLoops = 40;
constexpr unsigned smallBodyInParallel = 60;
/// Statements that all callees with loops together may add to one function.
constexpr unsigned mostGrowth = 400;

enum class InlineRule { Never, Always, WhereRoomIs, InSteps };

/// By its body, as it is after inlining in it; says nothing of recursion.
InlineRule inlineRule(const ir::Function &callee);
/// Does it set pointers that its caller sees, or return an object with some?
bool handsMemoryOn(const ir::Function &function);
/// Is it given memory, and small enough for a parallel loop?
bool isForIterations(const ir::Function &function);
/// The statements that do something.
unsigned sizeOf(const ir::Function &function);

} // namespace adjoint::transform

#endif
