// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Expr.h"

namespace adjoint::ir {

bool isComparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
  case BinaryOp::LessEq:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
    return true;
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::And:
  case BinaryOp::Or:
    return false;
  }
  return false;
}

} // namespace adjoint::ir
