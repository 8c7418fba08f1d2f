// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpaqueLowering: operations on objects of library classes that are used as they are, without an adjoint: streams, texts,
// random engines, clocks (isOpaque). An operation becomes one call, written as the user wrote it, of which the operands
// that are no such objects are arguments:
//
//     std::cout << "x = " << 2 * x << std::endl;      std::cout << "x = " << $0 << std::endl       of 2 * x
//     double z = normal(engine);                      $0($1)                                       of normal, engine
//
// What is printed or made a text ends there. Any other object may give back what it was given: it is an error to
// hand it an active value (CallRule::Opaque).

#ifndef ADJOINT_FRONTEND_LOWER_OPAQUELOWERING_H
#define ADJOINT_FRONTEND_LOWER_OPAQUELOWERING_H

#include "Frontend/Lower/MadeObject.h"
#include "IR/Context.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

class OpaqueLowering {
public:
  explicit OpaqueLowering(BodyLowering &body) : body(body) {}

  /// Is the expression, with what only wraps it, such an operation?
  bool concerns(const clang::Expr *e) const;

  /// What the operation gives. Not for one that gives an opaque object by value.
  const ir::Place *place(const clang::Expr *e);
  void effect(const clang::Expr *e);
  /// Stores the number of the text that the expression is: `place = adjoint::text_id(e)`.
  void number(const ir::Place *place, const clang::Expr *e, clang::SourceLocation where);
  /// Stores the number of what an exception says: `place = adjoint::text_id(object.what())`.
  void explanation(const ir::Place *place, const clang::Expr *object, MakingStatements statements, clang::SourceLocation where);
  /// `throw object`, of an object that such an operation makes.
  void raise(const clang::Expr *object, clang::SourceLocation where);
  /// The same of an object of the user's (MadeObject).
  void raiseMade(const clang::Expr *object, MakingStatements statements, clang::SourceLocation where);
  /// A call of a function that throws, and is given an exception that is made for it: `boost::throw_exception(Error(n))`. False where it
  /// is something else.
  bool raiseByCall(const clang::CallExpr *e);
  /// `T variable = operation`, and `place = operation`; false where it is something else.
  bool declare(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where);
  bool store(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where);

private:
  struct Call {
    ir::Function *function;
    std::vector<const ir::Expr *> args;
  };
  Call call(const clang::Expr *e, bool usesResult);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
