// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Inlining.h"

#include "Analysis/Writes.h"
#include "Transform/NormalForm.h"

#include <set>

namespace adjoint::transform {

using namespace ir;

namespace {

/// Fewer addresses are taken than before: what the passes find out next depends on it.
void remarkAddresses(const Function &function, const StmtList &body) {
  for (const Variable *param : function.params)
    param->isAddressTaken = false;
  forEachStmt(body, [](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      variable->isAddressTaken = false;
  });
  analysis::Writes marks(body);
}

void collectCallees(const Function *function, std::set<const Function *> &found) {
  forEachStmt(function->body, [&](const Stmt *stmt) {
    const auto *call = llvm::dyn_cast<CallStmt>(stmt);
    if (call && found.insert(call->callee).second)
      collectCallees(call->callee, found);
  });
}

/// Splitting a record of records, or binding a pointer in a field, makes room for the next round.
constexpr unsigned rounds = 4;

} // namespace

bool Inlining::isRecursive(const Function *function) {
  std::set<const Function *> called;
  collectCallees(function, called);
  return called.count(function) != 0;
}

const Function *Inlining::of(const Function &function) {
  const Function *&slot = done[&function];
  if (slot)
    return slot;
  slot = &function; // for a recursion, which is not inlined
  auto *inlined = context.make<Function>(function);
  StmtList body = inlineCalls(context, *this, function, function.body);
  for (unsigned round = 0; round < rounds; ++round) {
    remarkAddresses(function, body);
    body = splitArrays(context, splitRecords(context, body));
    body = joinDeclarations(context, restoreChoices(context, body));
    body = decideConditions(context, bindReferences(context, body));
    body = forwardValues(context, body);
  }
  remarkAddresses(function, body);
  inlined->body = restoreConditions(context, body);
  return done[&function] = inlined;
}

const Inlining::Candidate &Inlining::candidateFor(const Function *callee) {
  auto [slot, isNew] = candidates.insert({callee, {}});
  if (!isNew || !callee->hasBody || isRecursive(callee))
    return slot->second;
  auto *body = context.make<Function>(*of(*callee));
  body->body = structureExits(context, *callee, countDown(context, body->body));
  return candidates[callee] = {body, inlineRule(*body)};
}

const Function *Inlining::inlineable(const Function *callee, InlineRule rule) {
  const Candidate &candidate = candidateFor(callee);
  bool isAllowed = rule != InlineRule::WhereRoomIs || takesLoops;
  return candidate.rule == rule && isAllowed ? candidate.body : nullptr;
}

} // namespace adjoint::transform
