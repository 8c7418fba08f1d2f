// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow: the one solver. States are sets, joined by union; transfer functions are
// monotone; so iteration ends in the least fixed point.
//
// The IR in normal form is structured, so the solver walks the tree: branches join, loops
// iterate until their entry state no longer grows. A client derives from Forward or Backward,
// gives the transfer of a statement without nested lists, and finds the state before and
// after each statement when `solve` returns (of the last, largest visit).

#ifndef ADJOINT_ANALYSIS_DATAFLOW_H
#define ADJOINT_ANALYSIS_DATAFLOW_H

#include "Analysis/Alias.h"

namespace adjoint::analysis {

class Dataflow {
public:
  virtual ~Dataflow() = default;

  /// In the order of execution: the state before and after a statement.
  const Set &before(const ir::Stmt *stmt) const { return beforeStmt.at(stmt); }
  const Set &after(const ir::Stmt *stmt) const { return afterStmt.at(stmt); }
  bool hasVisited(const ir::Stmt *stmt) const { return beforeStmt.count(stmt) != 0; }

protected:
  /// A statement without nested lists.
  virtual void transfer(const ir::Stmt *stmt, Set &state) = 0;
  /// The condition of an If, Loop or Switch is evaluated.
  virtual void evaluate(const ir::Stmt *, const ir::Expr *, Set &) {}
  /// The end of a scope (its beginning, backward).
  virtual void leave(const ir::StmtList &, Set &) {}

  std::map<const ir::Stmt *, Set> beforeStmt, afterStmt;
};

class Forward : public Dataflow {
public:
  Set solve(const ir::StmtList &list, Set state);

protected:
  /// A loop is entered (once, before its first test).
  virtual void enterLoop(const ir::LoopStmt *, Set &) {}
  virtual void leaveLoop(const ir::LoopStmt *, Set &) {}
  Set scope(const ir::StmtList &list, Set state);
  void visit(const ir::Stmt *stmt, Set &state);

private:
  void visitLoop(const ir::LoopStmt *loop, Set &state);
};

class Backward : public Dataflow {
public:
  Set solve(const ir::StmtList &list, Set state);

protected:
  Set scope(const ir::StmtList &list, Set state);
  void visit(const ir::Stmt *stmt, Set &state);

private:
  void visitLoop(const ir::LoopStmt *loop, Set &state);
};

} // namespace adjoint::analysis

#endif
