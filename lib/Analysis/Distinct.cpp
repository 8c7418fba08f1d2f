// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Distinct.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

Distinct::Distinct(const Unit &unit) : unit(unit), writes(unit.function->body) {
  auto add = [&](const Variable *variable) {
    bool isPointer = variable->type->isPointer() && !writes.isExposed(variable);
    if ((isPointer || variable->type->isArray()) && number.insert({variable, pointers.size()}).second)
      pointers.push_back(variable);
  };
  for (const Variable *param : unit.function->params)
    add(param);
  size_t params = pointers.size();
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      add(variable);
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      for (const Stmt *init : loop->init)
        if (const Variable *counter = declaredBy(init))
          loops[counter] = loop;
  });
  Set entry(pointers.size() * pointers.size());
  for (unsigned a = 0; a < params; ++a)
    for (unsigned b = 0; b < params; ++b)
      if (mayMeet(a, b))
        entry.set(pair(a, b));
  solve(unit.function->body, entry);
}

bool Distinct::areApart(const Variable *counter, const Variable *a, const Variable *b) const {
  auto loop = loops.find(counter);
  auto first = number.find(a), second = number.find(b);
  if (loop == loops.end() || first == number.end() || second == number.end() || first == second ||
      !hasVisited(loop->second))
    return false;
  Writes inside(loop->second->body);
  return inside.count(a) == 0 && inside.count(b) == 0 &&
         !before(loop->second).test(pair(first->second, second->second));
}

Set Distinct::blocksOf(unsigned pointer) const {
  const Alias &alias = *unit.alias;
  unsigned own = alias.regionOf(pointers[pointer]);
  if (pointers[pointer]->type->isPointer())
    return alias.contentOf(own);
  Set itself(alias.regionCount());
  itself.set(own);
  return itself;
}

bool Distinct::mayMeet(unsigned a, unsigned b) const {
  const Alias &alias = *unit.alias;
  Set first = blocksOf(a), second = blocksOf(b);
  if (first.none() || second.none()) // of unknown origin
    return true;
  for (unsigned x : first.set_bits())
    for (unsigned y : second.set_bits())
      if (alias.mayOverlap(x, y))
        return true;
  return false;
}

/// The pointers that the value leads to the blocks of; false if it may lead elsewhere.
bool Distinct::collectSources(const Expr *value, std::set<unsigned> &sources) const {
  if (const auto *load = dyn_cast<LoadExpr>(value)) {
    const Variable *variable = wholeVariable(load->place);
    auto found = variable ? number.find(variable) : number.end();
    if (found != number.end())
      sources.insert(found->second);
    return found != number.end();
  }
  if (const auto *address = dyn_cast<AddressExpr>(value)) {
    auto found = number.find(rootVariable(address->place));
    bool isArray = found != number.end() && found->first->type->isArray();
    if (isArray)
      sources.insert(found->second);
    return isArray;
  }
  if (const auto *choice = dyn_cast<SelectExpr>(value))
    return collectSources(choice->yes, sources) && collectSources(choice->no, sources);
  if (const auto *conversion = dyn_cast<CastExpr>(value))
    return collectSources(conversion->operand, sources);
  const auto *sum = dyn_cast<BinaryExpr>(value);
  bool isMoved = sum && sum->type->isPointer() && sum->left->type->isPointer();
  return isMoved && collectSources(sum->left, sources);
}

void Distinct::forget(unsigned pointer, Set &state) const {
  for (unsigned other = 0; other < pointers.size(); ++other) {
    state.reset(pair(pointer, other));
    state.reset(pair(other, pointer));
  }
}

/// `pointer` = `value`, which is null where nothing is known of it.
void Distinct::set(const Variable *pointer, const Expr *value, Set &state) const {
  auto found = number.find(pointer);
  if (found == number.end())
    return;
  unsigned target = found->second;
  std::set<unsigned> sources;
  bool isKnown = value && collectSources(value, sources);
  Set meets(pointers.size());
  for (unsigned other = 0; other < pointers.size(); ++other) {
    bool may = !isKnown;
    for (unsigned source : sources)
      may |= source == other || state.test(pair(source, other));
    if (other != target && may && mayMeet(target, other))
      meets.set(other);
  }
  forget(target, state);
  for (unsigned other : meets.set_bits()) {
    state.set(pair(target, other));
    state.set(pair(other, target));
  }
}

void Distinct::transfer(const Stmt *stmt, Set &state) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *declare = cast<DeclareStmt>(stmt);
    auto found = number.find(declare->variable);
    if (declare->init)
      set(declare->variable, declare->init, state);
    else if (found != number.end())
      forget(found->second, state);
    return;
  }
  case Stmt::Kind::Assign:
    if (const Variable *pointer = wholeVariable(cast<AssignStmt>(stmt)->place))
      set(pointer, cast<AssignStmt>(stmt)->value, state);
    return;
  case Stmt::Kind::Allocate:
    if (auto found = number.find(wholeVariable(cast<AllocateStmt>(stmt)->place)); found != number.end())
      forget(found->second, state);
    return;
  case Stmt::Kind::Call:
    if (const Place *result = cast<CallStmt>(stmt)->result)
      if (const Variable *pointer = wholeVariable(result))
        set(pointer, nullptr, state);
    return;
  default:
    return;
  }
}

} // namespace adjoint::analysis
