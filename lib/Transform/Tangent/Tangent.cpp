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
#include "Transform/Function/ScratchAdjoints.h"
#include "Transform/Tangent/FunctionTangent.h"

namespace adjoint::transform {

using namespace ir;

namespace {

class TangentBuilder {
public:
  TangentBuilder(Context &context, const Request &request, const Options &options, DiagnosticSink &diagnostics, const DumpSink *dump)
      : context(context), request(request), options(options), diagnostics(diagnostics), dump(dump), function(*request.function),
        passes(context, options, diagnostics, dump), inlining(context, passes, /*takesLoops=*/false), // it records nothing that it could save
        program(function, [this](const Function &f) { return formOf(f); }) {}

  /// `boundary`: none was refused, or there is no need of one. `onStructs`: what the tangent is called, and gives.
  std::optional<Result> build(std::optional<Boundary> &boundary, Request onStructs);

  Context &context;
  const Request &request;
  const Options &options;
  DiagnosticSink &diagnostics;
  const DumpSink *dump;
  const Function &function;
  bool makesScratch = true; ///< tangents of parameters that are no independents, where one is lacking

private:
  /// Inlined and tangent forms, aliases and effects of the function and all that it still calls.
  const Function *formOf(const Function &f) {
    const Function *whole = options.has(Pass::Inline) ? inlining.of(f) : &f;
    auto *form = context.make<Function>(*whole);
    tangentFormPasses(passes, *form);
    inlined[form] = whole;
    return form;
  }

  const PassRunner passes;
  Inlining inlining;
  std::map<const Function *, const Function *> inlined;

public:
  const analysis::Program program;
};

std::optional<Result> TangentBuilder::build(std::optional<Boundary> &boundary, Request onStructs) {
  unsigned errorsBefore = diagnostics.errorCount();
  if (dump)
    dumpProgram(program, inlined, *dump);
  DiagnosticSink::LookingAt here(diagnostics, function.location);
  Tangents tangents(context, program, passes, options, diagnostics, dump);
  // Activity.
  analysis::Demand demand = demandOf(request, program.unit(&function));
  if (boundary)
    demandWhatIsLeft(*boundary, program.unit(&function), demand);
  if (!hasActiveOutput(program, request, demand, tangents.summaries) && !reportNothingActive(request, options, diagnostics))
    return std::nullopt;
  const ScratchAdjoints scratch(tangents, &function, demand, boundary && makesScratch ? &*boundary : nullptr);
  AnalysedFunction primal(tangents, &function, scratch.demand(), /*isSplit=*/false);
  if (boundary)
    scratch.pass(*boundary, onStructs);
  auto *tangent = context.make<Function>(*tangentSignature(context, onStructs));
  if (boundary)
    tangent->specifiers = "static ";
  tangents.uniqueName(tangent->name);
  if (!primal.analyseAndReport())
    return std::nullopt;
  primal.dump();
  reportTextRoundTrips(program, &function, demand.varied, tangents.summaries.varied, options, diagnostics);
  // The body; tangents of callees on demand.
  FunctionTangent(tangents, primal).buildRoot(*tangent, onStructs);
  tangents.finish(tangent);
  if (diagnostics.errorCount() != errorsBefore)
    return std::nullopt;
  Result result;
  result.functions = tangents.finished();
  return result;
}

} // namespace

std::optional<Result> buildTangent(Context &context, const Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink *dump) {
  const Function &function = *request.function;
  const unsigned errorsBefore = diagnostics.errorCount();
  TangentBuilder builder(context, request, options, diagnostics, dump);
  std::optional<Boundary> boundary;
  Request onStructs = request;
  if (crossesBoundary(function)) {
    DiagnosticSink::LookingAt here(diagnostics, function.location);
    boundary = planTangentBoundary(context, request, builder.program, diagnostics);
    if (!boundary)
      return std::nullopt;
    onStructs.name = function.name + "_plain_d";
    onStructs.ofResult = onStructs.ofResult || boundary->isResultMade;
  }
  std::optional<Result> result = builder.build(boundary, onStructs);
  if (!result)
    return std::nullopt;
  result->boundary = std::move(boundary);
  // Copies of what generated code cannot call by name.
  result->functions = withPrimalCopies(context, result->functions, diagnostics);
  return diagnostics.errorCount() == errorsBefore ? std::move(result) : std::nullopt;
}

std::optional<Result> buildTangentOnStructs(Context &context, const Request &request, const Options &options,
                                            DiagnosticSink &diagnostics) {
  TangentBuilder builder(context, request, options, diagnostics, nullptr);
  builder.makesScratch = false; // of which the adjoint would not know
  std::optional<Boundary> boundary;
  if (crossesBoundary(*request.function)) {
    DiagnosticSink::LookingAt here(diagnostics, request.function->location);
    Request reverse = request; // what its adjoint will be asked for
    reverse.mode = Mode::Reverse;
    boundary = planBoundary(context, reverse, builder.program, diagnostics);
    if (!boundary)
      return std::nullopt;
  }
  std::optional<Result> result = builder.build(boundary, request);
  if (!boundary || !result)
    return result;
  for (const BoundaryParam &param : boundary->params) // the tangent would be a parameter that no caller knows
    if (param.isScratch) {
      diagnostics.report(DiagId::boundary, request.location, {param.globalObject, param.mirror->view->spelling, format(DiagId::object_changed)});
      return std::nullopt;
    }
  return result;
}

} // namespace adjoint::transform
