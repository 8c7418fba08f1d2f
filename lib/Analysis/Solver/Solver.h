// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Solver: the one solver, over states of any lattice. Transfer functions are monotone and chains of states end; so iteration
// ends in the least fixed point.
//
//   Lattice<State>::bottom(like)          where execution does not come
//   Lattice<State>::join(state, other)    what holds where two paths meet
//   state == other                        has a loop's state stopped growing?
//
// The IR is structured, so the solver walks the tree: branches join, loops iterate until their
// entry state no longer grows; a loop that is met again, because one around it is not finished, goes on from the state
// that it had reached, so that nests take as many rounds as they are deep, and not two to that power. An exit (break,
// continue, return, goto forward) joins its state to that of the place where it leads, and leaves bottom behind itself. A
// client derives from ForwardOver or BackwardOver, gives the transfer of a statement without nested
// lists, and finds the state before and after each statement (that it `keeps`) when `solve` returns (of the last,
// largest visit).

#ifndef ADJOINT_ANALYSIS_SOLVER_SOLVER_H
#define ADJOINT_ANALYSIS_SOLVER_SOLVER_H

#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace adjoint::analysis {

template <class State> struct Lattice;

template <class State> class DataflowOver {
public:
  virtual ~DataflowOver() = default;

  /// In the order of execution: the state before and after a statement.
  const State &before(const ir::Stmt *stmt) const { return *beforeStmt.at(stmt); }
  const State &after(const ir::Stmt *stmt) const { return *afterStmt.at(stmt); }
  bool hasVisited(const ir::Stmt *stmt) const { return beforeStmt.count(stmt) != 0; }

protected:
  using Kept = std::shared_ptr<const State>;

  /// A statement without nested lists.
  virtual void transfer(const ir::Stmt *stmt, State &state) = 0;
  /// The condition of an If, Loop or Switch is evaluated.
  virtual void evaluate(const ir::Stmt *, const ir::Expr *, State &) {}
  /// Is the state to be found at the statement afterwards? Large ones need much room.
  virtual bool keeps(const ir::Stmt *) const { return true; }
  /// The end of a scope (its beginning, backward).
  virtual void leave(const ir::StmtList &, State &) {}

  /// What follows a statement that changes nothing shares the state.
  void keep(std::map<const ir::Stmt *, Kept> &states, const ir::Stmt *stmt, const State &state) {
    if (!keeps(stmt))
      return;
    if (!lastKept || *lastKept != state)
      lastKept = std::make_shared<const State>(state);
    states[stmt] = lastKept;
  }
  static State bottom(const State &like) { return Lattice<State>::bottom(like); }
  static void join(State &state, const State &other) { Lattice<State>::join(state, other); }
  static bool hasDefault(const ir::SwitchStmt *choice) {
    return llvm::any_of(choice->sections, [](const ir::SwitchSection &section) { return section.isDefault; });
  }

  std::map<const ir::Stmt *, Kept> beforeStmt, afterStmt;

private:
  Kept lastKept;
};

template <class State> class ForwardOver : public DataflowOver<State> {
public:
  State solve(const ir::StmtList &list, State state);

protected:
  using Base = DataflowOver<State>;
  using Base::bottom, Base::join, Base::transfer, Base::evaluate, Base::leave;

  /// The condition has been evaluated: what is known on each of the two ways.
  virtual void choose(const ir::IfStmt *, State & /*yes*/, State & /*no*/) {}
  /// A loop is entered (once, before its first test).
  virtual void enterLoop(const ir::LoopStmt *, State &) {}
  /// A loop has run to its end: its condition does not hold. Breaks come in behind this.
  virtual void finishLoop(const ir::LoopStmt *, State &) {}
  virtual void leaveLoop(const ir::LoopStmt *, State &) {}
  virtual void visitLoop(const ir::LoopStmt *loop, State &state);
  State scope(const ir::StmtList &list, State state);
  void visit(const ir::Stmt *stmt, State &state);

private:
  void visitSwitch(const ir::SwitchStmt *choice, State &state);
  void leaveBy(const ir::Stmt *stmt, State &state);
  State &jumpsTo(const std::string &label, const State &like);

  unsigned depth = 0;
  std::map<const ir::LoopStmt *, State> heads; ///< of loops, as far as they have grown
  State *breaks = nullptr, *continues = nullptr; ///< states at the exits of what is being visited
  State returns{};
  std::map<std::string, State> jumps; ///< by label
};

template <class State> class BackwardOver : public DataflowOver<State> {
public:
  State solve(const ir::StmtList &list, State state);

protected:
  using Base = DataflowOver<State>;
  using Base::bottom, Base::join, Base::transfer, Base::evaluate, Base::leave;

  State scope(const ir::StmtList &list, State state);
  void visit(const ir::Stmt *stmt, State &state);

private:
  void visitSwitch(const ir::SwitchStmt *choice, State &state);
  void visitLoop(const ir::LoopStmt *loop, State &state);
  void arriveAt(const ir::Stmt *stmt, State &state) const;

  unsigned depth = 0;
  std::map<const ir::LoopStmt *, State> heads; ///< of loops, as far as they have grown
  const State *afterBreak = nullptr, *afterContinue = nullptr;
  State exit{};
  std::map<std::string, State> labels;
};

// --------------------------------------------------------------- forward

template <class State> State ForwardOver<State>::solve(const ir::StmtList &list, State state) {
  if (depth == 0) {
    returns = bottom(state);
    heads.clear();
    jumps.clear();
  }
  ++depth;
  for (const ir::Stmt *stmt : list)
    visit(stmt, state);
  if (--depth == 0)
    join(state, returns);
  return state;
}

template <class State> State ForwardOver<State>::scope(const ir::StmtList &list, State state) {
  state = solve(list, state);
  leave(list, state);
  return state;
}

template <class State> void ForwardOver<State>::visit(const ir::Stmt *stmt, State &state) {
  this->keep(this->beforeStmt, stmt, state);
  switch (stmt->kind) {
  case ir::Stmt::Kind::Block:
    state = scope(llvm::cast<ir::BlockStmt>(stmt)->body, state);
    break;
  case ir::Stmt::Kind::If: {
    const auto *branch = llvm::cast<ir::IfStmt>(stmt);
    evaluate(stmt, branch->condition, state);
    State other = state;
    choose(branch, state, other);
    other = scope(branch->no, std::move(other));
    state = scope(branch->yes, std::move(state));
    join(state, other);
    break;
  }
  case ir::Stmt::Kind::Switch:
    visitSwitch(llvm::cast<ir::SwitchStmt>(stmt), state);
    break;
  case ir::Stmt::Kind::Loop:
    visitLoop(llvm::cast<ir::LoopStmt>(stmt), state);
    break;
  case ir::Stmt::Kind::Label:
    join(state, jumpsTo(llvm::cast<ir::LabelStmt>(stmt)->label, state));
    break;
  case ir::Stmt::Kind::Declare:
  case ir::Stmt::Kind::Assign:
  case ir::Stmt::Kind::Call:
  case ir::Stmt::Kind::Allocate:
  case ir::Stmt::Kind::Free:
  case ir::Stmt::Kind::Break:
  case ir::Stmt::Kind::Continue:
  case ir::Stmt::Kind::Return:
  case ir::Stmt::Kind::Goto:
  case ir::Stmt::Kind::Push:
  case ir::Stmt::Kind::Pop:
  case ir::Stmt::Kind::TapeBlock:
  case ir::Stmt::Kind::Heading:
    transfer(stmt, state);
    break;
  }
  this->keep(this->afterStmt, stmt, state);
  leaveBy(stmt, state);
}

template <class State> State &ForwardOver<State>::jumpsTo(const std::string &label, const State &like) {
  return jumps.try_emplace(label, bottom(like)).first->second;
}

template <class State> void ForwardOver<State>::leaveBy(const ir::Stmt *stmt, State &state) {
  State *target = nullptr;
  if (llvm::isa<ir::BreakStmt>(stmt))
    target = breaks;
  else if (llvm::isa<ir::ContinueStmt>(stmt))
    target = continues;
  else if (llvm::isa<ir::ReturnStmt>(stmt))
    target = &returns;
  else if (const auto *jump = llvm::dyn_cast<ir::GotoStmt>(stmt))
    target = &jumpsTo(jump->label, state);
  if (!target)
    return;
  join(*target, state);
  state = bottom(state);
}

template <class State> void ForwardOver<State>::visitSwitch(const ir::SwitchStmt *choice, State &state) {
  evaluate(choice, choice->condition, state);
  const State entry = state;
  State left = bottom(state), fallen = bottom(state);
  State *outer = std::exchange(breaks, &left);
  if (this->hasDefault(choice))
    state = bottom(state);
  for (const ir::SwitchSection &section : choice->sections) {
    State in = entry;
    if (!choice->isSeparate)
      join(in, fallen);
    fallen = scope(section.body, in);
    if (choice->isSeparate)
      join(state, fallen);
  }
  join(state, fallen);
  join(state, left);
  breaks = outer;
}

template <class State> void ForwardOver<State>::visitLoop(const ir::LoopStmt *loop, State &state) {
  state = solve(loop->init, state);
  enterLoop(loop, state);
  if (auto reached = heads.find(loop); reached != heads.end())
    join(state, reached->second);
  State end = state, left = bottom(state), continued = bottom(state);
  State *outerBreaks = std::exchange(breaks, &left), *outerContinues = std::exchange(continues, &continued);
  for (bool grown = true; grown;) {
    const State entry = state;
    State out = entry;
    if (loop->condition && !loop->testAtEnd) {
      evaluate(loop, loop->condition, out);
      end = out;
    }
    out = scope(loop->body, out);
    join(out, continued);
    out = solve(loop->step, out);
    if (loop->condition && loop->testAtEnd) {
      evaluate(loop, loop->condition, out);
      end = out;
    }
    join(state, out);
    grown = state != entry;
  }
  heads[loop] = state;
  state = loop->condition ? end : bottom(state); // an endless loop is left by its exits alone
  finishLoop(loop, state);
  join(state, left);
  breaks = outerBreaks;
  continues = outerContinues;
  leaveLoop(loop, state);
}

// -------------------------------------------------------------- backward

template <class State> State BackwardOver<State>::solve(const ir::StmtList &list, State state) {
  if (depth == 0) {
    exit = state;
    heads.clear();
  }
  ++depth;
  for (const ir::Stmt *stmt : llvm::reverse(list))
    visit(stmt, state);
  --depth;
  return state;
}

template <class State> State BackwardOver<State>::scope(const ir::StmtList &list, State state) {
  state = solve(list, state);
  leave(list, state);
  return state;
}

template <class State> void BackwardOver<State>::visit(const ir::Stmt *stmt, State &state) {
  arriveAt(stmt, state);
  this->keep(this->afterStmt, stmt, state);
  switch (stmt->kind) {
  case ir::Stmt::Kind::Block:
    state = scope(llvm::cast<ir::BlockStmt>(stmt)->body, state);
    break;
  case ir::Stmt::Kind::If: {
    const auto *branch = llvm::cast<ir::IfStmt>(stmt);
    State other = scope(branch->no, state);
    state = scope(branch->yes, state);
    join(state, other);
    evaluate(stmt, branch->condition, state);
    break;
  }
  case ir::Stmt::Kind::Switch:
    visitSwitch(llvm::cast<ir::SwitchStmt>(stmt), state);
    break;
  case ir::Stmt::Kind::Loop:
    visitLoop(llvm::cast<ir::LoopStmt>(stmt), state);
    break;
  case ir::Stmt::Kind::Label:
    labels.insert_or_assign(llvm::cast<ir::LabelStmt>(stmt)->label, state);
    break;
  case ir::Stmt::Kind::Declare:
  case ir::Stmt::Kind::Assign:
  case ir::Stmt::Kind::Call:
  case ir::Stmt::Kind::Allocate:
  case ir::Stmt::Kind::Free:
  case ir::Stmt::Kind::Break:
  case ir::Stmt::Kind::Continue:
  case ir::Stmt::Kind::Return:
  case ir::Stmt::Kind::Goto:
  case ir::Stmt::Kind::Push:
  case ir::Stmt::Kind::Pop:
  case ir::Stmt::Kind::TapeBlock:
  case ir::Stmt::Kind::Heading:
    transfer(stmt, state);
    break;
  }
  this->keep(this->beforeStmt, stmt, state);
}

/// What comes after an exit is where it leads.
template <class State> void BackwardOver<State>::arriveAt(const ir::Stmt *stmt, State &state) const {
  if (llvm::isa<ir::BreakStmt>(stmt) && afterBreak) {
    state = *afterBreak;
  } else if (llvm::isa<ir::ContinueStmt>(stmt) && afterContinue) {
    state = *afterContinue;
  } else if (llvm::isa<ir::ReturnStmt>(stmt)) {
    state = exit;
  } else if (const auto *jump = llvm::dyn_cast<ir::GotoStmt>(stmt)) {
    if (auto label = labels.find(jump->label); label != labels.end())
      state = label->second;
  }
}

template <class State> void BackwardOver<State>::visitSwitch(const ir::SwitchStmt *choice, State &state) {
  const State left = state;
  const State *outer = std::exchange(afterBreak, &left);
  State next = left; // where a section falls to
  if (this->hasDefault(choice))
    state = bottom(state);
  for (const ir::SwitchSection &section : llvm::reverse(choice->sections)) {
    State in = scope(section.body, choice->isSeparate ? left : next);
    join(state, in);
    next = in;
  }
  afterBreak = outer;
  evaluate(choice, choice->condition, state);
}

template <class State> void BackwardOver<State>::visitLoop(const ir::LoopStmt *loop, State &state) {
  const State left = state;
  if (auto reached = heads.find(loop); reached != heads.end())
    join(state, reached->second);
  State step = state, first = state;
  const State *outerBreak = std::exchange(afterBreak, &left), *outerContinue = std::exchange(afterContinue, &step);
  for (bool grown = true; grown;) {
    const State head = state;
    State in = head;
    if (loop->condition && loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    in = solve(loop->step, in);
    step = in;
    in = scope(loop->body, in);
    first = in;
    if (loop->condition && !loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    join(state, in);
    grown = state != head;
  }
  heads[loop] = state;
  afterBreak = outerBreak;
  afterContinue = outerContinue;
  state = solve(loop->init, loop->testAtEnd ? first : state);
}

} // namespace adjoint::analysis

#endif
