// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity: what is active at a statement, and what has an adjoint?
//
//   active = varied ∩ useful
//
// A region has an adjoint if some key of it is active somewhere, or the contract says so. The
// adjoint of a pointer points to adjoints: so if one of the regions that a pointer may lead
// to has an adjoint, all of them must, and memory that holds such pointers has one too. A
// region that cannot have one (what a parameter without adjoint points to, a constant) is
// then a conflict, to be reported.

#ifndef ADJOINT_ANALYSIS_ACTIVITY_ACTIVITY_H
#define ADJOINT_ANALYSIS_ACTIVITY_ACTIVITY_H

#include "Analysis/Activity/CommonTargets.h"
#include "Analysis/Activity/Useful.h"
#include "Analysis/Activity/Varied.h"

#include <map>
#include <optional>

namespace adjoint::analysis {

/// What is asked of one function: the context for which its adjoint is specialised.
struct Demand {
  Set varied;        ///< keys varied at the entry
  UsefulExit useful; ///< what is useful at the exit
  std::vector<bool> adjointParam; ///< which parameters come with an adjoint
  /// Of which of them also what the pointers of the object lead to; the adjoint of such an object may else lead nowhere.
  std::vector<bool> adjointBehind;
  /// Globals that have an adjoint in the caller and that the function writes, or that hold pointers.
  std::set<const ir::Variable *> globals;
  /// Has the memory that the function allocates and hands out an adjoint in the caller?
  bool handedOut = false;
  /// Global pointers that may lead where they led when the requested function was entered: to any global, or elsewhere.
  std::set<const ir::Variable *> outside = {};
  bool operator<(const Demand &o) const;
};

struct Summaries {
  explicit Summaries(const Program &program)
      : program(program), varied(program), useful(program), commonTargets(program) {}
  /// Globals, and what parameters and global pointers lead to (regions of the callee), in which a callee stores active values,
  /// whatever its caller knows of it: it needs an adjoint.
  const Set &activeStores(const ir::Function *callee, const Set &entry, const UsefulExit &exit);

  /// The callee's regions that have no adjoint, but would need one; none: the demand can be met.
  const Set &lacking(const ir::Function *callee, const Demand &demand);

  const Program &program;
  VariedSummaries varied;
  UsefulSummaries useful;
  CommonTargets commonTargets;

private:
  using StoreKey = std::pair<const ir::Function *, Demand>;
  Set solveStores(const StoreKey &key);
  Set solveLacking(const StoreKey &key);
  RecursiveMemo<StoreKey, Set> stores, lacks;
  std::map<StoreKey, Set> lackedSoFar;
};

class Activity {
public:
  /// Without `flowSensitive`, all that is varied anywhere is active everywhere.
  Activity(const Program &program, const Unit &unit, const Demand &demand, Summaries &summaries, bool flowSensitive);

  /// Is a read of the place, in this statement, one through which a derivative flows?
  bool isActiveRead(const ir::Place *place, const ir::Stmt *stmt) const;
  /// Does a derivative flow through any read in the expression?
  bool hasActiveRead(const ir::Expr *expr, const ir::Stmt *stmt) const;
  /// Does the value that the place has after the statement matter to a dependent?
  bool isUsefulAfter(const ir::Place *place, const ir::Stmt *stmt) const;
  bool isVaried(const ir::Expr *expr, const ir::Stmt *stmt) const;

  bool hasAdjoint(unsigned region) const { return adjoints.test(region); }
  bool hasAdjoint(const ir::Place *place) const;
  bool hasAdjoint(const ir::Variable *variable) const;
  /// Does what the pointer points to have an adjoint?
  bool pointsToAdjoint(const ir::Expr *pointer) const;

  /// What a callee is asked for at a call.
  Demand demandAt(const ir::CallStmt *call) const;
  /// Does the call carry a derivative from an input to an output?
  bool isActive(const ir::CallStmt *call) const;

  struct Conflict {
    unsigned pointer; ///< a region whose pointers lead to both
    unsigned passive; ///< the one that has no adjoint
    const ir::Stmt *stmt = nullptr; ///< where they meet, if that is one statement
  };
  const std::optional<Conflict> &conflict() const { return found; }
  /// The regions that have no adjoint, but would need one.
  const Set &lacking() const { return lacks; }

  /// Regions to which active values are stored by name, not just through a possible overlap.
  Set activeStores() const { return storedRegions(); }
  const Varied &variedFacts() const { return varied; }
  const Useful &usefulFacts() const { return useful; }

private:
  bool isUsefulIn(const ir::Function *callee, unsigned param, const UsefulExit &exit) const;
  bool losesDerivatives(const ir::CallStmt *call, const Set &varied) const;
  const Set &variedBefore(const ir::Stmt *stmt) const;
  const Set &usefulAfter(const ir::Stmt *stmt) const;
  bool canHaveAdjoint(unsigned region) const;
  void note(const Conflict &conflict);
  bool comesWithAdjoint(unsigned param, const Region &part) const;
  bool hasAdjointBehind(const ir::Expr *arg) const;
  bool leadsOutside(const ir::Variable *pointer) const;
  void findAdjoints();
  void followPointers();
  bool unite(int pointer, const Set &targets, const ir::Stmt *where = nullptr);
  void addActive();
  void addStores();
  Set storedBy(const ir::Stmt *stmt) const;
  Set storedRegions() const;
  const ir::Stmt *firstStoreTo(unsigned region) const;
  bool reachesByPointer(const ir::CallStmt *call, const ir::Variable *global) const;
  Set storedThrough(const ir::CallStmt *call) const;
  void addParameters();
  void addHandedOut();
  void findMeetings();
  bool uniteWherePossible(const Set &regions);
  bool addWherePossible(const Set &regions);
  bool uniteArguments(const ir::CallStmt *call);
  bool uniteBuffers(const ir::CallStmt *call);
  Set holderAt(const ir::CallStmt *call, const Region &region) const;
  bool uniteCommonTargets(const ir::CallStmt *call);
  bool uniteReached(const ir::CallStmt *call);
  bool uniteBehind(const ir::CallStmt *call);
  void addNullPointers(const ir::CallStmt *call, Demand &asked) const;
  bool uniteAllocations(const ir::CallStmt *call);
  bool uniteHandWritten(const ir::CallStmt *call);
  bool isConstant(const ir::Expr *arg) const;

  const Program &program;
  const Unit &unit;
  const Demand &demand;
  Summaries &summaries;
  Varied varied;
  Useful useful;
  bool flowSensitive;
  Set variedAnywhere, usefulAnywhere;
  Set adjoints;
  Set isolated; ///< keys of regions that cannot have an adjoint
  Set lacks;
  std::optional<Conflict> found;
};

} // namespace adjoint::analysis

#endif
