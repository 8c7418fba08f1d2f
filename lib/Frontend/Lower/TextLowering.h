// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TextLowering: texts that are parts of other objects. There an adjoint::Text stands for the std::string: a number, which
// is copied, compared and recorded as other numbers are. A variable stays the std::string that it is (OpaqueLowering).
//
//     names[i]             where a std::string is asked for:   adjoint::text(names.elements[i].id)
//     member = a + b;      member.id = adjoint::text_id(a + b);
//
// An expression has the library's type in either case; what it is shows the type of its place.

#ifndef ADJOINT_FRONTEND_LOWER_TEXTLOWERING_H
#define ADJOINT_FRONTEND_LOWER_TEXTLOWERING_H

#include "IR/Context.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

class TextLowering {
public:
  explicit TextLowering(BodyLowering &body) : body(body) {}

  static bool isText(const ir::Type *type);
  /// The number of the text in a place of type Text.
  const ir::Expr *number(const ir::Place *place);

  /// The expression, a std::string or made one by a conversion that does nothing, as a Text or an array of them; null: it is
  /// something else.
  const ir::Place *place(const clang::CastExpr *conversion);
  const ir::Expr *value(const clang::Expr *e);
  /// `condition ? a : b` of texts, as a new Text, unless both are variables; null: it is nothing of the kind.
  const ir::Place *choice(const clang::ConditionalOperator *e);
  /// Where the target is a Text: it is initialised or assigned. False: it is not.
  bool declare(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where);
  bool store(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where);
  /// `text = expression`; false where the left side is no Text.
  bool assign(const clang::Expr *e);

  /// A variable that holds the std::string with the characters of a Text.
  const ir::Place *asString(const ir::Place *text, clang::SourceLocation where);

private:
  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
