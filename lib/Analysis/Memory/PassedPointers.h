// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PassedPointers: what a function that is defined elsewhere may do with the pointers that it is given, by the types of its
// parameters.
//
//   double *u             followed: the function reads and writes what u leads to, and stores u nowhere
//   const Mesh &m         the same of the pointers in m, which it cannot set
//   std::vector<T> &u     owned: it may give u other memory, new or that of another owner, but u alone leads there
//   Mesh &m, double **p   open: it may leave any pointer there
//
// What it returns may be an owner, too.
// Owners are objects of library classes whose models say how many elements their pointers lead to, and objects whose parts
// are all owners or numbers.

#ifndef ADJOINT_ANALYSIS_MEMORY_PASSEDPOINTERS_H
#define ADJOINT_ANALYSIS_MEMORY_PASSEDPOINTERS_H

#include "Analysis/Memory/Alias.h"
#include "IR/Function.h"

namespace adjoint::analysis {

/// Can a function that gets this parameter change what its caller sees?
bool isWritable(const ir::Type *parameterType);

/// Does an object of the type lead to nothing but its own, so that a copy shares nothing with it?
bool isOwner(const ir::Type *type);

/// Are all pointers that the function is given followed or owned, and those that it returns owned?
bool keepsOwners(const ir::Function &function);

/// An object that a function with a bridge gets as one of the user's: of its memory the callee sees numbers, and keeps no pointer.
bool isObjectOfBridge(const ir::Function &function, const ir::Variable *param);
/// Does a function with a bridge get no pointers but to numbers that it does not keep?
bool keepsNoPointer(const ir::Function &function);
/// Can it give an owner other memory, or return one?
bool mayMoveOwned(const ir::Function &function);

/// What a function of another file may have allocated: none of its own memory stands for it. Of other functions nothing.
Set keysHandedOut(const ir::CallStmt *call, const Alias &caller);

} // namespace adjoint::analysis

#endif
