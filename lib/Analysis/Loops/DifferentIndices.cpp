// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/DifferentIndices.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// Does it not wrap where the index is valid?
bool isExact(const BinaryExpr *e) { return e->type->isSigned || e->type->bits == 64; }

const BinaryExpr *sumIn(const Expr *expr) {
  const auto *sum = dyn_cast<BinaryExpr>(withoutWidening(expr));
  return sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) && isExact(sum) ? sum : nullptr;
}

const BinaryExpr *productIn(const Expr *expr) {
  const auto *product = dyn_cast<BinaryExpr>(withoutWidening(expr));
  return product && product->op == BinaryOp::Mul && isExact(product) ? product : nullptr;
}

/// Null: zero.
struct RowAndColumn {
  const Expr *row = nullptr, *column = nullptr;
};

class Comparison {
public:
  Comparison(Context &context, const std::vector<CountedLoop> &loops, const ExprPairs &unequal)
      : context(context), loops(loops), unequal(unequal) {}

  bool areDifferent(const Expr *a, const Expr *b) const;
  bool isWithin(const Expr *index, const Expr *bound) const;

private:
  const Expr *value(const Expr *expr) const { return expr ? expr : context.intLiteral(0); }
  const Expr *joined(BinaryOp op, const Expr *left, const Expr *right) const;
  RowAndColumn split(const Expr *index, const Expr *width) const;
  void addWidths(const Expr *index, std::vector<const Expr *> &widths) const;
  bool areUnequal(const Expr *a, const Expr *b) const;

  Context &context;
  const std::vector<CountedLoop> &loops;
  const ExprPairs unequal;
};

const Expr *Comparison::joined(BinaryOp op, const Expr *left, const Expr *right) const {
  if (!right || (!left && op == BinaryOp::Add))
    return right ? right : left;
  return context.binary(op, value(left), right);
}

RowAndColumn Comparison::split(const Expr *index, const Expr *width) const {
  if (const BinaryExpr *sum = sumIn(index)) {
    const RowAndColumn left = split(sum->left, width), right = split(sum->right, width);
    return {joined(sum->op, left.row, right.row), joined(sum->op, left.column, right.column)};
  }
  if (same(withoutWidening(index), width))
    return {context.intLiteral(1), nullptr};
  if (const BinaryExpr *product = productIn(index)) {
    if (same(withoutWidening(product->right), width))
      return {product->left, nullptr};
    if (same(withoutWidening(product->left), width))
      return {product->right, nullptr};
  }
  return {nullptr, index};
}

/// Factors of the products that it is a sum of, but for what changes in the loops.
void Comparison::addWidths(const Expr *index, std::vector<const Expr *> &widths) const {
  if (const BinaryExpr *sum = sumIn(index)) {
    addWidths(sum->left, widths);
    addWidths(sum->right, widths);
  } else if (const BinaryExpr *product = productIn(index)) {
    for (const Expr *factor : {product->right, product->left})
      if (llvm::none_of(loops, [&](const CountedLoop &loop) { return mentions(factor, loop.counter); }))
        widths.push_back(withoutWidening(factor));
  }
}

bool Comparison::areUnequal(const Expr *a, const Expr *b) const {
  return llvm::any_of(unequal, [&](const auto &pair) {
    const Expr *first = withoutWidening(pair.first), *second = withoutWidening(pair.second);
    return (same(first, withoutWidening(a)) && same(second, withoutWidening(b))) || (same(first, withoutWidening(b)) && same(second, withoutWidening(a)));
  });
}

bool Comparison::areDifferent(const Expr *a, const Expr *b) const {
  if (isAlwaysLess(loops, a, b) || isAlwaysLess(loops, b, a) || areUnequal(a, b))
    return true;
  std::vector<const Expr *> widths;
  addWidths(a, widths);
  return llvm::any_of(widths, [&](const Expr *width) {
    const RowAndColumn first = split(a, width), second = split(b, width);
    if (!first.column && !second.column) // the width may be zero
      return false;
    if (!isWithin(value(first.column), width) || !isWithin(value(second.column), width))
      return false;
    return areDifferent(value(first.row), value(second.row)) || areDifferent(value(first.column), value(second.column));
  });
}

bool Comparison::isWithin(const Expr *index, const Expr *bound) const {
  if (isNeverLess(loops, index, context.intLiteral(0)) && isAlwaysLess(loops, index, bound))
    return true;
  std::vector<const Expr *> widths;
  addWidths(bound, widths);
  return llvm::any_of(widths, [&](const Expr *width) {
    const RowAndColumn part = split(index, width), end = split(bound, width);
    return !end.column && isWithin(value(part.column), width) && isWithin(value(part.row), value(end.row));
  });
}

} // namespace

bool areDifferent(Context &context, const std::vector<CountedLoop> &loops, const ExprPairs &unequal, const Expr *a, const Expr *b) {
  return Comparison(context, loops, unequal).areDifferent(a, b);
}

bool isWithin(Context &context, const std::vector<CountedLoop> &loops, const Expr *index, const Expr *bound) {
  return Comparison(context, loops, {}).isWithin(index, bound);
}

} // namespace adjoint::analysis
