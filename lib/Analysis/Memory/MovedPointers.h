// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MovedPointers: members that are no arrays, the address of which may be moved by an offset all the same, from one member of
// a class to those beside it:
//
//   double &V::operator[](int i) { return (&x)[i]; }
//
// An address counts as moved where an offset is added to it, or a difference is taken; to a variable that it is copied to, or in a
// callee that is given it; and where it is stored anywhere else.

#ifndef ADJOINT_ANALYSIS_MEMORY_MOVEDPOINTERS_H
#define ADJOINT_ANALYSIS_MEMORY_MOVEDPOINTERS_H

#include "IR/Visit.h"

#include <set>
#include <vector>

namespace adjoint::analysis {

class MovedPointers {
public:
  explicit MovedPointers(const ir::StmtList &body) : MovedPointers(body, {}) {}

  /// Of which the address is moved.
  const std::vector<const ir::Place *> &places() const { return moved; }
  bool isMoved(const ir::Variable *pointer) const { return variables.count(pointer) != 0; }

private:
  using Callers = std::set<const ir::Function *>;
  MovedPointers(const ir::StmtList &body, const Callers &callers);

  void findMoves(const ir::Stmt *stmt);
  bool passOn(const ir::Stmt *stmt);
  bool move(const ir::Expr *pointer);
  void movesIn(const ir::CallStmt *call, const Callers &callers);
  void findPlaces(const ir::Stmt *stmt);

  std::set<const ir::Variable *> variables;
  std::set<const ir::Expr *> moves; ///< addresses to which something is done but reading what is there
  std::vector<const ir::Place *> moved;
};

} // namespace adjoint::analysis

#endif
