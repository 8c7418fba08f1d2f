// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InlineGrowth: which callees with loops does a function take in?
//
// All calls of one callee, or none: a copy here and a helper there would be generated twice. Callees that add few
// statements with all their calls come first, the others as long as there is room (InlinePolicy.h). A function grows by
// no more than that room, whatever it calls; so what is generated for a call graph is linear in its calls, though each
// level may call the level below many times.

#ifndef ADJOINT_TRANSFORM_SIMPLIFY_INLINEGROWTH_H
#define ADJOINT_TRANSFORM_SIMPLIFY_INLINEGROWTH_H

#include "IR/Stmt.h"

#include <functional>
#include <set>

namespace adjoint::transform {

/// `candidate`: the callee as it would be inlined, null if it has no loops or never is.
std::set<const ir::Function *>
calleesTakenIn(const ir::StmtList &body, const std::function<const ir::Function *(const ir::Function *)> &candidate);

} // namespace adjoint::transform

#endif
