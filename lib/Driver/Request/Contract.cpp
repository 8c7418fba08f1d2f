// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/Contract.h"

#include "CodeGen/Functions/Printer.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Contract/Signature.h"

namespace adjoint::driver {

frontend::AdjointContract adjointContract() {
  return {[](ir::Context &context, const ir::Request &request) {
            bool isTangent = request.mode == ir::Mode::Tangent;
            return isTangent ? transform::tangentSignature(context, request)
                             : transform::adjointSignature(context, request);
          },
          [](const ir::Function &adjoint) {
            ir::Context context; // of what is only printed
            return codegen::printDeclaration(*transform::inUserTypes(context, adjoint));
          }};
}

} // namespace adjoint::driver
