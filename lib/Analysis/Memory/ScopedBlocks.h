// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ScopedBlocks: blocks of memory that live from one statement of a scope to another.
//
//   double *k = new double[n];
//   for (i = 0; i < n; ++i) k[i] = g(y[i]);
//   ...
//   delete[] k;
//
// as a local vector does that stays as long as it is. The block is reached through the one variable alone, which nothing
// copies, passes on or sets again. So its adjoint need not live before the reverse sweep, which allocates it where the
// primal frees the block, and frees it where the primal allocates that; and the block itself can be freed in the forward
// sweep, unless the reverse sweep needs what is in it (Tbr.h).

#ifndef ADJOINT_ANALYSIS_MEMORY_SCOPEDBLOCKS_H
#define ADJOINT_ANALYSIS_MEMORY_SCOPEDBLOCKS_H

#include "Analysis/Memory/Writes.h"

namespace adjoint::analysis {

class ScopedBlocks {
public:
  explicit ScopedBlocks(const ir::StmtList &body);

  /// Null for any other allocation.
  const ir::FreeStmt *freeOf(const ir::AllocateStmt *allocation) const;
  /// Null for any other statement.
  const ir::AllocateStmt *allocationOf(const ir::Stmt *free) const;
  const ir::AllocateStmt *allocationOf(const ir::Variable *pointer) const;

private:
  void walk(const ir::StmtList &list);
  void consider(const ir::StmtList &list, size_t allocated, size_t freed);
  void countUses(const ir::StmtList &body);

  const Writes writes;
  std::map<const ir::Variable *, unsigned> loads, dereferences; ///< of pointers
  std::map<const ir::Variable *, const ir::AllocateStmt *> allocations;
  std::map<const ir::AllocateStmt *, const ir::FreeStmt *> frees;
};

} // namespace adjoint::analysis

#endif
