// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/RegionPlan.h"

#include "IR/Visit.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

const char *nameOf(CallForm form) {
  switch (form) {
  case CallForm::Passive:
    return "passive";
  case CallForm::HandWritten:
    return "hand-written";
  case CallForm::Joint:
    return "joint";
  case CallForm::OneSweep:
    return "one sweep";
  case CallForm::Split:
    return "split";
  case CallForm::Restoring:
    return "restoring";
  }
  return "";
}

std::string planOf(const CallStmt *call, const CallPlan &plan) {
  std::string out = "call of " + call->callee->spelling + ": " + nameOf(plan.form);
  if (*plan.reason)
    out += std::string(", ") + plan.reason;
  if (plan.snapshot) {
    out += ", recorded before";
    for (const Variable *variable : *plan.snapshot)
      out += " " + variable->name;
  }
  return out;
}

/// How many statements of the loop, not of loops inside, record what they overwrite.
unsigned recordsIn(const StmtList &body, const analysis::Tbr &statements) {
  unsigned count = 0;
  for (const Stmt *stmt : body) {
    count += statements.mustRecord(stmt);
    if (!llvm::isa<LoopStmt>(stmt))
      forEachList(stmt, [&](const StmtList &list) { count += recordsIn(list, statements); });
  }
  return count + unsigned(statements.recordedAtExit(body).size());
}

std::string planOf(const LoopStmt *loop, const RegionPlan &plan) {
  if (plan.fused.count(loop))
    return "loop: fused, both sweeps run in one iteration";
  const unsigned count = recordsIn(loop->body, *plan.statements);
  return "loop: stored, " + (!count       ? "nothing is recorded"
                              : count == 1 ? "1 record in an iteration"
                                           : std::to_string(count) + " records in an iteration");
}

} // namespace

std::string reportPlan(const Function &function, const RegionPlan &plan, const analysis::LineOf &lineOf) {
  std::string out;
  forEachStmt(function.body, [&](const Stmt *stmt) {
    const unsigned line = lineOf(stmt->location);
    const auto *call = dyn_cast<CallStmt>(stmt);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (line && (call || loop))
      out += "  line " + std::to_string(line) + ": " + (call ? planOf(call, plan.calls.of(call)) : planOf(loop, plan)) + "\n";
  });
  return out;
}

} // namespace adjoint::transform
