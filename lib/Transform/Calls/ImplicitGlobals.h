// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImplicitGlobals: does the residual of an implicit function use a global that the program changes? Its derivative would have to
// know what the global was, and perhaps flow through it; a call says nothing of globals.

#ifndef ADJOINT_TRANSFORM_CALLS_IMPLICITGLOBALS_H
#define ADJOINT_TRANSFORM_CALLS_IMPLICITGLOBALS_H

#include "Analysis/Memory/Program.h"

namespace adjoint::transform {

bool usesChangedGlobal(const analysis::Program &program, const ir::ImplicitFunction &function);

} // namespace adjoint::transform

#endif
