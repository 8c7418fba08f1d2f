// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Order/LeftFromBefore.h"

#include "Analysis/Loops/SetFirst.h"
#include "IR/Visit.h"

#include <vector>

namespace adjoint::transform {

using namespace ir;

void reportLeftFromBefore(Context &context, const Function &function, DiagnosticSink &diagnostics) {
  std::vector<const Variable *> left; // in the order of the source
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const Variable *variable = declaredBy(stmt);
    if (variable && variable->isLeftFromBefore() && !variable->type->isIntegral()) // its size is set
      left.push_back(variable);
  });
  for (const Variable *variable : left)
    if (!analysis::isSetFirst(context, function, variable))
      diagnostics.report(DiagId::static_variable, variable->location);
}

} // namespace adjoint::transform
