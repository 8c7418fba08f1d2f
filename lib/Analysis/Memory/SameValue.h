// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SameValue: does a store only ever write the value that is there already?
//
//   double d[2];
//   for (...) { d[0] = strike; d[1] = s[i]; ... }      d[0] is lost by no iteration
//
// A variable, or an element with a constant index, that starts uninitialised and whose every
// store writes one and the same expression of values that never change.

#ifndef ADJOINT_ANALYSIS_MEMORY_SAMEVALUE_H
#define ADJOINT_ANALYSIS_MEMORY_SAMEVALUE_H

#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/Writes.h"

namespace adjoint::analysis {

class SameValue {
public:
  SameValue(const Program &program, const Unit &unit);
  bool isSame(const ir::Stmt *stmt) const { return found.count(stmt) != 0; }

private:
  bool neverChanges(const ir::Expr *expr) const;
  bool allStoresAgree(const ir::AssignStmt *store) const;
  void noteWrites(const ir::Stmt *stmt);
  bool mayStore(const ir::Stmt *stmt, const ir::AssignStmt *store, const Set &target) const;

  const Program &program;
  const Unit &unit;
  const Writes &writes;
  std::set<const ir::Variable *> uninitialised;          ///< where they are declared
  std::vector<std::vector<const ir::Stmt *>> writers; ///< by key: statements that may write it
  std::set<const ir::Stmt *> found;
};

} // namespace adjoint::analysis

#endif
