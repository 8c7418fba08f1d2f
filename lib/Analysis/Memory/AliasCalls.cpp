// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a call does to the pointers of its caller.
#include "Analysis/Memory/Alias.h"
#include "Analysis/Memory/PassedPointers.h"
#include "Analysis/Memory/StoredPointers.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;

int Alias::handedOutBy(const CallStmt *call) const {
  auto found = index.find({call, static_cast<int>(Region::Kind::Heap)});
  return found == index.end() ? -1 : static_cast<int>(found->second);
}

Set Alias::seenAt(const CallStmt *call, const Alias &callee, unsigned region) const {
  const Region &seen = callee.region(region);
  Set out(regionCount());
  auto add = [&](int own) {
    if (own >= 0)
      out.set(own);
  };
  if (seen.kind == Region::Kind::Heap) { // what the callee allocates and hands out
    add(handedOutBy(call));
    return out;
  }
  if (seen.kind == Region::Kind::Variable) {
    if (seen.variable->isGlobal())
      add(regionOf(seen.variable));
    return out;
  }
  if (seen.variable->isGlobal()) {
    if (int own = regionOf(seen.variable); own >= 0)
      return seenBehind(contentOf(own), seen.kind);
    return out;
  }
  for (unsigned i = 0; i < callee.params.size() && i < call->args.size(); ++i)
    if (callee.params[i] == seen.variable)
      return seenBehind(pointees(call->args[i]), seen.kind);
  return out;
}

/// What a callee knows as the target of a pointer, or as what is behind that, where the pointer leads to `targets`.
Set Alias::seenBehind(const Set &targets, Region::Kind kind) const {
  if (kind == Region::Kind::Target)
    return targets;
  Set out(regionCount());
  for (unsigned r : elements(widened(targets)))
    out |= content[r];
  return reachable(out);
}

Set Alias::seenAt(const CallStmt *call, const Alias &callee, const Set &regionSet) const {
  Set out(regionCount());
  for (unsigned r : regionSet.set_bits())
    out |= seenAt(call, callee, r);
  return out;
}

/// A function that calls itself is solved with what is known of it so far, until nothing is added.
const Alias *Alias::solutionFor(const Function *callee) const {
  return callee == itself ? this : callees ? callees(callee) : nullptr;
}

bool Alias::transferCall(const CallStmt *call) {
  const Alias *callee = solutionFor(call->callee);
  return callee ? transferKnown(call, *callee) : transferUnknown(call);
}

bool Alias::transferKnown(const CallStmt *call, const Alias &callee) {
  bool changed = false;
  for (unsigned r = 0; r < callee.regionCount(); ++r)
    if (callee.stored[r].any())
      changed |= store(seenAt(call, callee, r), seenAt(call, callee, callee.stored[r]));
  if (call->result && holdsPointer(call->result->type))
    changed |= store(call->result, seenAt(call, callee, callee.returned));
  return changed;
}

/// Those of the pointees that pointers in the region can lead to, by their types.
Set Alias::fitting(unsigned region, const Set &pointers) const {
  const Region &holder = regions[region];
  if (!holder.leaves.empty() && !holdsPointers(holder.leaves))
    return Set(regions.size());
  const Type *type = holder.variable ? holder.variable->type : nullptr;
  bool isBehind = type && holder.kind == Region::Kind::Target && (type->isPointer() || type->isReference());
  std::set<Leaf> wanted;
  if (isBehind || holder.kind == Region::Kind::Variable)
    wanted = targetLeaves(isBehind ? type->element : type);
  if (wanted.empty() || mayCoincide(wanted, {{"void"}, {}}))
    return pointers;
  Set out(regions.size());
  for (unsigned r : pointers.set_bits()) {
    const std::set<Leaf> &leaves = regions[r].leaves;
    bool fits = leaves.empty() || std::any_of(leaves.begin(), leaves.end(),
                                              [&](const Leaf &leaf) { return mayCoincide(wanted, leaf); });
    if (fits)
      out.set(r);
  }
  return out;
}

/// Owners get memory that was another's, or that is new.
bool Alias::transferOwned(const CallStmt *call) {
  Set owners(regions.size()), owned(regions.size());
  const std::vector<const Variable *> &params = call->callee->params;
  for (unsigned i = 0; i < params.size() && i < call->args.size(); ++i)
    if (isWritable(params[i]->type) && holdsPointer(call->args[i]->type))
      owners |= reachable(pointees(call->args[i]));
  for (unsigned r : owners.set_bits())
    owned |= contentOf(r);
  if (int handedOut = handedOutBy(call); handedOut >= 0)
    owned.set(handedOut);
  bool changed = false;
  for (unsigned r : owners.set_bits()) {
    if (!mayCoincide(regions[r].leaves, {{"*"}, {}}))
      continue;
    Set at(regions.size());
    at.set(r);
    changed |= store(at, fitting(r, owned));
  }
  if (call->result && holdsPointer(call->result->type))
    changed |= store(call->result, owned);
  return changed;
}

const Alias::Unsolved &Alias::unsolved(const Function *callee) {
  auto found = unsolvedCallees.find(callee);
  if (found == unsolvedCallees.end())
    found = unsolvedCallees.emplace(callee, Unsolved{mayStorePointers(*callee), globalsPointedTo(*callee)}).first;
  return found->second;
}

bool Alias::transferUnknown(const CallStmt *call) {
  if (keepsNoPointer(*call->callee))
    return false;
  const bool isOfOtherFile = !call->callee->halves.empty() && keepsOwners(*call->callee);
  Set pointers(regions.size());
  for (const Expr *arg : call->args)
    if (holdsPointer(arg->type))
      pointers |= pointees(arg);
  const Unsolved &known = unsolved(call->callee);
  Set globals(regions.size());
  for (unsigned i = 0; i < regions.size(); ++i) {
    if (regions[i].kind != Region::Kind::Variable || !regions[i].variable->isGlobal())
      continue;
    globals.set(i);
    pointers |= contentOf(i);
    if (!known.globals || known.globals->count(regions[i].variable))
      pointers.set(i);
  }
  pointers = reachable(pointers);
  if (int handedOut = handedOutBy(call); handedOut >= 0)
    pointers.set(handedOut);
  Set where(regions.size());
  Set reached = where;
  if (known.storesPointers && !call->callee->storesNoPointers) {
    reached = reachable(globals);
    if (!isOfOtherFile)
      reached |= pointers;
  }
  for (unsigned r : reached.set_bits())
    if (mayCoincide(regions[r].leaves, {{"*"}, {}}))
      where.set(r);
  bool changed = isOfOtherFile && transferOwned(call);
  for (unsigned r : where.set_bits()) {
    Set at(regions.size());
    at.set(r);
    changed |= store(at, fitting(r, pointers));
  }
  if (call->result && holdsPointer(call->result->type) && !isOfOtherFile)
    changed |= store(call->result, pointers);
  return changed;
}

} // namespace adjoint::analysis
