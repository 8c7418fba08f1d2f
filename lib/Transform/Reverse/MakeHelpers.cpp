// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MakeHelpers: the part of Derivatives that makes the adjoints of callees. It is made of what makes adjoints, which asks
// Derivatives for their declarations.

#include "Transform/Calls/Derivatives.h"
#include "Transform/Calls/HelperSignatures.h"
#include "Transform/Reverse/FunctionAdjoint.h"

namespace adjoint::transform {

using namespace ir;

void Derivatives::make(Declared helper) {
  if (!helper.primal)
    return;
  DiagnosticSink::LookingAt here(diagnostics, helper.functions[0]->location);
  FunctionAdjoint adjoint(*this, *helper.primal);
  switch (helper.form) {
  case HelperForm::Joint:
    adjoint.buildJoint(*helper.functions[0]);
    break;
  case HelperForm::OneSweep:
    adjoint.buildOneSweep(*helper.functions[0]);
    break;
  case HelperForm::Split:
  case HelperForm::Restoring:
    adjoint.buildHalves(*helper.functions[0], *helper.functions[1], helper.form == HelperForm::Restoring);
    break;
  }
  finish(helper.functions);
}

/// A recursion is taken to be of this kind for any demand until it turns out that it is not for one.
bool Derivatives::hasOneSweep(const Function *callee, const analysis::Demand &demand) {
  if (!options.has(Pass::OneSweep))
    return false;
  auto [entry, isNew] = oneSweeps.insert({{callee, HelperForm::OneSweep, demand}, {true, false}});
  if (!isNew)
    return entry->second.holds;
  unsigned &open = openQuestions[callee];
  ++open;
  AnalysedFunction primal(*this, callee, demand, /*isSplit=*/false);
  const bool holds =
      primal.analyse() && FunctionAdjoint(*this, primal).isOneSweep(*HelperSignatures(context, primal, apartParameters).oneSweep());
  --open;
  for (auto &[key, answer] : oneSweeps)
    if (key.callee == callee && !answer.isCertain) {
      answer.holds &= holds;
      answer.isCertain = !open;
    }
  return holds;
}

} // namespace adjoint::transform
