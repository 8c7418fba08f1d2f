// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Order/Inlining.h"

#include "Transform/NormalForm/NormalForm.h"
#include "Transform/Order/LeftFromBefore.h"
#include "Transform/Order/PassOrder.h"

#include <set>

namespace adjoint::transform {

using namespace ir;

namespace {

void collectCallees(const Function *function, std::set<const Function *> &found) {
  forEachStmt(function->body, [&](const Stmt *stmt) {
    const auto *call = llvm::dyn_cast<CallStmt>(stmt);
    if (call && found.insert(call->callee).second)
      collectCallees(call->callee, found);
  });
}

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
  inlinePasses(passes, *this, *inlined);
  reportLeftFromBefore(context, *inlined, passes.sink());
  return done[&function] = inlined;
}

const Inlining::Candidate &Inlining::candidateFor(const Function *callee) {
  auto [slot, isNew] = candidates.insert({callee, {}});
  if (!isNew || !callee->hasBody || isRecursive(callee))
    return slot->second;
  auto *body = context.make<Function>(*of(*callee));
  oneExitPasses(passes, *body);
  return candidates[callee] = {body, inlineRule(*body)};
}

const Function *Inlining::inlineable(const Function *callee, InlineRule rule) {
  const Candidate &candidate = candidateFor(callee);
  const bool isAllowed = rule == InlineRule::Always || takesLoops || callee->needsCopy;
  return candidate.rule == rule && isAllowed ? candidate.body : nullptr;
}

} // namespace adjoint::transform
