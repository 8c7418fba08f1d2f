// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NamedFunctions: which functions --function names, whatever pragmas they and others bear.

#ifndef ADJOINT_DRIVER_CHECK_NAMEDFUNCTIONS_H
#define ADJOINT_DRIVER_CHECK_NAMEDFUNCTIONS_H

#include "Driver/Request/Options.h"
#include "Frontend/Unit/Frontend.h"

namespace adjoint::driver {

/// By its qualified name, or as what `f<double>` or `f(double)` leads to.
bool isNamed(const clang::FunctionDecl *function, const frontend::LoweredUnit &unit, const Options &options);

} // namespace adjoint::driver

#endif
