// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BackwardJumps: a label that `goto` goes back to begins a loop.
//
//     again: s += x[i] * s;                        do {
//       if (++i < n)                                 again = false;
//         goto again;                                { s += x[i] * s; if (++i < n) { again = true; goto again_end; } }
//     becomes                                        again_end:;
//                                                  } while (again);
//
// The loop ends behind the last statement of the label's block that goes back to it.

#ifndef ADJOINT_FRONTEND_LOWER_BACKWARDJUMPS_H
#define ADJOINT_FRONTEND_LOWER_BACKWARDJUMPS_H

#include "IR/Context.h"

#include "clang/AST/Stmt.h"

#include <functional>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

class BackwardJumps {
public:
  explicit BackwardJumps(BodyLowering &body) : body(body) {}

  /// The number of the block's statements that make a loop, from the given one on; 0: it begins none.
  size_t loopLength(const clang::CompoundStmt *block, size_t first) const;
  /// Lowers them.
  void lower(const clang::CompoundStmt *block, size_t first, size_t count);
  /// `goto`, in such a loop, to its beginning; false: the label begins no loop around.
  bool jump(const clang::GotoStmt *s);

private:
  struct Loop {
    const clang::LabelDecl *label;
    const clang::Stmt *start;
    const ir::Variable *again;
    std::string end;
  };

  void requireLoop(const clang::CompoundStmt *block, size_t first, size_t count) const;

  BodyLowering &body;
  std::vector<Loop> loops; ///< around what is being lowered
};

} // namespace adjoint::frontend

#endif
