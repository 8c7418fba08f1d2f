// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Useful.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Rules/Rules.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;

const Set &UsefulSummaries::entryOf(const Function *callee, const UsefulExit &exit) {
  auto bits = exit.keys.set_bits();
  Key asked{callee, std::vector<unsigned>(bits.begin(), bits.end()), exit.result};
  return memo.get(asked, program.unit(callee).alias->noKeys(), [this](const Key &key) {
    const Unit &unit = program.unit(key.callee);
    UsefulExit exit{unit.alias->noKeys(), key.result};
    for (unsigned k : key.keys)
      exit.keys.set(k);
    return Useful(program, unit, *this).run(exit);
  });
}

Set Useful::run(const UsefulExit &exit) {
  resultUseful = exit.result;
  return solve(unit.function->body, exit.keys);
}

Set Useful::overlapping(const Set &keys) const { return unit.alias->overlapping(keys, isolated); }

bool Useful::isUseful(const Place *place, const Set &state) const {
  const Alias &alias = *unit.alias;
  return intersects(alias.floatingOnly(overlapping(alias.keysOf(place))), state);
}

void Useful::addOperands(const Expr *expr, Set &state) const {
  const Alias &alias = *unit.alias;
  rules::forEachDifferentiableLoad(
      expr, [&](const LoadExpr *load) { state |= alias.floatingOnly(alias.keysOf(load->place)); });
}

void Useful::assign(const Place *place, const Expr *value, Set &state) const {
  bool useful = isUseful(place, state);
  if (isWhole(place))
    state.reset(unit.alias->keysOf(place));
  if (useful && value)
    addOperands(value, state);
}

void Useful::transfer(const Stmt *stmt, Set &state) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    VarPlace place(cast<DeclareStmt>(stmt)->variable);
    return assign(&place, cast<DeclareStmt>(stmt)->init, state);
  }
  case Stmt::Kind::Assign:
    return assign(cast<AssignStmt>(stmt)->place, cast<AssignStmt>(stmt)->value, state);
  case Stmt::Kind::Return:
    if (resultUseful && cast<ReturnStmt>(stmt)->value)
      addOperands(cast<ReturnStmt>(stmt)->value, state);
    return;
  case Stmt::Kind::Call:
    return transferCall(cast<CallStmt>(stmt), state);
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return;
  }
}

UsefulExit Useful::exitOf(const CallStmt *call, const Set &after) const {
  const Unit &callee = program.unit(call->callee);
  Set keys = callee.alias->floatingOnly(
      program.toCallee(call, *unit.alias, callee, overlapping(after)));
  return {keys, call->result && isUseful(call->result, after)};
}

void Useful::transferCall(const CallStmt *call, Set &state) {
  const Alias &alias = *unit.alias;
  const Unit &callee = program.unit(call->callee);
  UsefulExit exit = exitOf(call, state);
  const bool isHandedOut = intersects(keysHandedOut(call, alias), state);
  if (call->result && isWhole(call->result))
    state.reset(alias.keysOf(call->result));
  Set entry = callee.alias->noKeys();
  if (call->callee->rule == CallRule::Derive && call->callee->hasBody) {
    entry = summaries.entryOf(call->callee, exit);
  } else if (call->callee->rule == CallRule::Opaque) { // to be found, not to be differentiated
    entry = callee.alias->floatingOnly(callee.alias->allKeys());
  } else if (call->callee->rule != CallRule::Passive) {
    Set written = exit.keys;
    written &= callee.writes;
    if (exit.result || written.any() || isHandedOut || call->callee->communicates())
      entry = callee.alias->floatingOnly(callee.alias->allKeys());
  }
  state |= alias.floatingOnly(program.toCaller(call, alias, callee, entry));
  const std::vector<const Variable *> &params = callee.function->params;
  for (unsigned i = 0; i < params.size() && i < call->args.size(); ++i)
    if (intersects(callee.alias->keysOf(params[i]), entry))
      addOperands(call->args[i], state);
}

} // namespace adjoint::analysis
