// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contract: what the frontend has to know of adjoints, from the layers that know it.

#ifndef ADJOINT_DRIVER_REQUEST_CONTRACT_H
#define ADJOINT_DRIVER_REQUEST_CONTRACT_H

#include "Frontend/Unit/Frontend.h"

namespace adjoint::driver {

frontend::AdjointContract adjointContract();

} // namespace adjoint::driver

#endif
