// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visit: walks over trees, structural equality, and rebuilding with replacements.

#ifndef ADJOINT_IR_VISIT_H
#define ADJOINT_IR_VISIT_H

#include "IR/Context.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace adjoint::ir {

/// Calls `visit` for the expression and everything below it, in places too.
void forEachExpr(const Expr *expr, llvm::function_ref<void(const Expr *)> visit);
/// Every expression in the path of a place.
void forEachExpr(const Place *place, llvm::function_ref<void(const Expr *)> visit);
/// Every place that is read or whose address is taken below, with its prefixes' paths.
void forEachPlace(const Expr *expr, llvm::function_ref<void(const Place *)> visit);
/// The place, its prefixes, and those in their paths.
void forEachPlace(const Place *place, llvm::function_ref<void(const Place *)> visit);

/// The places read by an expression, those inside access paths included.
void forEachLoad(const Expr *expr, llvm::function_ref<void(const LoadExpr *)> visit);
void forEachLoad(const Place *path, llvm::function_ref<void(const LoadExpr *)> visit);

/// The statement and everything below it.
void forEachStmt(const Stmt *stmt, llvm::function_ref<void(const Stmt *)> visit);
void forEachStmt(const StmtList &list, llvm::function_ref<void(const Stmt *)> visit);
/// The expressions and places that a statement itself holds (not those of nested statements).
void forEachOperand(const Stmt *stmt, llvm::function_ref<void(const Expr *)> expr,
                    llvm::function_ref<void(const Place *)> written);
/// The lists of statements directly inside a statement.
void forEachList(const Stmt *stmt, llvm::function_ref<void(const StmtList &)> visit);

bool same(const Expr *a, const Expr *b);
bool same(const Place *a, const Place *b);
/// Equal for places that are the same.
size_t hashOf(const Place *place);

/// The variable at the root of a place, null below a dereference.
const Variable *rootVariable(const Place *place);
/// The variable that the place is, null where it is a part of one, or below a dereference.
const Variable *wholeVariable(const Place *place);
/// The parameter that the place is, refers to, or is a member of, with nothing but members in between; null for other places.
const Variable *objectOfParameter(const Place *place);
/// What is inside all conversions around it.
const Expr *withoutCasts(const Expr *expr);
/// Does writing the place leave nothing of the old value? So it is for a whole variable, also where its storage was moved.
bool isWhole(const Place *place);
/// The variable whose scope begins with the statement, null for most.
const Variable *declaredBy(const Stmt *stmt);
/// Does the statement declare a constant array or object with a list of initialisers?
bool isTable(const Stmt *stmt);
/// One of literals and constants of the file, which is the same wherever it is declared?
bool isLiteralTable(const Stmt *stmt);
/// Does the statement itself put something on the tape, or take it off? Calls do what their callees say (TapeUse).
bool movesTape(const Stmt *stmt);
/// Is the variable, or a part of it, named anywhere in the tree?
bool mentions(const Expr *expr, const Variable *variable);
bool mentions(const Stmt *stmt, const Variable *variable);

/// Rebuilds trees, replacing variables, expressions or places on the way down.
class Rewriter {
public:
  explicit Rewriter(Context &context) : context(context) {}
  virtual ~Rewriter() = default;

  const Expr *rewrite(const Expr *expr);
  const Place *rewrite(const Place *place);
  virtual StmtList rewrite(const StmtList &list);
  /// A statement may become several, or none.
  void rewrite(const Stmt *stmt, StmtList &out);

protected:
  /// Hooks: null means "no replacement, go on below".
  virtual const Expr *replace(const Expr *) { return nullptr; }
  virtual const Place *replace(const Place *) { return nullptr; }
  virtual const Variable *replace(const Variable *variable) { return variable; }
  /// True: the hook has appended what the statement becomes.
  virtual bool replace(const Stmt *, StmtList &) { return false; }

  Context &context;
  /// The statement made of what its parts become; always a new one.
  Stmt *rebuild(const Stmt *stmt);
  LoopStmt *rebuild(const LoopStmt *loop);
};

/// Location, comment and pragmas of a statement on one of another kind that stands for it. One of the same kind is made by
/// Context::rebuilt.
template <class T> T *annotatedAs(const Stmt *original, T *stmt) {
  static_cast<StmtNotes &>(*stmt) = *original;
  return stmt;
}

} // namespace adjoint::ir

#endif
