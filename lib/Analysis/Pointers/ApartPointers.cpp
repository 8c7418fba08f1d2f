// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Pointers/ApartPointers.h"

#include "Analysis/Loops/Loops.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

ApartPointers::ApartPointers(const Unit &unit) : writes(unit.versions->writes) {
  for (const Variable *param : unit.function->params)
    track(param);
  const unsigned entered = pointers.size();
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    track(declaredBy(stmt));
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::optional<CountedLoop> counted = loop ? countedLoop(loop) : std::nullopt;
    if (counted && counted->declares)
      loops[counted->counter] = loop;
  });
  const unsigned patience = 200; // the states are sets of pairs
  if (pointers.size() > patience)
    pointers.clear();
  Set entry(pointers.size() * pointers.size());
  for (unsigned a = 0; a < entered && !pointers.empty(); ++a)
    for (unsigned b = 0; b < entered; ++b)
      entry.set(pair(a, b));
  if (!pointers.empty())
    solve(unit.function->body, entry);
}

void ApartPointers::track(const Variable *variable) {
  bool isOwn = variable && (variable->storage == Storage::Local || variable->storage == Storage::Parameter);
  if (isOwn && variable->type->isPointer() && !writes.isExposed(variable))
    pointers.insert({variable, static_cast<unsigned>(pointers.size())});
}

/// The pointers that may lead to a block that the value leads to.
Set ApartPointers::meeting(const Expr *value, const Set &state) const {
  if (const auto *conversion = dyn_cast<CastExpr>(value))
    return conversion->operand->type->isPointer() ? meeting(conversion->operand, state) : all();
  if (const auto *sum = dyn_cast<BinaryExpr>(value))
    return meeting(sum->left->type->isPointer() ? sum->left : sum->right, state);
  if (const auto *choice = dyn_cast<SelectExpr>(value)) {
    Set found = meeting(choice->yes, state);
    found |= meeting(choice->no, state);
    return found;
  }
  if (isNull(value))
    return Set(pointers.size());
  const auto *load = dyn_cast<LoadExpr>(value);
  auto source = load ? pointers.find(wholeVariable(load->place)) : pointers.end();
  if (source == pointers.end())
    return all();
  Set found(pointers.size());
  found.set(source->second);
  for (unsigned other = 0; other < pointers.size(); ++other)
    if (state.test(pair(source->second, other)))
      found.set(other);
  return found;
}

void ApartPointers::lead(unsigned pointer, const Set &others, Set &state) const {
  for (unsigned other = 0; other < pointers.size(); ++other) {
    bool meets = others.test(other) && other != pointer;
    for (unsigned p : {pair(pointer, other), pair(other, pointer)})
      meets ? state.set(p) : state.reset(p);
  }
}

void ApartPointers::set(const Variable *pointer, const Expr *value, Set &state) const {
  auto found = pointers.find(pointer);
  if (found != pointers.end())
    lead(found->second, value ? meeting(value, state) : Set(pointers.size()), state);
}

void ApartPointers::transfer(const Stmt *stmt, Set &state) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return set(declare->variable, declare->init, state);
  if (const auto *assign = dyn_cast<AssignStmt>(stmt))
    return set(wholeVariable(assign->place), assign->value, state);
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    return set(wholeVariable(allocation->place), nullptr, state);
  const auto *call = dyn_cast<CallStmt>(stmt);
  auto found = call && call->result ? pointers.find(wholeVariable(call->result)) : pointers.end();
  if (found != pointers.end())
    lead(found->second, all(), state);
}

bool ApartPointers::meetNowhere(const Set &state, const Variable *a, const Variable *b) const {
  auto first = pointers.find(a), second = pointers.find(b);
  return a != b && first != pointers.end() && second != pointers.end() &&
         !state.test(pair(first->second, second->second));
}

bool ApartPointers::areApartAfter(const Stmt *stmt, const Variable *a, const Variable *b) const {
  return hasVisited(stmt) && meetNowhere(after(stmt), a, b);
}

bool ApartPointers::areApart(const Stmt *stmt, const Variable *a, const Variable *b) const {
  if (!hasVisited(stmt) || !meetNowhere(before(stmt), a, b))
    return false;
  if (!isa<LoopStmt>(stmt))
    return true;
  Writes inside(StmtList{stmt});
  return inside.count(a) == 0 && inside.count(b) == 0;
}

bool ApartPointers::areApartIn(const Variable *counter, const Variable *a, const Variable *b) const {
  auto loop = loops.find(counter);
  return loop != loops.end() && areApart(loop->second, a, b);
}

} // namespace adjoint::analysis
