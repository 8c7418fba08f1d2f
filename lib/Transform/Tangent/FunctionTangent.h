// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionTangent: one function, for one demand, with its tangents computed beside it.
//
//   double f(double x, int n) {          double f_d(double x, double x_d, int n, double &result_d) {
//     double y = x;                        double y_d = x_d;
//                                          double y = x;
//     for (int i = 0; i < n; ++i)          for (int i = 0; i < n; ++i) {
//       y *= x;              ->              y_d = x * y_d + y * x_d;
//                                            y *= x;
//                                          }
//     return y;                            result_d = y_d;
//   }                                      return y;
//                                        }
//
// Control flow stays what it is. The tangent of a variable is written wherever the variable is,
// so that it is right at every read through which a derivative flows.

#ifndef ADJOINT_TRANSFORM_TANGENT_FUNCTIONTANGENT_H
#define ADJOINT_TRANSFORM_TANGENT_FUNCTIONTANGENT_H

#include "Transform/Function/AnalysedFunction.h"
#include "Transform/Tangent/StatementTangent.h"

namespace adjoint::transform {

class FunctionTangent {
public:
  /// `function` is analysed, and lives longer.
  FunctionTangent(Tangents &tangents, const AnalysedFunction &function);

  bool hasResult() const;
  /// A helper's, by the demand.
  ir::Function *signature();

  /// `tangent` has the signature of the contract.
  void buildRoot(ir::Function &tangent, const ir::Request &request);
  void buildHelper(ir::Function &tangent);

private:
  ir::StmtList declareGlobals();
  void runLoopsInParallel(ir::Function &tangent);
  ir::StmtList differentiated(const ir::Place *result, bool isRoot);
  ir::StmtList rewrite(const ir::StmtList &list);
  void addExtents(ir::Checkpoint &checkpoint);
  const ir::Stmt *rewrite(const ir::Stmt *stmt);

  Tangents &tangents;
  ir::Context &context;
  const AnalysedFunction &primal;
  const ir::Function *original;
  Shadows shadows;
  std::unique_ptr<CallTangent> calls;
  std::unique_ptr<analysis::ChosenTangents> chosen;
  std::unique_ptr<StatementTangent> statements;
};

} // namespace adjoint::transform

#endif
