// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0; i < n; ++i)              const int last = n > 1 ? n - 1 : 0;
//     y[i] = x[(i + 1) % n] * x[i];    ->    for (int i = 0; i < last; ++i)
//                                              y[i] = x[i + 1] * x[i];
//                                            for (int i = last; i < n; ++i)
//                                              y[i] = x[(i + 1) % n] * x[i];
//
// The neighbour of a periodic grid is an element like any other but at the ends. What stands in the middle has an index that
// grows with the counter, so that its reverse is distributed and vectorised (Cleanup/Iteration.h); the ends stay as they are.
// So do loops over `(i + n - 1) % n`, and over `i == n - 1 ? 0 : i + 1` and its kin.

#include "Analysis/Loops/Bounds.h"
#include "IR/FreshCopy.h"
#include "IR/Values.h"
#include "Transform/NormalForm/NormalForm.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const unsigned most = 12; ///< statements, of a loop that is written several times

/// counter + count * the number of points + constant
struct GridIndex {
  unsigned counters = 0, counts = 0;
  long long constant = 0;
};

/// An expression that is `inside` where the counter is at least `fromStart`, and below the number of points less `fromEnd`.
struct Wrap {
  const Expr *inside = nullptr;
  long long fromStart = 0, fromEnd = 0;
};

/// A loop over the points of a grid, `first` to `count - less`.
class GridLoop {
public:
  static std::optional<GridLoop> of(Context &context, const LoopStmt *loop);

  std::optional<Wrap> wrapIn(const Expr *expr) const;
  const CountedLoop &counted() const { return loop; }

  long long first, less = 0;
  const Expr *count;

private:
  GridLoop(Context &context, const CountedLoop &loop) : context(context), loop(loop) {}
  std::optional<Wrap> remainder(const BinaryExpr *expr) const;
  std::optional<Wrap> choice(const SelectExpr *expr) const;
  bool add(const Expr *expr, GridIndex &index) const;
  const Expr *counterPlus(long long constant) const;

  Context &context;
  CountedLoop loop;
};

std::optional<GridLoop> GridLoop::of(Context &context, const LoopStmt *stmt) {
  std::optional<CountedLoop> counted = analysis::countedLoop(stmt);
  if (!counted || !counted->declares || counted->step != 1)
    return std::nullopt;
  std::optional<analysis::Range> range = analysis::rangeOf(context, *counted);
  const std::optional<long long> first = range ? integerValue(range->low) : std::nullopt;
  if (!first || *first < 0 || *first > most)
    return std::nullopt;
  GridLoop found(context, *counted);
  found.first = *first;
  found.count = range->high;
  const auto *difference = dyn_cast<BinaryExpr>(range->high);
  if (difference && difference->op == BinaryOp::Sub && difference->type->isSigned) {
    const std::optional<long long> less = integerValue(difference->right);
    if (!less || *less < 0 || *less > most)
      return std::nullopt;
    found.count = difference->left;
    found.less = *less;
  }
  if (found.count->type != context.withoutConst(counted->counter->type))
    return std::nullopt;
  return found;
}

bool GridLoop::add(const Expr *expr, GridIndex &index) const {
  if (same(expr, count)) {
    ++index.counts;
    return true;
  }
  if (std::optional<long long> value = integerValue(expr)) {
    index.constant += *value;
    return *value >= 0 && *value <= most;
  }
  const auto *load = dyn_cast<LoadExpr>(expr);
  if (load && wholeVariable(load->place) == loop.counter) {
    ++index.counters;
    return true;
  }
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub) || !add(binary->left, index))
    return false;
  if (binary->op == BinaryOp::Add)
    return add(binary->right, index);
  const std::optional<long long> value = integerValue(binary->right);
  index.constant -= value.value_or(0);
  return value && *value >= 0 && *value <= most;
}

const Expr *GridLoop::counterPlus(long long constant) const {
  const Expr *counter = context.load(loop.counter);
  if (constant == 0)
    return counter;
  return context.binary(constant > 0 ? BinaryOp::Add : BinaryOp::Sub, counter,
                        context.literal(std::abs(constant), counter->type));
}

/// `(i + 1) % n`, `(i + n - 1) % n`. Unsigned numbers of 32 bits may wrap where they are added.
std::optional<Wrap> GridLoop::remainder(const BinaryExpr *expr) const {
  GridIndex index;
  if (expr->op != BinaryOp::Rem || !same(expr->right, count) || !add(expr->left, index) || index.counters != 1 ||
      (!expr->type->isSigned && expr->type->bits < 64))
    return std::nullopt;
  Wrap wrap{counterPlus(index.constant)};
  if (index.counts == 0 && index.constant >= 0)
    wrap.fromEnd = index.constant;
  else if (index.counts == 1 && index.constant <= 0)
    wrap.fromStart = -index.constant;
  else
    return std::nullopt;
  return wrap;
}

/// `i == n - 1 ? 0 : i + 1`, `i > 0 ? i - 1 : n - 1`: the counter is compared with one of its ends.
std::optional<Wrap> GridLoop::choice(const SelectExpr *expr) const {
  const auto *test = dyn_cast<BinaryExpr>(expr->condition);
  GridIndex left, right;
  if (!expr->type->is(TypeKind::Integer) || !test || !isComparison(test->op) || test->left->type != count->type ||
      !add(test->left, left) || !add(test->right, right) || left.counters != 1 || left.counts != 0 || right.counters != 0 ||
      right.counts > 1)
    return std::nullopt;
  const long long distance = right.constant - left.constant; // of i from 0, or from n
  const bool isEqual = test->op == BinaryOp::Equal, isUnequal = test->op == BinaryOp::NotEqual;
  if (right.counts == 0 && distance == 0 && (isEqual || isUnequal || test->op == BinaryOp::Greater))
    return Wrap{isEqual ? expr->no : expr->yes, 1, 0};
  if (right.counts == 1 && distance == -1 && (isEqual || isUnequal || test->op == BinaryOp::Less))
    return Wrap{isEqual ? expr->no : expr->yes, 0, 1};
  return std::nullopt;
}

std::optional<Wrap> GridLoop::wrapIn(const Expr *expr) const {
  if (const auto *binary = dyn_cast<BinaryExpr>(expr))
    return remainder(binary);
  const auto *select = dyn_cast<SelectExpr>(expr);
  return select ? choice(select) : std::nullopt;
}

/// The loop with other variables, perhaps as it is in the middle.
class PartOfLoop : public FreshCopy {
public:
  PartOfLoop(Context &context, const GridLoop &grid, bool isMiddle) : FreshCopy(context), grid(grid), isMiddle(isMiddle) {}

protected:
  using FreshCopy::replace;
  const Expr *replace(const Expr *expr) override {
    std::optional<Wrap> wrap = isMiddle ? grid.wrapIn(expr) : std::nullopt;
    return wrap ? rewrite(wrap->inside) : nullptr;
  }

private:
  const GridLoop &grid;
  const bool isMiddle;
};

class WrapSplitting : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || loop->parallel || loop->checkpoint || !isSimple(loop))
      return false;
    std::optional<GridLoop> grid = GridLoop::of(context, loop);
    if (!grid)
      return false;
    const Wrap middle = middleOf(loop, *grid);
    if (!middle.inside)
      return false;
    const Context::Origin origin(context, loop->location);
    const long long low = std::max(middle.fromStart, grid->first), fromEnd = std::max(middle.fromEnd, grid->less);
    const std::optional<long long> points = integerValue(grid->count);
    if (points && *points <= low + fromEnd)
      return false; // there is no middle
    split(loop, *grid, low, fromEnd, out);
    return true;
  }

private:
  /// Nothing but declarations, assignments and branches, and not many?
  static bool isSimple(const LoopStmt *loop) {
    bool simple = true;
    unsigned count = 0;
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      simple &= ++count <= most && (isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt) || isa<IfStmt>(stmt));
    });
    return simple;
  }

  /// The part of the grid in which nothing wraps; no `inside`, where nothing wraps anywhere.
  static Wrap middleOf(const LoopStmt *loop, const GridLoop &grid) {
    Wrap middle;
    auto look = [&](const Expr *expr) {
      if (std::optional<Wrap> wrap = grid.wrapIn(expr)) {
        middle.inside = wrap->inside;
        middle.fromStart = std::max(middle.fromStart, wrap->fromStart);
        middle.fromEnd = std::max(middle.fromEnd, wrap->fromEnd);
      }
    };
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      forEachOperand(
          stmt, [&](const Expr *e) { forEachExpr(e, look); }, [&](const Place *p) { forEachExpr(p, look); });
    });
    return middle;
  }

  const Variable *makeBound(const char *name, const Expr *value, StmtList &out) {
    auto *bound = context.make<Variable>(name, context.withConst(value->type), Storage::Local);
    bound->isTemporary = true;
    out.push_back(context.make<DeclareStmt>(bound, value));
    return bound;
  }

  const Stmt *part(const LoopStmt *loop, const GridLoop &grid, const Expr *low, const Expr *high, bool isMiddle) {
    const Variable *counter = grid.counted().counter;
    const StmtList init = {context.make<DeclareStmt>(counter, low)};
    const Expr *condition = context.binary(BinaryOp::Less, context.load(counter), high);
    return PartOfLoop(context, grid, isMiddle).of(context.rebuilt(loop, init, condition, loop->step, loop->body));
  }

  const Stmt *withoutComment(const Stmt *stmt) { return stmt->comment.empty() ? stmt : context.withComment(stmt, ""); }

  /// [grid.first, low), [low, count - fromEnd) and the rest; all parts but the middle may be left out.
  void split(const LoopStmt *loop, const GridLoop &grid, long long low, long long fromEnd, StmtList &out) {
    const Type *type = grid.count->type;
    auto number = [&](long long value) { return context.literal(value, type); };
    const std::optional<long long> points = integerValue(grid.count);
    auto countLess = [&](long long less) {
      return less == 0 ? grid.count : points ? number(*points - less) : context.binary(BinaryOp::Sub, grid.count, number(less));
    };
    const Expr *start = number(low), *end = countLess(grid.less), *last = end;
    const Stmt *head = nullptr;
    if (low > grid.first) {
      const Expr *isShort = context.binary(BinaryOp::Less, end, start);
      const Expr *first = points ? start : context.load(makeBound("first", context.select(isShort, end, start), out));
      head = part(loop, grid, number(grid.first), first, false);
      out.push_back(head);
    }
    if (points) {
      last = countLess(std::max(fromEnd, grid.less));
    } else if (fromEnd > grid.less) {
      const Expr *isLong = context.binary(BinaryOp::Greater, grid.count, number(low + fromEnd));
      last = context.load(makeBound("last", context.select(isLong, countLess(fromEnd), start), out));
    }
    const Stmt *middle = part(loop, grid, start, last, true);
    out.push_back(head ? withoutComment(middle) : middle);
    if (fromEnd > grid.less)
      out.push_back(withoutComment(part(loop, grid, last, end, false)));
  }
};

} // namespace

StmtList splitWraps(Context &context, StmtList body) { return WrapSplitting(context).rewrite(body); }

} // namespace adjoint::transform
