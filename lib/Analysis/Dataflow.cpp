// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Dataflow.h"

#include <algorithm>

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
  for (const Stmt *stmt : list)
    visit(stmt, state);
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
  case Stmt::Kind::Switch: {
    const auto *choice = cast<SwitchStmt>(stmt);
    evaluate(stmt, choice->condition, state);
    Set entry = state;
    if (hasDefault(choice))
      state.reset();
    for (const SwitchSection &section : choice->sections)
      state |= scope(section.body, entry);
    break;
  }
  case Stmt::Kind::Loop:
    visitLoop(cast<LoopStmt>(stmt), state);
    break;
  default:
    transfer(stmt, state);
    break;
  }
  afterStmt[stmt] = state;
}

void Forward::visitLoop(const LoopStmt *loop, Set &state) {
  state = solve(loop->init, state);
  enterLoop(loop, state);
  for (bool grown = true; grown;) {
    Set entry = state;
    Set out = entry;
    if (loop->condition && !loop->testAtEnd)
      evaluate(loop, loop->condition, out);
    out = scope(loop->body, out);
    out = solve(loop->step, out);
    if (loop->condition && loop->testAtEnd)
      evaluate(loop, loop->condition, out);
    state |= out;
    grown = state != entry;
  }
  leaveLoop(loop, state);
}

// -------------------------------------------------------------- backward

Set Backward::solve(const StmtList &list, Set state) {
  for (auto it = list.rbegin(); it != list.rend(); ++it)
    visit(*it, state);
  return state;
}

Set Backward::scope(const StmtList &list, Set state) {
  state = solve(list, state);
  leave(list, state);
  return state;
}

void Backward::visit(const Stmt *stmt, Set &state) {
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
  case Stmt::Kind::Switch: {
    const auto *choice = cast<SwitchStmt>(stmt);
    Set exit = state;
    if (hasDefault(choice))
      state.reset();
    for (const SwitchSection &section : choice->sections)
      state |= scope(section.body, exit);
    evaluate(stmt, choice->condition, state);
    break;
  }
  case Stmt::Kind::Loop:
    visitLoop(cast<LoopStmt>(stmt), state);
    break;
  default:
    transfer(stmt, state);
    break;
  }
  beforeStmt[stmt] = state;
}

void Backward::visitLoop(const LoopStmt *loop, Set &state) {
  for (bool grown = true; grown;) {
    Set exit = state;
    Set in = exit;
    if (loop->condition && loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    in = solve(loop->step, in);
    in = scope(loop->body, in);
    if (loop->condition && !loop->testAtEnd)
      evaluate(loop, loop->condition, in);
    state |= in;
    grown = state != exit;
  }
  state = solve(loop->init, state);
}

} // namespace adjoint::analysis
