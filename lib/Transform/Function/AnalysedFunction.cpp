// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/AnalysedFunction.h"

#include "Support/StageTimes.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Function/ActivityReports.h"
#include "Transform/Function/InvariantRows.h"
#include "Transform/Function/NameIntermediates.h"
#include "Transform/Function/SplitForm.h"

namespace adjoint::transform {

using namespace ir;

AnalysedFunction::AnalysedFunction(Derivation &derivation, const Function *original, const analysis::Demand &demand,
                                   bool isSplit)
    : derivation(derivation), unanalysed(original), asked(demand), isSplit(isSplit) {}

void AnalysedFunction::analyseForm() {
  StageTimes::Stage stage(stageTimes(), infoOf(Pass::Activity).name);
  ownUnit = derivation.program.unitOf(form, unanalysed, {asked.adjointParam, asked.adjointBehind});
  ownDemand = translated(asked, *derivation.program.unit(unanalysed).alias, *ownUnit->alias);
  ownActivity = std::make_unique<analysis::Activity>(derivation.program, *ownUnit, ownDemand, derivation.summaries,
                                                     derivation.options.has(Pass::Activity));
}

bool AnalysedFunction::analyse() {
  auto *normal = derivation.context.make<Function>(*derivation.program.unit(unanalysed).function);
  derivation.passes.run(Pass::InvariantRows, *normal, [&](Context &context, const StmtList &body) {
    if (!mayHaveInvariantRows(body))
      return body;
    const std::unique_ptr<analysis::Unit> unit =
        derivation.program.unitOf(normal, unanalysed, {asked.adjointParam, asked.adjointBehind});
    return invariantRows(context, body, derivation.program, *unit);
  });
  if (isSplit)
    derivation.passes.run(Pass::SplitForm, *normal, splitForm);
  form = normal;
  analyseForm();
  if (ownActivity->conflict())
    return false;
  auto *named = derivation.context.make<Function>(*form);
  derivation.passes.run(Pass::NameIntermediates, *named, nameIntermediates, *ownActivity);
  form = named;
  analyseForm();
  return true;
}

bool AnalysedFunction::analyseAndReport() {
  if (!analyse()) {
    reportConflict(*ownUnit, *ownActivity, unanalysed->location, derivation.diagnostics);
    return false;
  }
  reportActiveBranches(form->body, *ownActivity, unanalysed->location, derivation.options, derivation.diagnostics);
  return true;
}

void AnalysedFunction::dump() const {
  if (const DumpSink *dump = derivation.dump) {
    dump->text("varied", analysis::reportVaried(*ownUnit, *ownActivity, dump->lineOf));
    dump->text("useful", analysis::reportUseful(*ownUnit, *ownActivity, dump->lineOf));
    dump->text("activity", analysis::reportActivity(*ownUnit, *ownActivity, dump->lineOf));
  }
}

std::vector<const Variable *> AnalysedFunction::activeGlobals() const {
  return transform::activeGlobals(*ownUnit, *ownActivity);
}

bool AnalysedFunction::hasActiveResult() const {
  return asked.useful.result && holdsFloating(unanalysed->returnType);
}

const ReturnStmt *AnalysedFunction::finalReturn() const {
  return form->body.empty() ? nullptr : llvm::dyn_cast<ReturnStmt>(form->body.back());
}

} // namespace adjoint::transform
