// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImplicitClause: what `#pragma adjoint implicit` and `argmin` say of a call:
//
//     #pragma adjoint implicit(x : residual(x, p))                           // x = solve(p)
//     #pragma adjoint implicit(x : residual(x, a, n, result)) extent(x, n)   // solve(a, n, x), residual(x, a, n, r)
//     #pragma adjoint argmin(x : objective(x, a, n)) extent(x, n)            // minimise(a, n, x)
//
// `solver(gmres)` in front of the extent: no matrix is made.

#ifndef ADJOINT_FRONTEND_REQUESTS_IMPLICITCLAUSE_H
#define ADJOINT_FRONTEND_REQUESTS_IMPLICITCLAUSE_H

#include "Frontend/Requests/CheckpointClause.h"

namespace adjoint::frontend {

/// In the words of the source.
struct ImplicitPragma {
  bool isMinimum = false; ///< argmin
  std::string unknown, function;
  std::vector<std::string> args; ///< of the function; `result` stands for what a residual writes to
  std::optional<CheckpointPragma::Extent> extent;
  bool isMatrixFree = false; ///< solver(gmres)
  const char *directive() const { return isMinimum ? "argmin" : "implicit"; }
  const char *role() const { return isMinimum ? "objective" : "residual"; }
};

/// As parseCheckpoint.
std::optional<ImplicitPragma> parseImplicit(clang::Preprocessor &preprocessor, clang::Token &token);

} // namespace adjoint::frontend

#endif
