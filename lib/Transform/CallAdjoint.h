// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CallAdjoint: the fragment of a call.
//
//   y = g(a, x, v)   ->   g_b(a, a_b, x, x_b, v, v_b, y_b);
//
// An argument by value that is an expression gets an adjoint of its own, passed on after the
// call.

#ifndef ADJOINT_TRANSFORM_CALLADJOINT_H
#define ADJOINT_TRANSFORM_CALLADJOINT_H

#include "Analysis/Initialised.h"
#include "Transform/Derivatives.h"
#include "Transform/ExpressionAdjoint.h"
#include "Transform/Fragment.h"

namespace adjoint::transform {

class CallAdjoint {
public:
  CallAdjoint(Derivatives &derivatives, const analysis::Unit &unit, const analysis::Activity &activity,
              Shadows &shadows)
      : derivatives(derivatives), context(derivatives.context), unit(unit), activity(activity), shadows(shadows),
        initialised(derivatives.program, unit) {}

  /// From now on the call is split.
  void split(const ir::CallStmt *call) { splitCalls.insert(call); }
  bool isSplit(const ir::CallStmt *call) const { return splitCalls.count(call) != 0; }
  /// From now on the halves of the call leave memory as it was.
  void restore(const ir::CallStmt *call) { restoringCalls.insert(call); }
  bool isRestoring(const ir::CallStmt *call) const { return restoringCalls.count(call) != 0; }
  /// Can the call be split at all? (Only with a body to generate the halves from.)
  static bool canSplit(const ir::CallStmt *call);
  /// From now on the variables that the callee may overwrite are recorded as a whole before
  /// the call. False if there is other memory that it may overwrite.
  bool snapshot(const ir::CallStmt *call);
  bool isSnapshot(const ir::CallStmt *call) const { return snapshots.count(call) != 0; }

  void fragment(const ir::CallStmt *call, Fragment &out);
  /// The call of a callee in the form OneSweep, in the place of the primal's.
  ir::StmtList oneSweep(const ir::CallStmt *call);

private:
  bool hasOneSweep(const ir::CallStmt *call, const analysis::Unit &callee) const;
  void joint(const ir::CallStmt *call, Fragment &out);
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
  bool report(const ir::CallStmt *call);
  bool receivesActive(const ir::CallStmt *call) const;
  ir::StmtList copies(const ir::Place *to, const ir::Place *from);
  void derivativePart(const ir::CallStmt *call, Fragment &out);
  ir::StmtList pushedBefore(const ir::Variable *variable, unsigned record);
  ir::StmtList poppedInto(const ir::Place *place, unsigned record);
  void addRestoration(const ir::CallStmt *call, Fragment &out);
  void addSnapshots(const ir::CallStmt *call, Fragment &out);

  Derivatives &derivatives;
  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  Shadows &shadows;
  analysis::Initialised initialised;
  std::set<const ir::CallStmt *> splitCalls, restoringCalls, reported;
  std::map<const ir::CallStmt *, std::vector<const ir::Variable *>> snapshots;
};

} // namespace adjoint::transform

#endif
