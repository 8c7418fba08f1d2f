// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow: the one solver. States are sets, joined by union; transfer functions are
// monotone; so iteration ends in the least fixed point.
//
// The IR is structured, so the solver walks the tree: branches join, loops iterate until their
// entry state no longer grows; a loop that is met again, because one around it is not finished, goes on from the state
// that it had reached, so that nests take as many rounds as they are deep, and not two to that power. An exit (break, continue, return, goto forward) joins its state
// to that of the place where it leads, and leaves nothing behind itself: the empty set. A
// client derives from Forward or Backward, gives the transfer of a statement without nested
// lists, and finds the state before and after each statement when `solve` returns (of the last,
// largest visit).

#ifndef ADJOINT_ANALYSIS_DATAFLOW_H
#define ADJOINT_ANALYSIS_DATAFLOW_H

#include "Analysis/Alias.h"

#include <map>
#include <string>

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
  virtual void visitLoop(const ir::LoopStmt *loop, Set &state);
  Set scope(const ir::StmtList &list, Set state);
  void visit(const ir::Stmt *stmt, Set &state);

private:
  void visitSwitch(const ir::SwitchStmt *choice, Set &state);
  void leaveBy(const ir::Stmt *stmt, Set &state);

  unsigned depth = 0;
  std::map<const ir::LoopStmt *, Set> heads; ///< of loops, as far as they have grown
  Set *breaks = nullptr, *continues = nullptr; ///< states at the exits of what is being visited
  Set returns;
  std::map<std::string, Set> jumps; ///< by label
};

class Backward : public Dataflow {
public:
  Set solve(const ir::StmtList &list, Set state);

protected:
  Set scope(const ir::StmtList &list, Set state);
  void visit(const ir::Stmt *stmt, Set &state);

private:
  void visitSwitch(const ir::SwitchStmt *choice, Set &state);
  void visitLoop(const ir::LoopStmt *loop, Set &state);
  void arriveAt(const ir::Stmt *stmt, Set &state) const;

  unsigned depth = 0;
  std::map<const ir::LoopStmt *, Set> heads; ///< of loops, as far as they have grown
  const Set *afterBreak = nullptr, *afterContinue = nullptr;
  Set exit;
  std::map<std::string, Set> labels;
};

} // namespace adjoint::analysis

#endif
