// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SideEffects: what evaluating an expression may change, seen from its syntax.
//
// Lowering turns nested effects into a sequence of statements. An operand lowered earlier
// stays an expression only if the effects of later operands cannot change its value; else
// its value is kept in a temporary. `writesOf` answers for the effects, `FunctionFacts` for
// what a pointer may reach.

#ifndef ADJOINT_FRONTEND_MODELS_SIDEEFFECTS_H
#define ADJOINT_FRONTEND_MODELS_SIDEEFFECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>

namespace adjoint::frontend {

struct Writes {
  bool any = false;                           ///< is there any effect at all?
  bool memory = false;                        ///< through a pointer or reference, or in a call
  std::set<const clang::VarDecl *> variables; ///< by name
};

Writes writesOf(const clang::Stmt *code);
inline bool hasEffects(const clang::Stmt *code) { return writesOf(code).any; }

/// Does a label stand in the code?
bool hasLabels(const clang::Stmt *s);
/// How often the expression names the variable.
unsigned mentions(const clang::Stmt *code, const clang::VarDecl *variable);

/// Facts about the variables of one function.
class FunctionFacts {
public:
  explicit FunctionFacts(const clang::FunctionDecl *definition);

  /// May a pointer or reference lead to the variable?
  bool isExposed(const clang::VarDecl *variable) const;
  /// Is the variable assigned after its initialisation?
  bool isReassigned(const clang::VarDecl *variable) const { return written.variables.count(variable) != 0; }

private:
  Writes written;
  std::set<const clang::VarDecl *> exposed;
};

/// The variable that an lvalue is, or is a part of; null behind a pointer or reference.
const clang::VarDecl *rootOf(const clang::Expr *lvalue);

} // namespace adjoint::frontend

#endif
