// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/Tangents.h"

#include "Transform/Contract/Bridges.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Tangent/FunctionTangent.h"

namespace adjoint::transform {

using namespace ir;

const TangentHelper &Tangents::of(const Function *callee, const analysis::Demand &demand) {
  std::unique_ptr<TangentHelper> &slot = helpers[{callee, demand}];
  if (slot)
    return *slot;
  slot = std::make_unique<TangentHelper>();
  TangentHelper &helper = *slot;
  helper.demand = demand;
  DiagnosticSink::LookingAt here(diagnostics, callee->location);
  AnalysedFunction primal(*this, callee, demand, /*isSplit=*/false);
  primal.analyseAndReport();
  primal.dump();
  FunctionTangent tangent(*this, primal);
  helper.globals = primal.activeGlobals();
  helper.hasResult = tangent.hasResult();
  Function *function = tangent.signature();
  helper.function = function; // known before the body, which may call it
  tangent.buildHelper(*function);
  finish(function);
  return helper;
}

const Function *Tangents::handWritten(const Function *callee) {
  const Function *&slot = announced[callee];
  if (!slot && callee->tangentSource)
    slot = callee->tangentSource;
  if (!slot) {
    Request request;
    request.function = callee;
    Function *tangent = context.make<Function>(*tangentSignature(context, request));
    tangent->name = tangent->spelling = callee->handWrittenTangent;
    tangent->rule = CallRule::HandWritten;
    if (callee->bridge)
      tangent->bridge = bridgeToDerivative(*tangent, Bridge::Part::Tangent, callee->bridge->returned);
    slot = tangent;
  }
  return slot;
}

std::string Tangents::uniqueName(const std::string &wanted) {
  std::string name = wanted;
  for (unsigned i = 2; !names.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

} // namespace adjoint::transform
