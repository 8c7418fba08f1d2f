// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/NormalForm.h"

#include "Analysis/Writes.h"

namespace adjoint::transform {

using namespace ir;

const Function *normalForm(Context &context, const Function &function, bool flat) {
  auto *normal = context.make<Function>(function);
  StmtList body = function.body;
  body = copyWrittenParameters(context, function, body);
  analysis::Writes marksAddresses(body); // of copies too, before anything looks at a part alone
  body = joinDeclarations(context, body);
  body = namePointers(context, body);
  body = separateEffects(context, body);
  body = countDown(context, body);                   // before a test is an exit
  body = structureExits(context, function, body); // before storage is hoisted: it moves code between blocks
  body = hoistStorage(context, body);
  analysis::Writes marksHoisted(body);
  if (flat)
    body = dissolveBlocks(context, body);         // needs structured exits, and storage hoisted
  body = simplifyLoopHeads(context, body);        // needs structured exits
  body = narrowBounds(context, body);             // needs heads of one counter
  body = indexPointers(context, body);            // needs structured exits
  body = forwardPointers(context, body);          // which are no longer moved
  body = simplifyPointerDifferences(context, body);
  body = countLoops(context, body);               // needs structured exits
  body = nameConditions(context, function, body); // needs to know the counted loops
  normal->body = body;
  return normal;
}

} // namespace adjoint::transform
