// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InitLowering: initialisation of variables and objects.
//
//     double a[3] = {1.0, 2.0};        stays an initialiser list: all of it is constant
//     double b[3] = {x, f(x)};         double b[3] = {}; b[0] = x; b[1] = f(x);
//     const S s = {x, 1};              S s; s.a = x; s.n = 1;
//     const V v(x, 1);                 V v; V_init(v, x, 1);

#ifndef ADJOINT_FRONTEND_LOWER_INITLOWERING_H
#define ADJOINT_FRONTEND_LOWER_INITLOWERING_H

#include "Frontend/Facts/WorkContainers.h"
#include "IR/Context.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include <map>

namespace adjoint::frontend {

class BodyLowering;

/// Of a static variable with state that the adjoint cannot reach.
[[noreturn]] void refuseStatic(const clang::VarDecl *decl);

class InitLowering {
public:
  explicit InitLowering(BodyLowering &body) : body(body) {}

  /// A local variable of the user's.
  void variable(const clang::VarDecl *decl);
  /// The function's own of one that generated code cannot name (HiddenConstants).
  void hiddenConstant(const clang::VarDecl *decl);
  /// Declares the variable with this initialiser. The variable must not be const where that is a list.
  void declare(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where);
  /// Stores the initial value in a place that exists already.
  void store(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where);
  /// What the elements of an array begin with that the list does not name; null where that is zero.
  static const clang::Expr *filler(const clang::InitListExpr *list);
  /// The same for a member, which a mirrored class keeps as a pointer where it is a reference.
  void storeMember(const ir::Place *place, const clang::FieldDecl *field, const clang::Expr *init,
                   clang::SourceLocation where);
  /// The variable of a loop over an array: the entry, or a copy of it.
  void element(const clang::VarDecl *decl, const ir::Place *entry);

  // While an array is copied element by element: the array, and the position.
  const ir::Place *opaque(const clang::OpaqueValueExpr *e);
  /// From here on the expression is what stands in the place.
  void bind(const clang::OpaqueValueExpr *e, const ir::Place *place) { arrays[e] = place; }
  const ir::Expr *position() const { return copied; }

  /// A copy that is one assignment.
  bool isWholeCopy(const clang::CXXConstructExpr *e) const;

private:
  const clang::Expr *bare(const clang::Expr *e);
  void declareVariable(const clang::VarDecl *decl);
  bool isDeclaredWithValue(const clang::Expr *init);
  void storeArray(const ir::Place *place, const clang::ArrayInitLoopExpr *e, clang::SourceLocation where);
  bool storeInPlace(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where);
  void reference(const clang::VarDecl *decl);
  void textReference(const clang::VarDecl *decl, const clang::Expr *init);
  void staticVariable(const clang::VarDecl *decl);
  void workContainer(const clang::VarDecl *decl, Beginning beginning);
  void declareList(const ir::Variable *variable, const clang::InitListExpr *list, clang::SourceLocation where);
  void declareConstructed(const ir::Variable *variable, const clang::CXXConstructExpr *e, clang::SourceLocation where);
  void storeList(const ir::Place *place, const clang::InitListExpr *list, bool isZeroed, clang::SourceLocation where);
  void storeRest(const ir::Place *place, const clang::Expr *init, uint64_t first, bool isZeroed,
                 clang::SourceLocation where);
  void storeMembers(const ir::Place *place, const clang::CXXRecordDecl *record, const clang::InitListExpr *list,
                    bool isZeroed, clang::SourceLocation where);
  void storeElement(const ir::Place *place, const clang::Expr *init, bool isZeroed, clang::SourceLocation where);
  /// The list as constants, or null if something in it is none.
  const ir::Expr *constantList(const clang::InitListExpr *list);
  const ir::Expr *constant(const clang::Expr *init);
  const ir::Expr *characters(const clang::StringLiteral *text, const ir::Type *array);

  BodyLowering &body;
  std::map<const clang::OpaqueValueExpr *, const ir::Place *> arrays;
  const ir::Expr *copied = nullptr;
};

} // namespace adjoint::frontend

#endif
