// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BlockPointers: all variables that may lead to the blocks that a pointer leads to.
//
//   double *u = new double[n], *next = new double[n];
//   for (...) { step(u, next); double *old = u; u = next; next = old; }      u, next, old
//
// They are known where nothing else ever leads there: the variables get new blocks and one another's values, and their own
// values go nowhere else but to the tape and to calls, which do not keep them. One walk, for all pointers.

#ifndef ADJOINT_TRANSFORM_CLEANUP_BLOCKPOINTERS_H
#define ADJOINT_TRANSFORM_CLEANUP_BLOCKPOINTERS_H

#include "IR/Visit.h"

#include <map>
#include <set>

namespace adjoint::transform {

/// Variables of pointers to the same blocks, and what allocates these.
struct SameBlocks {
  std::set<const ir::Variable *> pointers; ///< empty: they are not known
  std::vector<const ir::AllocateStmt *> allocations;
};

class BlockPointers {
public:
  /// `bodies`: of all functions in which the pointers stand.
  explicit BlockPointers(const std::vector<const ir::StmtList *> &bodies);

  SameBlocks with(const ir::Variable *pointer) const;

private:
  struct Facts {
    bool isKnown = true;
    std::set<const ir::Variable *> others; ///< whose values it gets, or which get its value
    std::vector<const ir::AllocateStmt *> allocations;
  };
  void look(const ir::Stmt *stmt);
  void noteSource(const ir::Stmt *stmt);

  std::map<const ir::Variable *, Facts> facts;
};

/// The value that a declaration or an assignment gives a variable as a whole; null variable: none.
struct Flow {
  const ir::Variable *to = nullptr;
  const ir::Expr *value = nullptr;
};
Flow flowOf(const ir::Stmt *stmt);

} // namespace adjoint::transform

#endif
