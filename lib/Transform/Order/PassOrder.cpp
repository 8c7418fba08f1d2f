// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Order/PassOrder.h"

#include "IR/SameCode.h"
#include "Transform/Cleanup/AllocateOnTape.h"
#include "Transform/Cleanup/BearAdjointsLate.h"
#include "Transform/Cleanup/BlockZeros.h"
#include "Transform/Cleanup/DeferSums.h"
#include "Transform/Cleanup/DistributeLoops.h"
#include "Transform/Cleanup/DropUnusedBlocks.h"
#include "Transform/Cleanup/FactorSums.h"
#include "Transform/Cleanup/GatherRows.h"
#include "Transform/Cleanup/GatherSums.h"
#include "Transform/Cleanup/GatherTerms.h"
#include "Transform/Cleanup/IndependentLoops.h"
#include "Transform/Cleanup/InterchangeLoops.h"
#include "Transform/Cleanup/JoinBranches.h"
#include "Transform/Cleanup/MarkLines.h"
#include "Transform/Cleanup/LocalRecords.h"
#include "Transform/Cleanup/MergeSums.h"
#include "Transform/Cleanup/NameRows.h"
#include "Transform/Cleanup/PassOverZeros.h"
#include "Transform/Cleanup/ReuseValues.h"
#include "Transform/Cleanup/StateBlocks.h"
#include "Transform/Cleanup/SumLocally.h"
#include "Transform/Cleanup/TurnOuterLoops.h"
#include "Transform/Cleanup/UseTapeBlocks.h"
#include "Transform/NormalForm/NormalForm.h"
#include "Transform/Simplify/Simplify.h"

#include <memory>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;

namespace {
/// Splitting a record of records, or binding a pointer in a member, makes room for the next round. There are as many as
/// expressions of a library of matrices are deep.
constexpr unsigned rounds = 10;
} // namespace

void inlinePasses(const PassRunner &passes, Inlining &inlining, Function &f) {
  passes.begin(f);
  passes.run(Pass::InlineCalls, f, [&](Context &context, const Function &function, const StmtList &body) {
    auto inlineable = [&](const Function *callee, InlineRule rule) { return inlining.inlineable(callee, rule); };
    return inlineCalls(context, inlineable, function, body);
  });
  bool isChanged = true;
  for (unsigned round = 0; round < rounds && isChanged; ++round) {
    const StmtList before = f.body;
    passes.run(Pass::MarkAddresses, f, markAddresses);
    passes.run(Pass::ForwardObjects, f, forwardObjects);
    passes.run(Pass::SplitRecords, f, splitRecords);
    passes.run(Pass::SplitArrays, f, splitArrays);
    passes.run(Pass::RestoreChoices, f, restoreChoices);
    passes.run(Pass::JoinDeclarations, f, joinDeclarations);
    passes.run(Pass::NameIndices, f, nameIndices);
    passes.run(Pass::BindReferences, f, bindReferences);
    passes.run(Pass::StateSizes, f, stateSizes);
    passes.run(Pass::ForwardCopies, f, forwardCopies);
    passes.run(Pass::ForwardNumbers, f, forwardNumbers);
    passes.run(Pass::DecideConditions, f, decideConditions);
    passes.run(Pass::ForwardValues, f, forwardValues);
    isChanged = !isSameCode(before, f.body);
  }
  passes.run(Pass::MarkAddresses, f, markAddresses);
  passes.run(Pass::RestoreConditions, f, restoreConditions);
}

void oneExitPasses(const PassRunner &passes, Function &f) {
  passes.run(Pass::CountDown, f, countDown); // before a test is an exit
  passes.run(Pass::StructureExits, f, structureExits);
}

void normalFormPasses(const PassRunner &passes, Function &f) {
  passes.begin(f);
  passes.run(Pass::CopyWrittenParameters, f, copyWrittenParameters);
  passes.run(Pass::MarkAddresses, f, markAddresses); // of copies too, before anything looks at a part alone
  passes.run(Pass::JoinDeclarations, f, joinDeclarations);
  passes.run(Pass::NameMembers, f, nameMembers);
  passes.run(Pass::SeparateEffects, f, separateEffects);
  passes.run(Pass::SplitChoices, f, splitChoices);
  passes.run(Pass::CountDown, f, countDown);           // before a test is an exit
  passes.run(Pass::StructureExits, f, structureExits); // before storage is hoisted: it moves code between blocks
  passes.run(Pass::HoistStorage, f, hoistStorage);
  passes.run(Pass::MarkAddresses, f, markAddresses);
  passes.run(Pass::DissolveBlocks, f, dissolveBlocks);       // needs structured exits, and storage hoisted
  passes.run(Pass::SimplifyLoopHeads, f, simplifyLoopHeads); // needs structured exits
  passes.run(Pass::NarrowBounds, f, narrowBounds);           // needs heads of one counter
  passes.run(Pass::IndexPointers, f, indexPointers);         // needs structured exits
  passes.run(Pass::ForwardPointers, f, forwardPointers);     // which are no longer moved
  passes.run(Pass::SimplifyPointerDifferences, f, simplifyPointerDifferences);
  passes.run(Pass::MarkAddresses, f, markAddresses); // arrays that no pointer leads to any more
  passes.run(Pass::ReserveAhead, f, reserveAhead);     // needs heads of one counter
  passes.run(Pass::CountAlong, f, countAlong);         // when containers do not grow any more
  passes.run(Pass::SplitWraps, f, splitWraps);         // needs heads of one counter, and no moving pointers
  passes.run(Pass::CountLoops, f, countLoops);         // needs structured exits
  passes.run(Pass::NameConditions, f, nameConditions); // needs to know the counted loops
}

namespace {
bool hasGoto(const StmtList &body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt *stmt) { found |= llvm::isa<GotoStmt>(stmt); });
  return found;
}
} // namespace

void tangentFormPasses(const PassRunner &passes, Function &f) {
  passes.begin(f);
  passes.run(Pass::CopyWrittenParameters, f, copyWrittenParameters);
  passes.run(Pass::MarkAddresses, f, markAddresses); // of copies too, before anything looks at a part alone
  passes.run(Pass::JoinDeclarations, f, joinDeclarations);
  passes.run(Pass::SeparateEffects, f, separateEffects);
  if (hasGoto(f.body))
    passes.run(Pass::StructureExits, f, structureExits);
}

void cleanUpPasses(const PassRunner &passes, Function &f, DroppingDead dropDead, const IsUnnamed &isUnnamed) {
  passes.begin(f);
  passes.run(Pass::DropDead, f, dropDead);
  while (hasUnusedBlocks(f.body)) { // what was done with their sizes goes, too
    passes.run(Pass::DropUnusedBlocks, f, dropUnusedBlocks);
    passes.run(Pass::DropDead, f, dropDead);
  }
  passes.run(Pass::BearAdjointsLate, f, bearAdjointsLate);
  passes.run(Pass::ForwardAdjoints, f, [&](Context &context, const StmtList &body) { return forwardAdjoints(context, body, isUnnamed); });
}

bool joinPasses(const PassRunner &passes, Function &f, const Function &forward, const std::set<const Variable *> &globals) {
  const StmtList before = f.body;
  passes.run(Pass::ReuseValues, f, [&](Context &context, const StmtList &body) {
    return reuseValues(context, body, Alias(f, globals), forward.body);
  });
  passes.run(Pass::JoinBranches, f, [&](Context &context, const StmtList &body) {
    return joinBranches(context, body, Alias(f, globals));
  });
  passes.run(Pass::LocalRecords, f, localRecords);
  return !isSameCode(before, f.body);
}

namespace {

void mergingPasses(const PassRunner &passes, Function &f, const SweepFacts &facts) {
  passes.run(Pass::MergeSums, f, [&](Context &context, const StmtList &body) {
    return mergeSums(context, body, Alias(f, facts.globals));
  });
}

/// Which pointers of the body lead to different blocks?
AreApart apartIn(const StmtList &body, const SweepFacts &facts) {
  auto rows = std::make_shared<const RowPointers>(body, facts.areApart, facts.hasOwnRows);
  return [&facts, rows](const Variable *counter, const Variable *a, const Variable *b) {
    return facts.areApart(counter, a, b) || rows->areApart(counter, a, b);
  };
}

void tapeBlockPasses(const PassRunner &passes, Function &forward, Function &reverse, const SweepFacts &facts) {
  passes.runOnBoth(Pass::StateBlocks, forward, reverse, [&](Context &context, Function &first, Function &second) {
    stateBlocks(context, first, second, facts.areApart);
  });
  passes.runOnBoth(Pass::UseTapeBlocks, forward, reverse, [&](Context &context, Function &first, Function &second) {
    useTapeBlocks(context, first, second, Alias(second, facts.globals), apartIn(second.body, facts));
  });
}

void loopPasses(const PassRunner &passes, Function &f, const SweepFacts &facts) {
  auto knowing = [&](auto pass) {
    return [&, pass](Context &context, const StmtList &body) {
      return pass(context, body, Alias(f, facts.globals), apartIn(body, facts));
    };
  };
  passes.run(Pass::InterchangeLoops, f, knowing(interchangeLoops));
  passes.run(Pass::NameRows, f, nameRows); // for the passes behind, which see elements of arrays
  passes.run(Pass::GatherRows, f, knowing(gatherRows)); // leaves loops whose elements gather
  mergingPasses(passes, f, facts);                      // of what comes from several rows
  passes.run(Pass::GatherSums, f, knowing(gatherSums));
  passes.run(Pass::GatherTerms, f, knowing(gatherTerms));
  passes.run(Pass::FactorSums, f, factorSums);
  passes.run(Pass::DistributeLoops, f, knowing(distributeLoops));
  passes.run(Pass::DeferSums, f, knowing(deferSums));
  passes.run(Pass::SumLocally, f, knowing(sumLocally));
  passes.run(Pass::TurnOuterLoops, f, knowing(turnOuterLoops));
}

/// When nothing is added to loops any more.
void independentPasses(const PassRunner &passes, Function &f, const SweepFacts &facts) {
  passes.run(Pass::IndependentLoops, f, [&](Context &context, const StmtList &body) {
    return independentLoops(context, body, Alias(f, facts.globals), apartIn(body, facts));
  });
}

void parallelPasses(const PassRunner &passes, Function &forward, Function &reverse, const std::set<const Variable *> &globals,
                    const ParallelFacts &facts) {
  passes.runOnBoth(Pass::RunInParallel, forward, reverse, [&](Context &context, Function &first, Function &second) {
    runInParallel(context, first, second, globals, facts);
  });
}

} // namespace

void sweepPasses(const PassRunner &passes, Function &function, Function *reverse, const SweepFacts &facts) {
  for (const Function *f : {&function, reverse})
    if (f)
      passes.begin(*f);
  mergingPasses(passes, function, facts);
  if (reverse)
    mergingPasses(passes, *reverse, facts);
  tapeBlockPasses(passes, function, reverse ? *reverse : function, facts);
  for (Function *f : {&function, reverse})
    if (f) {
      loopPasses(passes, *f, facts);
      passes.run(Pass::PassOverZeros, *f, [&](Context &context, const StmtList &body) {
        return passOverZeros(context, body, facts.strongZeros);
      });
    }
  // When nothing is added to loops any more.
  parallelPasses(passes, function, reverse ? *reverse : function, facts.globals, facts.parallel);
  for (Function *f : {&function, reverse})
    if (f) {
      passes.run(Pass::BlockZeros, *f, dropBlockZeros);
      independentPasses(passes, *f, facts);
    }
  passes.runOnBoth(Pass::AllocateOnTape, function, reverse ? *reverse : function, allocateOnTape);
}

void oneSweepPasses(const PassRunner &passes, Function &f, const SweepFacts &facts) {
  passes.begin(f);
  mergingPasses(passes, f, facts);
  loopPasses(passes, f, facts);
  independentPasses(passes, f, facts);
  forEachStmt(f.body, [&](const Stmt *stmt) {
    const auto *loop = llvm::dyn_cast<LoopStmt>(stmt);
    if (loop && loop->parallel)
      facts.parallel.report(*loop->parallel, "the function calls itself");
  });
}

void tangentPasses(const PassRunner &passes, Function &f, const std::set<const Variable *> &globals, const ParallelFacts &parallel) {
  passes.begin(f);
  parallelPasses(passes, f, f, globals, parallel);
}

void profilePasses(const PassRunner &passes, Function &f, const std::string &file, const analysis::LineOf &lineOf) {
  const size_t before = f.body.size();
  passes.run(Pass::MarkLines, f, [&](Context &context, const Function &function, const StmtList &body) {
    return markLines(context, function, body, lineOf);
  });
  if (f.body.size() != before)
    f.profiledFile = file;
}

} // namespace adjoint::transform
