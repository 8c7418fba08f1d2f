// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles: what a parameter is to a request, for those who call derivatives by the name of the function: Python, and
// <adjoint/derivatives.h>.

#ifndef ADJOINT_TRANSFORM_CONTRACT_ROLES_H
#define ADJOINT_TRANSFORM_CONTRACT_ROLES_H

#include "IR/Context.h"

#include <string>

namespace adjoint::transform {

enum class Role { Passive, Independent, Dependent, Both };

Role roleOf(const ir::Request &request, unsigned parameter);

/// As the runtime's headers call it.
std::string nameOf(Role role);

} // namespace adjoint::transform

#endif
