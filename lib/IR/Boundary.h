// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boundary: who crosses from the user's types to mirrors, and how, where an adjoint is asked for
// of a function that takes or returns objects that are mirrored (see Transform/Boundary).

#ifndef ADJOINT_IR_BOUNDARY_H
#define ADJOINT_IR_BOUNDARY_H

#include "IR/Type.h"

namespace adjoint::ir {

/// One parameter of the function.
struct BoundaryParam {
  /// Its mirror; null: passed on as it is.
  const Record *mirror = nullptr;
  bool hasAdjoint = false;
  /// The adjoint on structs takes its adjoint alone: it is the tangent of the result, which nobody asks for.
  bool isAdjointAlone = false;
  /// The adjoint on structs takes one that nobody asked for: the wrapper makes it, and drops it.
  bool isScratch = false;
  /// Other memory may be left in it, and its adjoint is asked for what is there then.
  bool isSeededLate = false;
  /// Of such an object that leads to numbers of which only the memory that f makes tells how many: seeds stay in the
  /// caller's object until the forward sweep has run, and are taken out of it then.
  bool isSeedTaken = false;
  /// Passed by value, and memory that it leads to is overwritten: its adjoint must not be.
  bool isOwned = false;
  /// The adjoint is left to the caller. A tangent of a constant is not.
  bool isLeft = true;
  /// It is given the shape of its primal if it is shorter.
  bool isExtended = true;
  /// Of a tangent: the primal changes numbers of the object itself.
  bool isChanged = false;
  /// Of a tangent: its struct has memory of its own, and the object is made of it at the end.
  bool isRemade = false;
  /// Of a tangent, passed by value: its struct has memory of its own, which the function frees.
  bool isGiven = false;
  /// The object of the file that it always is; empty: a parameter of the contract.
  std::string globalObject = {};
  /// Of such an object: an adjoint works on a copy, for f changes it.
  bool isCopied = false;
  /// Passed by a pointer, which leads to one object.
  bool isBehindPointer = false;
  /// Of a pointer to void, and of its adjoint: the pointers that they stand for, in the user's types. Null: of any other.
  const Type *typed = nullptr, *typedAdjoint = nullptr;
  /// The class of the adjoint, where it is another one than the mirror's: of a view of constants. Empty: it is none.
  std::string adjointClass = {};
  /// What is passed on of the user's argument `$` and of its adjoint; empty: the argument itself.
  std::string value = {}, adjointValue = {};
  /// Of its adjoint for several directions, which is of another class; null: `mirror`.
  const Record *adjointMirror = nullptr;
};

struct Boundary {
  std::vector<BoundaryParam> params;
  const Record *result = nullptr; ///< the mirror that is returned; null: none
  bool isResultMade = false;       ///< of a tangent: an object is made of it
  bool isResultSeededLate = false; ///< it leads to memory
  bool hasSeed = false;           ///< the last parameter of the contract is the seed of the result
  /// The sizes of the arrays that f makes are noted.
  bool notesArrays = false;
  /// With the clause `value`: the adjoint on structs returns what f returns, and leaves outputs as f does. Else the
  /// wrapper calls f.
  bool givesValue = false;
};

} // namespace adjoint::ir

#endif
