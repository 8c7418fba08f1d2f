// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/ChosenCheckpoints.h"

#include "Analysis/Checkpoints/CarriedState.h"
#include "IR/Visit.h"

namespace adjoint::transform {

using namespace ir;
using analysis::CarriedState;
using llvm::dyn_cast;

namespace {

/// Why a loop has no snapshots.
std::string textOf(const CarriedState::Refusal &refusal) {
  const std::string name = refusal.args.empty() ? "" : refusal.args[0];
  switch (refusal.why) {
  case DiagId::checkpoint_extent:
    return "how many elements of '" + name + "' it writes is not known when it begins";
  case DiagId::checkpoint_block:
    return "'" + name + "' is written by a pointer that moves, or is read from memory";
  case DiagId::checkpoint_effect:
    return "'" + name + "' would not do the same again";
  case DiagId::checkpoint_pointers:
    return "its pointers lead elsewhere in each iteration";
  default: // one of all diagnostics
    return "an iteration allocates memory and keeps it";
  }
}

} // namespace

ChosenCheckpoints::ChosenCheckpoints(Context &context, const analysis::Program &program, const analysis::Unit &unit,
                                     RegionPlan &regions, uint64_t memory)
    : context(context), program(program), unit(unit), regions(regions) {
  request.scheme = Checkpoint::Scheme::Memory;
  request.number = memory;
}

bool ChosenCheckpoints::choose(const StmtList &body) {
  if (program.unit(unit.original).runsInLoop)
    return false;
  for (const Stmt *stmt : body) {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      consider(loop);
    else
      forEachList(stmt, [&](const StmtList &nested) { choose(nested); });
  }
  return found;
}

void ChosenCheckpoints::consider(const LoopStmt *loop) {
  if (loop->checkpoint || regions.fused.count(loop) || !mayRecordMuch(loop->body, false))
    return;
  CarriedState state(context, program, unit, loop, request);
  const std::optional<analysis::FusedLoop> facts = state.find();
  if (!facts) {
    regions.notCheckpointed[loop] = textOf(state.refusal());
  } else if (state.isOfSteps(*facts)) {
    regions.fused[loop] = *facts;
    found = true;
  }
}

/// `isInLoop`: inside another one than the loop itself.
bool ChosenCheckpoints::mayRecordMuch(const StmtList &body, bool isInLoop) const {
  const analysis::Tbr &statements = *regions.statements;
  if (isInLoop && !statements.recordedAtExit(body).empty())
    return true;
  return llvm::any_of(body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if ((call && regions.calls.of(call).isSplit()) || (isInLoop && statements.mustRecord(stmt)))
      return true;
    bool records = false;
    if (!loop || !regions.fused.count(loop))
      forEachList(stmt, [&](const StmtList &nested) { records |= mayRecordMuch(nested, isInLoop || loop); });
    return records;
  });
}

} // namespace adjoint::transform
