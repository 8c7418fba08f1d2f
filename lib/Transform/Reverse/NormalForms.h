// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NormalForms: the program that is differentiated: a function and all that it still calls when it is inlined, in normal form,
// with aliases and effects.

#ifndef ADJOINT_TRANSFORM_REVERSE_NORMALFORMS_H
#define ADJOINT_TRANSFORM_REVERSE_NORMALFORMS_H

#include "Analysis/Memory/Program.h"
#include "Transform/Passes/PassRunner.h"

#include <map>

namespace adjoint::transform {

/// `inlined` is told the inlined form of each normal form.
analysis::Program normalForms(ir::Context &context, const ir::Function &function, const PassRunner &passes,
                              const Options &options,
                              std::map<const ir::Function *, const ir::Function *> *inlined = nullptr);

} // namespace adjoint::transform

#endif
