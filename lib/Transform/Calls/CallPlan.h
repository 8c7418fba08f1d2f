// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CallPlan: how each call of a function is reversed, and why.
//
// A call is joint unless there is a reason: its adjoint, which runs both sweeps of the callee, stands in the reverse sweep,
// and nothing is recorded for it. It is split where running the callee twice is wrong or dear, or where it overwrites what
// the reverse sweep needs: the forward half then records. In a recursion both sweeps may run in one (OneSweep.h).

#ifndef ADJOINT_TRANSFORM_CALLS_CALLPLAN_H
#define ADJOINT_TRANSFORM_CALLS_CALLPLAN_H

#include "Analysis/Memory/Writes.h"
#include "Transform/Calls/Derivatives.h"

namespace adjoint::transform {

enum class CallForm {
  Passive,     ///< carries no derivative: there is no adjoint code
  HandWritten, ///< the user's adjoint
  WithContext, ///< the user's forward half in the forward sweep, and the reverse half in the reverse sweep
  Differences, ///< partial derivatives are estimated
  Implicit,    ///< a linear system with the residual's Jacobian
  Hook,        ///< its result is its argument; a function of the user's gets at the adjoint
  Joint,       ///< both sweeps of the callee run in the reverse sweep
  OneSweep,    ///< the same, by a function that also gives the value
  Split,       ///< the forward half in the forward sweep, the reverse half in the reverse sweep
  Restoring,   ///< the same, and the reverse half leaves memory as it was before the forward half
  Elsewhere    ///< the same, with halves that another file defines
};

/// Numbers in a block that this function has allocated.
struct KeptBlock {
  const ir::Expr *pointer;
  const ir::Expr *count;
};

struct CallPlan {
  CallForm form = CallForm::Passive;
  /// What the callee may overwrite is recorded as a whole before the call: these variables.
  std::optional<std::vector<const ir::Variable *>> snapshot;
  const char *reason = ""; ///< why it has this form; empty for the usual one
  bool keepsUnknown = false; ///< of an implicit function: what the unknown was before the call is recorded
  bool keepsSequences = false; ///< of a bridge: the numbers of the sequences that it may overwrite are recorded
  std::vector<KeptBlock> blocks = {}; ///< beside the snapshot, these are recorded

  bool isSplit() const {
    return form == CallForm::Split || form == CallForm::Restoring || form == CallForm::Elsewhere;
  }
  /// Does the adjoint expect memory as the callee leaves it?
  bool isAfterward() const { return isSplit() || form == CallForm::WithContext || form == CallForm::Implicit; }
};

class CallPlans {
public:
  CallPlans(Derivatives &derivatives, const analysis::Unit &unit, const analysis::Activity &activity)
      : derivatives(derivatives), unit(unit), activity(activity), writes(unit.versions->writes) {}

  const CallPlan &of(const ir::CallStmt *call) const { return plans.at(call); }

  /// Plans all calls of the unit, by what is known of the callees. Reports those that have no adjoint.
  void plan();
  /// The call overwrites what the reverse sweep needs: another form is taken. False if there is none.
  bool keepOverwritten(const ir::CallStmt *call);
  /// In the form for which nothing more can be done, but all is done.
  bool keepsOverwritten(const ir::CallStmt *call) const;

private:
  CallPlan planned(const ir::CallStmt *call);
  CallPlan withoutBody(const ir::CallStmt *call);
  CallPlan onStructs(const ir::CallStmt *call);
  const char *reasonToSplit(const ir::CallStmt *call) const;
  bool receivesActive(const ir::CallStmt *call) const;
  bool overwritesUnknownAlone(const ir::CallStmt *call) const;
  std::optional<std::vector<const ir::Variable *>> overwrittenBesideSequences(const ir::CallStmt *call) const;
  bool recordOverwritten(const ir::CallStmt *call, CallPlan &plan) const;
  bool findOverwrittenBy(const ir::CallStmt *call, CallPlan &plan) const;
  std::optional<KeptBlock> blockGivenTo(const ir::CallStmt *call, const analysis::Region &region, unsigned number) const;
  void reportOnce(const ir::CallStmt *call, DiagId id, const std::string &name);

  Derivatives &derivatives;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  const analysis::Writes &writes;
  std::map<const ir::CallStmt *, CallPlan> plans;
  std::set<const ir::CallStmt *> reported;
};

/// Does a function without body write numbers where it is led?
bool leavesNumbers(const ir::Function &callee);
/// How the adjoint of the callee is generated for a call with a helper of ours.
HelperForm helperForm(CallForm form);

} // namespace adjoint::transform

#endif
