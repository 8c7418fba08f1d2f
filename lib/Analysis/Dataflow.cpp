// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Dataflow.h"

#include <algorithm>
#include <utility>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;

namespace {
bool hasDefault(const SwitchStmt *choice) {
  const auto &sections = choice->sections;
  return std::any_of(sections.begin(), sections.end(), [](const SwitchSection &s) { return s.isDefault; });
}
} // namespace

// --------------------------------------------------------------- forward

Set Forward::solve(const StmtList &list, Set state) {
  if (depth == 0) {
    returns = Set(state.size());
    heads.clear();
  }
  ++depth;
  for (const Stmt *stmt : list)
    visit(stmt, state);
  if (--depth == 0)
    state |= returns;
  return state;
}

Set Forward::scope(const StmtList &list, Set state) {
  state = solve(list, state);
  leave(list, state);
  return state;
}

void Forward::visit(const Stmt *stmt, Set &state) {
  beforeStmt[stmt] = state;
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    state = scope(cast<BlockStmt>(stmt)->body, state);
    break;
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    evaluate(stmt, branch->condition, state);
    Set other = scope(branch->no, state);
    state = scope(branch->yes, state);
    state |= other;
    break;
  }
  case Stmt::Kind::Switch:
    visitSwitch(cast<SwitchStmt>(stmt), state);
    break;
  case Stmt::Kind::Loop:
    visitLoop(cast<LoopStmt>(stmt), state);
    break;
  case Stmt::Kind::Label:
    state |= jumps[cast<LabelStmt>(stmt)->label];
    break;
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    transfer(stmt, state);
    break;
  }
  afterStmt[stmt] = state;
  leaveBy(stmt, state);
}

void Forward::leaveBy(const Stmt *stmt, Set &state) {
  Set *target = nullptr;
  if (llvm::isa<BreakStmt>(stmt))
    target = breaks;
  else if (llvm::isa<ContinueStmt>(stmt))
    target = continues;
  else if (llvm::isa<ReturnStmt>(stmt))
    target = &returns;
  else if (const auto *jump = llvm::dyn_cast<GotoStmt>(stmt))
    target = &jumps[jump->label];
  if (!target)
    return;
  *target |= state;
  state.reset();
}

void Forward::visitSwitch(const SwitchStmt *choice, Set &state) {
  evaluate(choice, choice->condition, state);
  const Set entry = state;
  Set left(state.size()), fallen(state.size());
  Set *outer = std::exchange(breaks, &left);
  if (hasDefault(choice))
    state.reset();
  for (const SwitchSection &section : choice->sections) {
    Set in = entry;
    if (!choice->isSeparate)
      in |= fallen;
    fallen = scope(section.body, in);
    if (choice->isSeparate)
      state |= fallen;
  }
  state |= fallen;
  state |= left;
  breaks = outer;
}

void Forward::visitLoop(const LoopStmt *loop, Set &state) {
  state = solve(loop->init, state);
  enterLoop(loop, state);
  if (auto reached = heads.find(loop); reached != heads.end())
    state |= reached->second;
  Set left(state.size()), continued(state.size());
  Set *outerBreaks = std::exchange(breaks, &left), *outerContinues = std::exchange(continues, &continued);
  for (bool grown = true; grown;) {
    Set entry = state;
    Set out = entry;
    if (loop->condition && !loop->testAtEnd)
      evaluate(loop, loop->condition, out);
    out = scope(loop->body, out);
    out |= continued;
    out = solve(loop->step, out);
    if (loop->condition && loop->testAtEnd)
      evaluate(loop, loop->condition, out);
    state |= out;
    grown = state != entry;
  }
  heads[loop] = state;
  state |= left;
  breaks = outerBreaks;
  continues = outerContinues;
  leaveLoop(loop, state);
}

// -------------------------------------------------------------- backward

Set Backward::solve(const StmtList &list, Set state) {
  if (depth == 0) {
    exit = state;
    heads.clear();
  }
  ++depth;
  for (auto it = list.rbegin(); it != list.rend(); ++it)
    visit(*it, state);
  --depth;
  return state;
}

Set Backward::scope(const StmtList &list, Set state) {
  state = solve(list, state);
  leave(list, state);
  return state;
}

void Backward::visit(const Stmt *stmt, Set &state) {
  arriveAt(stmt, state);
  afterStmt[stmt] = state;
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    state = scope(cast<BlockStmt>(stmt)->body, state);
    break;
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    Set other = scope(branch->no, state);
    state = scope(branch->yes, state);
    state |= other;
    evaluate(stmt, branch->condition, state);
    break;
  }
  case Stmt::Kind::Switch:
    visitSwitch(cast<SwitchStmt>(stmt), state);
    break;
  case Stmt::Kind::Loop:
    visitLoop(cast<LoopStmt>(stmt), state);
    break;
  case Stmt::Kind::Label:
    labels[cast<LabelStmt>(stmt)->label] = state;
    break;
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    transfer(stmt, state);
    break;
  }
  beforeStmt[stmt] = state;
}

/// What comes after an exit is where it leads.
void Backward::arriveAt(const Stmt *stmt, Set &state) const {
  if (llvm::isa<BreakStmt>(stmt) && afterBreak) {
    state = *afterBreak;
  } else if (llvm::isa<ContinueStmt>(stmt) && afterContinue) {
    state = *afterContinue;
  } else if (llvm::isa<ReturnStmt>(stmt)) {
    state = exit;
  } else if (const auto *jump = llvm::dyn_cast<GotoStmt>(stmt)) {
    if (auto label = labels.find(jump->label); label != labels.end())
      state = label->second;
  }
}

void Backward::visitSwitch(const SwitchStmt *choice, Set &state) {
  const Set left = state;
  const Set *outer = std::exchange(afterBreak, &left);
  Set next = left; // where a section falls to
  if (hasDefault(choice))
    state.reset();
  for (auto section = choice->sections.rbegin(); section != choice->sections.rend(); ++section) {
    Set in = scope(section->body, choice->isSeparate ? left : next);
    state |= in;
    next = in;
  }
  afterBreak = outer;
  evaluate(choice, choice->condition, state);
}

void Backward::visitLoop(const LoopStmt *loop, Set &state) {
  const Set left = state;
  if (auto reached = heads.find(loop); reached != heads.end())
    state |= reached->second;
  Set step = state;
  const Set *outerBreak = std::exchange(afterBreak, &left), *outerContinue = std::exchange(afterContinue, &step);
  for (bool grown = true; grown;) {
    Set head = state;
    Set in = head;
    if (loop->condition && loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    in = solve(loop->step, in);
    step = in;
    in = scope(loop->body, in);
    if (loop->condition && !loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    state |= in;
    grown = state != head;
  }
  heads[loop] = state;
  afterBreak = outerBreak;
  afterContinue = outerContinue;
  state = solve(loop->init, state);
}

} // namespace adjoint::analysis
