// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StoredPointers: may a call of the function change where a pointer in memory of its caller leads to?
//
//     double sum(const Node *n) { return n ? n->value + sum(n->left) + sum(n->right) : 0; }    no
//     void add(Node *&n, double v) { ... n = new Node{v}; ... }                                yes
//
// Not if it, and all that it calls, store pointers to their own variables by name alone. That is seen from the syntax,
// also of functions in a recursion, of which nothing else is known before all of them are solved.

#ifndef ADJOINT_ANALYSIS_MEMORY_STOREDPOINTERS_H
#define ADJOINT_ANALYSIS_MEMORY_STOREDPOINTERS_H

#include "IR/Function.h"

#include <optional>
#include <set>

namespace adjoint::analysis {

bool mayStorePointers(const ir::Function &function);

/// The globals of which the function, or one that it calls, takes the address, so that it may store a pointer to them; none: it
/// calls one without a body, which may know any.
std::optional<std::set<const ir::Variable *>> globalsPointedTo(const ir::Function &function);

} // namespace adjoint::analysis

#endif
