// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overwrites: which stores to elements of arrays need not be recorded for what happened just before?
//
// TBR knows arrays as wholes: once one element is needed, storing to any other would be recorded. Five facts about
// a store p[i] = e, in terms of elements:
//
//   firstIn(store)    no two executions of the store in this loop meet in one element, and in the loop elements are
//                     needed only after they have been stored to: `for (i) p[i] = exp(x[i])`. What it overwrites was
//                     there before the loop, so only what was needed then counts. Nor is anything needed between
//                     the executions in an inner loop that all meet in one: `for (j) for (i) p[j] += a[i]`.
//   settledBy(store)  an earlier loop has stored to (and recorded, where needed) all elements that this store may
//                     overwrite, and nothing has been needed since: `for (i) y[i] = 0; for (j) for (i) y[i] += e`. Or all of
//                     a block: `for (i) y[i] = 0; for (j) y[at[j]] += e`; see WholeBlocks.h. Or a
//                     store in front did to the very place: `y[i] = 0; for (j) y[i] += e`. Or stores to each element of a
//                     short array: `p[0] = a; p[1] = b; for (i) p[i] += e`.
//   isApart(store)    the first fact holds of the outermost loop, and what is needed before it are other elements:
//                     `w[0] = x[0]; for (i = 1; i < n; ++i) w[i] = g(w[i - 1])`.
//   isNew(store)      nothing of the block is needed before that loop (or before the store, if it stands in none):
//                     the work space of one iteration, a vector that is filled. See NeededBlocks.h.
//
//   isElsewhere(store)    it is no element that is needed before, in whatever iteration, though of a fused loop in no other: the elimination
//                     below the pivot, `a[i * n + j] -= f * a[k * n + j]` with i > k. See OtherElements.h.
//
// Elements are told apart by sums of counters and of variables that do not change; see Bounds.h. Pointers that lead to
// different blocks where a value is used have no element in common; see ApartPointers.h.

#ifndef ADJOINT_ANALYSIS_RECORD_OVERWRITES_H
#define ADJOINT_ANALYSIS_RECORD_OVERWRITES_H

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Loops/CountedLoops.h"
#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Record/NeededBlocks.h"
#include "Analysis/Record/OtherElements.h"
#include "Analysis/Record/WholeBlocks.h"

#include <deque>
#include <memory>

namespace adjoint::analysis {

class Overwrites {
public:
  /// `reads` lives as long. `blocks`, `apart`, `fused`, `rows`: null, where nothing is known.
  Overwrites(const Unit &unit, const NeededReads &reads, const NeededBlocks *blocks, const ApartPointers *apart,
             const FusedLoops *fused, const OwnRows *rows);

  /// The outermost loop of which the first fact holds, null if there is none.
  const ir::LoopStmt *firstIn(const ir::Stmt *store) const;
  /// The store that has been there, or the stores, each at a part; none if there are none.
  const ir::StmtList &settledBy(const ir::Stmt *store) const;
  /// The third fact, where nothing is needed for the caller's sake.
  bool isApart(const ir::Stmt *store) const;
  /// The fourth fact.
  bool isNew(const ir::Stmt *store) const;
  /// The fifth fact, where nothing is needed for the caller's sake.
  bool isElsewhere(const ir::Stmt *store) const;

private:
  using Use = NeededRead;

  void noteLoop(const ir::LoopStmt *loop);
  void add(const Use &use);
  const FusedLoop *fusedLoop(const ir::LoopStmt *loop) const;
  const ir::LoopStmt *fusedAround(const ir::Stmt *stmt) const;
  void addExposed(const ir::Stmt *stmt, const FusedLoop &facts);
  /// Is there a use in the interval that meets the keys, and of which `holds` is true?
  bool anyUse(Interval where, const Set &keys, llvm::function_ref<bool(const Use &)> holds) const;

  bool isFirst(const ir::Stmt *store, const Element &element, const ir::LoopStmt *loop, bool isInnermost) const;
  bool staysThere(const ir::Stmt *store, const Element &element, const ir::LoopStmt *loop,
                  const CountedLoop &counted) const;
  bool comesTooEarly(const Use &use, const ir::Stmt *store, const Element &element, const ir::LoopStmt *loop,
                     bool isInnermost) const;
  bool isApartFrom(const Use &use, const ir::Variable *base) const;
  bool isElsewhere(const Use &use, const ir::Stmt *store, const Element &element) const;
  bool findElsewhere(const ir::AssignStmt *store) const;
  bool isSettledPlace(const ir::Place *place, const ir::Stmt *by, Interval since) const;
  const ir::Stmt *sameBefore(const ir::Stmt *around, const ir::Stmt *store) const;
  bool isOfWhole(const Element &written, const CountedLoop &writer, const ir::Stmt *store, const Element &element) const;
  const ir::Stmt *writerBefore(const ir::Stmt *around, const ir::Stmt *store, const Element &element) const;
  const ir::Stmt *writerIn(const ir::LoopStmt *loop, const ir::Stmt *store, const Element &element) const;
  bool isUndisturbed(Interval between, const ir::AssignStmt *writer, const CountedLoop &counted, const Set &keys,
                     const ir::Stmt *store, const ir::Stmt *around) const;
  bool isUnneededSince(const ir::Stmt *nest, const ir::AssignStmt *setter, const ir::Stmt *around, const ir::AssignStmt *store) const;
  const ir::AssignStmt *setterIn(const ir::LoopStmt *loop, const ir::AssignStmt *store) const;
  const ir::Stmt *allSetBefore(const ir::Stmt *around, const ir::AssignStmt *store) const;
  ir::StmtList eachSetBefore(const ir::Stmt *around, const ir::AssignStmt *store) const;
  ir::StmtList findSettlers(const ir::AssignStmt *store) const;

  const Unit &unit;
  const NeededBlocks *blocks;
  const ApartPointers *apart;
  const FusedLoops *fused;
  const Versions &versions;
  const CountedLoops countedLoops;
  const Writes &writes;
  const Positions &positions;
  const WritesInOrder &writesInOrder;
  const std::unique_ptr<const OtherElements> others; ///< null: nothing is known
  const WholeBlocks wholeBlocks;
  mutable std::map<const ir::Stmt *, bool> elsewhere; ///< what has been found out
  mutable std::map<const ir::Stmt *, ir::StmtList> settled;
  /// Loops of a list that store to an array, or by a pointer, in the order in which they stand there.
  std::map<std::pair<const ir::StmtList *, const ir::Variable *>, std::vector<const ir::LoopStmt *>> writers;
  std::deque<Use> exposed; ///< what fused loops are computed from again
  std::vector<std::vector<const Use *>> usesOf; ///< by key, in the order of the statements
};

} // namespace adjoint::analysis

#endif
