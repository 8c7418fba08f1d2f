// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Passes/PassRunner.h"

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Verifier.h"
#include "Support/StageTimes.h"

namespace adjoint::transform {

using namespace ir;

void PassRunner::begin(const Function &function) const { analysis::markAddressTaken(context, function.body); }

void PassRunner::changeBody(Pass pass, Function &function, BodyChange change) const {
  if (!options.has(pass))
    return;
  {
    StageTimes::Stage stage(stageTimes(), infoOf(pass).name);
    function.body = change(function.body);
    analysis::markAddressTaken(context, function.body);
  }
  inspect(pass, function);
}

void PassRunner::runOnBoth(Pass pass, Function &forward, Function &reverse,
                           llvm::function_ref<void(Context &, Function &, Function &)> change) const {
  if (!options.has(pass))
    return;
  {
    StageTimes::Stage stage(stageTimes(), infoOf(pass).name);
    change(context, forward, reverse);
    for (const Function *function : {&forward, &reverse})
      analysis::markAddressTaken(context, function->body);
  }
  inspect(pass, forward);
  if (&reverse != &forward)
    inspect(pass, reverse);
}

void PassRunner::inspect(Pass pass, const Function &function) const {
  std::string whatIsWrong;
  if (options.verifyEach && !verify(function, whatIsWrong))
    diagnostics.report(DiagId::internal, function.location, {infoOf(pass).name.str(), whatIsWrong});
  if (dump)
    dump->after(pass, function);
}

} // namespace adjoint::transform
