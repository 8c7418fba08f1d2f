// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Calls/Estimates.h"

namespace adjoint::transform {

using namespace ir;

namespace {

/// What is handed on as the function: its name, if that is enough.
std::string asArgument(const Function &function) {
  if (!function.isOverloaded)
    return function.spelling;
  return "[](auto... of) { return " + function.spelling + "(of...); }";
}

std::string patternOf(const Function &function, unsigned argument) {
  const Differences &how = *function.differences;
  std::string text = how.isExtrapolated ? "adjoint::extrapolated_difference<" : "adjoint::central_difference<";
  text += std::to_string(argument) + ">(" + (how.step.empty() ? "" : "adjoint::Step{" + how.step + "}, ") + asArgument(function);
  for (unsigned i = 0; i < function.params.size(); ++i)
    text += ", $" + std::to_string(i);
  return text + ")";
}

} // namespace

const CallStmt *estimateOfPartial(Context &context, const CallStmt *call, unsigned argument) {
  const Function &function = *call->callee;
  auto *estimate = context.make<Function>();
  estimate->name = estimate->spelling = function.spelling;
  estimate->pattern = patternOf(function, argument);
  estimate->returnType = context.withoutConst(function.params[argument]->type);
  estimate->params = function.params;
  estimate->isOverloaded = true; // the types of the arguments count
  estimate->rule = CallRule::HandWritten;
  const std::string by = function.params[argument]->name.empty() ? "argument" : function.params[argument]->name;
  auto *partial = context.make<Variable>(function.name + "_by_" + by, context.withConst(function.params[argument]->type), Storage::Local);
  partial->isTemporary = true;
  return context.make<CallStmt>(context.place(partial), true, estimate, call->args);
}

} // namespace adjoint::transform
