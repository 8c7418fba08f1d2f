// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MirrorFacts: what the classes behind plain structs are like, as far as objects that cross the boundary depend on it.

#ifndef ADJOINT_TRANSFORM_CONTRACT_MIRRORFACTS_H
#define ADJOINT_TRANSFORM_CONTRACT_MIRRORFACTS_H

#include "IR/ClassView.h"

#include <string>

namespace adjoint::transform {

inline bool isIndirect(const ir::Type *type) { return type->isReference() || type->isPointer(); }

/// The mirror that is passed by value, by reference, or by a pointer, which must lead to one object.
const ir::Record *mirrorPassed(const ir::Type *type);
/// A mirror anywhere below the type.
const ir::Record *mirrorBelow(const ir::Type *type);

/// What is to be done with objects of a class.
struct Needs {
  bool adjoint; ///< numbers are written beside theirs
  bool extents; ///< how many numbers they lead to is to be known
  bool areNoted = false; ///< if not before, then as soon as memory for them is made
};
/// What keeps objects of the class, or of those that it leads to, from being read; empty: nothing.
std::string whyUnreadable(const ir::Record &mirror, const Needs &needs);
/// What keeps seeds in such objects from being taken out when the forward sweep has run; empty: nothing.
std::string whyNotTaken(const ir::Record &mirror);
/// What keeps them from becoming what a struct says, or, `isNew`, from being made of it; empty: nothing.
std::string whyNotRemade(const ir::Record &mirror, bool isNew);

/// Does the object hold a map or a list? The user's map may have its keys in another order than its tangent.
bool holdsRing(const ir::Record &mirror);
/// Do pointers in the object lead to numbers that it does not own?
bool leadsElsewhere(const ir::Record &mirror);
/// Does the object have numbers for itself in memory that it leads to, which a copy has anew?
bool ownsNumbers(const ir::Record &mirror);
/// The same of any memory.
bool ownsMemory(const ir::Record &mirror);
/// Does it lead to objects of which there are structs, so that these do not share their memory?
bool leadsToMirrors(const ir::Record &mirror);
/// Does it lead to numbers that other objects may lead to?
bool sharesNumbers(const ir::Record &mirror);
/// Are there numbers in it that are not always there?
bool holdsChoices(const ir::Record &mirror);
/// Does it lead to anything by a pointer of which nothing is known?
bool holdsPlainPointer(const ir::Record &mirror);

} // namespace adjoint::transform

#endif
