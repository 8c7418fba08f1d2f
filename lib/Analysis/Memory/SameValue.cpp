// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/SameValue.h"

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
    : program(program), unit(unit), writes(unit.versions->writes), writers(unit.alias->keyCount()) {
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && !declare->init)
      uninitialised.insert(declare->variable);
    noteWrites(stmt);
  });
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *store = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = store ? rootVariable(store->place) : nullptr;
    const auto *element = store ? dyn_cast<IndexPlace>(store->place) : nullptr;
    bool isFixedPlace = variable && (wholeVariable(store->place) ||
                                     (element && wholeVariable(element->array) && isa<LiteralExpr>(element->index)));
    if (isFixedPlace && variable->storage == Storage::Local && uninitialised.count(variable) &&
        neverChanges(store->value) && allStoresAgree(store))
      found.insert(store);
  });
}

void SameValue::noteWrites(const Stmt *stmt) {
  Set keys = unit.alias->noKeys();
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { keys |= unit.alias->keysOf(place); });
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    keys |= program.toCaller(call, *unit.alias, callee, callee.writes);
  }
  for (unsigned k : keys.set_bits())
    writers[k].push_back(stmt);
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
bool SameValue::mayStore(const Stmt *stmt, const AssignStmt *store, const Set &target) const {
  const Alias &alias = *unit.alias;
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
  const Set target = unit.alias->overlapping(unit.alias->keysOf(store->place));
  auto agrees = [&](const Stmt *stmt) {
    const auto *other = dyn_cast<AssignStmt>(stmt);
    bool isSame = other && same(other->place, store->place) && same(other->value, store->value);
    return isSame || !mayStore(stmt, store, target);
  };
  for (unsigned k : target.set_bits())
    if (!llvm::all_of(writers[k], agrees))
      return false;
  return true;
}

} // namespace adjoint::analysis
