// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Simplify/InlineGrowth.h"

#include "IR/Visit.h"
#include "Transform/Simplify/InlinePolicy.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;

std::set<const Function *>
calleesTakenIn(const StmtList &body, const std::function<const Function *(const Function *)> &candidate) {
  struct Growth {
    const Function *callee;
    unsigned size, statements; ///< of one call, and of all
  };
  std::vector<Growth> found;
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *call = llvm::dyn_cast<CallStmt>(stmt);
    const Function *inlined = call ? candidate(call->callee) : nullptr;
    if (!inlined)
      return;
    auto known = std::find_if(found.begin(), found.end(), [&](const Growth &g) { return g.callee == call->callee; });
    if (known == found.end())
      known = found.insert(found.end(), {call->callee, sizeOf(*inlined), 0});
    known->statements += known->size;
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const Growth &a, const Growth &b) { return a.statements < b.statements; });
  std::set<const Function *> taken;
  unsigned total = 0;
  for (const Growth &growth : found) {
    total += growth.statements;
    if (total > mostGrowth)
      break;
    taken.insert(growth.callee);
  }
  return taken;
}

} // namespace adjoint::transform
