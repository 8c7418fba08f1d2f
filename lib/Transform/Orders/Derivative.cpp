// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/Derivative.h"

#include "IR/Visit.h"
#include "Rules/Rules.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Orders/AsPrimal.h"
#include "Transform/Tangent/Tangent.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;

namespace {

Request tangentOf(const Request &request) {
  Request tangent = request;
  tangent.mode = Mode::Tangent;
  tangent.name = "";
  tangent.value = false;
  return tangent;
}

/// Positions in the tangent of what a clause names, with the tangents.
std::optional<std::vector<unsigned>> inTangent(const std::optional<std::vector<unsigned>> &named, const Request &tangent) {
  if (!named)
    return std::nullopt;
  std::vector<unsigned> positions;
  unsigned next = 0;
  for (unsigned i = 0; i < tangent.function->params.size(); ++i) {
    const bool isNamed = llvm::is_contained(*named, i), hasTangent = hasAdjointParameter(tangent, i);
    for (unsigned j = 0; j < 1u + hasTangent; ++j, ++next)
      if (isNamed)
        positions.push_back(next);
  }
  return positions;
}

/// The last parameter of the tangent takes the tangent of a number that is returned.
bool givesNumber(const Request &tangent) { return hasSeed(tangent) && tangent.function->returnType->isFloating(); }

/// A tangent for the request, as a function to be differentiated.
const Function *toBeDifferentiated(Context &context, const std::vector<const Function *> &tangents, const Request &request) {
  const bool hasResult = hasSeed(tangentOf(request));
  return asPrimal(context, tangents, hasResult ? tangents.back()->params.back() : nullptr);
}

/// The adjoint of the tangent that answers the request.
Request adjointOf(const Request &request, const Function *tangentFunction) {
  const Request tangent = tangentOf(request);
  Request adjoint = request;
  adjoint.mode = Mode::Reverse;
  adjoint.function = tangentFunction;
  adjoint.name = derivativeName(request);
  adjoint.lastIsResult = givesNumber(tangent);
  adjoint.seed = "result_bd";
  adjoint.wrt = inTangent(request.wrt, tangent);
  adjoint.of = inTangent(request.of, tangent);
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

/// A variable in the place of what a reference leads to.
class InPlaceOfReference : public Rewriter {
public:
  InPlaceOfReference(Context &context, const Variable *reference)
      : Rewriter(context), reference(reference),
        own(context.make<Variable>(reference->name, reference->type->element, Storage::Local)) {}
  using Rewriter::rewrite;
  const Variable *variable() const { return own; }

protected:
  const Place *replace(const Place *place) override {
    const auto *deref = llvm::dyn_cast<DerefPlace>(place);
    const auto *load = deref ? llvm::dyn_cast<LoadExpr>(deref->pointer) : nullptr;
    return load && wholeVariable(load->place) == reference ? context.make<VarPlace>(own) : nullptr;
  }

private:
  const Variable *reference, *own;
};

/// The tangent of a number that is returned is not given to the caller. Where the reverse sweep reads it, it is a variable of
/// the adjoint's own.
void keepResult(Context &context, const Variable *result, Function &adjoint) {
  llvm::erase(adjoint.params, result);
  if (llvm::none_of(adjoint.body, [&](const Stmt *stmt) { return mentions(stmt, result); }))
    return;
  InPlaceOfReference own(context, result);
  adjoint.body = own.rewrite(adjoint.body);
  adjoint.body.insert(adjoint.body.begin(), context.make<DeclareStmt>(own.variable(), context.zero(own.variable()->type)));
}

/// The intrinsics in the functions, by name, as generated code spells them.
std::map<std::string, std::string> intrinsicsIn(const std::vector<const Function *> &functions) {
  std::map<std::string, std::string> found;
  auto look = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *call = llvm::dyn_cast<IntrinsicExpr>(part))
        found[call->name] = call->spelling;
    });
  };
  for (const Function *function : functions)
    forEachStmt(function->body, [&](const Stmt *stmt) {
      forEachOperand(stmt, look, [&](const Place *place) { forEachExpr(place, look); });
    });
  return found;
}

/// Has everything in the tangent a derivative? Special functions have a first one only. Reports what has none.
bool isDifferentiable(const std::map<std::string, std::string> &intrinsics, const Request &request, DiagnosticSink &diagnostics) {
  bool isKnown = true;
  for (const auto &[name, spelling] : intrinsics)
    if (!rules::find(name)) {
      diagnostics.report(DiagId::no_second_derivative, request.location, {spelling, request.function->name});
      isKnown = false;
    }
  return isKnown;
}

/// Zeros that are strong in the tangent are strong in its adjoint.
Options ofAdjoint(const std::map<std::string, std::string> &intrinsics, const Options &options) {
  Options adjoint = options;
  adjoint.strongZero |= intrinsics.count("strong.product") || intrinsics.count("strong.quotient");
  return adjoint;
}

std::optional<Result> buildHessianVector(Context &context, const Request &request, const Options &options,
                                         DiagnosticSink &diagnostics, const DumpSink *dump) {
  const std::optional<Result> tangent = buildTangentOnStructs(context, tangentOf(request), options, diagnostics);
  if (!tangent)
    return std::nullopt;
  const auto intrinsics = intrinsicsIn(tangent->functions);
  if (!isDifferentiable(intrinsics, request, diagnostics))
    return std::nullopt;
  const Request adjoint = adjointOf(request, toBeDifferentiated(context, tangent->functions, request));
  std::optional<Result> result = buildAdjoint(context, adjoint, ofAdjoint(intrinsics, options), diagnostics, dump);
  if (!result)
    return std::nullopt;
  if (result->boundary && request.value && !result->boundary->givesValue) {
    diagnostics.report(DiagId::hessian_value, request.location, {request.function->name});
    return std::nullopt;
  }
  auto *last = context.make<Function>(*result->functions.back());
  result->functions.back() = last;
  if (!result->boundary)
    last->params = arranged(request, last->params);
  else if (adjoint.lastIsResult && !request.value)
    result->boundary->params.back().isAdjointAlone = true;
  if (adjoint.lastIsResult && !request.value)
    keepResult(context, adjoint.function->params.back(), *last);
  return result;
}

} // namespace

std::optional<Result> buildDerivative(Context &context, const Request &request, const Options &options,
                                      DiagnosticSink &diagnostics, const DumpSink *dump) {
  switch (request.mode) {
  case Mode::Reverse:
    return buildAdjoint(context, request, options, diagnostics, dump);
  case Mode::Tangent:
    return buildTangent(context, request, options, diagnostics, dump);
  case Mode::HessianVector:
    return buildHessianVector(context, request, options, diagnostics, dump);
  }
  return std::nullopt;
}

namespace {
DerivativeSignature inOwnOrder(const Function *contract) {
  DerivativeSignature signature = {contract, {}};
  for (const Variable *param : contract->params)
    if (param->globalObject.empty())
      signature.order.push_back(signature.order.size());
  return signature;
}
} // namespace

DerivativeSignature derivativeSignature(Context &context, const Request &request) {
  switch (request.mode) {
  case Mode::Reverse:
    return inOwnOrder(adjointSignature(context, request));
  case Mode::Tangent:
    return inOwnOrder(tangentSignature(context, request));
  case Mode::HessianVector:
    break;
  }
  const Function *tangent = toBeDifferentiated(context, {tangentSignature(context, tangentOf(request))}, request);
  const Function *adjoint = adjointSignature(context, adjointOf(request, tangent));
  auto *contract = context.make<Function>(*adjoint);
  contract->params = arranged(request, adjoint->params);
  contract->specifiers = request.function->specifiers;
  DerivativeSignature signature = {contract, {}};
  std::map<const Variable *, unsigned> positions;
  for (const Variable *param : contract->params)
    if (param->globalObject.empty())
      positions.emplace(param, positions.size());
  for (const Variable *param : adjoint->params)
    if (auto found = positions.find(param); found != positions.end())
      signature.order.push_back(found->second);
  return signature;
}

} // namespace adjoint::transform
