// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/Slopes.h"

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Callees.h"
#include "Transform/Orders/TangentFirst.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;

namespace {

Request slopeRequest(const ImplicitFunction &minimum) {
  Request request;
  request.mode = Mode::HessianVector;
  request.function = minimum.objective;
  request.location = minimum.objective->location;
  request.wrt = std::vector<unsigned>{minimum.unknown};
  request.of = std::vector<unsigned>();
  request.ofResult = true;
  return request;
}

/// A call of the tangent, whose last parameter takes the slope.
StmtList bodyOf(Context &context, const Function &slope, const Function *tangent) {
  auto *along = context.make<Variable>("along", context.withoutConst(slope.returnType), Storage::Local);
  along->isTemporary = true;
  const Place *place = context.place(along);
  std::vector<const Expr *> args;
  for (const Variable *param : slope.params)
    args.push_back(context.load(context.make<VarPlace>(param)));
  args.push_back(context.addressOf(place));
  return {context.make<DeclareStmt>(along, context.zero(along->type)), context.make<CallStmt>(nullptr, false, tangent, args),
          context.make<ReturnStmt>(context.load(place))};
}

} // namespace

bool makeSlopes(Context &context, const Function *function, const Options &options, DiagnosticSink &diagnostics) {
  for (const Function *reached : reachedFrom(function)) {
    Function *slope = reached->implicit ? reached->implicit->slope : nullptr;
    if (!slope || slope->hasBody)
      continue;
    const std::optional<TangentFirst> tangent = tangentFirst(context, slopeRequest(*reached->implicit), options, diagnostics);
    if (!tangent)
      return false;
    slope->body = bodyOf(context, *slope, tangent->function);
    slope->hasBody = true;
    analysis::markAddressTaken(context, slope->body);
  }
  return true;
}

} // namespace adjoint::transform
