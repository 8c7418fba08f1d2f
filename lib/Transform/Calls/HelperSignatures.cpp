// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Calls/HelperSignatures.h"

#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;

Function *HelperSignatures::empty(const std::string &suffix) const {
  auto *helper = context.make<Function>();
  helper->name = original.name + suffix;
  helper->spelling = helper->name;
  helper->location = original.location;
  helper->specifiers = "static ";
  helper->returnType = context.voidType();
  helper->hasBody = false; // until it is made: who asks what it does must not find that it does nothing
  return helper;
}

Variable *HelperSignatures::add(Function &helper, const std::string &name, const Type *type) const {
  auto *param = context.make<Variable>(name, type, Storage::Parameter);
  param->isAdjoint = true;
  helper.params.push_back(param);
  return param;
}

void HelperSignatures::addAdjointParameters(Function &helper) const {
  for (unsigned i = 0; i < original.params.size(); ++i) {
    const Variable *param = original.params[i];
    helper.params.push_back(param);
    if (!function.demand().adjointParam[i])
      continue;
    const Type *type = adjointParameterType(context, param->type);
    Variable *adjoint = add(helper, param->name.empty() ? "" : adjointName(param), type);
    adjoint->isRestrict = isRestrictAdjoint(param) || apart.contains(param);
    adjoint->isTangent = param->isTangent;
  }
  for (const Variable *global : function.activeGlobals())
    add(helper, adjointName(global), context.referenceTo(adjointType(context, global->type)));
  if (function.hasActiveResult())
    add(helper, "result_b", context.withoutConst(original.returnType));
}

Function *HelperSignatures::joint() const {
  Function *helper = empty("_b");
  addAdjointParameters(*helper);
  return helper;
}

Function *HelperSignatures::oneSweep() const {
  Function *helper = joint();
  helper->returnType = context.withoutConst(original.returnType);
  return helper;
}

Function *HelperSignatures::reverse() const {
  Function *helper = empty("_rev");
  helper->tapeUse = TapeUse::Takes;
  addAdjointParameters(*helper);
  return helper;
}

Function *HelperSignatures::forward(const Function &reverse) const {
  Function *helper = empty("_fwd");
  helper->tapeUse = TapeUse::Leaves;
  helper->returnType = byPointer(context, original.returnType);
  size_t next = 0;
  for (unsigned i = 0; i < original.params.size(); ++i) {
    helper->params.push_back(reverse.params[next++]);
    if (!function.demand().adjointParam[i])
      continue;
    const Variable *adjoint = reverse.params[next++];
    if (holdsPointer(original.params[i]->type))
      helper->params.push_back(adjoint);
  }
  for (size_t i = 0; i < function.activeGlobals().size(); ++i) // pointers may lead to them
    helper->params.push_back(reverse.params[next++]);
  if (pointsToFloating(original.returnType))
    add(*helper, "result_b", context.referenceTo(adjointType(context, helper->returnType)));
  return helper;
}

} // namespace adjoint::transform
