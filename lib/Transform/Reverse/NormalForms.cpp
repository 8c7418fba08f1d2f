// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/NormalForms.h"

#include "Transform/Order/PassOrder.h"

namespace adjoint::transform {

using namespace ir;

analysis::Program normalForms(Context &context, const Function &function, const PassRunner &passes, const Options &options,
                              std::map<const Function *, const Function *> *inlined) {
  Inlining inlining(context, passes, options.has(Pass::InlineLoops));
  return analysis::Program(function, [&](const Function &f) {
    const Function *form = options.has(Pass::Inline) ? inlining.of(f) : &f;
    auto *normal = context.make<Function>(*form);
    normalFormPasses(passes, *normal);
    if (inlined)
      (*inlined)[normal] = form;
    return normal;
  });
}

} // namespace adjoint::transform
