// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Order/LeftFromBefore.h"

#include "Analysis/Loops/SetFirst.h"
#include "IR/Visit.h"

namespace adjoint::transform {

using namespace ir;

void reportLeftFromBefore(Context &context, const Function &function, DiagnosticSink &diagnostics) {
  std::set<const Variable *> left;
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const Variable *variable = declaredBy(stmt);
    if (variable && variable->isLeftFromBefore() && !variable->type->isIntegral()) // its size is set
      left.insert(variable);
  });
  for (const Variable *variable : left)
    if (!analysis::isSetFirst(context, function, variable))
      diagnostics.report(DiagId::static_variable, variable->location);
}

} // namespace adjoint::transform
