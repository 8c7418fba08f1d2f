// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/ManyDirections.h"

#include "Transform/Contract/Signature.h"
#include "Transform/Orders/WideNumbers.h"

namespace adjoint::transform {

using namespace ir;

namespace {

WideClass directions(unsigned width) { return {"adjoint::Directions", width, "width"}; }

/// Is it one for each direction? Adjoints of tangents are not: they belong to the gradient, which the product only brings along.
bool isOfDirection(const Variable *variable) { return variable->isAdjoint != variable->isTangent; }

/// Of an adjoint or a tangent, all that are called so; of a Hessian-vector product, the parameters, from which the others follow.
std::vector<const Variable *> derivativesIn(const std::vector<const Function *> &functions, bool isSecondOrder) {
  std::vector<const Variable *> found;
  auto add = [&](const Variable *variable) {
    if (variable && isOfDirection(variable))
      found.push_back(variable);
  };
  if (isSecondOrder) {
    llvm::for_each(functions.back()->params, add);
    return found;
  }
  for (const Function *function : functions) {
    for (const Variable *param : function->params)
      add(param);
    forEachStmt(function->body, [&](const Stmt *stmt) { add(declaredBy(stmt)); });
  }
  return found;
}

/// Are derivatives only read and written where they are?
bool canCross(const Boundary &boundary) {
  const bool isPlain = llvm::none_of(boundary.params, [](const BoundaryParam &param) {
    return param.isSeededLate || param.isOwned || param.isRemade || param.isGiven || param.isScratch || param.typed ||
           !param.adjointValue.empty() || (param.mirror && !param.globalObject.empty());
  });
  return isPlain && !boundary.result;
}

/// Whose parameters those of the function are.
void widenBoundary(Boundary &boundary, const std::vector<const Variable *> &params, const WideVariables &wide, WideTypes &types) {
  auto next = params.begin();
  for (BoundaryParam &param : boundary.params) {
    const Variable *primal = *next++;
    const Variable *adjoint = param.hasAdjoint ? *next++ : nullptr;
    if (!param.mirror)
      continue;
    param.isExtended = false;
    if (adjoint) {
      param.adjointMirror = wide.contains(adjoint) ? types.record(param.mirror) : param.mirror;
      param.adjointClass = wide.contains(adjoint) ? types.className(param.adjointClass) : param.adjointClass;
    }
    if (wide.contains(primal))
      param.mirror = types.record(param.mirror);
  }
}

/// Does it ask how large an adjoint is, as the loop of a fixed point does (FixedPointLoop.h)? Then it is, for all directions.
bool isMagnitude(const IntrinsicExpr *intrinsic) { return intrinsic->name == "magnitude"; }

class DirectionsWidening : public Widening {
public:
  using Widening::Widening;

protected:
  const Expr *numberOf(const IntrinsicExpr *intrinsic) override {
    if (!isMagnitude(intrinsic) || !wide.isWide(intrinsic->args.front()))
      return Widening::numberOf(intrinsic);
    return context.intrinsic(intrinsic->name, "adjoint::magnitude", {rewrite(intrinsic->args.front())}, intrinsic->type);
  }
};

} // namespace

std::optional<Result> withDirections(Context &context, const Request &request, const Result &derivative,
                                     DiagnosticSink &diagnostics) {
  const WideClass what = directions(request.width);
  const size_t errorsBefore = diagnostics.errorCount();
  if (derivative.boundary && !canCross(*derivative.boundary))
    diagnostics.report(DiagId::wide_boundary, request.location, {request.function->name, what.clause});
  const bool isSecondOrder = request.mode == Mode::HessianVector;
  const WideVariables wide(derivative.functions, derivativesIn(derivative.functions, isSecondOrder),
                           [](const IntrinsicExpr *intrinsic) { return !isMagnitude(intrinsic); });
  const std::vector<const Variable *> &params = derivative.functions.back()->params;
  auto isOfClass = [&](const Variable *param) { return wide.contains(param) && !canBeWide(param->type); };
  if (auto found = llvm::find_if(params, isOfClass); found != params.end())
    diagnostics.report(DiagId::wide_class, request.location, {(*found)->name, what.clause});
  auto isForAll = [&](const Variable *param) { return wide.contains(param) && !isOfDirection(param); };
  if (auto found = llvm::find_if(params, isForAll); found != params.end())
    diagnostics.report(DiagId::internal, request.location, {"width", "'" + (*found)->name + "' is one for all directions"});
  if (diagnostics.errorCount() == errorsBefore)
    checkWide(derivative.functions, wide, what, request.location, diagnostics);
  if (diagnostics.errorCount() != errorsBefore)
    return std::nullopt;
  WideTypes types(context, what);
  Result made = derivative;
  made.functions = widened(context, derivative.functions, types, wide,
                           [&] { return std::make_unique<DirectionsWidening>(context, types, wide); });
  if (made.boundary)
    widenBoundary(*made.boundary, derivative.functions.back()->params, wide, types);
  return made;
}

bool canHaveDirections(const Request &request) {
  for (unsigned i = 0; i < request.function->params.size(); ++i)
    if (hasAdjointParameter(request, i) && !canBeWide(request.function->params[i]->type))
      return false;
  return !hasSeed(request) || !request.function->returnType->isRecord();
}

const Function *contractWithDirections(Context &context, const Function &contract, unsigned width) {
  const WideClass what = directions(width);
  auto *made = context.make<Function>(contract);
  WideTypes types(context, what);
  for (const Variable *&param : made->params)
    if (isOfDirection(param) && canBeWide(param->type)) // else it will be refused
      param = types.variable(param);
  return made;
}

} // namespace adjoint::transform
