// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mentions: what a source speaks of, found by its text, before it is parsed. So models that few programs need are read
// for these alone.

#ifndef ADJOINT_DRIVER_REQUEST_MENTIONS_H
#define ADJOINT_DRIVER_REQUEST_MENTIONS_H

#include "clang/Frontend/CompilerInstance.h"

namespace adjoint::driver {

/// Does the source, or a header that stands beside it or in a folder of the user's (-I), speak of BLAS or LAPACK, or
/// call a function with such a name (`dgemm_(`)? Perhaps, where nothing is known.
bool mentionsBlas(clang::CompilerInstance &compiler);
/// The same of MPI: a name that begins with `MPI_`.
bool mentionsMpi(clang::CompilerInstance &compiler);

} // namespace adjoint::driver

#endif
