// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions: `try` as branches and forward jumps.
//
//     try { s = root(x) * root(y); } catch (const std::domain_error &) { s = 0; }
// becomes
//     int thrown = 0;
//     root_value = root(x, thrown); if (thrown != 0) goto caught; ...
//     caught: if (thrown == 1) s = 0;
//
// where this `root` is a version of the function that tells the number of what it throws and returns, so that
// objects end as they would. What is not caught stays a `throw` (ExprLowering).

#ifndef ADJOINT_FRONTEND_EXCEPTIONS_H
#define ADJOINT_FRONTEND_EXCEPTIONS_H

#include "Frontend/Lifetimes.h"
#include "Frontend/ThrownTypes.h"
#include "IR/Context.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <functional>
#include <string>

namespace adjoint::frontend {

class BodyLowering;

class Exceptions {
public:
  explicit Exceptions(BodyLowering &body) : body(body) {}

  /// The function being lowered is a version that reports to its last parameter.
  void reportTo(const ir::Variable *parameter);
  void lower(const clang::CXXTryStmt *s);

  /// Is what is thrown here caught by code that is lowered?
  bool areCaught() const { return status != nullptr; }
  /// `throw e;`, and `throw;` in a handler.
  void raise(const clang::CXXThrowExpr *e);
  void raise(const clang::Type *type, clang::SourceLocation where);
  /// Does a call of the function here need the version that reports? Refuses what there is no such version of.
  bool needsReport(const clang::FunctionDecl *callee, clang::SourceLocation where);
  /// The argument of the parameter in which a callee reports.
  const ir::Expr *report();
  /// Behind a call of such a version: leaves if something was thrown.
  void leaveIfThrown(clang::SourceLocation where);
  /// Lowers what constructs an object: the parts that are complete end if a later one throws.
  void constructing(const std::function<void()> &lower);
  /// A part is complete.
  void beginPart(const ir::Place *part, clang::QualType type, clang::SourceLocation where);

private:
  struct Caught {
    std::set<const clang::Type *> types;
    std::string label;         ///< empty: the function returns
    const clang::Stmt *around; ///< the `try`; null: the function
    std::vector<Lifetimes::Object> parts; ///< of objects whose construction has begun inside
  };

  void raiseAgain(clang::SourceLocation where);
  void note(const ThrownTypes::Set &thrown, clang::SourceLocation where);
  void leave(clang::SourceLocation where);
  void returnNothing(clang::SourceLocation where);
  ir::StmtList handlers(const clang::CXXTryStmt *s, const ir::Variable *thrown, const Caught &caught);
  ir::StmtList passOn(const std::set<const clang::Type *> &types, const ir::Variable *thrown,
                      clang::SourceLocation where);
  const ir::Expr *isOneOf(const std::set<const clang::Type *> &types, const ir::Variable *thrown);

  struct Handled {
    const ir::Variable *thrown;
    std::set<const clang::Type *> types;
  };

  BodyLowering &body;
  const ir::Variable *status = nullptr; ///< where the number of what was thrown is; null: nobody here catches it
  Caught current;
  std::vector<Handled> handled; ///< by the handlers around what is being lowered, the innermost last
  unsigned count = 0;
};

} // namespace adjoint::frontend

#endif
