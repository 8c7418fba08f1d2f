// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/Called.h"

#include "Transform/Orders/TangentFirst.h"
#include "Transform/Tangent/Tangent.h"

namespace adjoint::transform {

using namespace ir;

namespace {

/// The derivative of the tangent: by all that reaches numbers in it, or, for the adjoint of an adjoint, by the primal alone.
Request ofTangent(const Request &request, const Function *tangentFunction) {
  const Request tangent = tangentOf(request);
  Request derivative;
  derivative.mode = request.mode == Mode::TangentOfTangent ? Mode::Tangent : Mode::Reverse;
  derivative.function = tangentFunction;
  derivative.name = derivativeName(request);
  derivative.location = request.location;
  derivative.ofResult = request.function->returnType->isFloating() || request.ofResult;
  if (request.mode != Mode::AdjointOfAdjoint)
    return derivative;
  derivative.ofResult = false;
  derivative.value = true; // runs the tangent in place
  derivative.lastIsResult = givesNumber(tangent);
  const std::vector<const Variable *> &params = request.function->params;
  derivative.wrt = inTangent(tangent, [&](unsigned i, bool isTangent) { return !isTangent && reachesFloating(params[i]->type); });
  derivative.of = inTangent(tangent, [&](unsigned i, bool isTangent) { return isTangent && isDependent(tangent, i); });
  if (derivative.lastIsResult)
    derivative.of->push_back(tangentFunction->params.size() - 1);
  return derivative;
}

/// The parameters of the adjoint of the tangent, in the order in which the adjoint of the adjoint has them; the places of those
/// adjoints that it has no use of are kept. `sum`: takes the adjoint of the seed; null: there is none.
std::vector<const Variable *> asOfAdjoint(Context &context, const Request &request, const std::vector<const Variable *> &made,
                                          const Variable *&sum) {
  const Request tangent = tangentOf(request);
  std::vector<const Variable *> out;
  auto next = made.begin();
  for (unsigned i = 0; i < request.function->params.size(); ++i) {
    const Variable *primal = request.function->params[i];
    out.push_back(*next++);
    if (reachesFloating(primal->type))
      out.push_back(*next++);
    if (!hasAdjointParameter(tangent, i))
      continue;
    const Variable *direction = *next++;
    const bool isSeeded = isDependent(tangent, i);
    out.push_back(isSeeded ? *next++ : context.make<Variable>("", adjointParameterType(context, primal->type), Storage::Parameter));
    out.push_back(direction);
  }
  if (!givesNumber(tangent))
    return out;
  ++next; // the tangent of the result
  out.push_back(*next++);
  const Type *type = context.referenceTo(context.withoutConst(request.function->returnType));
  auto *ofSeed = context.make<Variable>("result_bb", type, Storage::Parameter);
  ofSeed->isAdjoint = true;
  out.push_back(sum = ofSeed);
  return out;
}

bool isReverseHeading(const Stmt *stmt) {
  const auto *heading = llvm::dyn_cast<HeadingStmt>(stmt);
  return heading && heading->sweep == Sweep::Reverse;
}

/// At the end, before the value is returned, for sums may wait until then; or between the sweeps, if the reverse sweep restores
/// whatever has been overwritten.
void addToSum(Context &context, const Variable *sum, const Variable *tangent, bool isRestored, Function &adjoint) {
  const Place *place = context.place(sum);
  const Expr *total = context.binary(BinaryOp::Add, context.load(place), context.load(tangent));
  const bool returns = !adjoint.body.empty() && llvm::isa<ReturnStmt>(adjoint.body.back());
  const auto between = llvm::find_if(adjoint.body, isReverseHeading);
  const bool isBetween = isRestored && between != adjoint.body.end();
  adjoint.body.insert(isBetween ? between : adjoint.body.end() - returns, context.make<AssignStmt>(place, total));
}

/// To the function on structs, which takes no adjoints that it has no use of.
void handOn(const Variable *sum, Boundary &boundary, Function &onStructs) {
  onStructs.params.push_back(sum);
  boundary.params.back().isAdjointAlone = true;
  boundary.params.push_back({});
}

} // namespace

std::optional<Result> buildOfCalled(Context &context, const Request &request, const Options &options,
                                    DiagnosticSink &diagnostics, const DumpSink *dump) {
  const std::optional<TangentFirst> tangent = tangentFirst(context, request, options, diagnostics);
  if (!tangent)
    return std::nullopt;
  const Request derivative = ofTangent(request, tangent->function);
  if (derivative.mode == Mode::Tangent)
    return buildTangent(context, derivative, tangent->options, diagnostics, dump);
  std::optional<Result> result = buildAdjoint(context, derivative, tangent->options, diagnostics, dump);
  if (!result || request.mode == Mode::AdjointOfTangent)
    return result;
  auto *last = context.make<Function>(*result->functions.back());
  result->functions.back() = last;
  const Variable *sum = nullptr;
  std::vector<const Variable *> params = asOfAdjoint(context, request, last->params, sum);
  if (!result->boundary)
    last->params = std::move(params);
  else if (sum)
    handOn(sum, *result->boundary, *last);
  const Variable *along = sum ? keepResult(context, tangent->function->params.back(), *last) : nullptr;
  if (along) // else it is zero
    addToSum(context, sum, along, !options.has(Pass::Tbr), *last);
  return result;
}

DerivativeSignature signatureOfCalled(Context &context, const Request &request) {
  const Request derivative = ofTangent(request, tangentDeclared(context, request));
  if (derivative.mode == Mode::Tangent)
    return inOwnOrder(tangentSignature(context, derivative));
  const Function *adjoint = adjointSignature(context, derivative);
  if (request.mode == Mode::AdjointOfTangent)
    return inOwnOrder(adjoint);
  auto *contract = context.make<Function>(*adjoint);
  const Variable *sum = nullptr;
  contract->params = asOfAdjoint(context, request, adjoint->params, sum);
  std::vector<const Variable *> passed = adjoint->params;
  if (sum)
    passed.push_back(sum);
  return {contract, placesOf(passed, *contract)};
}

} // namespace adjoint::transform
