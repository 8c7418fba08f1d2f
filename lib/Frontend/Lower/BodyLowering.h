// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BodyLowering: lowers the body of one function. It holds what the parts share: the function's
// variables, and the list that statements are appended to. The parts know the syntax, one
// family of constructs each.

#ifndef ADJOINT_FRONTEND_LOWER_BODYLOWERING_H
#define ADJOINT_FRONTEND_LOWER_BODYLOWERING_H

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Lower/BackwardJumps.h"
#include "Frontend/Lower/CallLowering.h"
#include "Frontend/Lower/CastLowering.h"
#include "Frontend/Lower/Exceptions.h"
#include "Frontend/Lower/ExprLowering.h"
#include "Frontend/Lower/FlatRows.h"
#include "Frontend/Lower/InitLowering.h"
#include "Frontend/Lower/LibraryLowering.h"
#include "Frontend/Lower/Lifetimes.h"
#include "Frontend/Lower/LoopLowering.h"
#include "Frontend/Lower/MemoryLowering.h"
#include "Frontend/Lower/ObjectLowering.h"
#include "Frontend/Lower/OpenMpLowering.h"
#include "Frontend/Lower/OpaqueLowering.h"
#include "Frontend/Lower/PlaceLowering.h"
#include "Frontend/Lower/StmtLowering.h"
#include "Frontend/Lower/SwitchLowering.h"
#include "Frontend/Lower/TextLowering.h"
#include "Frontend/Lower/UnitLowering.h"
#include "Frontend/Lower/UntypedPointers.h"
#include "Frontend/Lower/VariableArrays.h"
#include "Frontend/Models/SideEffects.h"

#include <functional>

namespace adjoint::frontend {

class BodyLowering {
public:
  BodyLowering(UnitLowering &unit, const clang::FunctionDecl *definition, ir::Function &function,
               const Bindings &bindings);
  void run();

  UnitLowering &unit;
  ir::Context &ir;
  clang::ASTContext &ast;
  const clang::FunctionDecl *const definition;
  ir::Function &function;
  const FunctionFacts facts;

  PlaceLowering places{*this};
  CastLowering casts{*this};
  ExprLowering exprs{*this};
  CallLowering calls{*this};
  LibraryLowering library{*this};
  MemoryLowering memory{*this};
  VariableArrays arrays{*this};
  FlatRows rows{*this};
  UntypedPointers untyped{*this};
  OpaqueLowering opaques{*this};
  TextLowering texts{*this};
  InitLowering inits{*this};
  ObjectLowering objects{*this};
  Lifetimes lifetimes{*this};
  Exceptions exceptions{*this};
  StmtLowering stmts{*this};
  BackwardJumps backward{*this};
  LoopLowering loops{*this};
  SwitchLowering switches{*this};
  OpenMpLowering openMp{*this};

  // ----- statements

  /// Makes a statement and appends it to the current list.
  template <class T, class... Args> T *emit(clang::SourceLocation where, Args &&...args) {
    T *stmt = ir.make<T>(std::forward<Args>(args)...);
    append(stmt, where);
    return stmt;
  }
  void append(ir::Stmt *stmt, clang::SourceLocation where);
  /// Statements that have been emitted elsewhere.
  void splice(const ir::StmtList &stmts) { list->insert(list->end(), stmts.begin(), stmts.end()); }
  void assign(const ir::Place *place, const ir::Expr *value, clang::SourceLocation where) {
    emit<ir::AssignStmt>(where, place, value);
  }
  /// What `lower` emits, as a list of its own.
  ir::StmtList collect(const std::function<void()> &lower);
  /// Does the current list end in a jump, so that nothing behind it runs?
  bool endsInJump() const;

  // ----- variables

  const ir::Variable *declare(const clang::VarDecl *decl, const ir::Type *type);
  /// From now on, the name means this variable.
  void rename(const clang::VarDecl *decl, const ir::Variable *image) { variables[decl] = image; }
  /// Declares a variable of no name before all else that the function does.
  void declareFirst(const ir::Variable *variable, const ir::Expr *value, clang::SourceLocation where);
  const ir::Variable *variable(const clang::VarDecl *decl);
  const std::map<const clang::VarDecl *, const ir::Variable *> &declared() const { return variables; }
  bool isDeclared(const clang::VarDecl *decl) const { return variables.count(decl) != 0; }
  /// May a pointer or reference lead to the variable?
  bool isExposed(const clang::VarDecl *decl) const { return captures.count(decl) || facts.isExposed(decl); }
  /// In the body of a lambda: the captured variable, or null.
  const ir::Place *captured(const clang::ValueDecl *decl);
  /// What `this` points to; null outside member functions.
  const ir::Place *object = nullptr;
  const ir::Variable *temporary(const std::string &name, const ir::Type *type, clang::SourceLocation where);
  /// A constant that holds the value.
  const ir::Expr *save(const ir::Expr *value, const std::string &name, clang::SourceLocation where);
  /// The value itself if the effects of `later` cannot change it, else a constant that holds it.
  const ir::Expr *keep(const ir::Expr *value, const clang::Stmt *later, const std::string &name = "value");
  bool mayChange(const ir::Expr *value, const Writes &writes) const;

  // ----- full expressions

  /// Lowers within a full expression. Increments that may wait (`a[i++] = x`) are emitted after it.
  void fullExpression(const clang::Expr *expr, const std::function<void()> &lower);
  /// A part of one that need not be evaluated: what it makes ends with it, and nothing is deferred out of it.
  const ir::Expr *partValue(const clang::Expr *part, const std::function<const ir::Expr *()> &lower);
  /// The temporary lives to the end of the full expression.
  void beginTemporary(const ir::Place *place, const clang::Expr *e);
  /// Those that are alive here, and end with a full expression.
  const std::vector<Lifetimes::Object> &temporaries() const { return alive; }
  /// Defers a statement to the end of the full expression, if nothing else in it names the variable.
  bool defer(const clang::VarDecl *variable, const std::function<void()> &emitLater);
  /// The value of a full expression that is used after the expression's effects.
  const ir::Expr *fullValue(const clang::Expr *expr, const std::string &name = "condition");

  // ----- known functions

  /// The one function that the pointer can be, else null.
  const clang::FunctionDecl *knownFunction(const clang::Expr *pointer) const;
  /// Is the pointer to a function null?
  bool isNullFunction(const clang::Expr *pointer) const;
  /// What a condition is for pointers to functions that are null, where that is all that it depends on.
  std::optional<bool> knownOfNull(const clang::Expr *condition) const;
  /// Drops the declaration of a pointer that always is one known function.
  bool bindFunction(const clang::VarDecl *decl);

  /// The flags that `#pragma adjoint` sets on the statements emitted now.
  StatementFlags flags;
  /// What `#pragma adjoint implicit` is about: this call, and what it calls. Null: nothing.
  const clang::CallExpr *implicitCall = nullptr;
  const ir::Function *implicitFunction = nullptr;
  /// The comment for the next statement.
  std::string comment;

private:
  struct FullExpression {
    const clang::Expr *expr; ///< null: a part of one
    std::vector<std::function<void()>> deferred;
    std::vector<Lifetimes::Object> temporaries;
  };

  void declareParameters();
  void captureVariables(const clang::CXXRecordDecl *closure);
  void endFull(const FullExpression &current);

  ir::StmtList *list;
  FullExpression *full = nullptr;
  std::vector<Lifetimes::Object> alive; ///< temporaries, of this and of all full expressions around
  std::map<const clang::VarDecl *, const ir::Variable *> variables;
  std::set<const ir::Variable *> exposed; ///< locals that a pointer may reach
  std::map<const clang::VarDecl *, const clang::FunctionDecl *> boundFunctions;
  std::set<const clang::VarDecl *> nullFunctions; ///< parameters that are null wherever the function is called like this
  std::map<const ir::Variable *, const clang::VarDecl *> origins;
  std::map<const clang::ValueDecl *, const clang::FieldDecl *> captures;
  const ir::Variable *self = nullptr; ///< the parameter that a member function's object is

  const clang::FunctionDecl *knownTableEntry(const clang::ArraySubscriptExpr *entry) const;
};

} // namespace adjoint::frontend

#endif
