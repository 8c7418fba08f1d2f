// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Varied.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Rules/Rules.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

const VariedExit &VariedSummaries::exitOf(const Function *callee, const Set &entry) {
  VariedExit bottom{program.unit(callee).alias->noKeys(), false};
  return memo.get({callee, elements(entry)}, bottom, [this](const Key &key) {
    const Unit &unit = program.unit(key.callee);
    Set keys = unit.alias->noKeys();
    for (unsigned k : key.entry)
      keys.set(k);
    return Varied(program, unit, *this).run(keys);
  });
}

VariedExit Varied::run(const Set &entry) {
  resultVaried = false;
  Set exit = solve(unit.function->body, entry);
  return {exit, resultVaried};
}

bool Varied::isVaried(const Expr *expr, const Set &state) const {
  bool varied = false;
  rules::forEachDifferentiableLoad(expr, [&](const LoadExpr *load) {
    varied |= intersects(unit.alias->floatingOnly(unit.alias->keysOf(load->place)), state);
  });
  return varied;
}

Set Varied::overlapping(const Set &keys) const { return unit.alias->overlapping(keys, isolated); }

void Varied::assign(const Place *place, bool isVaried, Set &state) const {
  const Alias &alias = *unit.alias;
  if (isWhole(place))
    state.reset(alias.keysOf(place));
  if (isVaried)
    state |= alias.floatingOnly(overlapping(alias.keysOf(place)));
}

void Varied::transfer(const Stmt *stmt, Set &state) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *s = cast<DeclareStmt>(stmt);
    VarPlace place(s->variable);
    return assign(&place, s->init && isVaried(s->init, state), state);
  }
  case Stmt::Kind::Assign: {
    const auto *s = cast<AssignStmt>(stmt);
    return assign(s->place, isVaried(s->value, state), state);
  }
  case Stmt::Kind::Return:
    resultVaried |= cast<ReturnStmt>(stmt)->value && isVaried(cast<ReturnStmt>(stmt)->value, state);
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

Set Varied::entryOf(const CallStmt *call, const Set &state) const {
  const Unit &callee = program.unit(call->callee);
  const Alias &inner = *callee.alias;
  Set entry = inner.floatingOnly(program.toCallee(call, *unit.alias, callee, state));
  const std::vector<const Variable *> &params = callee.function->params;
  for (unsigned i = 0; i < params.size() && i < call->args.size(); ++i)
    if (isVaried(call->args[i], state))
      entry |= inner.floatingOnly(inner.keysOf(params[i]));
  return entry;
}

void Varied::transferCall(const CallStmt *call, Set &state) {
  const Alias &alias = *unit.alias;
  const Unit &callee = program.unit(call->callee);
  Set entry = entryOf(call, state);
  VariedExit exit{callee.alias->noKeys(), false};
  if (call->callee->rule == CallRule::Derive && call->callee->hasBody) {
    exit = summaries.exitOf(call->callee, entry);
  } else if (!givesConstants(call->callee->rule) && (entry.any() || call->callee->communicates())) {
    exit = {callee.alias->floatingOnly(callee.writes), true};
    state |= alias.floatingOnly(keysHandedOut(call, alias));
  }
  state |= overlapping(alias.floatingOnly(program.toCaller(call, alias, callee, exit.keys)));
  if (call->result)
    assign(call->result, exit.result, state);
}

} // namespace adjoint::analysis
