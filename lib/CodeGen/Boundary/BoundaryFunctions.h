// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BoundaryFunctions: how the user's objects become plain structs, and what else has to be done with them
// around an adjoint. One function for each mirror and purpose:
//
//   Read     vector_double read_vector_double(const std::vector<double> &object)
//                scalars are copied, pointers shared; arrays of mirrors are made, in `memory`
//   Write    the numbers of an adjoint, from the struct back into the object
//   Extend   gives an adjoint at least the shape of its primal
//   Clear    sets all numbers of an object to zero
//   Add      adds the numbers of one object to those of another
//   Own, Release, Shape, Fill    see OwnMemory.h and RemadeObjects.h
//   Put      the numbers of a tangent from the struct into the object, also those behind pointers
//   Take     moves the numbers of an object to the adjoint behind a struct, where that is in other memory
//   Seed     adds the numbers of an object to the adjoint behind a struct, as far as both go
//
// A private member is reached through an accessor made by explicit instantiation.

#ifndef ADJOINT_CODEGEN_BOUNDARY_BOUNDARYFUNCTIONS_H
#define ADJOINT_CODEGEN_BOUNDARY_BOUNDARYFUNCTIONS_H

#include "IR/ClassView.h"

#include <string>
#include <tuple>
#include <vector>

namespace adjoint::codegen {

/// Has the function anything to do? (A struct of integers has no numbers to write.)
bool isNeeded(ir::BoundaryFunction what, const ir::Record &mirror);
/// Does reading make arrays of mirrors?
bool readsIntoMemory(const ir::Record &mirror);

/// One function, or (without `what`) the accessors of one mirror.
struct BoundaryDefinition {
  const ir::Record *mirror;
  bool isAccessors;
  ir::BoundaryFunction what;
  /// Read: an overload for objects of this class, a view of variables where that of the mirror is one of constants. Empty: for
  /// those of the mirror's own.
  std::string object = {};
  bool operator<(const BoundaryDefinition &o) const {
    return std::tie(mirror, isAccessors, what, object) < std::tie(o.mirror, o.isAccessors, o.what, o.object);
  }
};

/// What must be printed for a function, itself last.
std::vector<BoundaryDefinition> definitionsFor(ir::BoundaryFunction what, const ir::Record &mirror);
std::string printBoundary(const BoundaryDefinition &definition);

} // namespace adjoint::codegen

#endif
