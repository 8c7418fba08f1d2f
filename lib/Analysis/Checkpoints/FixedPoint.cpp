// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of CarriedState that asks whether a loop is the iteration of one function of numbers.
#include "Analysis/Checkpoints/CarriedState.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {
bool isOfNumbers(const Type *type) {
  if (type->isArray())
    return isOfNumbers(type->element);
  if (!type->isRecord())
    return type->isFloating();
  return !isOpaque(type) && llvm::all_of(type->record->fields, [](const Field &field) { return isOfNumbers(field.type); });
}

/// Is the variable read to change it alone, as a counter in a loop that `break` may leave?
bool countsOnly(const Variable *variable, const StmtList &body) {
  bool isAlone = variable != nullptr;
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (assign && wholeVariable(assign->place) == variable)
      return;
    forEachOperand(stmt, [&](const Expr *e) { isAlone = isAlone && !mentions(e, variable); },
                   [&](const Place *place) { isAlone = isAlone && rootVariable(place) != variable; });
  });
  return isAlone;
}
} // namespace

bool CarriedState::isFixedPoint(const FusedLoop &found) {
  for (const StatePart &part : found.state)
    if (part.isCarried && !isOfNumbers(part.place->type) && !countsOnly(wholeVariable(part.place), loop->body))
      return refuse(part.place->type->isPointer() ? DiagId::fixed_point_swap : DiagId::fixed_point_state, loop->location, {nameOfState(part.place)});
  for (const StatePart &part : found.state) // x += dx of what is read, too, is the state itself
    if (!part.isCarried && holdsFloating(part.place->type) && intersects(part.keys, sums))
      return refuse(DiagId::fixed_point_sum, loop->location, {nameOfState(part.place)});
  const std::optional<CountedLoop> counted = countedLoop(loop);
  bool isCounted = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) { isCounted |= counted && mentions(stmt, counted->counter); });
  return !isCounted || refuse(DiagId::fixed_point_counter, loop->location, {counted->counter->name});
}

} // namespace adjoint::analysis
