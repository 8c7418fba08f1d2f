// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Precedence: where C++ needs parentheses, and where compilers ask for them.
//
// Parentheses follow the tree: `a - (b - c)` and `a + (b + c)` keep theirs, because
// floating-point arithmetic is not associative. A few more than the grammar needs are
// written where `-Wall -Wextra` of g++ or clang wants them: `(a && b) || c`,
// `(a + b) << c`, `(a & b) == c`, `(a < b) == c`.

#ifndef ADJOINT_CODEGEN_CPP_PRECEDENCE_H
#define ADJOINT_CODEGEN_CPP_PRECEDENCE_H

#include "IR/Expr.h"

namespace adjoint::codegen {

/// From what binds least to what binds most.
enum class Level {
  Conditional = 1,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary,
};

enum class Side { Left, Right };

Level levelOf(ir::BinaryOp op);
const char *spellingOf(ir::BinaryOp op);
const char *spellingOf(ir::UnaryOp op);

/// Must an operand of level `child` be parenthesised under a binary operator of level `parent`?
bool needsParentheses(Level parent, Side side, Level child);

} // namespace adjoint::codegen

#endif
