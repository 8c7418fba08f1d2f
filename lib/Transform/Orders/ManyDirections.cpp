// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/ManyDirections.h"

#include "Transform/Orders/WideNumbers.h"

namespace adjoint::transform {

using namespace ir;

namespace {

WideClass directions(unsigned width) { return {"adjoint::Directions", width, "width"}; }

std::vector<const Variable *> derivativesIn(const std::vector<const Function *> &functions) {
  std::vector<const Variable *> found;
  auto add = [&](const Variable *variable) {
    if (variable && variable->isAdjoint)
      found.push_back(variable);
  };
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
    return param.isSeededLate || param.isOwned || param.isRemade || param.isGiven || param.isScratch || param.isAdjointAlone ||
           param.typed || !param.adjointValue.empty();
  });
  return isPlain && !boundary.result;
}

} // namespace

std::optional<Result> withDirections(Context &context, const Request &request, const Result &derivative,
                                     DiagnosticSink &diagnostics) {
  const WideClass what = directions(request.width);
  const size_t errorsBefore = diagnostics.errorCount();
  if (derivative.boundary && !canCross(*derivative.boundary))
    diagnostics.report(DiagId::wide_boundary, request.location, {request.function->name, what.clause});
  const WideVariables wide(derivative.functions, derivativesIn(derivative.functions), [](const IntrinsicExpr *) { return true; });
  for (const Variable *param : derivative.functions.back()->params)
    if (wide.contains(param) && !canBeWide(param->type))
      diagnostics.report(DiagId::wide_class, request.location, {param->name, what.clause});
  if (diagnostics.errorCount() == errorsBefore)
    checkWide(derivative.functions, wide, what, request.location, diagnostics);
  if (diagnostics.errorCount() != errorsBefore)
    return std::nullopt;
  WideTypes types(context, what);
  Result made = derivative;
  made.functions = widened(context, derivative.functions, types, wide,
                           [&] { return std::make_unique<Widening>(context, types, wide); });
  if (made.boundary)
    for (BoundaryParam &param : made.boundary->params)
      if (param.mirror && param.hasAdjoint) {
        param.adjointMirror = types.record(param.mirror);
        param.adjointClass = types.className(param.adjointClass);
      }
  return made;
}

const Function *contractWithDirections(Context &context, const Function &contract, unsigned width) {
  const WideClass what = directions(width);
  auto *made = context.make<Function>(contract);
  WideTypes types(context, what);
  for (const Variable *&param : made->params)
    if (param->isAdjoint && canBeWide(param->type)) // else it will be refused
      param = types.variable(param);
  return made;
}

} // namespace adjoint::transform
