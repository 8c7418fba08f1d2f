// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionAdjoint: one function, for one demand, from its normal form to the body of its
// adjoint. First the analyses, which fix the signature; then the bodies, which may ask for
// the adjoints of callees and, in a recursion, for this one's signature.

#ifndef ADJOINT_TRANSFORM_FUNCTIONADJOINT_H
#define ADJOINT_TRANSFORM_FUNCTIONADJOINT_H

#include "Transform/LeftOut.h"
#include "Transform/OneSweep.h"
#include "Transform/PassOrder.h"
#include "Transform/StatementAdjoint.h"
#include "Transform/Sweeps.h"

namespace adjoint::transform {

/// An object of the user's whose numbers are added to the adjoint of a parameter, or of the
/// result, between the sweeps (see Boundary).
struct LateSeed {
  const ir::Variable *object; ///< a reference
  const ir::Record *mirror;
  const ir::Variable *param; ///< null: the result
};

class FunctionAdjoint {
public:
  /// `demand` in the keys of the program's unit of `original`.
  FunctionAdjoint(Derivatives &derivatives, const ir::Function *original, const analysis::Demand &demand,
                  HelperForm form);

  /// False after an error was reported.
  bool analyse();
  /// The same without reports; false if there would be an error.
  bool findActivity();
  void dumpAnalyses() const;
  /// In the form OneSweep: can it be generated?
  bool isOneSweep();
  /// Globals that have an adjoint here.
  std::vector<const ir::Variable *> activeGlobals() const;
  bool hasActiveResult() const { return hasSeed; }

  /// The root: `adjoint` has the signature of the contract.
  void buildRoot(ir::Function &adjoint, const ir::Request &request);
  /// Of the root behind a boundary.
  void seedLate(std::vector<LateSeed> seeds) { lateSeeds = std::move(seeds); }
  /// The root leaves visible memory as it found it.
  void restoreVisible() { mustRestore = true; }
  void buildJoint(ir::Function &adjoint);
  void buildOneSweep(ir::Function &adjoint);
  void buildHalves(ir::Function &forward, ir::Function &reverse);

  // Signatures of helpers, by the demand.
  ir::Function *jointSignature();
  ir::Function *oneSweepSignature();
  ir::Function *reverseSignature();
  /// Shares the adjoint parameters of the reverse half.
  ir::Function *forwardSignature(const ir::Function &reverse);

private:
  void reanalyse();
  void prepare(analysis::TbrOptions options);
  void makeStatements();
  OneSweep oneSweep(const ir::Function &signature);
  SweepFacts sweepFacts() const;
  bool areApart(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b) const;
  void makeFragments();
  void checkPragmas();
  void bindParameters(const ir::Function &adjoint);
  ir::Function *emptyHelper(const std::string &suffix);
  ir::Variable *addParameter(ir::Function &function, const std::string &name, const ir::Type *type);
  void addAdjointParameters(ir::Function &function);
  bool restoresVisible() const;
  ir::StmtList globalAdjoints();
  ir::StmtList bothSweeps();
  void addLateSeeds(ir::StmtList &out);
  /// Makes the bodies (`reverse`: the second half, if there is one) and drops what nothing
  /// needs, until no record is left for a statement that is not executed.
  void finish(const std::function<void()> &makeBodies, ir::Function &function, ir::Function *reverse,
              bool visibleIsLive);
  ir::StmtList withoutDead(const ir::Function &function, bool visibleIsLive, const std::set<unsigned> &ofOtherHalf,
                           llvm::function_ref<void(const analysis::Liveness &)> look) const;
  void noteLiveness(const ir::Stmt *stmt, const analysis::Liveness &liveness, LeftOut::Dead &dead);
  LeftOut::Dead cleanUp(ir::Function &function, ir::Function *reverse, bool visibleIsLive);
  void runTbr();
  void findFusedLoops();
  bool isReallyNeeded(const ir::CallStmt *call);
  void findUnread();
  void noteExecuted(const ir::Stmt *stmt);
  const ir::ReturnStmt *finalReturn() const;
  Sweeps sweeps();
  void finishForward(ir::Function &forward, const ir::ReturnStmt *last);
  ir::StmtList rootBody(const ir::Function &adjoint, const ir::Request &request);
  ir::StmtList restoredAndCalled(const ir::Request &request);

  Derivatives &derivatives;
  ir::Context &context;
  const ir::Function *original;
  analysis::Demand demand;
  bool isSplit, restoresForCaller, isRoot = false, hasSeed = false, mustRestore = false;
  std::vector<LateSeed> lateSeeds;
  const ir::Place *seed = nullptr; ///< the adjoint of the result
  const ir::Function *body = nullptr;
  std::unique_ptr<analysis::Unit> unit;
  analysis::Demand ownDemand;
  std::unique_ptr<analysis::Activity> activity;
  std::unique_ptr<analysis::ApartPointers> apart;
  std::unique_ptr<analysis::ScopedBlocks> blocks;
  std::unique_ptr<analysis::Tbr> tbr;
  analysis::TbrOptions tbrOptions;
  analysis::FusedLoops fused;
  LateStatements late;
  bool visibleIsNeeded = false; ///< by the caller: the result, and what is written
  LeftOut leftOut;
  std::set<const ir::Stmt *> needlessPragmas, executed;
  Shadows shadows;
  std::unique_ptr<CallAdjoint> calls;
  std::unique_ptr<StatementAdjoint> statements;
  std::map<const ir::Stmt *, Fragment> fragments;
};

} // namespace adjoint::transform

#endif
