// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopRecords: which scalars does a loop overwrite, of which its own reverse needs no value?
//
//   y[j] = x[i];                                y_b of j is needed
//   while (j & bit) { j ^= bit; bit >>= 1; }    none of these values of j is
//
// What j was is recorded once, before the loop, and not in each iteration; where nothing else is left to do, the reversed
// loop is gone. Not where the iterations can be taken back without any record.

#ifndef ADJOINT_ANALYSIS_RECORD_LOOPRECORDS_H
#define ADJOINT_ANALYSIS_RECORD_LOOPRECORDS_H

#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/ReverseUse.h"
#include "Analysis/Record/Recompute.h"

namespace adjoint::analysis {

class LoopRecords {
public:
  LoopRecords(const Unit &unit, const UseOf &useOf, const Recompute &recompute);

  /// In the order of their first assignment. `leftOut`: statements that overwrite nothing.
  std::vector<const ir::Variable *> overwritten(const ir::LoopStmt *loop,
                                                const std::set<const ir::Stmt *> &leftOut) const;

private:
  using Variables = std::set<const ir::Variable *>;

  void noteUses(const ir::Stmt *stmt, Variables &used) const;

  const UseOf &useOf;
  const Recompute &recompute;
  const Writes &writes;
};

} // namespace adjoint::analysis

#endif
