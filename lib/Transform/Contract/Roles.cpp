// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Roles.h"

#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

Role roleOf(const ir::Request &request, unsigned parameter) {
  const bool isRead = isIndependent(request, parameter), isWritten = isDependent(request, parameter);
  if (isRead && isWritten)
    return Role::Both;
  return isRead ? Role::Independent : isWritten ? Role::Dependent : Role::Passive;
}

std::string nameOf(Role role) {
  switch (role) {
  case Role::Passive:
    return "Passive";
  case Role::Independent:
    return "Independent";
  case Role::Dependent:
    return "Dependent";
  case Role::Both:
    return "Both";
  }
  return "";
}

} // namespace adjoint::transform
