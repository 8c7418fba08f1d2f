// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NeededBlocks: which pointers lead to blocks of memory of which the reverse sweep needs nothing?
//
//   for (int s = 0; s < steps; ++s) {
//     double *next = new double[n];
//     for (i = 0; i < n; ++i) next[i] = sin(u[i]);      nothing is recorded: the block is new,
//     delete[] u;                                        whatever is needed of the one before it
//     u = next;
//   }
//
// TBR asks for places of allocation, and the blocks of one place are needed or not together. Here the state before a
// statement is the set of pointers that may lead to a block of which something is needed:
//
//   p = new ...      not p
//   p = q + k        p if q
//   p = anything     p
//   a value needed   all that may lead where its pointer does
//
// forward, joined by union. What may lead to one block is asked of ApartPointers.h, and of Alias.h.

#ifndef ADJOINT_ANALYSIS_RECORD_NEEDEDBLOCKS_H
#define ADJOINT_ANALYSIS_RECORD_NEEDEDBLOCKS_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Pointers/ApartPointers.h"
#include "Analysis/Record/NeededReads.h"

namespace adjoint::analysis {

class NeededBlocks : public Forward {
public:
  /// `entryIsNeeded`: what the caller can see is needed. `apart`, `fused`: null, where nothing is known.
  NeededBlocks(const Unit &unit, const NeededReads &reads, const ApartPointers *apart, const FusedLoops *fused,
               bool entryIsNeeded);

  /// Before the loop begins, or when the statement writes: is nothing needed of what the pointer leads to? What the
  /// statement itself needs as it was before counts. False of variables whose address is taken.
  bool isUnneeded(const ir::Stmt *stmt, const ir::Variable *pointer) const;

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;
  void evaluate(const ir::Stmt *stmt, const ir::Expr *condition, Set &state) override;
  void enterLoop(const ir::LoopStmt *loop, Set &state) override;
  void leaveLoop(const ir::LoopStmt *loop, Set &state) override;

private:
  void track(const ir::Variable *variable);
  void need(const NeededRead &read, Set &state) const;
  void needControl(const ir::Stmt *stmt, Set &state) const;
  void needBefore(const std::vector<NeededRead> &needed, Set &state) const;
  void needKeys(const Set &keys, Set &state) const;
  bool isNeeded(const ir::Expr *pointer, const Set &state) const;
  void setPointers(const ir::Stmt *stmt, Set &state) const;

  const Unit &unit;
  const NeededReads &reads;
  const ApartPointers *apart;
  const FusedLoops *fused;
  const Writes &writes;
  std::vector<const ir::Variable *> pointers;
  std::map<const ir::Variable *, unsigned> numbers; ///< of these
  std::vector<Set> blocks;                          ///< keys of what each may lead to
};

} // namespace adjoint::analysis

#endif
