// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Pointers/ApartParameters.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

ApartParameters::ApartParameters(const Program &program) : program(program) {
  assumeCallees();
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (const Unit *unit : program.inOrder())
      forEachStmt(unit->function->body, [&](const Stmt *stmt) {
        if (const auto *call = dyn_cast<CallStmt>(stmt))
          shrunk |= removeAt(call, *unit->alias);
      });
  }
}

/// The root may be called by anyone.
void ApartParameters::assumeCallees() {
  for (const Unit *unit : program.inOrder())
    forEachStmt(unit->function->body, [&](const Stmt *stmt) {
      const auto *call = dyn_cast<CallStmt>(stmt);
      if (!call || !call->callee->hasBody)
        return;
      for (const Variable *param : call->callee->params)
        if (param->type->isPointer() && !holdsPointer(param->type->element))
          apart.insert(param);
    });
  for (const Variable *param : program.inOrder().back()->function->params)
    apart.erase(param);
}

namespace {
/// A pointer of unknown origin may lead anywhere.
bool isUnknown(const Alias &caller, const Expr *arg) {
  return holdsPointer(arg->type) && !llvm::isa<LiteralExpr>(arg) && caller.pointees(arg).none();
}

/// What the adjoint of an argument leads to: of a variable that is passed by value, itself.
Set regionsBehind(const Alias &caller, const Expr *arg) {
  Set out = caller.pointees(arg);
  if (const auto *load = dyn_cast<LoadExpr>(arg))
    out |= caller.regionsOf(load->place);
  return out;
}
} // namespace

bool ApartParameters::removeAt(const CallStmt *call, const Alias &caller) {
  Set globals(caller.regionCount());
  for (const Variable *global : program.globalsOf(call->callee))
    if (int region = caller.regionOf(global); region >= 0)
      globals.set(region);
  bool removed = false;
  for (unsigned i = 0; i < call->args.size() && i < call->callee->params.size(); ++i) {
    if (!contains(call->callee->params[i]))
      continue;
    Set others = globals;
    bool anyUnknown = false;
    for (unsigned j = 0; j < call->args.size(); ++j)
      if (j != i) {
        others |= regionsBehind(caller, call->args[j]);
        anyUnknown |= isUnknown(caller, call->args[j]);
      }
    if (anyUnknown || mayShare(caller, caller.pointees(call->args[i]), caller.reachable(others)))
      removed |= apart.erase(call->callee->params[i]) != 0;
  }
  return removed;
}

bool ApartParameters::mayShare(const Alias &caller, const Set &own, const Set &others) const {
  for (unsigned a : own.set_bits())
    for (unsigned b : others.set_bits())
      if (mayBeOne(caller, a, b))
        return true;
  return own.none();
}

bool ApartParameters::mayBeOne(const Alias &caller, unsigned a, unsigned b) const {
  if (a == b)
    return true;
  const Region &first = caller.region(a), &second = caller.region(b);
  if (contains(first.variable) || contains(second.variable))
    return false;
  if (caller.mayOverlap(a, b))
    return true;
  // Two that are only read may be one, whatever __restrict says.
  auto isConstant = [](const Region &r) {
    return r.kind == Region::Kind::Target && r.variable->isRestrict && r.variable->type->element->isConst;
  };
  auto isOthers = [](const Region &r) { return r.kind == Region::Kind::Target || r.kind == Region::Kind::Deep; };
  auto isWritten = [&](const Region &r) { return isOthers(r) && r.variable->isRestrict && !isConstant(r); };
  auto mayBeBoth = [&](const Region &constant, const Region &other) {
    return isConstant(constant) && !isWritten(other) && (isOthers(other) || (other.variable && other.variable->isGlobal()));
  };
  return mayBeBoth(first, second) || mayBeBoth(second, first);
}

} // namespace adjoint::analysis
