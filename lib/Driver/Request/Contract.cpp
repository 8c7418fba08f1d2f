// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/Contract.h"

#include "CodeGen/Functions/Printer.h"
#include "Driver/Request/Connection.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Orders/Derivative.h"

namespace adjoint::driver {

frontend::AdjointContract adjointContract() {
  return {[](ir::Context &context, const ir::Request &request) {
            return transform::derivativeSignature(context, request).contract;
          },
          [](const ir::Function &adjoint) {
            ir::Context context; // of what is only printed
            return codegen::printDeclaration(*transform::inUserTypes(context, adjoint));
          },
          connectionText};
}

} // namespace adjoint::driver
