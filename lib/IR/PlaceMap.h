// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PlaceMap: something for each place, where places that are written alike are one.

#ifndef ADJOINT_IR_PLACEMAP_H
#define ADJOINT_IR_PLACEMAP_H

#include "IR/Visit.h"

#include <unordered_map>

namespace adjoint::ir {

struct HashOfPlace {
  size_t operator()(const Place *place) const { return hashOf(place); }
};
struct SamePlace {
  bool operator()(const Place *a, const Place *b) const { return same(a, b); }
};
template <class T> using PlaceMap = std::unordered_map<const Place *, T, HashOfPlace, SamePlace>;

} // namespace adjoint::ir

#endif
