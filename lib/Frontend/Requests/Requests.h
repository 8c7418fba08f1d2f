// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests: the clauses of a `reverse` or `tangent` pragma, checked against the function they stand before.

#ifndef ADJOINT_FRONTEND_REQUESTS_REQUESTS_H
#define ADJOINT_FRONTEND_REQUESTS_REQUESTS_H

#include "Frontend/Requests/Pragmas.h"
#include "IR/Function.h"

namespace adjoint::frontend {

/// What a pragma that is a request asks for.
ir::Mode modeOf(PragmaKind kind);

/// None after an error was reported.
std::optional<ir::Request> makeRequest(const Pragma &pragma, const ir::Function *function, DiagnosticSink &sink);

/// What the contract asks for where nothing is said: every independent, every dependent.
ir::Request plainRequest(const ir::Function *function);

} // namespace adjoint::frontend

#endif
