// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OwnRows: has each object of a block a block of its own, as the rows of a vector of vectors have?
//
//   Row *a = new Row[n];
//   for (i = 0; i < n; ++i) { double *const made = new double[m]; a[i].elements = made; }
//   ...
//   a[i].elements[j] -= f * a[k].elements[j];       different memory wherever i and k differ
//
// It has where, in the whole function, each pointer that is stored in that member is one that was allocated just before in
// the same list, and is stored nowhere else; where no object with pointers is copied into memory, as swapped rows are; and where
// neither a pointer to a pointer nor a call may store there. Blocks that are told apart so may be of different times: what a row
// had before it got another block is other memory, too.

#ifndef ADJOINT_ANALYSIS_MEMORY_OWNROWS_H
#define ADJOINT_ANALYSIS_MEMORY_OWNROWS_H

#include "Analysis/Memory/Writes.h"

#include <optional>

namespace adjoint::analysis {

/// `base[row].member[column]`
struct RowElement {
  const ir::Variable *base;
  const ir::Field *member;
  const ir::Expr *row, *column;
};
std::optional<RowElement> rowElementOf(const ir::Place *place);

class OwnRows {
public:
  explicit OwnRows(const ir::StmtList &body);

  /// Is the base one and the same block of the function's own, with a block for each of its objects behind the member?
  bool areApart(const ir::Variable *base, const ir::Field *member) const;
  /// Do all pointers that the function stores in this member lead to different blocks?
  bool areDistinct(const ir::Field *member) const { return isKnown && !shared.count(member); }

private:
  void visit(const ir::StmtList &list);
  void visitAssignment(const ir::AssignStmt *assign, const std::set<const ir::Variable *> &fresh);
  void visitPlace(const ir::Place *written);

  const Writes writes;
  bool isKnown = true;                          ///< no pointers are stored in ways that are not seen through
  std::set<const ir::Variable *> allocated;     ///< variables that an allocation gives their value
  std::set<const ir::Variable *> stored;        ///< in memory
  std::set<const ir::Field *> shared;           ///< members that hold other pointers, too
};

} // namespace adjoint::analysis

#endif
