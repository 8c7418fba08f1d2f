// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionAdjoint: the body of an adjoint, from an analysed function. A plan is made (Planner.h), carried out (Sweeps.h), and
// cleaned: where nothing needs a statement of the forward sweep, less is overwritten, and plan and sweeps are made again.

#ifndef ADJOINT_TRANSFORM_REVERSE_FUNCTIONADJOINT_H
#define ADJOINT_TRANSFORM_REVERSE_FUNCTIONADJOINT_H

#include "Transform/Order/PassOrder.h"
#include "Transform/Plan/Planner.h"
#include "Transform/Reverse/OneSweep.h"
#include "Transform/Reverse/Sweeps.h"

#include <functional>

namespace adjoint::transform {

/// An object of the user's whose numbers are added to the adjoint of a parameter, or of the
/// result, between the sweeps (see Boundary).
struct LateSeed {
  const ir::Variable *object; ///< a reference
  const ir::Record *mirror;
  const ir::Variable *param; ///< null: the result
  const ir::Variable *seed;  ///< the result's own seed, which takes the numbers if the result leads to none; else null
  bool isTaken = false; ///< out of the object, of which it is the caller's own
  /// The object that says how many numbers there are; null: what is returned. A tangent does not say it of itself.
  const ir::Variable *shape = nullptr;
};

/// What the boundary asks of the adjoint behind it.
struct RootExtras {
  std::vector<LateSeed> lateSeeds;
  bool restoresVisible = false; ///< visible memory is left as it was found
  bool isWrapped = false;       ///< the wrapper calls the primal where visible memory has to be restored
  std::set<unsigned> scratch;   ///< parameters that get adjoints which nobody asks for (see ScratchAdjoints)
};

class FunctionAdjoint {
public:
  /// `function` is analysed, and lives longer.
  FunctionAdjoint(Derivatives &derivatives, const AnalysedFunction &function);

  /// Can a function for value and adjoint at once be made, with this signature?
  bool isOneSweep(const ir::Function &signature);

  /// The root: `adjoint` has the signature of the contract. Does it do what the clause `value` asks for?
  bool buildRoot(ir::Function &adjoint, ir::Request request, const RootExtras &extras);
  void buildJoint(ir::Function &adjoint);
  void buildOneSweep(ir::Function &adjoint);
  /// `restores`: the reverse half leaves visible memory as it was before the forward half.
  void buildHalves(ir::Function &forward, ir::Function &reverse, bool restores);

private:
  void plan(const ir::Place *seed, const Planner::Asked &asked);
  void makeCallees();
  void bindParameters(const ir::Function &adjoint);
  const ir::Place *seedOf(const ir::Function &adjoint) const;
  OneSweep oneSweep(const ir::Function &signature);
  Sweeps sweeps();
  ir::StmtList globalAdjoints();
  ir::StmtList scratchAdjoints(const std::set<unsigned> &params);
  struct Body {
    ir::StmtList forward, reverse;
  };
  Body bothSweeps();
  /// One list, with a heading for each sweep.
  ir::StmtList joined(const Body &sweeps);
  void addLateSeeds(const std::vector<LateSeed> &lateSeeds, ir::StmtList &out);
  void finishForward(ir::Function &forward, const ir::ReturnStmt *last);
  ir::StmtList rootBody(const ir::Function &adjoint, const ir::Request &request, const RootExtras &extras);
  ir::StmtList restoredAndCalled(const ir::Request &request, ir::StmtList sweeps);
  void keepState(ir::Function &adjoint);

  /// Makes the bodies (`reverse`: the second half, if there is one) and drops what nothing
  /// needs, until no record is left for a statement that is not executed.
  void finish(const std::function<void()> &makeBodies, ir::Function &function, ir::Function *reverse,
              bool visibleIsLive);
  IsUnnamed unnamed() const;
  LeftOut::Dead cleanUp(ir::Function &function, ir::Function *reverse, bool visibleIsLive);
  ir::StmtList withoutDead(const ir::Function &function, bool visibleIsLive, const std::set<unsigned> &ofOtherHalf,
                           llvm::function_ref<void(const analysis::Liveness &)> look) const;
  void noteLiveness(const ir::Stmt *stmt, const analysis::Liveness &liveness, LeftOut::Dead &dead);
  void noteExecuted(const ir::Stmt *stmt);
  SweepFacts sweepFacts();
  bool areApart(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b) const;
  bool hasOwnRows(const analysis::OwnRows &rows, const ir::Variable *base, const ir::Field *member) const;
  void checkPragmas();
  void checkRecomputed(const ir::StmtList &scope);
  void dump() const;

  Derivatives &derivatives;
  ir::Context &context;
  const AnalysedFunction &primal;
  Shadows shadows;
  std::unique_ptr<Planner> planner;
  std::set<const ir::Stmt *> needlessPragmas, executed; ///< statements of the primal
  /// Of the adjoint, with how what iterations share is added to.
  std::vector<std::pair<const ir::LoopStmt *, std::string>> parallelLoops;
};

} // namespace adjoint::transform

#endif
