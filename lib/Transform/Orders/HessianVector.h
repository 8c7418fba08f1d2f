// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HessianVector: the tangent of an adjoint, f_bd, as the adjoint of the tangent (Derivative.h).

#ifndef ADJOINT_TRANSFORM_ORDERS_HESSIANVECTOR_H
#define ADJOINT_TRANSFORM_ORDERS_HESSIANVECTOR_H

#include "Transform/Orders/Derivative.h"

namespace adjoint::transform {

std::optional<Result> buildHessianVector(ir::Context &context, const ir::Request &request, const Options &options,
                                         DiagnosticSink &diagnostics, const DumpSink *dump);
DerivativeSignature hessianVectorSignature(ir::Context &context, const ir::Request &request);

} // namespace adjoint::transform

#endif
