// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CallAdjoint: the fragment of a call.
//
//   y = g(a, x, v)   ->   g_b(a, a_b, x, x_b, v, v_b, y_b);
//
// in the form that the plan has for it (CallPlan.h). An argument by value that is an expression gets an adjoint of its own, passed on after the
// call.

#ifndef ADJOINT_TRANSFORM_STATEMENT_CALLADJOINT_H
#define ADJOINT_TRANSFORM_STATEMENT_CALLADJOINT_H

#include "Analysis/Memory/Initialised.h"
#include "Transform/Calls/CallPlan.h"
#include "Transform/Statement/ExpressionAdjoint.h"
#include "Transform/Statement/Fragment.h"

namespace adjoint::transform {

class CallAdjoint {
public:
  CallAdjoint(Derivatives &derivatives, const analysis::Unit &unit, const analysis::Activity &activity,
              const CallPlans &plans, Shadows &shadows)
      : derivatives(derivatives), context(derivatives.context), unit(unit), activity(activity), plans(plans),
        shadows(shadows), initialised(derivatives.program, unit) {}

  void fragment(const ir::CallStmt *call, Fragment &out);
  /// The call of a callee in the form OneSweep, in the place of the primal's.
  ir::StmtList oneSweep(const ir::CallStmt *call);

private:
  void joint(const ir::CallStmt *call, Fragment &out);
  void handWritten(const ir::CallStmt *call, Fragment &out);
  void handWrittenHalves(const ir::CallStmt *call, Fragment &out);
  void differences(const ir::CallStmt *call, Fragment &out);
  void implicit(const ir::CallStmt *call, Fragment &out);
  void hook(const ir::CallStmt *call, Fragment &out);
  void propagate(const ir::CallStmt *call, const ir::Expr *arg, const ir::Expr *seed, ir::StmtList &out);
  void useWhatIsTouched(const ir::CallStmt *call, Fragment &out);
  void useWhatIsRead(const ir::CallStmt *call, Fragment &out);
  void halves(const ir::CallStmt *call, Fragment &out);
  void bindReference(const ir::CallStmt *call, const Helper &helper, std::vector<const ir::Expr *> args,
                     bool hasAdjoint, Fragment &out);
  void callReverse(const ir::CallStmt *call, const Helper &helper, Fragment &out);
  /// Appends the call of an adjoint: primal arguments, each followed by its adjoint.
  void callAdjoint(const ir::CallStmt *call, const ir::Function *adjoint, const std::vector<bool> &adjointParam,
                   const std::vector<const ir::Variable *> &globals, bool hasSeed, Fragment &out);
  const ir::Expr *adjointOfPointers(const ir::Expr *arg, ir::StmtList &before);
  const ir::Expr *adjointArgument(const ir::CallStmt *call, unsigned index, ir::StmtList &before,
                                  ir::StmtList &after);
  const ir::Expr *globalAdjoint(const ir::Variable *global, ir::StmtList &before);
  ir::StmtList copies(const ir::Place *to, const ir::Place *from);
  ir::StmtList pushedBefore(const ir::Variable *variable, unsigned record);
  ir::StmtList poppedInto(const ir::Place *place, unsigned record);
  void addRestoration(const ir::CallStmt *call, Fragment &out);
  void addSnapshots(const ir::CallStmt *call, Fragment &out);
  void keepBlocks(const ir::CallStmt *call, Fragment &out);
  void keepSequences(const ir::CallStmt *call, Fragment &out);

  Derivatives &derivatives;
  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  const CallPlans &plans;
  Shadows &shadows;
  analysis::Initialised initialised;
};

} // namespace adjoint::transform

#endif
