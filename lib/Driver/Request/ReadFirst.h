// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ReadFirst: the models of the C++ library, which are read before the source, in either door. What the command line
// defines is not meant for them (-DN=10).

#ifndef ADJOINT_DRIVER_REQUEST_READFIRST_H
#define ADJOINT_DRIVER_REQUEST_READFIRST_H

#include "clang/Frontend/CompilerInstance.h"

namespace adjoint::driver {

/// Before the source is entered, with a preprocessor that is there already.
void readModelsFirst(clang::CompilerInstance &compiler);

} // namespace adjoint::driver

#endif
