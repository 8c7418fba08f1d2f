// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/SameValue.h"

#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Constants that are known, and two: neither the text nor the type of an index says that.
bool areDifferent(const Expr *a, const Expr *b) {
  const std::optional<long long> one = integerValue(a), other = integerValue(b);
  return one && other && *one != *other;
}
} // namespace

SameValue::SameValue(const Program &program, const Unit &unit)
    : program(program), unit(unit), writes(unit.function->body) {
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *store = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = store ? rootVariable(store->place) : nullptr;
    const auto *element = store ? dyn_cast<IndexPlace>(store->place) : nullptr;
    bool isFixedPlace = variable && (wholeVariable(store->place) ||
                                     (element && wholeVariable(element->array) && isa<LiteralExpr>(element->index)));
    if (isFixedPlace && variable->storage == Storage::Local && startsUninitialised(variable) &&
        neverChanges(store->value) && allStoresAgree(store))
      found.insert(store);
  });
}

bool SameValue::startsUninitialised(const Variable *variable) const {
  bool declared = false;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    declared |= declare && declare->variable == variable && !declare->init;
  });
  return declared;
}

bool SameValue::neverChanges(const Expr *expr) const {
  bool fixed = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    bool isLocal = variable && !variable->isGlobal();
    if (isLocal)
      fixed &= variable->storage == Storage::Parameter && !writes.mayWrite(variable);
    else
      fixed &= !intersects(unit.alias->overlapping(unit.alias->keysOf(load->place)), unit.writes);
  });
  return fixed;
}

/// May another statement store to the same place?
bool SameValue::mayStore(const Stmt *stmt, const AssignStmt *store) const {
  const Alias &alias = *unit.alias;
  Set target = alias.overlapping(alias.keysOf(store->place));
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    if (intersects(program.toCaller(call, alias, callee, callee.writes), target))
      return true;
  }
  bool stores = false;
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    const auto *element = dyn_cast<IndexPlace>(place), *own = dyn_cast<IndexPlace>(store->place);
    bool isOtherElement =
        element && own && same(element->array, own->array) && areDifferent(element->index, own->index);
    stores |= !isOtherElement && intersects(alias.keysOf(place), target);
  });
  return stores;
}

bool SameValue::allStoresAgree(const AssignStmt *store) const {
  bool agree = true;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (stmt == store || !mayStore(stmt, store))
      return;
    const auto *other = dyn_cast<AssignStmt>(stmt);
    agree &= other && same(other->place, store->place) && same(other->value, store->value);
  });
  return agree;
}

} // namespace adjoint::analysis
