// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tangent: from a request for a tangent to the functions that answer it, as Adjoint is for
// adjoints.

#ifndef ADJOINT_TRANSFORM_TANGENT_TANGENT_H
#define ADJOINT_TRANSFORM_TANGENT_TANGENT_H

#include "Transform/Reverse/Adjoint.h"

namespace adjoint::transform {

/// None after an error has been reported.
std::optional<Result> buildTangent(ir::Context &context, const ir::Request &request, const Options &options,
                                   DiagnosticSink &diagnostics, const DumpSink *dump = nullptr);

/// The same, to be differentiated again: objects are structs in its signature, and all that they lead to afterwards has its
/// tangent.
std::optional<Result> buildTangentOnStructs(ir::Context &context, const ir::Request &request, const Options &options,
                                            DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
