// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckpointClause: how many snapshots `#pragma adjoint checkpoint` asks for.
//
//     #pragma adjoint checkpoint(snapshots(20))     or without the outer parentheses
//     #pragma adjoint checkpoint memory(200MB)
//     #pragma adjoint checkpoint every(100)
//     #pragma adjoint checkpoint recursive
//     #pragma adjoint checkpoint                    as memory(256MB)
//
// where the snapshots of the forward sweep go that do not fit:
//
//     #pragma adjoint checkpoint snapshots(20) disk("/scratch")
//
// and, for pointers of which it cannot be told what the loop writes, how many elements they lead to:
//
//     #pragma adjoint checkpoint snapshots(20) extent(u, n * n) extent(v, n)

#ifndef ADJOINT_FRONTEND_REQUESTS_CHECKPOINTCLAUSE_H
#define ADJOINT_FRONTEND_REQUESTS_CHECKPOINTCLAUSE_H

#include "IR/Stmt.h"

#include "clang/Lex/Preprocessor.h"

#include <optional>
#include <string>
#include <vector>

namespace adjoint::frontend {

/// The parameters, in the words of the source.
struct CheckpointPragma {
  struct Extent {
    std::string pointer;
    std::vector<std::string> count; ///< token by token
  };
  ir::Checkpoint request;
  std::vector<Extent> extents;
};

/// `200MB`: none where it is not a positive number with a unit.
std::optional<uint64_t> numberOfBytes(llvm::StringRef text);
/// `token`: the first one behind the directive; it becomes the one behind the clause. None where the clause is malformed.
std::optional<CheckpointPragma> parseCheckpoint(clang::Preprocessor &preprocessor, clang::Token &token);
/// The same of `#pragma adjoint fixed_point tolerance(1e-10) extent(u, n)`.
std::optional<CheckpointPragma> parseFixedPoint(clang::Preprocessor &preprocessor, clang::Token &token);

} // namespace adjoint::frontend

#endif
