// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/TurnOuterLoops.h"

#include "Transform/Cleanup/LoopArrangement.h"

#include "llvm/Support/SaveAndRestore.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool isAroundLoops(const LoopStmt *loop) {
  bool is = false;
  forEachStmt(loop->body, [&](const Stmt *inner) { is |= isa<LoopStmt>(inner); });
  return is;
}

/// Blocks of records whose address comes off the tape: compilers do not know that nothing else leads there.
std::set<const Variable *> blocksFromTape(const StmtList &body) {
  std::set<const Variable *> blocks;
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && isBlockOfTape(wholeVariable(pop->place)))
      blocks.insert(wholeVariable(pop->place));
  });
  return blocks;
}

class RunningUpwards : public LoopArrangement {
public:
  RunningUpwards(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart)
      : LoopArrangement(context, alias, areApart), fromTape(blocksFromTape(body)) {}

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    const bool isOuter = isAroundLoops(loop);
    if (!found.runsDown || !(isOuter || isInTurned || !around.loops().empty()))
      return false;
    const Iteration iteration(context, found.work, found.counted, alias, areApart, /*takesRecords=*/false, around.loops());
    return isOuter ? turnOuter(loop, found, iteration, out) : turnInnermost(loop, found, iteration, out);
  }

private:
  bool turnOuter(const LoopStmt *loop, const RunnableUpwards &found, const Iteration &iteration, StmtList &out) {
    if (!iteration.isIndependent() || !areCompared(iteration))
      return false;
    llvm::SaveAndRestore<bool> inside(isInTurned, true);
    return turn(loop, found, out);
  }

  /// The question in front of the loops around is put for the addresses of whole rows, which are known of rows that grow.
  bool turnInnermost(const LoopStmt *loop, const RunnableUpwards &found, const Iteration &iteration, StmtList &out) {
    return (iteration.hasNoOrder() || iteration.isIndependent()) && turn(loop, found, out);
  }

  bool turn(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) {
    out.push_back(context.rebuilt(loop, upwardLoop(context, found.counted, found.range, rewrite(found.work))));
    return true;
  }

  /// Would a compiler have to ask whether arrays overlap? If not, the order of the forward sweep backwards finds more of
  /// them in the cache.
  bool areCompared(const Iteration &iteration) const {
    const bool takesRecords = llvm::any_of(iteration.accesses(), [&](const Access &access) { return access.base && fromTape.count(access.base); });
    return takesRecords || iteration.arrays().comparisons() > 0;
  }

  const std::set<const Variable *> fromTape;
  bool isInTurned = false;
};

} // namespace

StmtList turnOuterLoops(Context &context, const StmtList &body, const analysis::Alias &alias,
                        const AreApart &areApart) {
  return RunningUpwards(context, body, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
