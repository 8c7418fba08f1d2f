// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ChosenZeros: derivatives that are zero because of a branch, and go through a function whose derivative may be infinite or
// NaN there while its value is finite or not used. Zero times that must be zero: nothing depends on what was not chosen.
//
//   v = max(x, 0.0);  r = sqrt(v);              where x is negative, r_d = 0.5 / 0 * v_d with v_d = 0
//   r = sqrt(x - 1);  if (isnan(r)) r = y;      where it is replaced, the adjoint of the first r is zero, 0.5 / r is NaN

#ifndef ADJOINT_ANALYSIS_ACTIVITY_CHOSENZEROS_H
#define ADJOINT_ANALYSIS_ACTIVITY_CHOSENZEROS_H

#include "Analysis/Activity/Activity.h"

namespace adjoint::analysis {

/// The places whose tangent may be zero by choice.
class ChosenTangents {
public:
  /// `isRoot`: what is passed to other functions may have been chosen by their callers.
  ChosenTangents(const Unit &unit, const Activity &activity, bool isRoot);
  bool mayBeZero(const ir::Expr *expr) const;

private:
  bool isChosen(const ir::Expr *value) const;
  void add(const ir::Place *place);
  void followCall(const ir::CallStmt *call);
  void follow(const ir::StmtList &list, bool isConditional);
  void follow(const ir::Stmt *stmt, bool isConditional);

  const Unit &unit;
  const Activity &activity;
  Set regions;
};

/// The assignments of variables whose adjoint may be zero by choice: on some path they are replaced, or used by nothing.
class ChosenAdjoints {
public:
  ChosenAdjoints(ir::Context &context, const ir::StmtList &body);
  bool mayBeZero(const ir::Stmt *stmt) const { return found.count(stmt) != 0; }

private:
  /// Those whose adjoint has been added to, on each path from here to the end.
  using Fed = std::set<const ir::Variable *>;

  void walk(const ir::StmtList &list, Fed &fed);
  void walk(const ir::Stmt *stmt, Fed &fed);
  void walkLoop(const ir::Stmt *loop, Fed &fed);
  void assign(const ir::Stmt *stmt, const ir::Variable *variable, const ir::Expr *value, Fed &fed);

  ir::Context &context;
  std::set<const ir::Stmt *> found;
  unsigned depth = 0; ///< of loops around
};

} // namespace adjoint::analysis

#endif
