// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion: in which loops do both sweeps run in one iteration?
//
//   forward:  for (i) { t = g(x[i]); y += t * t; }        forward:  nothing
//   reverse:  for (i backward) { reverse of the body } ->  reverse:  for (i backward) { t = g(x[i]); reverse of the body }
//
// The tape then holds one iteration, and nothing runs twice. With exposed(L) what an iteration reads before it
// writes it, and written(L) what iterations write (see Exposed.h), a loop L is fused if
//
//   exposed(L) ∩ written(L) = ∅     an iteration computed in the reverse sweep computes what it would have computed,
//                                   as long as TBR keeps exposed(L)
//   needed(L) ∩ written(L) = ∅      and nothing else needs that it has run in the forward sweep
//
// needed(L) is the least solution of: what the reverse of statements outside L reads, conditions, what callees read,
// exposed(L), what the caller needs; and if what a statement outside L writes is needed, what it reads.
// Sums of the loop may be needed all the same where what reads them can wait for the reversed loop, which computes them
// again: adjoint statements that belong to what stands behind the loop (`CanWait`), where no branch is around it.
// The question whether needed(L) meets written(L) is asked from the other end: from written(L) on to what would need it,
// which for most loops is found at once.
//
// A parallel loop (ir::ParallelLoop) whose records would be in an order is run in both sweeps where only what stands behind it
// needs what it writes: in the forward sweep without records, and once more, fused, in the reverse sweep.
// Iterations run in the order of the reverse sweep, so that nothing is asked of the adjoints.

#ifndef ADJOINT_ANALYSIS_FUSION_FUSION_H
#define ADJOINT_ANALYSIS_FUSION_FUSION_H

#include "Analysis/Fusion/Exposed.h"
#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Memory/Positions.h"
#include "Analysis/Memory/ReverseUse.h"
#include "Analysis/Memory/Writes.h"

#include <functional>

namespace adjoint::analysis {

class Fusion {
public:
  /// May what reads these sums of the loop run behind the reversed loop?
  using CanWait =
      std::function<bool(const ir::LoopStmt *, const FusedLoop &, const std::set<const ir::Variable *> &sums)>;

  /// `visibleIsNeeded`: the caller reads the result and what the function writes. Without `canWait` nothing can.
  Fusion(ir::Context &context, const Program &program, const Unit &unit, UseOf useOf, bool visibleIsNeeded,
         CanWait canWait);

  const FusedLoops &loops() const { return found; }

private:
  using Variables = std::set<const ir::Variable *>;
  /// A key is read by the reverse of a statement, or on the way there.
  struct Use {
    unsigned number;            ///< of the statement
    const ir::Variable *loaded; ///< as a whole, by the reverse of a statement of the outermost scope; null for other uses
  };
  /// If what it writes is needed, what it reads is.
  struct Step {
    unsigned number;
    std::vector<unsigned> written; ///< with all that may overlap it
  };

  void considerIn(const ir::StmtList &list, bool isOutermost);
  void consider(const ir::LoopStmt *loop, bool isOutermost);
  void addUses(const ir::Stmt *stmt);
  void addUse(const Set &keys, const ir::Stmt *stmt, const ir::Variable *loaded = nullptr);
  void addStep(const ir::Stmt *stmt);
  /// Is any of the keys needed beside the loop? Reads of `waiting` by the reverse of statements behind it do not count.
  bool areNeeded(const Set &keys, const ir::LoopStmt *loop, const Exposed &facts, const Variables &waiting) const;
  bool isUsedBeside(unsigned key, const ir::LoopStmt *loop, const Variables &waiting) const;
  bool mayRunTwice(const ir::LoopStmt *loop, const Set &written) const;
  Variables sumsOf(const ir::LoopStmt *loop) const;
  Set visibleKeys() const;

  ir::Context &context;
  const Program &program;
  const Unit &unit;
  UseOf useOf;
  bool visibleIsNeeded;
  CanWait canWait;
  const Writes &writes;
  const Positions &positions;
  Set visible;
  std::vector<std::vector<Use>> uses;      ///< by key, in the order of the statements
  std::vector<Step> steps;
  std::vector<std::vector<size_t>> readBy; ///< by key: which of these
  std::map<const ir::Variable *, unsigned> initialised; ///< numbers of declarations with a value in the outermost scope
  FusedLoops found;
};

} // namespace adjoint::analysis

#endif
