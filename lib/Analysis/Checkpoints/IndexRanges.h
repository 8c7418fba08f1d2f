// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IndexRanges: between which values is an index, while a loop runs?
//
//   for (t = 0; t < steps; ++t)
//     for (i = 1; i < n; ++i)
//       u[i * m + j(i)] = ...              range(1, n) * m + ...
//
// The answer is an expression of what the loop does not change, to be evaluated in front of it, when the program runs
// (adjoint/range.h). It is made by interval arithmetic: a counter becomes its range, sums and products those of ranges.
// What a comparison with a counter says of it is used inside the branch.

#ifndef ADJOINT_ANALYSIS_CHECKPOINTS_INDEXRANGES_H
#define ADJOINT_ANALYSIS_CHECKPOINTS_INDEXRANGES_H

#include "Analysis/Loops/Loops.h"
#include "IR/Visit.h"

namespace adjoint::analysis {

/// The type of a range when the program runs.
const ir::Type *rangeType(ir::Context &context);

class IndexRanges {
public:
  /// `loop`: while which runs. Expressions that are asked for are in the terms of its function.
  IndexRanges(ir::Context &context, const ir::LoopStmt *loop);

  /// A number that stays as it is, or a range; null: unknown.
  const ir::Expr *of(const ir::Expr *index) const;
  /// The same, always of the range type.
  const ir::Expr *rangeOf(const ir::Expr *index) const;
  /// Is every number between the ends of the range taken for one of the index, as far as it matters? Not where a counter is
  /// in it twice, once added and once subtracted (i + (n - 1 - i)), be it by way of the bounds of another counter: the range
  /// may then go beyond the block.
  bool isExact(const ir::Expr *index) const;
  bool isInvariant(const ir::Expr *expr) const;
  const ir::Expr *sum(const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *difference(const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *hull(const ir::Expr *a, const ir::Expr *b) const;
  /// 0 <= i < count
  const ir::Expr *upTo(const ir::Expr *count) const;

  /// Variables of code that the loop runs: none of them is known in front of it.
  void addOwn(const ir::Variable *variable) { own.insert(variable); }
  /// Inside a loop with this counter.
  void enter(const CountedLoop &counted);
  void leave(const CountedLoop &counted);

  /// Inside a branch: is all known that the condition says of indices? Each `assume` is undone by a `forget`.
  bool assume(const ir::Expr *condition, bool holds);
  void forget() { assumed.pop_back(); }

private:
  using Ranges = std::map<const ir::Variable *, const ir::Expr *>;

  enum Sign : unsigned { Plus = 1, Minus = 2 };
  using Signs = std::map<const ir::Variable *, unsigned>;

  void addSigns(const ir::Expr *index, unsigned sign, Signs &signs) const;
  bool isRange(const ir::Expr *expr) const { return expr->type->isRecord(); }
  const ir::Expr *range(const ir::Expr *low, const ir::Expr *high) const;
  const ir::Expr *only(const ir::Expr *index) const;
  const ir::Expr *plain(const ir::Expr *index) const;
  const ir::Expr *arithmetic(const ir::BinaryExpr *binary) const;
  const ir::Expr *numbers(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *combined(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b) const;
  bool assumeComparison(ir::BinaryOp op, const ir::Expr *left, const ir::Expr *right, Ranges &to) const;
  bool assumeIn(const ir::Expr *condition, bool holds, Ranges &to) const;

  ir::Context &context;
  const Changes changes;
  std::set<const ir::Variable *> own;
  Ranges counters;
  std::map<const ir::Variable *, CountedLoop> loops; ///< of the counters
  std::vector<Ranges> assumed;
};

} // namespace adjoint::analysis

#endif
