// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: trees to text with as few parentheses and conversions as C++ allows.
//
// The IR writes every conversion. The printer leaves an implicit one out where C++ makes it
// by itself: what stands there decides. Under an operator, the usual arithmetic conversions
// must lead from the printed operands to the type that the tree asks for; in an assignment
// or as an argument of a function, the target does the converting; as an argument of an
// overloaded library function nothing does, and the type must be exact.

#ifndef ADJOINT_CODEGEN_CPP_EXPRESSIONS_H
#define ADJOINT_CODEGEN_CPP_EXPRESSIONS_H

#include "CodeGen/Cpp/Conversions.h"
#include "CodeGen/Cpp/Names.h"
#include "CodeGen/Cpp/Precedence.h"
#include "IR/Context.h"

namespace adjoint::codegen {

/// The text of an expression, with what its surroundings have to know. It may hold the
/// marks of Layout.h.
struct Printed {
  std::string text;
  Level level = Level::Primary;
  ScalarKind kind = {}; ///< of the type that C++ gives to the text
  const ir::LiteralExpr *literal = nullptr; ///< that it is, and nothing more
};

class Expressions {
public:
  /// `made`: owns the expressions that printing needs and the tree does not have.
  Expressions(const Names &names, ir::Context &made) : names(names), made(made) {}

  /// In exactly the type of the expression.
  Printed exact(const ir::Expr *expr) const;
  /// Where what stands there converts: initialisers, assignments, arguments, return values.
  Printed converted(const ir::Expr *expr) const;
  /// Where C++ asks for a truth value.
  Printed condition(const ir::Expr *expr) const;
  /// Both operands of `left op right`, converted only as far as C++ does not do it by itself.
  struct Operands {
    Printed left, right;
    ScalarKind result;
  };
  Operands operands(ir::BinaryOp op, const ir::Expr *left, const ir::Expr *right) const;
  /// As an integer added to a pointer.
  Printed offset(const ir::Expr *expr) const;

  Printed place(const ir::Place *place) const;
  /// What a pointer points to: `*p`, `p[i]`, or `x` if the pointer is `&x`.
  Printed pointee(const ir::Expr *pointer) const;

  /// `y` if the expression is exactly `-y`, else null.
  const ir::Expr *negated(const ir::Expr *expr) const;

  const Names &names;

private:
  /// What two operands of one type stand under.
  enum class Mixing { Arithmetic, Comparison, Select };

  Printed uncast(const ir::Expr *expr) const;
  Printed withType(Printed printed, const ir::Type *type) const;
  Printed explicitCast(const ir::CastExpr *conversion) const;
  Printed exactConversion(const ir::CastExpr *conversion) const;
  Printed exactLiteral(const ir::LiteralExpr *literal) const;
  Printed load(const ir::LoadExpr *load) const;
  Printed address(const ir::AddressExpr *address) const;
  Printed unary(const ir::UnaryExpr *unary) const;
  Printed binary(const ir::BinaryExpr *binary) const;
  Printed select(const ir::SelectExpr *select) const;
  Printed intrinsic(const ir::IntrinsicExpr *call) const;
  Printed initList(const ir::InitListExpr *list) const;
  Printed field(const ir::FieldPlace *place) const;
  const ir::Expr *negatedLiteral(const ir::LiteralExpr *literal) const;
  Printed pointerOperand(const ir::Expr *expr) const;
  Operands pointerOperands(const ir::Expr *left, const ir::Expr *right) const;
  std::pair<Printed, Printed> balanced(const ir::Expr *left, const ir::Expr *right, Mixing mixing) const;

  ir::Context &made;
};

/// The text of an operand, parenthesised if it binds less than `level`.
std::string atLevel(const Printed &printed, Level level);

/// An object that is zero throughout, of a class that `{}` does not make so.
std::string zeroObject(const ir::Type *type);

} // namespace adjoint::codegen

#endif
