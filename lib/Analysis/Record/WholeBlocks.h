// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WholeBlocks: which loops store to every element of the block that a pointer leads to?
//
//   double *p = new double[n];
//   for (t ...) {
//     for (i = 0; i < n; ++i) p[i] = 0;            all of them
//     for (j ...) p[at[j]] += e;                   is one of them, wherever that is
//   }
//
// The block is allocated where its pointer is declared, for as many elements as the loop has iterations, or it is an array. Sizes
// are compared through variables that are set once, where they are declared: in the scope of one, it has one value. Pointers that are
// set once to another one lead where that does.

#ifndef ADJOINT_ANALYSIS_RECORD_WHOLEBLOCKS_H
#define ADJOINT_ANALYSIS_RECORD_WHOLEBLOCKS_H

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Versions.h"

namespace adjoint::analysis {

class WholeBlocks {
public:
  explicit WholeBlocks(const Versions &versions) : versions(versions) {}

  /// What the loop stores to each element of the block, or to the same member of each, of which `place` is one; null if it does not.
  const ir::AssignStmt *setterIn(const ir::LoopStmt *loop, const CountedLoop &counted, const ir::Place *place) const;

private:
  const ir::Variable *originOf(const ir::Variable *pointer) const;
  bool isAllOf(const ir::Variable *base, const CountedLoop &counted) const;
  const ir::Expr *distanceOf(const ir::Expr *expr) const;
  const ir::Expr *sizeOf(const ir::Expr *expr) const;

  const Versions &versions;
};

} // namespace adjoint::analysis

#endif
