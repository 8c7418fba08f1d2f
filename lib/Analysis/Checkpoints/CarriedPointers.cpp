// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CarriedState, its pointers: which of them a loop sets to each other, and which lead to memory that an iteration allocates.
#include "Analysis/Checkpoints/CarriedState.h"

#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const Variable *CarriedState::groupOf(const Variable *pointer) const {
  auto found = groups.find(pointer);
  return found == groups.end() ? nullptr : found->second;
}

std::vector<const Variable *> CarriedState::membersOf(const Variable *group) const {
  std::vector<const Variable *> members;
  for (const auto &[pointer, of] : groups)
    if (of == group)
      members.push_back(pointer);
  return members;
}

void CarriedState::join(const Variable *to, const Variable *from) {
  for (const Variable *pointer : {to, from})
    groups.insert({pointer, pointer});
  const Variable *joined = groups.lookup(from), *one = groups.lookup(to);
  for (auto &[pointer, group] : groups)
    if (group == joined)
      group = one;
}

/// `to = value`, where `to` is a pointer from outside, or one of the iteration's own that hands on to such a one.
bool CarriedState::flow(const Variable *to, const Expr *value, Location where) {
  groups.insert({to, to});
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(value));
  const Variable *from = load ? wholeVariable(load->place) : nullptr;
  if (isNull(value)) {
    unset.insert(to);
    return true;
  }
  if (!from || !from->type->isPointer())
    return refusePointer(context.place(to), where);
  const bool isNew = !groups.count(from);
  join(to, from);
  return !isNew || !own.count(from) || flowInto(from);
}

/// All that an iteration sets a pointer of its own to.
bool CarriedState::flowInto(const Variable *pointer) {
  bool isKnown = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (declare && declare->variable == pointer && declare->init)
      isKnown = isKnown && flow(pointer, declare->init, stmt->location);
    else if (assign && wholeVariable(assign->place) == pointer)
      isKnown = isKnown && flow(pointer, assign->value, stmt->location);
    else if (allocation && wholeVariable(allocation->place) == pointer)
      isKnown = isKnown && keep(allocation, pointer);
    else if (call && call->result && wholeVariable(call->result) == pointer)
      isKnown = isKnown && refusePointer(call->result, stmt->location);
  });
  return isKnown;
}

/// A block that leaves the iteration that allocates it.
bool CarriedState::keep(const AllocateStmt *stmt, const Variable *block) {
  const Type *element = block->type->element;
  if (request.scheme == Checkpoint::Scheme::FixedPoint || holdsPointer(element) || isOpaque(element))
    return refuse(DiagId::checkpoint_memory, stmt->location);
  kept.insert(block);
  return true;
}

bool CarriedState::isOwner(const Variable *pointer) const {
  const Variable *group = groupOf(pointer);
  return group && llvm::any_of(kept, [&](const Variable *block) { return groupOf(block) == group; });
}

/// Is all that they lead to allocated by this function, with malloc?
bool CarriedState::areOwnersKnown() {
  bool isNested = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *inner = dyn_cast<LoopStmt>(stmt);
    if (inner && inner->checkpoint)
      forEachStmt(inner->body, [&](const Stmt *nested) { isNested |= kept.count(declaredBy(nested)) != 0; });
  });
  for (const auto &[pointer, group] : groups) {
    Variables seen;
    if (isOwner(pointer) && (isNested || !isAllocatedHere(pointer, seen)))
      return refuse(DiagId::checkpoint_memory, loop->location);
  }
  return true;
}

bool CarriedState::isAllocatedHere(const Variable *pointer, Variables &seen) const {
  if (!seen.insert(pointer).second)
    return true;
  if (pointer->storage != Storage::Local || pointer->isAddressTaken())
    return false;
  bool isKnown = true;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (declare && declare->variable == pointer && declare->init)
      isKnown = isKnown && isAllocatedHere(declare->init, seen);
    else if (assign && wholeVariable(assign->place) == pointer)
      isKnown = isKnown && isAllocatedHere(assign->value, seen);
    else if (allocation && wholeVariable(allocation->place) == pointer)
      isKnown = isKnown && allocation->form == AllocationForm::Malloc;
    else if (call && call->result && wholeVariable(call->result) == pointer)
      isKnown = false;
  });
  return isKnown;
}

bool CarriedState::isAllocatedHere(const Expr *value, Variables &seen) const {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(value));
  const Variable *source = load ? wholeVariable(load->place) : nullptr;
  return source ? isAllocatedHere(source, seen) : isNull(value);
}

/// Pointers from outside that the loop sets, and what it sets them to. In the loop itself: what callees do with pointers
/// that they are given the address of is refused where they write them.
bool CarriedState::findGroups() {
  bool areKnown = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || !holdsPointer(assign->place->type))
      return;
    const Variable *root = rootVariable(assign->place), *pointer = wholeVariable(assign->place);
    const bool isOwn = root && own.count(root);
    if (!isOwn && areKnown)
      areKnown = pointer && pointer->type->isPointer() ? flow(pointer, assign->value, assign->location)
                                                       : refusePointer(assign->place, assign->location);
  });
  for (const auto &[pointer, group] : groups)
    if (isOwner(pointer))
      owners.insert(pointer);
  return areKnown;
}

} // namespace adjoint::analysis
