// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StatementTangent: a statement without nested lists, together with its tangent.
//
//   y = x * sin(y);   ->   y_d = sin(y) * x_d + x * (cos(y) * y_d);  y = x * sin(y);
//   y = exp(y);       ->   y = exp(y);  y_d = y * y_d;
//   p = q + 1;        ->   p_d = q_d + 1;  p = q + 1;
//   s = t;            ->   s_d = t_d;  s = t;                             (records)
//   return x * y;     ->   result_d = y * x_d + x * y_d;  return x * y;

#ifndef ADJOINT_TRANSFORM_TANGENT_STATEMENTTANGENT_H
#define ADJOINT_TRANSFORM_TANGENT_STATEMENTTANGENT_H

#include "Transform/Tangent/CallTangent.h"

namespace adjoint::transform {

class StatementTangent {
public:
  /// `result`: where the tangent of the return value goes, null if nobody asks for it.
  StatementTangent(ir::Context &context, const analysis::Unit &unit, const analysis::Activity &activity,
                   const analysis::ChosenTangents &chosen, Shadows &shadows, const Scaling &scaling, CallTangent &calls,
                   const ir::Place *result)
      : context(context), unit(unit), activity(activity), chosen(chosen), shadows(shadows), scaling(scaling),
        calls(calls), result(result) {}

  /// Appends the statement and its tangent.
  void append(const ir::Stmt *stmt, ir::StmtList &out);

private:
  void appendWithTangent(const ir::Stmt *stmt, ir::StmtList &out);
  const ir::Variable *tangentOf(const ir::Variable *variable);
  const ir::Stmt *primalOf(const ir::DeclareStmt *stmt);
  void declare(const ir::DeclareStmt *stmt, ir::StmtList &out);
  void declareFloating(const ir::DeclareStmt *stmt, const ir::Variable *tangent, ir::StmtList &out);
  void assign(const ir::AssignStmt *stmt, ir::StmtList &out);
  void assignFloating(const ir::AssignStmt *stmt, ir::StmtList &out);
  void appendWithValue(const ir::AssignStmt *stmt, ir::StmtList &out);
  void allocate(const ir::AllocateStmt *stmt, ir::StmtList &out);
  void free(const ir::FreeStmt *stmt, ir::StmtList &out);
  void returnValue(const ir::ReturnStmt *stmt, ir::StmtList &out);
  const ir::Expr *pointerTangent(const ir::Expr *pointer);
  const ir::Expr *objectTangent(const ir::Expr *object, ir::StmtList &out);
  const ir::Expr *orZero(const ir::Expr *tangent, const ir::Type *type);
  bool readsWhatIsWritten(const ir::Expr *tangent, const ir::Place *written) const;
  ExpressionTangent expressionAt(const ir::Stmt *stmt);

  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  const analysis::ChosenTangents &chosen;
  Shadows &shadows;
  const Scaling &scaling;
  CallTangent &calls;
  const ir::Place *result;
};

} // namespace adjoint::transform

#endif
