// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckpointClause: how many snapshots `#pragma adjoint checkpoint` asks for.
//
//     #pragma adjoint checkpoint(snapshots(20))     or without the outer parentheses
//     #pragma adjoint checkpoint memory(200MB)
//     #pragma adjoint checkpoint every(100)
//     #pragma adjoint checkpoint recursive
//     #pragma adjoint checkpoint                    as memory(256MB)

#ifndef ADJOINT_FRONTEND_REQUESTS_CHECKPOINTCLAUSE_H
#define ADJOINT_FRONTEND_REQUESTS_CHECKPOINTCLAUSE_H

#include "IR/Stmt.h"

#include "clang/Lex/Preprocessor.h"

#include <optional>

namespace adjoint::frontend {

/// `token`: the first one behind the directive; it becomes the one behind the clause. None where the clause is malformed.
std::optional<ir::Checkpoint> parseCheckpoint(clang::Preprocessor &preprocessor, clang::Token &token);

} // namespace adjoint::frontend

#endif
