// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/LateSums.h"

#include "Analysis/Memory/Elements.h"
#include "Transform/Contract/Unshadowing.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

LateSums::LateSums(Context &context, const analysis::Unit &unit, const Shadows &shadows, const LoopStmt *loop,
                   const analysis::FusedLoop &facts, std::set<const Variable *> sums, FragmentOf fragmentOf)
    : context(context), unit(unit), shadows(shadows), loop(loop), sums(std::move(sums)),
      fragmentOf(std::move(fragmentOf)), addedTo(unit.alias->noKeys()),
      read(unit.alias->noKeys()), written(unit.alias->overlapping(facts.written)) {
  for (const Variable *sum : this->sums)
    written.reset(unit.alias->keysOf(sum));
}

std::optional<std::set<const Stmt *>> LateSums::find() {
  const StmtList &body = unit.function->body;
  for (auto it = body.rbegin(); it != body.rend() && *it != loop; ++it)
    if (!visit(*it))
      return std::nullopt;
  bool keepsOut = keepsOutOf(loop) && std::all_of(opaque.begin(), opaque.end(),
                                                  [&](const Stmt *stmt) { return keepsOutOf(stmt); });
  return keepsOut && isDisjoint() ? std::optional<std::set<const Stmt *>>(late) : std::nullopt;
}

void LateSums::noteWrites(const Stmt *stmt) {
  forEachStmt(stmt, [&](const Stmt *inner) {
    if (isa<DeclareStmt>(inner))
      return;
    forEachOperand(inner, [](const Expr *) {}, [&](const Place *place) {
      written |= unit.alias->overlapping(unit.alias->keysOf(place));
    });
  });
}

/// Calls are followed by nobody here.
bool LateSums::visit(const Stmt *stmt) {
  bool hasCalls = false;
  forEachStmt(stmt, [&](const Stmt *inner) { hasCalls |= isa<CallStmt>(inner) || isa<AllocateStmt>(inner); });
  if (hasCalls)
    return false;
  noteWrites(stmt);
  if (!isa<DeclareStmt>(stmt) && !isa<AssignStmt>(stmt) && !isa<ReturnStmt>(stmt)) {
    opaque.push_back(stmt);
    return true;
  }
  const Fragment &fragment = fragmentOf(stmt);
  return std::all_of(fragment.adjoint.begin(), fragment.adjoint.end(), [&](const Stmt *adjoint) {
    return isLate(adjoint) ? !(fragment.kept && !isa<DeclareStmt>(stmt)) && addLate(adjoint, fragment)
                           : visitAdjoint(adjoint, fragment);
  });
}

bool LateSums::isLate(const Stmt *adjoint) const {
  auto isMentioned = [&](const Variable *variable) { return mentions(adjoint, variable); };
  return std::any_of(sums.begin(), sums.end(), isMentioned) ||
         std::any_of(lateVariables.begin(), lateVariables.end(), isMentioned);
}

/// A statement that runs earlier than T now.
bool LateSums::visitAdjoint(const Stmt *adjoint, const Fragment &) {
  const auto *assign = dyn_cast<AssignStmt>(adjoint);
  return !assign || !readVariables.count(rootVariable(assign->place));
}

bool LateSums::addLate(const Stmt *adjoint, const Fragment &fragment) {
  late.insert(adjoint);
  const Expr *operand = nullptr;
  if (const auto *declare = dyn_cast<DeclareStmt>(adjoint)) {
    if (!declare->init || !declare->variable->isAdjoint)
      return false;
    lateVariables.insert(declare->variable);
    operand = declare->init;
  } else if (const auto *assign = dyn_cast<AssignStmt>(adjoint)) {
    operand = analysis::operandOfSum(assign);
    if (!operand)
      return false;
    const Variable *whole = wholeVariable(assign->place), *primal = whole ? shadows.primalOf(whole) : nullptr;
    Set keys = unit.alias->keysOf(Unshadowing(context, shadows).rewrite(assign->place));
    if (keys.none() && !whole)
      return false;
    if (whole && (!whole->isAdjoint || (primal && primal->isAddressTaken())))
      return false;
    if (whole)
      lateVariables.insert(whole);
    addedTo |= keys;
    bool known = true;
    forEachLoad(assign->place, [&](const LoadExpr *load) { known &= addRead(load, fragment); });
    if (!known)
      return false;
  }
  bool known = operand != nullptr;
  if (operand)
    forEachLoad(operand, [&](const LoadExpr *load) { known &= addRead(load, fragment); });
  return known;
}

bool LateSums::addRead(const LoadExpr *load, const Fragment &fragment) {
  const Variable *whole = wholeVariable(load->place);
  if (whole && sums.count(whole))
    return true;
  if (whole && whole == fragment.kept) {
    read |= unit.alias->keysOf(fragment.keptPlace);
    return true;
  }
  if (whole && whole->isAdjoint) { // a pointer leads on where its primal does
    if (const Variable *primal = shadows.primalOf(whole); primal && holdsPointer(whole->type))
      read |= unit.alias->keysOf(primal);
    else
      readVariables.insert(whole);
    return true;
  }
  const Variable *root = rootVariable(load->place);
  bool isPrimal = !root || !root->isAdjoint;
  forEachLoad(load->place, [&](const LoadExpr *inner) {
    const Variable *variable = rootVariable(inner->place);
    isPrimal &= !variable || !variable->isAdjoint;
  });
  Set keys = unit.alias->keysOf(load->place);
  read |= keys;
  return isPrimal && keys.any();
}

/// Does the statement leave alone what T adds to and what T reads? To the adjoint of a number that it does not write, it only adds.
bool LateSums::keepsOutOf(const Stmt *stmt) const {
  const analysis::Writes writes(StmtList{stmt});
  auto isMentioned = [&](const Variable *adjoint) {
    const Variable *primal = shadows.primalOf(adjoint);
    return primal && mentions(stmt, primal);
  };
  auto isOnlyAddedTo = [&](const Variable *adjoint) { return !isMentioned(adjoint) || !writes.mayWrite(shadows.primalOf(adjoint)); };
  return llvm::all_of(lateVariables, isOnlyAddedTo) && llvm::none_of(readVariables, isMentioned);
}

bool LateSums::isDisjoint() const {
  return !analysis::intersects(unit.alias->overlapping(read), written) &&
         !analysis::intersects(unit.alias->overlapping(addedTo), written);
}

} // namespace adjoint::transform
