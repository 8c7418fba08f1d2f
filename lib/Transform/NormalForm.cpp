// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/NormalForm.h"

namespace adjoint::transform {

using namespace ir;

const Function *normalForm(Context &context, const Function &function) {
  auto *normal = context.make<Function>(function);
  StmtList body = function.body;
  body = copyWrittenParameters(context, function, body);
  body = joinDeclarations(context, body);
  body = separateEffects(context, body);
  body = structureExits(context, function, body); // before storage is hoisted: it moves code between blocks
  body = hoistStorage(context, body);
  body = countLoops(context, body);               // needs structured exits
  body = nameConditions(context, function, body); // needs to know the counted loops
  normal->body = body;
  return normal;
}

} // namespace adjoint::transform
