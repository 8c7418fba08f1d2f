// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SumTargets: sums go to other places.
//
//   u_b[i + 1] += w;        with u_b[i + 1] += ... at sum:        sum += w;

#ifndef ADJOINT_TRANSFORM_CLEANUP_SUMTARGETS_H
#define ADJOINT_TRANSFORM_CLEANUP_SUMTARGETS_H

#include "Analysis/Memory/Elements.h"
#include "IR/Visit.h"

#include <map>

namespace adjoint::transform {

class SumTargets : public ir::Rewriter {
public:
  using Places = std::map<const ir::Stmt *, const ir::Place *>;

  /// `targets`, one for each statement that is changed, has to live as long.
  SumTargets(ir::Context &context, const Places &targets) : Rewriter(context), targets(targets) {}
  using Rewriter::rewrite;
  /// What became of such a statement.
  const ir::Stmt *madeOf(const ir::Stmt *sum) const { return made.at(sum); }

protected:
  using Rewriter::replace;
  bool replace(const ir::Stmt *stmt, ir::StmtList &out) override {
    const auto target = targets.find(stmt);
    if (target == targets.end())
      return false;
    const auto *assign = llvm::cast<ir::AssignStmt>(stmt);
    const ir::BinaryOp op = llvm::cast<ir::BinaryExpr>(assign->value)->op;
    const ir::Expr *value = context.binary(op, context.load(target->second), analysis::operandOfSum(assign));
    out.push_back(made[stmt] = context.rebuilt(assign, target->second, value));
    return true;
  }

private:
  const Places &targets;
  std::map<const ir::Stmt *, const ir::Stmt *> made;
};

} // namespace adjoint::transform

#endif
