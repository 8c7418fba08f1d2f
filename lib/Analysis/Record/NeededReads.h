// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NeededReads: what may the reverse sweep read of the state at a statement, whatever turns out to be recorded?
//
// What the reverse of the statement reads; the condition of a branch, and the bounds of a loop; the path to what the
// statement overwrites, by which a record of that is put back; and what a variable is computed from that is computed again.

#ifndef ADJOINT_ANALYSIS_RECORD_NEEDEDREADS_H
#define ADJOINT_ANALYSIS_RECORD_NEEDEDREADS_H

#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/ReverseUse.h"
#include "Analysis/Record/Recompute.h"

namespace adjoint::analysis {

struct NeededRead {
  const ir::Stmt *by;
  const ir::LoadExpr *load; ///< null: of all that the keys stand for
  bool after;               ///< in the state after the statement
  Set keys;
};

class NeededReads {
public:
  NeededReads(const Unit &unit, const UseOf &useOf, const Recompute &recompute);

  /// Of the statement itself, without those nested in it.
  const std::vector<NeededRead> &of(const ir::Stmt *stmt) const { return reads.find(stmt)->second; }

private:
  llvm::DenseMap<const ir::Stmt *, std::vector<NeededRead>> reads;
};

} // namespace adjoint::analysis

#endif
