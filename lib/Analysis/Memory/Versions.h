// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions: has a variable one value here and there?
//
//   const int n = size;               one version of n, from here on
//   for (int i = 0; i < n; ++i) {     one of i in each iteration
//     int k = 2 * i;                  one of k in each, too
//     last = k;                       the loop changes last, and keeps n
//   }
//
// A version of a variable begins at a statement that writes it, by its name, and ends at the next. Statements are numbered in the order
// of the source (Positions.h), so that two places have one version if no write stands between them, nor in a loop around that has only
// one of them in it. Of a variable whose address is taken nothing is known. One walk for each unit, which all ask who want to know what a
// store overwrites.
//
// Source: R. Cytron et al., Efficiently computing static single assignment form, ACM TOPLAS 13 (1991), whose versions these are, found by
// order in place of names, since the code is structured.

#ifndef ADJOINT_ANALYSIS_MEMORY_VERSIONS_H
#define ADJOINT_ANALYSIS_MEMORY_VERSIONS_H

#include "Analysis/Memory/Positions.h"
#include "Analysis/Memory/Writes.h"
#include "Analysis/Memory/WritesInOrder.h"

namespace adjoint::analysis {

class Versions {
public:
  explicit Versions(const ir::StmtList &body);

  const Positions positions;
  const Writes writes;
  const WritesInOrder writesInOrder;

  /// The statement that declares it; null for parameters and globals.
  const ir::Stmt *declarationOf(const ir::Variable *variable) const { return declarations.lookup(variable); }
  bool isDeclaredIn(const ir::Variable *variable, const ir::Stmt *stmt) const;
  /// The declaration that gives it a value; null if there is none.
  const ir::Stmt *madeBy(const ir::Variable *variable) const;
  /// Is the variable local, with one version?
  bool isSetOnce(const ir::Variable *variable) const;
  /// What it is declared with, if that is its one version; null for any other.
  const ir::Expr *valueOf(const ir::Variable *variable) const;
  /// What it is declared with, if both it and that are at the statement what they were there; throughout, if that is a loop. Null for any
  /// other.
  const ir::Expr *valueAt(const ir::Variable *variable, const ir::Stmt *where) const;

  /// Has the variable one version throughout, but for the time before it has a value?
  bool isFixed(const ir::Variable *variable) const;
  /// Has it one value throughout the loop?
  bool isKept(const ir::Variable *variable, const ir::LoopStmt *loop) const;
  /// Does the array, or pointer, lead to the same storage throughout the loop?
  bool leadsToOne(const ir::Variable *base, const ir::LoopStmt *loop) const;

private:
  Interval between(const ir::Stmt *declaration, const ir::Stmt *where) const;

  llvm::DenseMap<const ir::Variable *, const ir::Stmt *> declarations;
};

} // namespace adjoint::analysis

#endif
