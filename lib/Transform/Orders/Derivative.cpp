// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/Derivative.h"

#include "IR/Callees.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Orders/Called.h"
#include "Transform/Orders/HessianVector.h"
#include "Transform/Orders/ManyDirections.h"
#include "Transform/Orders/Slopes.h"
#include "Transform/Orders/TaylorCoefficients.h"
#include "Transform/Tangent/Tangent.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace adjoint::transform {

using namespace ir;

namespace {

std::optional<Result> buildForOne(Context &context, const Request &request, const Options &options, DiagnosticSink &diagnostics,
                                  const DumpSink *dump) {
  switch (request.mode) {
  case Mode::Reverse:
    return buildAdjoint(context, request, options, diagnostics, dump);
  case Mode::Tangent:
    return buildTangent(context, request, options, diagnostics, dump);
  case Mode::HessianVector:
    return buildHessianVector(context, request, options, diagnostics, dump);
  case Mode::AdjointOfAdjoint:
  case Mode::AdjointOfTangent:
  case Mode::TangentOfTangent:
    return buildOfCalled(context, request, options, diagnostics, dump);
  case Mode::Taylor:
    return buildTaylor(context, request, options, diagnostics, dump);
  }
  return std::nullopt;
}

std::optional<Result> buildByMode(Context &context, const Request &request, const Options &options, DiagnosticSink &diagnostics,
                                  const DumpSink *dump) {
  std::optional<Result> result = buildForOne(context, request, options, diagnostics, dump);
  return result && request.width != 0 ? withDirections(context, request, *result, diagnostics) : result;
}

/// By how many orders more than what calls it? A derivative of a called one stands in that of its caller.
unsigned levelsOf(Mode mode) { return mode == Mode::HessianVector ? 2 : 1; }

bool asksNesting(const Function *function) {
  return llvm::any_of(reachedFrom(function), [](const Function *reached) {
    return reached->asksNesting || (reached->derivativeOf && asksNesting(reached->derivativeOf));
  });
}

} // namespace

std::optional<Result> buildDerivative(Context &context, const Request &request, const Options &options,
                                      DiagnosticSink &diagnostics, const DumpSink *dump) {
  if (!makeSlopes(context, request.function, options, diagnostics))
    return std::nullopt;
  std::optional<Result> result = buildByMode(context, request, options, diagnostics, dump);
  if (!result || !asksNesting(request.function))
    return result;
  auto *last = context.make<Function>(*result->functions.back());
  last->nesting = levelsOf(request.mode);
  result->functions.back() = last;
  return result;
}

std::vector<unsigned> placesOf(const std::vector<const Variable *> &made, const Function &contract) {
  std::map<const Variable *, unsigned> places;
  for (const Variable *param : contract.params)
    if (param->globalObject.empty())
      places.emplace(param, places.size());
  std::vector<unsigned> order;
  for (const Variable *param : made)
    if (auto found = places.find(param); found != places.end())
      order.push_back(found->second);
  return order;
}

DerivativeSignature inOwnOrder(const Function *contract) { return {contract, placesOf(contract->params, *contract)}; }

namespace {
DerivativeSignature signatureForOne(Context &context, const Request &request) {
  switch (request.mode) {
  case Mode::Reverse:
    return inOwnOrder(adjointSignature(context, request));
  case Mode::Tangent:
    return inOwnOrder(tangentSignature(context, request));
  case Mode::HessianVector:
    return hessianVectorSignature(context, request);
  case Mode::AdjointOfAdjoint:
  case Mode::AdjointOfTangent:
  case Mode::TangentOfTangent:
    return signatureOfCalled(context, request);
  case Mode::Taylor:
    return inOwnOrder(taylorSignature(context, request));
  }
  return {};
}
} // namespace

DerivativeSignature derivativeSignature(Context &context, const Request &request) {
  DerivativeSignature signature = signatureForOne(context, request);
  if (request.width != 0)
    signature.contract = contractWithDirections(context, *signature.contract, request.width);
  return signature;
}

} // namespace adjoint::transform
