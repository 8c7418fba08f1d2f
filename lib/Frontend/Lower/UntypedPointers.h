// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UntypedPointers: pointers to void that lead to numbers keep the type of what they lead to.
//
//     double cost(const double *x, void *data) { const Par *p = (const Par *)data; return p->a * x[0]; }
//     ... cost(x, &par) ...
//
//     double cost(const double *x, Par *data) { const Par *p = data; return p->a * x[0]; }
//     ... cost(x, &par) ...
//
// So does a member of a struct, where all addresses that are stored there are of one type (see ReachableCode): generated code
// works on plain structs instead, with a member of that type.
//
// A requested function keeps its signature; what its parameters lead to is known by the casts in it.
//
// As a function is lowered once for each set of known functions that its parameters are, so it is for each set of such
// types. The type is known of the address of a typed object, and of a parameter or local variable that is never
// changed. Such a pointer may be cast back, compared and handed on; whatever else is done with it is refused.

#ifndef ADJOINT_FRONTEND_LOWER_UNTYPEDPOINTERS_H
#define ADJOINT_FRONTEND_LOWER_UNTYPEDPOINTERS_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"

#include "Frontend/Lower/UnitLowering.h"

#include <map>

namespace adjoint::frontend {

class BodyLowering;

/// Of a requested function, by the index of the parameter: the one type that its body, with those of the functions that it hands
/// the pointer on to, converts it to. Not where the function changes the pointer, or the type holds no numbers.
UntypedTargets untypedParameters(UnitLowering &unit, const clang::FunctionDecl *function);

class UntypedPointers {
public:
  explicit UntypedPointers(BodyLowering &body) : body(body) {}

  /// What the pointer to void leads to; null where that is not known, or holds no numbers.
  const clang::Type *target(const clang::Expr *e) const;
  /// The pointer, of its own type: only where the target is known.
  const ir::Expr *value(const clang::Expr *e);
  /// The same for any pointer.
  const ir::Expr *valueOfAny(const clang::Expr *e);

  /// The parameter leads to objects of the type.
  void bind(const clang::VarDecl *parameter, const clang::Type *target) { targets[parameter] = target; }
  /// `void *v = &par;` false where it is something else.
  bool declare(const clang::VarDecl *decl);
  /// `s.data = &par;` null where it is something else. What leads to another type is refused.
  const ir::Place *assignment(const clang::BinaryOperator *e);
  /// What is stored in a member that has the type.
  const ir::Expr *stored(const clang::Expr *e, const ir::Type *type);
  /// Of two pointers to the same type, or of one with null; null where it is something else.
  const ir::Expr *comparison(const clang::BinaryOperator *e);
  /// Refuses a use of such a variable as a pointer to void.
  void refuseOtherUse(const clang::VarDecl *decl, clang::SourceLocation where) const;
  void refuseOtherUse(const clang::FieldDecl *field, clang::SourceLocation where) const;

private:
  const clang::Type *behind(const clang::MemberExpr *e) const;
  const clang::Type *common(const clang::Expr *one, const clang::Expr *other) const;
  const ir::Expr *value(const clang::Expr *e, const ir::Type *type);

  BodyLowering &body;
  std::map<const clang::VarDecl *, const clang::Type *> targets;
};

} // namespace adjoint::frontend

#endif
