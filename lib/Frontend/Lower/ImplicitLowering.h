// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImplicitLowering: a call with `#pragma adjoint implicit` or `argmin`. The function that is called is left as it is; the call gets more
// arguments, which are not written, for its derivative (ir::ImplicitFunction).

#ifndef ADJOINT_FRONTEND_LOWER_IMPLICITLOWERING_H
#define ADJOINT_FRONTEND_LOWER_IMPLICITLOWERING_H

#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

class ImplicitLowering {
public:
  ImplicitLowering(BodyLowering &body, const clang::Stmt *s, const ImplicitPragma &pragma)
      : body(body), s(s), where(s->getBeginLoc()), pragma(pragma) {}

  /// The call that the statement makes: refuses any other statement.
  const clang::CallExpr *call() const;
  /// The statement as it has been lowered, with the call completed.
  ir::StmtList completed(const ir::StmtList &lowered);

private:
  const ir::CallStmt *foundIn(const ir::CallStmt *plain, ir::StmtList &out);
  const ir::CallStmt *foundNumber(const ir::CallStmt *plain, ir::StmtList &out);
  const ir::Function *asConstant(const ir::CallStmt *plain) const;
  const ir::CallStmt *solved(const ir::Expr *found, const ir::Type *returned, const ir::Place *result, bool declares) const;
  const ir::Stmt *completed(const ir::CallStmt *plain);
  ir::Function *flattened(const ir::Function &residual, ir::ImplicitFunction &roles) const;
  const clang::FunctionDecl *findFunction() const;
  void findRoles(const ir::Function &function, ir::ImplicitFunction &roles) const;
  void checkTypes(const ir::Function &function, const ir::ImplicitFunction &roles) const;
  ir::Function *slopeOf(const ir::Function &objective, unsigned unknown);
  [[noreturn]] void refuseIt(DiagId id, std::vector<std::string> args = {}) const;
  bool isGiven() const;
  void requireUnknown(const ir::CallStmt *plain) const;
  const ir::Expr *argument(const ir::Function &residual, unsigned param, const ir::ImplicitFunction &roles);
  const ir::Expr *count(bool isNumber);

  BodyLowering &body;
  const clang::Stmt *const s;
  const clang::SourceLocation where;
  const ImplicitPragma &pragma;
  const ir::Expr *elements = nullptr, *unknowns = nullptr; ///< of an object: where they are, and how many
};

} // namespace adjoint::frontend

#endif
