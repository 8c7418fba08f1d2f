// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Derivatives.h"

#include "Transform/FunctionAdjoint.h"
#include "Transform/Signature.h"

namespace adjoint::transform {

using namespace ir;

const Helper &Derivatives::get(const Function *callee, const analysis::Demand &demand, bool isSplit) {
  std::unique_ptr<Helper> &slot = helpers[{callee, isSplit, demand}];
  if (slot)
    return *slot;
  slot = std::make_unique<Helper>();
  Helper &helper = *slot;
  helper.demand = demand;
  FunctionAdjoint adjoint(*this, callee, demand, isSplit);
  adjoint.analyse();
  helper.globals = adjoint.activeGlobals();
  helper.demand.useful.result = adjoint.hasActiveResult();
  if (!isSplit) {
    Function *joint = adjoint.jointSignature();
    helper.joint = joint;
    adjoint.buildJoint(*joint);
    finish(joint);
    return helper;
  }
  Function *reverse = adjoint.reverseSignature(), *forward = adjoint.forwardSignature(*reverse);
  helper.forward = forward;
  helper.reverse = reverse;
  adjoint.buildHalves(*forward, *reverse);
  finish(forward);
  finish(reverse);
  return helper;
}

const Function *Derivatives::handWritten(const Function *callee) {
  const Function *&slot = announced[callee];
  if (!slot) {
    Request request;
    request.function = callee;
    Function *adjoint = context.make<Function>(*adjointSignature(context, request));
    adjoint->name = adjoint->spelling = callee->handWrittenAdjoint;
    slot = adjoint;
  }
  return slot;
}

std::string Derivatives::uniqueName(const std::string &wanted) {
  std::string name = wanted;
  for (unsigned i = 2; !names.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

} // namespace adjoint::transform
