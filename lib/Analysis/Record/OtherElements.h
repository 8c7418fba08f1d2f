// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OtherElements: does a store write other elements than those whose values have been needed, in whatever iteration that was?
//
//   for (j ...) for (i = j + 1 ...) {
//     for (k = 0; k < j; ++k)
//       a[i * n + j] -= a[i * n + k] * a[j * n + k];     columns k < j are needed
//     a[i * n + j] /= a[j * n + j];                      and rows j < i
//   }
//
// A factorisation in place records none of its updates. Rows may stand in one array, in an array of arrays, or in blocks of their own
// (OwnRows.h).

#ifndef ADJOINT_ANALYSIS_RECORD_OTHERELEMENTS_H
#define ADJOINT_ANALYSIS_RECORD_OTHERELEMENTS_H

#include "Analysis/Loops/DifferentIndices.h"
#include "Analysis/Loops/EarlierIterations.h"
#include "Analysis/Memory/OwnRows.h"
#include "Analysis/Loops/CountedLoops.h"
#include "Analysis/Record/NeededReads.h"

#include <map>

namespace adjoint::analysis {

class OtherElements {
public:
  /// `rows`: null, where no rows are known to be apart. All live as long.
  OtherElements(const Versions &versions, const CountedLoops &countedLoops, const OwnRows *rows);

  /// Whenever the value was needed that the use reads: did it stand elsewhere than what the store writes then? `within`: in this iteration
  /// of the loop, or this time, that the statement is run, in which both stand; null: at any time.
  bool isElsewhere(const NeededRead &use, const ir::AssignStmt *store, const ir::Stmt *within = nullptr) const;
  /// Do the two loops, one in the other, set all elements, or all of some rows, of which the store writes one? The statement that does.
  const ir::AssignStmt *setterIn(const ir::LoopStmt *nest, const ir::AssignStmt *store) const;

  /// May an iteration of the loop have run where the statement does? `within`: in this iteration of that loop, if it stands in it.
  bool mayRunBefore(const ir::LoopStmt *loop, const ir::Stmt *stmt, const ir::LoopStmt *within) const;
  /// Has the variable one value throughout, and has it at the statement?
  bool isSince(const ir::Variable *variable, const ir::Stmt *stmt) const;

private:
  /// Indices on the ways to two places, side by side.
  struct Indices {
    const ir::Expr *written, *used;
  };
  using Pairs = std::vector<Indices>;
  using Loops = std::vector<CountedLoop>;

  bool isInFrontOf(const ir::Stmt *one, const ir::Stmt *other) const { return positions.numberOf(one) < positions.numberOf(other); }
  size_t loopsInCommon(const ir::Stmt *one, const ir::Stmt *other) const;
  /// Loops around a statement, and how many of them are those in whose iteration it is asked.
  struct Around {
    Loops loops;
    size_t same = 0;
  };
  std::optional<Around> loopsAround(const ir::Stmt *stmt, const ir::Stmt *within = nullptr) const;
  bool areElsewhere(Pairs pairs, const InLoops &statements, const ir::Stmt *store) const;
  bool covers(const CountedLoop &outer, const CountedLoop &inner, const Pairs &pairs, const Loops &around) const;
  bool isFixedIn(const ir::Expr *expr, const Loops &loops) const;
  bool arePaired(const ir::Place *written, const ir::Place *used, Pairs &pairs) const;
  bool arePaired(const ir::Expr *written, const ir::Expr *used, Pairs &pairs) const;
  const ir::Expr *known(ir::Context &context, const ir::Expr *index, const Loops &loops) const;
  Compared comparedAt(const ir::Stmt *stmt) const;

  const Versions &versions;
  const CountedLoops &countedLoops;
  const Positions &positions;
  const OwnRows *rows;
};

} // namespace adjoint::analysis

#endif
