// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Bridges.h"

#include "Support/Diagnostics.h"
#include "Transform/Contract/MirrorFacts.h"

namespace adjoint::transform {

using namespace ir;

/// An object with a pointer of which nothing is known might free what it leads to.
std::string whyNotMade(const Record &mirror) {
  const std::string why = whyNotRemade(mirror, /*isNew=*/true);
  return why.empty() && holdsPlainPointer(mirror) ? format(DiagId::view_memory_behind) : why;
}

namespace {

/// The parameter as an argument of the function that is called.
const Expr *passedOn(Context &context, const Variable *param) {
  const Place *place = context.place(param);
  return param->type->isReference() ? context.addressOf(place) : context.load(place);
}

} // namespace

Function *bridgeTo(Context &context, const Function &called) {
  auto *bridge = context.make<Function>(called);
  bridge->name = bridge->spelling = called.name + "_on_structs";
  bridge->pattern.clear();
  bridge->specifiers = "static ";
  bridge->hasBody = true;
  std::vector<const Expr *> args;
  for (const Variable *&param : bridge->params) {
    auto *own = context.make<Variable>(*param);
    if (own->name.empty())
      own->name = "argument_" + std::to_string(args.size());
    param = own;
    args.push_back(passedOn(context, own));
  }
  const bool hasSeeds = called.bridge->part == Bridge::Part::Adjoint && called.bridge->returned;
  const Function *passedTo = &called;
  if (hasSeeds) { // of what has been returned, its values are not passed on
    auto *other = context.make<Function>(called);
    other->params.erase(other->params.end() - 2);
    args.erase(args.end() - 2);
    passedTo = other;
  }
  if (called.returnType->isVoid()) {
    bridge->body = {context.make<CallStmt>(nullptr, false, passedTo, args)};
    return bridge;
  }
  auto *value = context.make<Variable>("value", called.returnType, Storage::Local);
  bridge->body = {context.make<CallStmt>(context.place(value), true, &called, args), context.make<ReturnStmt>(context.load(value))};
  return bridge;
}

/// The call goes on behind the last parameter: what belongs to an object that is returned.
Bridge bridgeToDerivative(const Function &derivative, Bridge::Part part, const Record *returned) {
  const size_t ofResult = !returned ? 0 : 3; // how many, where they are, and where their adjoints are
  std::string call = derivative.spelling + "(";
  for (size_t i = 0; i + ofResult < derivative.params.size(); ++i)
    call += (i == 0 ? "$" : ", $") + std::to_string(i);
  return {part, call + (returned ? (derivative.params.size() == ofResult ? "" : ", ") + std::string("$") + std::to_string(derivative.params.size()) : "") + ")", returned, 0};
}

} // namespace adjoint::transform
