// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Precedence.h"

namespace adjoint::codegen {

using ir::BinaryOp;
using ir::UnaryOp;

Level levelOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return Level::Additive;
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return Level::Multiplicative;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return Level::Shift;
  case BinaryOp::BitAnd:
    return Level::BitAnd;
  case BinaryOp::BitOr:
    return Level::BitOr;
  case BinaryOp::BitXor:
    return Level::BitXor;
  case BinaryOp::Less:
  case BinaryOp::LessEq:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
    return Level::Relational;
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
    return Level::Equality;
  case BinaryOp::And:
    return Level::And;
  case BinaryOp::Or:
    return Level::Or;
  }
  return Level::Primary;
}

const char *spellingOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Sub:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::Rem:
    return "%";
  case BinaryOp::Shl:
    return "<<";
  case BinaryOp::Shr:
    return ">>";
  case BinaryOp::BitAnd:
    return "&";
  case BinaryOp::BitOr:
    return "|";
  case BinaryOp::BitXor:
    return "^";
  case BinaryOp::Less:
    return "<";
  case BinaryOp::LessEq:
    return "<=";
  case BinaryOp::Greater:
    return ">";
  case BinaryOp::GreaterEq:
    return ">=";
  case BinaryOp::Equal:
    return "==";
  case BinaryOp::NotEqual:
    return "!=";
  case BinaryOp::And:
    return "&&";
  case BinaryOp::Or:
    return "||";
  }
  return "";
}

const char *spellingOf(UnaryOp op) {
  switch (op) {
  case UnaryOp::Minus:
    return "-";
  case UnaryOp::Not:
    return "!";
  case UnaryOp::BitNot:
    return "~";
  }
  return "";
}

namespace {
bool isComparisonLevel(Level l) { return l == Level::Equality || l == Level::Relational; }
bool isBitLevel(Level l) { return l == Level::BitOr || l == Level::BitXor || l == Level::BitAnd || l == Level::Shift; }
} // namespace

bool needsParentheses(Level parent, Side side, Level child) {
  if (child < parent)
    return true;
  if (isComparisonLevel(parent) && isComparisonLevel(child))
    return true;
  if (child == parent)
    return side == Side::Right && parent != Level::And && parent != Level::Or;
  if (isBitLevel(parent))
    return child <= Level::Multiplicative;
  return parent == Level::Or && child == Level::And;
}

} // namespace adjoint::codegen
