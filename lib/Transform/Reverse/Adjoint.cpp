// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/Adjoint.h"

#include "Support/StageTimes.h"
#include "Transform/Contract/Demands.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Function/ActivityReports.h"
#include "Transform/Function/PrimalCopies.h"
#include "Transform/Function/TextRoundTrips.h"
#include "Transform/Order/PassOrder.h"
#include "Transform/Reverse/FunctionAdjoint.h"
#include "Transform/Reverse/NormalForms.h"
#include "Transform/Function/ScratchAdjoints.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;

void dumpProgram(const analysis::Program &program, const std::map<const Function *, const Function *> &inlined,
                 const DumpSink &dump) {
  for (const analysis::Unit *unit : program.inOrder()) {
    if (!unit->function->hasBody)
      continue;
    dump.function("inline", *inlined.at(unit->function));
    dump.function("normal", *unit->function);
    dump.text("alias", analysis::reportAlias(*unit));
    dump.text("effects", analysis::reportEffects(*unit));
  }
}

namespace {

/// The parameter itself, or that whose tangent it is; null: what is returned, whose tangent it is.
const Variable *shapeOf(const Function &function, unsigned param) {
  if (!function.params[param]->isTangent)
    return function.params[param];
  const Variable *before = param ? function.params[param - 1] : nullptr;
  const bool isLast = param + 1 == function.params.size();
  const bool isOfResult = isLast && function.params[param]->isRestrict && function.returnType->isRecord();
  return isOfResult ? nullptr : before;
}

std::vector<LateSeed> lateSeeds(Context &context, const Function &function, const Function &adjoint, const Boundary &boundary) {
  std::vector<LateSeed> seeds;
  auto add = [&](const std::string &name, const Record *mirror, const Variable *param, const Variable *seed, bool isTaken,
                 const Variable *shape) {
    const Type *plain = context.recordType(mirror), *type = userType(context, isTaken ? plain : context.withConst(plain));
    auto *object = context.make<Variable>(name + "_seed", context.referenceTo(type), Storage::Parameter);
    object->isAdjoint = object->isTemporary = true;
    seeds.push_back({object, mirror, param, seed, isTaken, shape});
  };
  for (unsigned i = 0; i < boundary.params.size(); ++i)
    if (boundary.params[i].isSeededLate)
      add(function.params[i]->name, boundary.params[i].mirror, function.params[i], nullptr, boundary.params[i].isSeedTaken,
          shapeOf(function, i));
  if (boundary.isResultSeededLate)
    add("result", boundary.result, nullptr, holdsPointer(function.returnType) ? nullptr : adjoint.params.back(), false, nullptr);
  return seeds;
}


bool usesTape(const std::vector<const Function *> &functions) {
  bool found = false;
  for (const Function *function : functions)
    forEachStmt(function->body, [&](const Stmt *stmt) {
      const auto *call = llvm::dyn_cast<CallStmt>(stmt);
      found |= movesTape(stmt);
      found |= call && !call->callee->hasBody && call->callee->tapeUse != TapeUse::None;
    });
  return found;
}

} // namespace

std::optional<Result> buildAdjoint(Context &context, const Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink *dump) {
  const Function &function = *request.function;
  unsigned errorsBefore = diagnostics.errorCount();
  // Inlined and normal forms, aliases and effects of the function and all that it still calls.
  const PassRunner passes(context, options, diagnostics, dump);
  std::map<const Function *, const Function *> inlined;
  const analysis::Program program = normalForms(context, function, passes, options, &inlined);
  if (dump)
    dumpProgram(program, inlined, *dump);
  DiagnosticSink::LookingAt here(diagnostics, function.location);
  Derivatives derivatives(context, program, passes, options, diagnostics, dump);
  // Activity.
  const analysis::Unit &unit = program.unit(&function);
  analysis::Demand demand = demandOf(request, unit);
  Result result;
  if (crossesBoundary(function)) {
    result.boundary = planBoundary(context, request, program, diagnostics);
    if (!result.boundary)
      return std::nullopt;
    demandWhatIsLeft(*result.boundary, unit, demand);
  }
  if (!hasActiveOutput(program, request, demand, derivatives.summaries) && !reportNothingActive(request, options, diagnostics))
    return std::nullopt;
  const ScratchAdjoints scratch(derivatives, &function, demand, result.boundary ? &*result.boundary : nullptr);
  AnalysedFunction primal(derivatives, &function, scratch.demand(), /*isSplit=*/false);
  Request onStructs = request;
  if (result.boundary) {
    onStructs.name = function.name + "_plain_b";
    onStructs.value = result.boundary->givesValue; // else that is the wrapper's part
    scratch.pass(*result.boundary, onStructs);
  }
  auto *adjoint = context.make<Function>(*adjointSignature(context, onStructs));
  if (!primal.analyseAndReport())
    return std::nullopt;
  primal.dump();
  reportTextRoundTrips(program, &function, demand.varied, derivatives.summaries.varied, options, diagnostics);
  // Plan and sweeps; then the adjoints of callees.
  RootExtras extras;
  if (result.boundary) {
    extras = {lateSeeds(context, function, *adjoint, *result.boundary), request.value && !onStructs.value, true, {}};
    adjoint->specifiers = "static ";
  } else {
    extras.scratch = scratch.params();
  }
  const bool givesValue = FunctionAdjoint(derivatives, primal).buildRoot(*adjoint, onStructs, extras);
  if (result.boundary)
    result.boundary->givesValue = givesValue;
  derivatives.finish({adjoint});
  const std::vector<const Function *> finished = derivatives.finished();
  result.usesTape = adjoint->guardsTape = usesTape(finished);
  // Copies of what generated code cannot call by name.
  result.functions = withPrimalCopies(context, finished, diagnostics);
  if (diagnostics.errorCount() != errorsBefore)
    return std::nullopt;
  return result;
}

} // namespace adjoint::transform
