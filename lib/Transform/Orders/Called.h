// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Called: derivatives of adjoints and tangents that a differentiated function calls (Derivative.h). They have the signatures of
// hand-written ones, and are called like those.

#ifndef ADJOINT_TRANSFORM_ORDERS_CALLED_H
#define ADJOINT_TRANSFORM_ORDERS_CALLED_H

#include "Transform/Orders/Derivative.h"

namespace adjoint::transform {

/// By the modes AdjointOfAdjoint, AdjointOfTangent and TangentOfTangent.
std::optional<Result> buildOfCalled(ir::Context &context, const ir::Request &request, const Options &options,
                                    DiagnosticSink &diagnostics, const DumpSink *dump);
DerivativeSignature signatureOfCalled(ir::Context &context, const ir::Request &request);

} // namespace adjoint::transform

#endif
