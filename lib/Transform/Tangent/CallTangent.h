// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CallTangent: what a call becomes.
//
//   double y = g(a, x * x, n);   ->   double y_d = 0.0;
//                                     double y = g_d(a, a_d, x * x, 2.0 * x * x_d, n, y_d);

#ifndef ADJOINT_TRANSFORM_TANGENT_CALLTANGENT_H
#define ADJOINT_TRANSFORM_TANGENT_CALLTANGENT_H

#include "Transform/Tangent/ExpressionTangent.h"
#include "Transform/Tangent/Tangents.h"

namespace adjoint::transform {

class CallTangent {
public:
  CallTangent(Tangents &tangents, const analysis::Activity &activity, Shadows &shadows)
      : tangents(tangents), context(tangents.context), activity(activity), shadows(shadows) {}

  /// Appends the call, or that of its tangent, with the declaration of the result's tangent.
  void append(const ir::CallStmt *call, ir::StmtList &out);

private:
  bool needsTangent(const ir::CallStmt *call) const;
  bool receivesActive(const ir::CallStmt *call) const;
  bool isRefused(const ir::CallStmt *call) const;
  void appendPrimal(const ir::CallStmt *call, ir::StmtList &out);
  void appendEstimates(const ir::CallStmt *call, ir::StmtList &out);
  void appendImplicit(const ir::CallStmt *call, ir::StmtList &out);
  void appendHook(const ir::CallStmt *call, ir::StmtList &out);
  void declareUnasked(const ir::Variable *result, ir::StmtList &out);
  void appendTangent(const ir::CallStmt *call, const ir::Function *tangent, const std::vector<bool> &tangentParam,
                     const std::vector<const ir::Variable *> &globals, bool hasResult, ir::StmtList &out);
  void bindReference(const ir::CallStmt *call, const ir::Function *tangent, std::vector<const ir::Expr *> args,
                     ir::StmtList &out);
  const ir::Expr *argumentTangent(const ir::CallStmt *call, unsigned index, ir::StmtList &out);
  const ir::Expr *resultPlace(const ir::CallStmt *call, ir::StmtList &out);
  const ir::Expr *globalTangent(const ir::Variable *global, ir::StmtList &out);
  /// A zero to be read or an object to be written that nobody asks for.
  const ir::Place *unasked(const std::string &name, const ir::Type *type, ir::StmtList &out);

  Tangents &tangents;
  ir::Context &context;
  const analysis::Activity &activity;
  Shadows &shadows;
};

} // namespace adjoint::transform

#endif
