// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/NeededBlocks.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

NeededBlocks::NeededBlocks(const Unit &unit, const NeededReads &reads, const ApartPointers *apart,
                           const FusedLoops *fused, bool entryIsNeeded)
    : unit(unit), reads(reads), apart(apart), fused(fused), writes(unit.versions->writes) {
  for (const Variable *param : unit.function->params)
    track(param);
  Set entry(pointers.size(), entryIsNeeded);
  forEachStmt(unit.function->body, [this](const Stmt *stmt) { track(declaredBy(stmt)); });
  entry.resize(pointers.size());
  if (!pointers.empty())
    solve(unit.function->body, entry);
}

void NeededBlocks::track(const Variable *variable) {
  bool isOwn = variable && (variable->storage == Storage::Local || variable->storage == Storage::Parameter);
  if (!isOwn || !variable->type->isPointer() || writes.isExposed(variable))
    return;
  const Alias &alias = *unit.alias;
  numbers.insert({variable, static_cast<unsigned>(pointers.size())});
  pointers.push_back(variable);
  blocks.push_back(alias.overlapping(alias.keysOf(alias.contentOf(alias.regionOf(variable)))));
}

bool NeededBlocks::isUnneeded(const Stmt *stmt, const Variable *pointer) const {
  auto found = numbers.find(pointer);
  if (found == numbers.end() || !hasVisited(stmt))
    return false;
  Set state = before(stmt);
  if (!isa<LoopStmt>(stmt))
    needBefore(reads.of(stmt), state);
  return !state.test(found->second);
}

// ----------------------------------------------------------------- needs

void NeededBlocks::needKeys(const Set &keys, Set &state) const {
  for (unsigned p = 0; p < pointers.size(); ++p)
    if (!state.test(p) && intersects(blocks[p], keys))
      state.set(p);
}

void NeededBlocks::need(const NeededRead &read, Set &state) const {
  const Variable *pointer = read.load && apart && !isa<LoopStmt>(read.by) ? pointerTo(read.load->place) : nullptr;
  if (!pointer)
    return needKeys(read.keys, state);
  for (unsigned p = 0; p < pointers.size(); ++p) {
    bool isApart = read.after ? apart->areApartAfter(read.by, pointer, pointers[p])
                              : apart->areApart(read.by, pointer, pointers[p]);
    if (!isApart && intersects(blocks[p], read.keys))
      state.set(p);
  }
}

void NeededBlocks::needBefore(const std::vector<NeededRead> &needed, Set &state) const {
  for (const NeededRead &read : needed)
    if (!read.after)
      need(read, state);
}

/// What a branch or a loop is decided by.
void NeededBlocks::needControl(const Stmt *stmt, Set &state) const {
  for (const NeededRead &read : reads.of(stmt))
    need(read, state);
}

void NeededBlocks::evaluate(const Stmt *stmt, const Expr *, Set &state) {
  if (!isa<LoopStmt>(stmt))
    needControl(stmt, state);
}

void NeededBlocks::enterLoop(const LoopStmt *loop, Set &state) {
  needControl(loop, state);
  if (!fused)
    return;
  if (auto found = fused->find(loop); found != fused->end())
    needKeys(found->second.exposed, state);
}

void NeededBlocks::leaveLoop(const LoopStmt *loop, Set &state) { needControl(loop, state); }

// -------------------------------------------------------------- pointers

bool NeededBlocks::isNeeded(const Expr *pointer, const Set &state) const {
  if (isNull(pointer))
    return false;
  if (const auto *conversion = dyn_cast<CastExpr>(pointer))
    return !conversion->operand->type->isPointer() || isNeeded(conversion->operand, state);
  if (const auto *sum = dyn_cast<BinaryExpr>(pointer))
    return isNeeded(sum->left->type->isPointer() ? sum->left : sum->right, state);
  if (const auto *choice = dyn_cast<SelectExpr>(pointer))
    return isNeeded(choice->yes, state) || isNeeded(choice->no, state);
  const auto *load = dyn_cast<LoadExpr>(pointer);
  auto source = load ? numbers.find(wholeVariable(load->place)) : numbers.end();
  return source == numbers.end() || state.test(source->second);
}

void NeededBlocks::setPointers(const Stmt *stmt, Set &state) const {
  auto set = [&](const Variable *pointer, bool isNeeded) {
    if (auto found = numbers.find(pointer); found != numbers.end())
      isNeeded ? state.set(found->second) : state.reset(found->second);
  };
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return set(declare->variable, declare->init && isNeeded(declare->init, state));
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    return set(wholeVariable(allocation->place), false);
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    if (const Variable *pointer = wholeVariable(place); numbers.count(pointer))
      set(pointer, !assign || isNeeded(assign->value, state));
  });
}

void NeededBlocks::transfer(const Stmt *stmt, Set &state) {
  const std::vector<NeededRead> &needed = reads.of(stmt);
  needBefore(needed, state);
  setPointers(stmt, state);
  for (const NeededRead &read : needed)
    if (read.after || !read.load)
      need(read, state);
}

} // namespace adjoint::analysis
