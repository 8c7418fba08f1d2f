// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/Conditions.h"

namespace adjoint::analysis {

using namespace ir;

void addCompared(const Expr *condition, bool holds, Compared &compared) {
  const auto *test = llvm::dyn_cast<BinaryExpr>(condition);
  if (!test)
    return;
  if (test->op == (holds ? BinaryOp::And : BinaryOp::Or)) {
    addCompared(test->left, holds, compared);
    addCompared(test->right, holds, compared);
  }
  if (!test->left->type->is(TypeKind::Integer))
    return;
  const bool isStrict = test->op == BinaryOp::NotEqual || test->op == BinaryOp::Less || test->op == BinaryOp::Greater;
  const bool mayBeEqual = test->op == BinaryOp::Equal || test->op == BinaryOp::LessEq || test->op == BinaryOp::GreaterEq;
  if (holds ? isStrict : mayBeEqual)
    compared.unequal.push_back({test->left, test->right});
  if (test->op == (holds ? BinaryOp::Equal : BinaryOp::NotEqual))
    compared.equal.push_back({test->left, test->right});
}

} // namespace adjoint::analysis
