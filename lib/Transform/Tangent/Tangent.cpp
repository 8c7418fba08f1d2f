// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/Tangent.h"

#include "Support/StageTimes.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Function/ActivityReports.h"
#include "Transform/Function/PrimalCopies.h"
#include "Transform/Function/TextRoundTrips.h"
#include "Transform/Order/PassOrder.h"
#include "Transform/Tangent/FunctionTangent.h"

namespace adjoint::transform {

using namespace ir;

std::optional<Result> buildTangent(Context &context, const Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink *dump) {
  const Function &function = *request.function;
  unsigned errorsBefore = diagnostics.errorCount();
  // Inlined and tangent forms, aliases and effects of the function and all that it still calls.
  const PassRunner passes(context, options, diagnostics, dump);
  Inlining inlining(context, passes, /*takesLoops=*/false); // a tangent records nothing that it could save
  std::map<const Function *, const Function *> inlined;
  analysis::Program program(function, [&](const Function &f) {
    const Function *whole = options.has(Pass::Inline) ? inlining.of(f) : &f;
    auto *form = context.make<Function>(*whole);
    tangentFormPasses(passes, *form);
    inlined[form] = whole;
    return form;
  });
  if (dump)
    dumpProgram(program, inlined, *dump);
  DiagnosticSink::LookingAt here(diagnostics, function.location);
  Tangents tangents(context, program, passes, options, diagnostics, dump);
  auto answer = std::make_optional<Result>();
  Request onStructs = request;
  if (crossesBoundary(function)) {
    answer->boundary = planTangentBoundary(context, request, program, diagnostics);
    if (!answer->boundary)
      return std::nullopt;
    onStructs.name = function.name + "_plain_d";
    onStructs.ofResult = onStructs.ofResult || answer->boundary->isResultMade;
  }
  // Activity.
  analysis::Demand demand = demandOf(request, program.unit(&function));
  if (answer->boundary)
    demandWhatIsLeft(*answer->boundary, program.unit(&function), demand);
  if (!hasActiveOutput(program, request, demand, tangents.summaries) && !reportNothingActive(request, options, diagnostics))
    return std::nullopt;
  AnalysedFunction primal(tangents, &function, demand, /*isSplit=*/false);
  auto *tangent = context.make<Function>(*tangentSignature(context, onStructs));
  if (answer->boundary)
    tangent->specifiers = "static ";
  tangents.uniqueName(tangent->name);
  if (!primal.analyseAndReport())
    return std::nullopt;
  primal.dump();
  reportTextRoundTrips(program, &function, demand.varied, tangents.summaries.varied, options, diagnostics);
  // The body; tangents of callees on demand.
  FunctionTangent(tangents, primal).buildRoot(*tangent, onStructs);
  tangents.finish(tangent);
  // Copies of what generated code cannot call by name.
  answer->functions = withPrimalCopies(context, tangents.finished(), diagnostics);
  if (diagnostics.errorCount() != errorsBefore)
    return std::nullopt;
  return answer;
}

} // namespace adjoint::transform
