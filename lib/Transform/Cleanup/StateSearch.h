// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StateSearch: an array that loops of each step overwrite, and that can have a new block in each (StateBlocks.h).

#ifndef ADJOINT_TRANSFORM_CLEANUP_STATESEARCH_H
#define ADJOINT_TRANSFORM_CLEANUP_STATESEARCH_H

#include "IR/Function.h"
#include "Transform/Cleanup/CountOfBlock.h"
#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// A push or a pop of an element, and what one sweep does with the array in the loops around it.
struct Side {
  Path path;           ///< to the push or the pop
  size_t depth = 0;    ///< of the loops: the outermost is path[path.size() - 1 - depth]
  const ir::Place *place = nullptr;
  size_t written = 0;  ///< where in the innermost list the element is overwritten: the write, or the pop

  const ir::StmtList &innermost() const { return *path.back().list; }
  const ir::LoopStmt *loop(size_t level) const { return llvm::dyn_cast<ir::LoopStmt>(path[path.size() - 1 - level].stmt()); }
  const ir::LoopStmt *outermost() const { return loop(depth); }
  Path around() const { return Path(path.begin(), path.end() - depth); }
  bool standsIn(const ir::Stmt *stmt) const;
};

/// One array that loops of a step overwrite.
struct State {
  const ir::Variable *pointer = nullptr;
  const ir::PushStmt *push = nullptr;
  const ir::PopStmt *pop = nullptr;
  Side forward, reverse;
  const ir::Expr *count = nullptr;
  /// What the loops overwrite: the elements from `first` up to `last`, and in each of `rows` such a stretch, `stride` behind the one before.
  struct Overwritten {
    const ir::Expr *first, *last, *rows = nullptr, *stride = nullptr; ///< without rows: of one loop
  } overwritten;
};

/// The statements of the two sweeps, which may be those of one function.
struct Sweeps {
  ir::StmtList forward, reverse;

  Sweeps(const ir::Function &first, const ir::Function &second);
};

/// Some, which have nothing to do with each other; `sweeps` has to live as long as what is found. There may be others when these are made.
std::vector<State> findStates(ir::Context &context, const Sweeps &sweeps, const AreApart &areApart);

} // namespace adjoint::transform

#endif
