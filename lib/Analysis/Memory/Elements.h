// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements: a place as an element of an array, or of what a pointer points to.

#ifndef ADJOINT_ANALYSIS_MEMORY_ELEMENTS_H
#define ADJOINT_ANALYSIS_MEMORY_ELEMENTS_H

#include "IR/Visit.h"

#include <optional>

namespace adjoint::analysis {

struct Element {
  const ir::Variable *base; ///< an array or a pointer
  const ir::Expr *index;
};

/// None for anything but `array[index]` and `pointer[index]`.
std::optional<Element> elementOf(const ir::Place *place);

/// `e` of `place = place + e` (`place - e`) of floating-point numbers, null for any other assignment.
const ir::Expr *operandOfSum(const ir::AssignStmt *stmt);
/// The same, also of integers.
const ir::Expr *operandOfAnySum(const ir::AssignStmt *stmt);

/// `p` of `p[i]`, `*p`, `p->member`, `p[i].array[j]`: whose value leads to the block that the place is in. Null for any other.
const ir::Variable *pointerTo(const ir::Place *place);

/// The variable that the place is in, also where its address was taken on the way (`*(&a[0] + i)`). Null for memory that a
/// pointer leads to.
const ir::Variable *storageOf(const ir::Place *place);

/// The variable whose value or storage the access path begins with.
const ir::Variable *startOf(const ir::Place *place);

/// A floating-point number reached from an adjoint variable.
bool isAdjointNumber(const ir::Place *place);

} // namespace adjoint::analysis

#endif
