// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions: where does a statement stand?
//
// Statements are numbered in the order in which they are written. What stands in a statement, or behind it in its list,
// is then an interval of numbers, and to ask for it takes constant time.

#ifndef ADJOINT_ANALYSIS_MEMORY_POSITIONS_H
#define ADJOINT_ANALYSIS_MEMORY_POSITIONS_H

#include "IR/Visit.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace adjoint::analysis {

/// Numbers of statements, both ends included; there are none where the last is less than the first.
struct Interval {
  unsigned first, last;
  bool contains(unsigned number) const { return first <= number && number <= last; }
};

class Positions {
public:
  explicit Positions(const ir::StmtList &body);

  unsigned numberOf(const ir::Stmt *stmt) const { return at(stmt).number; }
  /// The statement, and all that stands in it.
  Interval of(const ir::Stmt *stmt) const { return {at(stmt).number, at(stmt).last}; }
  Interval inside(const ir::Stmt *stmt) const { return {at(stmt).number + 1, at(stmt).last}; }
  /// What follows the statement in its list, and all that stands in that.
  Interval behind(const ir::Stmt *stmt) const { return {at(stmt).last + 1, at(stmt).endOfList}; }
  bool isInside(const ir::Stmt *stmt, const ir::Stmt *other) const { return inside(other).contains(numberOf(stmt)); }

  /// The statement that it stands in; null at the top.
  const ir::Stmt *around(const ir::Stmt *stmt) const { return at(stmt).around; }
  /// The innermost loop that it stands in.
  const ir::LoopStmt *loopAround(const ir::Stmt *stmt) const;
  /// The innermost first.
  std::vector<const ir::LoopStmt *> loopsAround(const ir::Stmt *stmt) const;
  const ir::StmtList &listOf(const ir::Stmt *stmt) const { return *at(stmt).list; }
  size_t indexOf(const ir::Stmt *stmt) const { return at(stmt).index; }

private:
  struct Position {
    unsigned number, last, endOfList;
    const ir::Stmt *around;
    const ir::StmtList *list;
    size_t index;
  };
  const Position &at(const ir::Stmt *stmt) const;
  void number(const ir::StmtList &list, const ir::Stmt *around);

  llvm::DenseMap<const ir::Stmt *, Position> positions;
  unsigned count = 0;
};

} // namespace adjoint::analysis

#endif
