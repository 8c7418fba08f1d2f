// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TBR: which overwritten values must be recorded, because the reverse sweep needs them?
//
// The question at each point: whose values, as they are now, does the reverse of what has run
// already need? With U the values that the reverse of a statement reads, as they were before
// (U-) or after it (U+):
//
//   N_out(v = e) = (N_in ∪ U-) \ {v} ∪ U+,   v is recorded if it overlaps N_in ∪ U-
//
// forward, joined by union; only a whole variable is ever removed. (Elements of arrays: Overwrites.h.) At the end of a scope the
// needed values of its variables are recorded too (or recomputed, where that is cheap), since
// the reverse sweep enters the scope from there. U is read off the reverse statements
// themselves, so the analysis and the sweep cannot disagree.
// Hascoët, Naumann, Pascual: To-Be-Recorded analysis, FGCS 21 (2005).

#ifndef ADJOINT_ANALYSIS_RECORD_TBR_H
#define ADJOINT_ANALYSIS_RECORD_TBR_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/ReverseUse.h"
#include "Analysis/Memory/SameValue.h"
#include "Analysis/Memory/ScopedBlocks.h"
#include "Analysis/Record/LoopRecords.h"
#include "Analysis/Record/Overwrites.h"
#include "Analysis/Record/Recompute.h"

namespace adjoint::analysis {

/// For stores: the copies whose reverse brings back what the store overwrites (RestoringCopies.h).
using RestoringCopies = std::map<const ir::Stmt *, std::vector<const ir::AssignStmt *>>;

struct TbrOptions {
  bool enabled = true;
  bool recompute = true;
  /// Quotients of what the loop around does not change are recomputed, too, and of loops in vectors.
  bool quotients = true;
  /// Loops that compilers compute in vectors; null: none is known.
  const std::set<const ir::LoopStmt *> *inVectors = nullptr;
  /// Memory is recorded where several values can be computed from it again.
  bool fewerRecords = true;
  /// The sweeps are separate functions: the outermost scope ends between them.
  bool isSplit = false;
  /// The memory visible to the caller must be as on entry when the reverse sweep ends.
  bool restoresAll = false;
  /// Loops whose two sweeps run in one iteration; null: none.
  const FusedLoops *fused = nullptr;
  /// Pointers that lead to different blocks; null: unknown.
  const ApartPointers *apart = nullptr;
  /// Nothing is recorded of a block of which nothing is needed yet.
  bool newBlocks = true;
  /// Nothing is recorded of a row that is not needed yet.
  bool rows = true;
  /// Stores that record nothing for them, as long as they are not left out; null: none.
  const RestoringCopies *copies = nullptr;
  /// Blocks that may be freed in the forward sweep; null: none.
  const ScopedBlocks *blocks = nullptr;
};

class Tbr : public Forward {
public:
  Tbr(const Program &program, const Unit &unit, UseOf useOf, TbrOptions options);
  /// Statements that the forward sweep leaves out: they overwrite nothing.
  void assumeLeftOut(std::set<const ir::Stmt *> statements) { leftOut = std::move(statements); }
  bool isLeftOut(const ir::Stmt *stmt) const { return leftOut.count(stmt) != 0; }
  void run();

  /// The statement is left out; it would be recorded if it were not.
  bool wouldRecord(const ir::Stmt *stmt) const { return wouldBeRecorded.count(stmt) != 0; }
  bool mustRecord(const ir::Stmt *stmt) const { return records.count(stmt) != 0; }
  /// The statement is `v = v + e`, `v = v * constant` or `v = -v`: the reverse sweep takes it back.
  bool isInverted(const ir::Stmt *stmt) const { return inverted.count(stmt) != 0; }
  /// Recorded at the end of the scope, in the order of their declaration.
  std::vector<const ir::Variable *> recordedAtExit(const ir::StmtList &scope) const;
  /// Declared again at the start of the reversed scope, in the order of their declaration.
  std::vector<const ir::DeclareStmt *> recomputed(const ir::StmtList &scope) const;
  /// The reverse sweep needs nothing of the block that the statement frees, nor writes to it.
  bool isFreedEarly(const ir::Stmt *free) const;
  /// The value that an outer counter had before the loop.
  bool mustRecordCounter(const ir::LoopStmt *loop) const { return counters.count(loop) != 0; }
  /// Scalars recorded before the loop: the statements in it that overwrite them need no record of their own.
  std::vector<const ir::Variable *> recordedBefore(const ir::LoopStmt *loop) const;
  bool isRecordedBefore(const ir::Stmt *stmt) const { return covered.count(stmt) != 0; }
  /// Of a loop that takes snapshots: what of its state has to be as it was in front of it when it is reversed.
  bool isKeptFor(const ir::LoopStmt *loop, const StatePart &part) const;
  /// Calls whose callee overwrites needed memory: it must record what it overwrites itself.
  const std::set<const ir::CallStmt *> &overwritingCalls() const { return overwriting; }
  /// The statement for whose adjoint the value overwritten by `stmt` is needed.
  const ir::Stmt *neededBy(const ir::Stmt *stmt) const;

  const NeededReads &neededReads() const { return reads; }
  const ir::LoopStmt *firstIn(const ir::Stmt *store) const { return overwrites.firstIn(store); }

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;
  void evaluate(const ir::Stmt *stmt, const ir::Expr *condition, Set &state) override;
  void leave(const ir::StmtList &list, Set &state) override;
  void enterLoop(const ir::LoopStmt *loop, Set &state) override;
  void leaveLoop(const ir::LoopStmt *loop, Set &state) override;
  void visitLoop(const ir::LoopStmt *loop, Set &state) override;

private:
  void recordBefore(const ir::LoopStmt *loop, Set &state);
  void noteFree(const ir::Stmt *stmt, const Set &state);
  void visitCheckpointed(const ir::LoopStmt *loop, const FusedLoop &facts, Set &state);
  void useExposed(const ir::LoopStmt *loop, const FusedLoop &facts, Set &state);
  void visitFused(const ir::LoopStmt *loop, const FusedLoop &facts, Set &state);
  void use(const ir::LoadExpr *load, const ir::Stmt *by, Set &state);
  void useAll(const ir::Expr *expr, const ir::Stmt *by, Set &state);
  void useKeys(const Set &keys, const ir::Stmt *by, Set &state);
  void write(const ir::Stmt *stmt, const ir::Place *place, Set &state);
  Set neededAt(const ir::Stmt *store, const Set &state) const;
  bool isBroughtBack(const ir::Stmt *store) const;
  void remove(const ir::Variable *variable, Set &state) const;
  bool isFresh(const ir::Stmt *stmt, const ir::Place *place) const;
  Set visibleKeys() const;
  RecomputeOptions recomputeOptions() const;
  std::unique_ptr<NeededBlocks> findBlocks() const;
  Set overwrittenBy(const ir::CallStmt *call) const;

  const Program &program;
  const Unit &unit;
  UseOf useOf;
  TbrOptions options;
  Recompute recompute;
  SameValue sameValue;
  NeededReads reads;
  std::unique_ptr<NeededBlocks> neededBlocks;
  std::unique_ptr<OwnRows> rows;
  Overwrites overwrites;
  LoopRecords loopRecords;
  std::map<const ir::LoopStmt *, std::set<const ir::Variable *>> recordedLoops;
  std::map<const ir::LoopStmt *, Set> neededBefore; ///< of loops that take snapshots
  std::set<const ir::Stmt *> covered, records, wouldBeRecorded, inverted, leftOut, loopControl;
  std::set<const ir::Variable *> exits, wanted;
  std::set<const ir::LoopStmt *> counters;
  std::set<const ir::CallStmt *> overwriting;
  Set restored;                                         ///< what records bring back
  std::set<const ir::Stmt *> lasting;                   ///< frees of blocks that the reverse sweep needs
  std::map<unsigned, const ir::Stmt *> users;           ///< of a key
  std::map<const ir::Stmt *, const ir::Stmt *> reasons; ///< of a record
};

} // namespace adjoint::analysis

#endif
