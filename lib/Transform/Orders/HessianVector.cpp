// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/HessianVector.h"

#include "Transform/Orders/TangentFirst.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace adjoint::transform {

using namespace ir;

namespace {

/// The adjoint of the tangent that answers the request.
Request adjointOf(const Request &request, const Function *tangentFunction) {
  const Request tangent = tangentOf(request);
  Request adjoint = request;
  adjoint.mode = Mode::Reverse;
  adjoint.function = tangentFunction;
  adjoint.name = derivativeName(request);
  adjoint.lastIsResult = givesNumber(tangent);
  adjoint.seed = "result_bd";
  auto isNamed = [](const std::vector<unsigned> &named) {
    return [&](unsigned i, bool) { return llvm::is_contained(named, i); };
  };
  if (request.wrt)
    adjoint.wrt = inTangent(tangent, isNamed(*request.wrt));
  if (request.of)
    adjoint.of = inTangent(tangent, isNamed(*request.of));
  if (adjoint.of && hasSeed(tangent))
    adjoint.of->push_back(tangentFunction->params.size() - 1);
  return adjoint;
}

/// Of the parameters of the tangent's adjoint: primal, tangent, and the adjoints of the one and the other.
unsigned rankOf(const Variable *param) { return param->isAdjoint ? (param->isTangent ? 2 : 3) : param->isTangent ? 1 : 0; }

/// The parameters of the adjoint of a tangent in the order of the contract: of each group, the primal and its tangent, then
/// the adjoints of tangent and primal.
std::vector<const Variable *> arranged(const Request &request, const std::vector<const Variable *> &params) {
  const Request tangent = tangentOf(request);
  const bool hasResult = hasSeed(tangent), isNumber = givesNumber(tangent);
  std::vector<const Variable *> out(params);
  auto end = out.end() - (hasResult ? 3 : 0); // the result's tangent, and both seeds
  for (auto group = out.begin(); group != end;) {
    auto next = std::find_if(group + 1, end, [](const Variable *param) { return rankOf(param) == 0; });
    std::stable_sort(group, next, [](const Variable *a, const Variable *b) { return rankOf(a) < rankOf(b); });
    group = next;
  }
  if (isNumber)
    std::rotate(end, end + 1, out.end());
  if (isNumber && !request.value)
    out.pop_back();
  return out;
}

} // namespace

std::optional<Result> buildHessianVector(Context &context, const Request &request, const Options &options,
                                         DiagnosticSink &diagnostics, const DumpSink *dump) {
  const std::optional<TangentFirst> tangent = tangentFirst(context, request, options, diagnostics);
  if (!tangent)
    return std::nullopt;
  const Request adjoint = adjointOf(request, tangent->function);
  std::optional<Result> result = buildAdjoint(context, adjoint, tangent->options, diagnostics, dump);
  if (!result)
    return std::nullopt;
  if (result->boundary && request.value && !result->boundary->givesValue) {
    diagnostics.report(DiagId::hessian_value, request.location, {request.function->name});
    return std::nullopt;
  }
  auto *last = context.make<Function>(*result->functions.back());
  result->functions.back() = last;
  const bool keepsResult = adjoint.lastIsResult && !request.value;
  if (!result->boundary)
    last->params = arranged(request, last->params);
  else if (keepsResult)
    result->boundary->params.back().isAdjointAlone = true;
  if (keepsResult)
    keepResult(context, adjoint.function->params.back(), *last);
  return result;
}

DerivativeSignature hessianVectorSignature(Context &context, const Request &request) {
  const Function *adjoint = adjointSignature(context, adjointOf(request, tangentDeclared(context, request)));
  auto *contract = context.make<Function>(*adjoint);
  contract->params = arranged(request, adjoint->params);
  contract->specifiers = request.function->specifiers;
  return {contract, placesOf(adjoint->params, *contract)};
}

} // namespace adjoint::transform
