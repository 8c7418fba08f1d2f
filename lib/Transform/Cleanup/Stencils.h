// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stencils: the elements that an iteration adds to, array by array.
//
//   u_b[k - 1] += w;  u_b[k] -= 2.0 * w;  u_b[k + 1] += w;  u_b[k - n] += w;      u_b: offsets -1, 0, 1, and one far away

#ifndef ADJOINT_TRANSFORM_CLEANUP_STENCILS_H
#define ADJOINT_TRANSFORM_CLEANUP_STENCILS_H

#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// Elements of an array that an iteration adds to, next to each other.
struct Stencil {
  struct Member {
    Access access;
    long long offset; ///< from the element that stands in the middle
    std::set<const ir::Stmt *> sums;
  };
  std::vector<Member> members;
  bool hasRows = false; ///< the iteration adds to other elements of the array, far away

  const ir::Variable *base() const { return members.front().access.base; }
  bool isAlone() const { return members.size() == 1; }
  long long least() const;
  long long greatest() const;
  std::set<const ir::Stmt *> sums() const;
  const Access &middle() const;
};

/// Of the sums to another element in each iteration.
std::vector<Stencil> stencilsOf(const Iteration &iteration);

} // namespace adjoint::transform

#endif
