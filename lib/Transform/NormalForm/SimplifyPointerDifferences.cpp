// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   count = v + n - v                       count = n
//   count = (v + last) - (v + first)   ->   count = last - first
#include "Transform/NormalForm/NormalForm.h"

#include "IR/Visit.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

struct Position {
  const Expr *base;
  std::vector<const Expr *> offsets;
};

Position positionOf(const Expr *pointer) {
  if (const auto *conversion = dyn_cast<CastExpr>(pointer); conversion && conversion->operand->type->isPointer())
    return positionOf(conversion->operand);
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  if (!sum || sum->op != BinaryOp::Add || !sum->left->type->isPointer())
    return {pointer, {}};
  Position found = positionOf(sum->left);
  found.offsets.push_back(sum->right);
  return found;
}

class Simplifying : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  const Expr *replace(const Expr *expr) override {
    if (const auto *conversion = dyn_cast<CastExpr>(expr)) {
      const auto *simple = llvm::dyn_cast_or_null<CastExpr>(differenceIn(conversion->operand));
      return simple && simple->operand->type == conversion->type ? simple->operand : nullptr;
    }
    return differenceIn(expr);
  }

private:
  const Expr *differenceIn(const Expr *expr) {
    const auto *difference = dyn_cast<BinaryExpr>(expr);
    if (!difference || difference->op != BinaryOp::Sub || !difference->left->type->isPointer() ||
        !difference->right->type->isPointer())
      return nullptr;
    Position to = positionOf(difference->left), from = positionOf(difference->right);
    if (!same(to.base, from.base) || to.offsets.size() > 1 || from.offsets.size() > 1)
      return nullptr;
    auto number = [&](const Expr *offset) {
      return context.cast(CastExpr::Form::Explicit, rewrite(offset), expr->type);
    };
    const Expr *last = to.offsets.empty() ? context.literal(0, expr->type) : number(to.offsets.front());
    return from.offsets.empty() ? last : context.binary(BinaryOp::Sub, last, number(from.offsets.front()));
  }
};

} // namespace

StmtList simplifyPointerDifferences(Context &context, StmtList body) { return Simplifying(context).rewrite(body); }

} // namespace adjoint::transform
