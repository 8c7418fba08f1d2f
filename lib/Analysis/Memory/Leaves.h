// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves: what memory consists of, scalars told apart by their type and by the member of a record that they are.
//
// Storage of one type is not accessed as another ([basic.lval]), and one member not as another: objects of one class
// coincide or share nothing. What a pointer to the scalar type leads to may be any member, or none.

#ifndef ADJOINT_ANALYSIS_MEMORY_LEAVES_H
#define ADJOINT_ANALYSIS_MEMORY_LEAVES_H

#include "IR/Visit.h"

#include "llvm/ADT/StringRef.h"

#include <set>

namespace adjoint::analysis {

/// A text that is compared by its number; numbers are given in the order in which texts appear.
class LeafName {
public:
  LeafName() = default;
  LeafName(llvm::StringRef text);
  bool empty() const { return number == 0; }
  bool operator==(LeafName o) const { return number == o.number; }
  bool operator!=(LeafName o) const { return number != o.number; }
  bool operator<(LeafName o) const { return number < o.number; }

private:
  unsigned number = 0; ///< of the empty text: 0
};

struct Leaf {
  LeafName type;   ///< "double"; "*" is any pointer
  LeafName member; ///< "Body::mass"; empty: any, or none
};
bool operator<(const Leaf &a, const Leaf &b);
bool operator==(const Leaf &a, const Leaf &b);

/// Behind a pointer to void is anything.
bool isUntyped(const Leaf &leaf);
bool isPointer(const Leaf &leaf);
bool isFloating(const Leaf &leaf);
bool holdsPointers(const std::set<Leaf> &leaves);
/// May one be accessed as the other?
bool mayCoincide(const Leaf &a, const Leaf &b);
bool mayCoincide(const std::set<Leaf> &some, const Leaf &leaf);

/// What a value of the type consists of.
std::set<Leaf> leavesOf(const ir::Type *type);
/// What the place consists of: a member, or an element of one, is not what any value of its type may be.
std::set<Leaf> leavesOf(const ir::Place *place);
/// What pointers in such a value lead to directly.
std::set<Leaf> targetLeaves(const ir::Type *type);
/// The value, and all that is reached from it.
std::set<Leaf> reachableLeaves(const ir::Type *type);
/// All that is reached from the value, without it.
std::set<Leaf> leavesBehind(const ir::Type *type);
/// All that is reached from what pointers in the value lead to directly, without that.
std::set<Leaf> leavesBeyond(const ir::Type *type);

} // namespace adjoint::analysis

#endif
