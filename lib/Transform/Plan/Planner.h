// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planner: makes the plan of one function (RegionPlan.h).
//
// Calls come first, by what is known of the callees. The plan of calls gives each statement its fragment, and so the values
// that the reverse sweep reads: fusion, and TBR. TBR may find that a call overwrites such a value: the call is then planned
// anew, and the others after it, until no call has to be. Fragments are made of single statements; of callees they need no
// more than the declarations of their adjoints.

#ifndef ADJOINT_TRANSFORM_PLAN_PLANNER_H
#define ADJOINT_TRANSFORM_PLAN_PLANNER_H

#include "Transform/Function/AnalysedFunction.h"
#include "Transform/Plan/LeftOut.h"
#include "Transform/Plan/RegionPlan.h"
#include "Transform/Statement/StatementAdjoint.h"

namespace adjoint::transform {

class Planner {
public:
  /// What is asked of the reverse sweep beside the adjoints.
  struct Asked {
    bool isSplit = false;         ///< the sweeps are functions of their own
    bool restoresAll = false;     ///< visible memory is as on entry when the reverse sweep ends
    bool visibleIsNeeded = false; ///< the caller needs the result, and what is written
  };

  /// `seed`: the adjoint of the result; null for none.
  Planner(Derivatives &derivatives, const AnalysedFunction &function, Shadows &shadows, const ir::Place *seed,
          Asked asked);

  void run();
  const RegionPlan &plan() const { return regions; }
  const analysis::Tbr &statements() const { return *regions.statements; }
  const Fragment &fragmentOf(const ir::Stmt *stmt) const { return fragments.at(stmt); }
  const std::map<const ir::Stmt *, Fragment> &allFragments() const { return fragments; }
  const analysis::ApartPointers &apartPointers() const { return apart; }
  const analysis::ScopedBlocks &scopedBlocks() const { return blocks; }

  /// Statements of the forward sweep that are not executed: less is overwritten. True: the plan has changed.
  bool leaveOut(const LeftOut::Dead &dead);
  /// The same for statements at the end, whose values nothing reads, neither later in the forward sweep nor before they
  /// are undone.
  void leaveOutUnread();
  bool isPlain(const ir::Stmt *stmt) const { return leftOut.isPlain(stmt); }
  /// Does the reverse sweep restore memory that the caller sees?
  bool restoresVisible() const;

  /// A fragment of its own.
  Fragment newFragment(const ir::Stmt *stmt) { return maker.fragmentOf(stmt); }
  StatementAdjoint &statementAdjoint() { return maker; }
  CallAdjoint &callAdjoint() { return callMaker; }
  void planCalls() { regions.calls.plan(); }

private:
  std::set<const ir::LoopStmt *> findInVectors() const;
  void makeFragments();
  void findFusedLoops();
  void findCheckpoints(const ir::StmtList &list);
  void addCheckpoint(const ir::LoopStmt *loop);
  void chooseCheckpoints();
  bool isReversed(const ir::LoopStmt *loop) const;
  void runTbr();
  void restoreByCopies();
  analysis::TbrOptions tbrOptions() const;
  bool planOverwritingCalls();
  bool isReallyNeeded(const ir::CallStmt *call) const;
  void reportOverwriting(const ir::CallStmt *call);
  analysis::UseOf useOf() const;

  Derivatives &derivatives;
  const AnalysedFunction &function;
  Shadows &shadows;
  const Asked asked;
  const analysis::ApartPointers apart;
  const analysis::ScopedBlocks blocks;
  const std::set<const ir::LoopStmt *> inVectors;
  RegionPlan regions;
  CallAdjoint callMaker;
  StatementAdjoint maker;
  std::map<const ir::Stmt *, Fragment> fragments;
  LeftOut leftOut;
  std::set<const ir::LoopStmt *> refusedCheckpoints; ///< and reported
};

} // namespace adjoint::transform

#endif
