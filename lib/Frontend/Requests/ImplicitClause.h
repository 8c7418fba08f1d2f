// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImplicitClause: what `#pragma adjoint implicit` says of a call:
//
//     #pragma adjoint implicit(x : residual(x, p))                           // x = solve(p)
//     #pragma adjoint implicit(x : residual(x, a, n, result)) extent(x, n)   // solve(a, n, x), residual(x, a, n, r)

#ifndef ADJOINT_FRONTEND_REQUESTS_IMPLICITCLAUSE_H
#define ADJOINT_FRONTEND_REQUESTS_IMPLICITCLAUSE_H

#include "Frontend/Requests/CheckpointClause.h"

namespace adjoint::frontend {

/// In the words of the source.
struct ImplicitPragma {
  std::string unknown, residual;
  std::vector<std::string> args; ///< of the residual; `result` stands for what it writes to
  std::optional<CheckpointPragma::Extent> extent;
};

/// As parseCheckpoint.
std::optional<ImplicitPragma> parseImplicit(clang::Preprocessor &preprocessor, clang::Token &token);

} // namespace adjoint::frontend

#endif
