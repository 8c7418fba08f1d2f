// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Halves.h"

#include "Transform/Contract/Signature.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;

namespace {

bool isStruct(const Type *type) { return type->isRecord() && type->record->isMirror; }

bool takesStructs(const Function &primal) {
  return isStruct(primal.returnType) || std::any_of(primal.params.begin(), primal.params.end(), [](const Variable *param) {
    return param->type->element && isStruct(param->type->element);
  });
}

bool areNeeded(const Function &primal) {
  return takesStructs(primal) || std::any_of(primal.params.begin(), primal.params.end(),
                                             [](const Variable *param) { return isWritable(param->type); });
}

Function *named(Function *half, const Function &primal, const std::string &called, const std::string &suffix,
                TapeUse tapeUse) {
  half->spelling = called + suffix;
  half->name = half->spelling.substr(half->spelling.rfind(':') + 1);
  half->isOverloaded = true; // other functions of the namespace may have halves of that name
  half->specifiers.clear();
  half->location = primal.location;
  half->halfOf = &primal;
  half->tapeUse = tapeUse;
  return half;
}

/// What carries an adjoint without pointers comes with the reverse half alone.
Function *forwardOf(Context &context, const Function &primal, const Function &reverse, const Request &request) {
  auto *forward = context.make<Function>();
  forward->returnType = primal.returnType;
  size_t next = 0;
  for (unsigned i = 0; i < primal.params.size(); ++i) {
    forward->params.push_back(reverse.params[next++]);
    if (!hasAdjointParameter(request, i))
      continue;
    const Variable *adjoint = reverse.params[next++];
    if (holdsPointer(primal.params[i]->type))
      forward->params.push_back(adjoint);
  }
  if (pointsToFloating(primal.returnType))
    forward->params.push_back(context.make<Variable>(
        "result_b", context.referenceTo(adjointType(context, primal.returnType)), Storage::Parameter));
  return forward;
}

/// With a seed of what is returned itself; what that leads to has its seeds there.
Function *reverseOf(Context &context, const Function &primal, const Request &request) {
  auto *reverse = context.make<Function>(*adjointSignature(context, request));
  if (hasSeed(request) && !holdsFloating(primal.returnType))
    reverse->params.pop_back();
  return reverse;
}

Function *runOf(Context &context, const Function &primal) {
  auto *run = context.make<Function>();
  run->returnType = primal.returnType;
  run->params = primal.params;
  return run;
}

} // namespace

std::vector<const Function *> Halves::all() const {
  std::vector<const Function *> functions = {forward, reverse};
  if (primal)
    functions.push_back(primal);
  return functions;
}

Request requestOfHalves(const Function &primal) {
  Request request;
  request.function = &primal;
  request.ofResult = reachesFloating(primal.returnType);
  request.location = primal.location;
  return request;
}

std::optional<Halves> halvesOf(Context &context, const Function &primal, const std::string &called) {
  if (!analysis::keepsOwners(primal) || !areNeeded(primal))
    return std::nullopt;
  const Request request = requestOfHalves(primal);
  Function *reverse = reverseOf(context, primal, request);
  Function *forward = forwardOf(context, primal, *reverse, request);
  Halves halves{named(forward, primal, called, "_fwd", TapeUse::Leaves), named(reverse, primal, called, "_rev", TapeUse::Takes)};
  if (takesStructs(primal))
    halves.primal = named(runOf(context, primal), primal, called, "_run", TapeUse::None);
  return halves;
}

} // namespace adjoint::transform
