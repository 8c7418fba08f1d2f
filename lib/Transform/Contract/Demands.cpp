// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Demands.h"

#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Demand;
using analysis::Set;

namespace {
/// The numbers of what a returned reference may lead to; not of globals for a tangent, whose own would not outlive it.
Set returnedKeys(const Request &request, const analysis::Unit &unit) {
  Set regions(unit.alias->regionCount());
  if (hasSeed(request) && request.function->returnType->isReference())
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      if (const auto *end = llvm::dyn_cast<ReturnStmt>(stmt); end && end->value)
        regions |= unit.alias->pointees(end->value);
    });
  for (unsigned r : analysis::elements(regions))
    if (const Variable *variable = unit.alias->region(r).variable; request.mode == Mode::Tangent && variable && variable->isGlobal())
      regions.reset(r);
  return unit.alias->floatingOnly(unit.alias->keysOf(regions));
}
} // namespace

Demand demandOf(const Request &request, const analysis::Unit &unit) {
  const Alias &alias = *unit.alias;
  Demand demand{alias.noKeys(), {alias.noKeys(), request.ofResult}, {}, {}, {}, false};
  const Function &function = *request.function;
  for (unsigned i = 0; i < function.params.size(); ++i) {
    const Variable *param = function.params[i];
    Set regions(alias.regionCount());
    for (int region : {alias.regionOf(param), alias.targetOf(param), alias.deepOf(param)})
      if (region >= 0)
        regions.set(region);
    Set keys = alias.floatingOnly(alias.keysOf(regions));
    if (isIndependent(request, i))
      demand.varied |= keys;
    if (isDependent(request, i))
      demand.useful.keys |= keys;
    demand.adjointParam.push_back(hasAdjointParameter(request, i));
  }
  demand.adjointBehind = demand.adjointParam;
  demand.useful.keys |= returnedKeys(request, unit);
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    if (const Variable *pointer = alias.region(r).variable; pointer && pointer->isGlobal() && !pointer->isUnsetOnEntry)
      if (int target = alias.targetOf(pointer); target >= 0 && alias.contentOf(alias.regionOf(pointer)).test(target))
        demand.outside.insert(pointer);
  return demand;
}

namespace {
/// The numbers behind the pointers of an object that is returned.
Set keysBehindResult(const Request &request, const analysis::Unit &unit) {
  const Alias &alias = *unit.alias;
  Set regions(alias.regionCount());
  const Type *result = request.function->returnType;
  if (hasSeed(request) && result->isRecord() && holdsPointer(result))
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      if (const auto *end = llvm::dyn_cast<ReturnStmt>(stmt); end && end->value)
        regions |= alias.pointees(end->value);
    });
  return alias.floatingOnly(alias.keysOf(alias.reachable(regions)));
}
} // namespace

bool hasActiveOutput(const analysis::Program &program, const Request &request, const Demand &demand,
                     analysis::Summaries &summaries) {
  const analysis::Unit &unit = program.unit(request.function);
  analysis::VariedExit exit = summaries.varied.exitOf(request.function, demand.varied);
  if (exit.result && demand.useful.result)
    return true;
  if (analysis::intersects(exit.keys, returnedKeys(request, unit)) || analysis::intersects(exit.keys, keysBehindResult(request, unit)))
    return true;
  Set written = exit.keys;
  written &= demand.useful.keys;
  Set changed = unit.alias->overlapping(unit.writes);
  for (unsigned k : written.set_bits()) // what is allocated here is new
    if (unit.alias->region(unit.alias->regionOfKey(k)).kind == analysis::Region::Kind::Heap)
      changed.set(k);
  written &= changed;
  return written.any();
}

namespace {
/// Allocations are not told apart between versions of a function.
void addHeapKeys(const analysis::Leaf &leaf, const Alias &alias, Set &out) {
  for (unsigned r = 0; r < alias.regionCount(); ++r)
    if (alias.region(r).kind == analysis::Region::Kind::Heap)
      out |= alias.keysOf(r, leaf);
}

Set translatedKeys(const Set &keys, const Alias &from, const Alias &to) {
  Set out = to.noKeys();
  for (unsigned k : keys.set_bits()) {
    const analysis::Region &region = from.region(from.regionOfKey(k));
    if (region.kind == analysis::Region::Kind::Heap) {
      addHeapKeys(from.leafOfKey(k), to, out);
      continue;
    }
    int at = -1;
    if (region.kind == analysis::Region::Kind::Variable)
      at = to.regionOf(region.variable);
    else if (region.kind == analysis::Region::Kind::Target)
      at = to.targetOf(region.variable);
    else if (region.kind == analysis::Region::Kind::Deep)
      at = to.deepOf(region.variable);
    if (at >= 0)
      out |= to.keysOf(at, from.leafOfKey(k));
  }
  return out;
}
} // namespace

Demand translated(const Demand &demand, const Alias &from, const Alias &to) {
  return {translatedKeys(demand.varied, from, to),
          {translatedKeys(demand.useful.keys, from, to), demand.useful.result},
          demand.adjointParam,
          demand.adjointBehind,
          demand.globals,
          demand.handedOut,
          demand.outside};
}

} // namespace adjoint::transform
