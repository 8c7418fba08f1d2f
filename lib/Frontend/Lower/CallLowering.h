// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CallLowering: calls of functions, whose bodies are lowered with them.

#ifndef ADJOINT_FRONTEND_LOWER_CALLLOWERING_H
#define ADJOINT_FRONTEND_LOWER_CALLLOWERING_H

#include "Frontend/Lower/UnitLowering.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

class BodyLowering;

class CallLowering {
public:
  explicit CallLowering(BodyLowering &body) : body(body) {}

  const ir::Expr *value(const clang::CallExpr *e);
  const ir::Place *place(const clang::CallExpr *e);
  void effect(const clang::CallExpr *e);

  /// `left = f(x)` as one statement; null where it is something else.
  const ir::Place *assignResult(const clang::Expr *left, const clang::Expr *right);
  /// `T v = f(x)` as one statement; false where it is something else.
  bool declareResult(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where);
  /// `place = f(x)` where nothing else uses the place yet; false where it is something else.
  bool storeResult(const ir::Place *place, const clang::Expr *init, clang::SourceLocation where);
  /// Calls the constructor.
  void construct(const ir::Place *place, const clang::CXXConstructExpr *e, clang::SourceLocation where);

private:
  struct Target {
    const clang::FunctionDecl *decl;
    const ir::Function *function;
    llvm::ArrayRef<const clang::Expr *> args; ///< without the object
    /// Of a member function: the object, or a pointer to it. Null: a closure without captures, or no member.
    const clang::Expr *object = nullptr;
    const clang::Expr *pointer = nullptr; ///< through which a dispatcher is called, as its first argument
    Bindings bindings = {};
    bool objectIsLast = false; ///< evaluated after the arguments, as the left operand of an assignment is
  };

  /// The plain call that the expression is, looking through what does not change its value.
  const clang::CallExpr *plainCall(const clang::Expr *e) const;
  Target target(const clang::CallExpr *e);
  /// Refuses a function of a model that makes no sense for the types it is called with.
  static void requireModel(const Target &target, clang::SourceLocation where);
  Target targetOfPointer(const clang::CallExpr *e);
  bool isLeftAlone(clang::QualType functionType) const;
  bool isHandedIn(const clang::Expr *pointer) const;
  const ir::Function *outsideFunction(clang::QualType pointer, clang::SourceLocation where);
  Target targetOfImplicit(const clang::CallExpr *e, const clang::FunctionDecl *decl);
  Target targetOfHook(const clang::CallExpr *e, const clang::FunctionDecl *hook);
  Target targetOfMember(const clang::CXXMemberCallExpr *e);
  Bindings bindingsFor(const clang::FunctionDecl *decl, llvm::ArrayRef<const clang::Expr *> args) const;
  void findObject(const clang::CallExpr *e, Target &target);
  const clang::CXXMethodDecl *dispatched(const clang::CallExpr *e, Target &target);
  const ir::Expr *objectAddress(const Target &target);
  /// Also chooses the function as this call gives it types.
  std::vector<const ir::Expr *> arguments(Target &target);
  void emitCall(clang::SourceLocation where, const ir::Place *place, bool declares, const ir::Function *function,
                std::vector<const ir::Expr *> args);
  const ir::Function *withTypesOf(const std::vector<const ir::Expr *> &args, const Target &target);
  std::vector<const ir::Expr *> argumentsBehindPointer(const Target &target);
  const ir::Expr *argument(const clang::Expr *e, const ir::Type *paramType, const std::string &name, bool isBound = false);
  const ir::Expr *functionArgument(const clang::FunctionDecl *known, const ir::Type *paramType, bool isBound);
  const ir::Expr *untypedArgument(const clang::Expr *e, const ir::Type *paramType);
  const ir::Expr *variableArgument(const clang::Expr *e, const Target &target);
  const ir::Place *resultPlace(const clang::CallExpr *e);
  const ir::Variable *resultOf(const clang::CallExpr *e);
  void destroy(const clang::CXXMemberCallExpr *e);
  bool isObjectAssignment(const clang::CallExpr *e) const;
  const ir::Place *objectAssignment(const clang::CallExpr *e);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
