// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (&v != &v) { free what v has; copy v }
// becomes nothing, and
//   if (&v != &w) { free what v has; copy w }
// what stands in it: the test for self-assignment, once the operator is inlined.
#include "Transform/Inlining.h"

#include "IR/Visit.h"

#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

const Expr *withoutCasts(const Expr *expr) {
  while (const auto *conversion = dyn_cast<CastExpr>(expr))
    expr = conversion->operand;
  return expr;
}

/// The variable that the place is a part of; null behind a pointer or reference.
const Variable *variableOf(const Place *place) {
  while (const auto *field = dyn_cast<FieldPlace>(place))
    place = field->object;
  const Variable *variable = wholeVariable(place);
  return variable && !variable->type->isReference() ? variable : nullptr;
}

/// Whether both are the address of one object; nothing where that is not known.
std::optional<bool> areEqual(const Expr *left, const Expr *right) {
  const auto *a = dyn_cast<AddressExpr>(withoutCasts(left)), *b = dyn_cast<AddressExpr>(withoutCasts(right));
  if (!a || !b)
    return std::nullopt;
  if (same(a->place, b->place))
    return true;
  const Variable *x = variableOf(a->place), *y = variableOf(b->place);
  return x && y && x != y ? std::optional<bool>(false) : std::nullopt;
}

class Deciding : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *branch = dyn_cast<IfStmt>(stmt);
    const auto *comparison = branch ? dyn_cast<BinaryExpr>(withoutCasts(branch->condition)) : nullptr;
    if (!comparison || (comparison->op != BinaryOp::Equal && comparison->op != BinaryOp::NotEqual))
      return false;
    std::optional<bool> equal = areEqual(comparison->left, comparison->right);
    if (!equal)
      return false;
    bool holds = *equal == (comparison->op == BinaryOp::Equal);
    StmtList arm = rewrite(holds ? branch->yes : branch->no);
    if (!arm.empty())
      out.push_back(annotatedAs(stmt, context.make<BlockStmt>(std::move(arm))));
    return true;
  }
};

} // namespace

StmtList decideAddresses(Context &context, StmtList body) { return Deciding(context).rewrite(body); }

} // namespace adjoint::transform
