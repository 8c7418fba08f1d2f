// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AnalysedFunction: one function for one demand, in the form that is differentiated, with its activity: all that the
// signature of its derivative depends on.

#ifndef ADJOINT_TRANSFORM_FUNCTION_ANALYSEDFUNCTION_H
#define ADJOINT_TRANSFORM_FUNCTION_ANALYSEDFUNCTION_H

#include "Transform/Function/Derivation.h"

namespace adjoint::transform {

class AnalysedFunction {
public:
  /// `demand` in the keys of the program's unit of `original`. `isSplit`: in the form whose derivative is two functions.
  AnalysedFunction(Derivation &derivation, const ir::Function *original, const analysis::Demand &demand, bool isSplit);

  /// False if something must have a derivative and cannot.
  bool analyse();
  /// The same, with reports of what is wrong or doubtful.
  bool analyseAndReport();
  void dump() const;

  const ir::Function *original() const { return unanalysed; }
  const analysis::Demand &demand() const { return asked; }
  /// The form that is differentiated.
  const ir::Function *function() const { return form; }
  const ir::StmtList &body() const { return form->body; }
  const analysis::Unit &unit() const { return *ownUnit; }
  const analysis::Activity &activity() const { return *ownActivity; }
  /// Globals that have a derivative here.
  std::vector<const ir::Variable *> activeGlobals() const;
  bool hasActiveResult() const;
  const std::set<const ir::Variable *> &globals() const { return derivation.program.globalsOf(unanalysed); }
  /// The statement at the end; null where there is none.
  const ir::ReturnStmt *finalReturn() const;

private:
  void analyseForm();

  Derivation &derivation;
  const ir::Function *unanalysed;
  const analysis::Demand asked;
  const bool isSplit;
  const ir::Function *form = nullptr;
  std::unique_ptr<analysis::Unit> ownUnit;
  analysis::Demand ownDemand; ///< in the keys of `ownUnit`
  std::unique_ptr<analysis::Activity> ownActivity;
};

} // namespace adjoint::transform

#endif
