// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/RegionPlan.h"

#include "Analysis/Checkpoints/CarriedState.h"
#include "Analysis/Checkpoints/SnapshotSize.h"
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
  case CallForm::WithContext:
    return "hand-written halves";
  case CallForm::Differences:
    return "differences";
  case CallForm::Implicit:
    return "implicit function";
  case CallForm::Hook:
    return "hook";
  case CallForm::Joint:
    return "joint";
  case CallForm::OneSweep:
    return "one sweep";
  case CallForm::Split:
    return "split";
  case CallForm::Restoring:
    return "restoring";
  case CallForm::Elsewhere:
    return "halves of another file";
  }
  return "";
}

analysis::RegionFacts factsOf(const CallStmt *call, const CallPlan &plan) {
  std::string detail = plan.reason;
  if (plan.snapshot) {
    detail += detail.empty() ? "recorded before:" : "; recorded before:";
    for (const Variable *variable : *plan.snapshot)
      detail += " " + variable->name;
    for (const KeptBlock &block : plan.blocks)
      detail += " " + rootVariable(llvm::cast<LoadExpr>(block.pointer)->place)->name;
  }
  if (plan.keepsUnknown)
    detail = "the unknown is recorded before";
  return {0, "call of " + call->callee->spelling, nameOf(plan.form), detail};
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

/// What its snapshots hold, and how many bytes that is.
analysis::RegionFacts factsOf(const LoopStmt *loop, const analysis::FusedLoop &facts) {
  std::string held;
  for (const analysis::StatePart &part : facts.state)
    if (part.isCarried)
      held += " " + analysis::nameOfState(part.place);
  const std::string bytes = held.empty() ? "" : " (" + analysis::bytesOfSnapshot(facts) + ")";
  if (facts.snapshots->scheme == Checkpoint::Scheme::FixedPoint)
    return {0, "loop", "fixed point", "the last state is kept:" + held + bytes};
  const std::string steps = analysis::stepsRunAgain(loop, *facts.snapshots);
  return {0, "loop", "checkpointed", (held.empty() ? "a snapshot holds nothing" : "a snapshot holds" + held + bytes) + (steps.empty() ? "" : "; " + steps)};
}

analysis::RegionFacts factsOf(const LoopStmt *loop, const RegionPlan &plan) {
  if (auto found = plan.fused.find(loop); found != plan.fused.end())
    return found->second.snapshots ? factsOf(loop, found->second)
           : found->second.runsTwice
               ? analysis::RegionFacts{0, "loop", "run twice", "in the forward sweep without records, and with both sweeps in one iteration"}
               : analysis::RegionFacts{0, "loop", "fused", "both sweeps run in one iteration"};
  const unsigned count = recordsIn(loop->body, *plan.statements);
  const auto reason = plan.notCheckpointed.find(loop);
  return {0, "loop", "stored",
          (!count       ? "nothing is recorded"
           : count == 1 ? "1 record in an iteration"
                        : std::to_string(count) + " records in an iteration") +
              (reason == plan.notCheckpointed.end() ? "" : "; no checkpoints: " + reason->second)};
}

} // namespace

std::vector<analysis::RegionFacts> factsOf(const Function &function, const RegionPlan &plan, const analysis::LineOf &lineOf) {
  std::vector<analysis::RegionFacts> facts;
  auto add = [&](const Stmt *stmt, analysis::RegionFacts region) {
    region.line = lineOf(stmt->location);
    if (region.line)
      facts.push_back(region);
  };
  forEachStmt(function.body, [&](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      add(call, factsOf(call, plan.calls.of(call)));
    else if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      add(loop, factsOf(loop, plan));
  });
  return facts;
}

} // namespace adjoint::transform
