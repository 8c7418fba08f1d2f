// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/CountedLoops.h"

#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

CountedLoops::CountedLoops(const Unit &unit) : versions(*unit.versions) {
  forEachStmt(unit.function->body, [this](const Stmt *stmt) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const std::optional<CountedLoop> facts = loop ? countedLoop(loop) : std::nullopt;
    if (!facts)
      return;
    loops.insert({loop, *facts});
    if (facts->declares)
      counters.insert(facts->counter);
  });
}

const CountedLoop *CountedLoops::of(const LoopStmt *loop) const {
  const auto found = loops.find(loop);
  return found == loops.end() ? nullptr : &found->second;
}

std::vector<CountedLoop> CountedLoops::around(const Stmt *stmt, const LoopStmt *within) const {
  std::vector<CountedLoop> found;
  const std::vector<const LoopStmt *> outwards = versions.positions.loopsAround(stmt);
  for (const LoopStmt *loop : llvm::reverse(outwards))
    if (const CountedLoop *facts = of(loop); facts && (!within || versions.positions.isInside(loop, within)))
      found.push_back(*facts);
  return found;
}

bool CountedLoops::isKept(const Expr *expr, const LoopStmt *loop) const {
  bool kept = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    const bool counts = counters.count(variable) && !versions.writes.isExposed(variable);
    kept = kept && (counts || versions.isKept(variable, loop));
  });
  return kept;
}

} // namespace adjoint::analysis
