// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Initialised.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

Initialised::Initialised(const Program &program, const Unit &unit) : program(program), unit(unit) {
  const Alias &alias = *unit.alias;
  Set visible(alias.regionCount());
  for (unsigned r = 0; r < alias.regionCount(); ++r) {
    const Region &region = alias.region(r);
    bool isParameter = region.variable && region.variable->storage == Storage::Parameter;
    if (!alias.isLocal(r) || isParameter)
      visible.set(r);
  }
  solve(unit.function->body, alias.keysOf(visible));
}

void Initialised::transfer(const Stmt *stmt, Set &state) {
  const Alias &alias = *unit.alias;
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    if (declare->init)
      state |= alias.keysOf(declare->variable);
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    if (allocation->zeroed)
      state |= alias.keysOf(alias.contentOf(alias.regionOf(wholeVariable(allocation->place))));
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    state |= alias.overlapping(program.toCaller(call, alias, callee, callee.writes));
    if (int handedOut = alias.handedOutBy(call); handedOut >= 0) {
      Set fresh(alias.regionCount());
      fresh.set(handedOut);
      state |= alias.keysOf(fresh);
    }
  }
  forEachOperand(stmt, [](const Expr *) {},
                 [&](const Place *place) { state |= alias.overlapping(alias.keysOf(place)); });
}

} // namespace adjoint::analysis
