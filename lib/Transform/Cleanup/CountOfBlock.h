// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CountOfBlock: how many elements a block has, as another statement can say it.
//
//   unsigned long count = n;                       at the loop: n
//   double *u = new double[count];
//   for (...) { ...; std::swap(count, other); }
//
// A variable that stays as it is stands for itself; another one for the value that it has in front of the allocation.

#ifndef ADJOINT_TRANSFORM_CLEANUP_COUNTOFBLOCK_H
#define ADJOINT_TRANSFORM_CLEANUP_COUNTOFBLOCK_H

#include "Analysis/Memory/Writes.h"

namespace adjoint::transform {

/// A list, and a statement in it.
struct Position {
  const ir::StmtList *list;
  size_t at;
  const ir::Stmt *stmt() const { return (*list)[at]; }
};

/// Where a statement stands: the lists around it, the outermost first. Empty: nowhere.
using Path = std::vector<Position>;
Path pathTo(const ir::StmtList &body, const ir::Stmt *stmt);

class CountOfBlock {
public:
  CountOfBlock(ir::Context &context, const ir::StmtList &body);

  /// The count of the allocation, at a place behind it; null: it cannot be said there.
  const ir::Expr *at(const Path &place, const ir::AllocateStmt *allocation) const;
  /// Are the two, which stand for themselves, one number?
  bool areEqual(const ir::Expr *a, const ir::Expr *b) const;
  /// What it is where variables that nothing is known of are large, and each is another number, to be compared with others.
  std::optional<long long> estimated(const ir::Expr *expr);

private:
  class Saying;
  class Origins;
  bool isSteady(const ir::Variable *variable) const;
  const ir::Stmt *definitionBefore(const ir::Variable *variable, const Path &place) const;

  ir::Context &context;
  const ir::StmtList &body;
  const analysis::Changes changes;
  std::map<const ir::Variable *, const ir::DeclareStmt *> declared;
  std::vector<const ir::Place *> samples; ///< that have been given numbers
};

} // namespace adjoint::transform

#endif
