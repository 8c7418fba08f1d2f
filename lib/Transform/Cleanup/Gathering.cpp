// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Gathering.h"

#include "IR/Algebra.h"
#include "IR/Values.h"
#include "Transform/Cleanup/Vectors.h"

#include <map>

namespace adjoint::transform {

using namespace ir;
using analysis::Range;
using llvm::dyn_cast;
using llvm::isa;

bool isKnownToBeShort(const Range &range) {
  const long long few = 16;
  std::optional<long long> low = integerValue(range.low), high = integerValue(range.high);
  return low && high && *high < *low + few;
}

bool isOnlyAddedTo(const Iteration &iteration) {
  for (const Access &sum : iteration.accesses())
    if (sum.kind == Access::Kind::Sum)
      for (const Access &other : iteration.accesses())
        if (other.kind != Access::Kind::Sum && iteration.meet(sum.place, other.place))
          return false;
  return true;
}

namespace {
constexpr size_t mostOperations = 48;

/// Of floating-point numbers; none if there is a division, or a function.
std::optional<size_t> operationsOf(const std::set<const Stmt *> &slice) {
  bool quickly = true;
  size_t operations = 0;
  auto look = [&](const Expr *e) {
    const auto *function = dyn_cast<IntrinsicExpr>(e);
    const auto *binary = dyn_cast<BinaryExpr>(e);
    const bool isOperation = binary && binary->type->isFloating();
    operations += isOperation;
    quickly &= (!function || !function->type->isFloating() || function->name == "fabs") && !(isOperation && binary->op == BinaryOp::Div);
  };
  for (const Stmt *stmt : slice)
    forEachOperand(
        stmt, [&](const Expr *e) { forEachExpr(e, look); }, [&](const Place *p) { forEachExpr(p, look); });
  return quickly ? std::optional<size_t>(operations) : std::nullopt;
}
} // namespace

bool areComputedQuickly(const std::vector<std::set<const Stmt *>> &slices, const Arrays &arrays) {
  std::set<const Stmt *> together;
  size_t all = 0;
  for (const std::set<const Stmt *> &slice : slices) {
    const std::optional<size_t> operations = operationsOf(slice);
    if (!operations)
      return false;
    all += *operations;
    together.insert(slice.begin(), slice.end());
  }
  if (arrays.comparisons() != 0 && !isStraight(StmtList(together.begin(), together.end())))
    all = *operationsOf(together) * slices.size();
  return all <= mostOperations;
}

bool isComputedQuickly(const std::set<const Stmt *> &slice, size_t times) {
  const std::optional<size_t> operations = operationsOf(slice);
  return operations && *operations * times <= mostOperations;
}

std::optional<LoopsOfStores> loopsOfStores(const StmtList &work, const Iteration &iteration,
                                           const std::set<const Stmt *> &gathered) {
  std::map<const Stmt *, unsigned> order;
  forEachStmt(work, [&](const Stmt *stmt) { order.insert({stmt, order.size()}); });
  LoopsOfStores found;
  for (const Access &set : iteration.accesses()) {
    if (set.kind == Access::Kind::Sum)
      found.behind.insert(set.stmt);
    if (set.kind != Access::Kind::Set)
      continue;
    bool isFirst = true, isLast = true;
    for (const Access &other : iteration.accesses())
      if (other.stmt != set.stmt && iteration.meet(other.place, set.place))
        (order[other.stmt] < order[set.stmt] ? isFirst : isLast) = false;
    if (!isFirst && !isLast)
      return std::nullopt;
    (isLast ? found.behind : found.before).insert(set.stmt);
  }
  for (const Stmt *sum : gathered)
    found.behind.erase(sum);
  return found;
}

GatheredRange::GatheredRange(Context &context, const Range &range, long long least, long long greatest, StmtList &out)
    : context(context), range(range), least(least), greatest(greatest) {
  const Expr *isLong = context.binary(BinaryOp::Greater, range.high, plus(range.low, greatest - least));
  const Expr *from = plus(range.low, greatest), *to = plus(range.high, least);
  const bool isKnown = integerValue(range.low) && integerValue(range.high);
  end = isKnown ? to : named("high", choice(context, isLong, to, from), out);
}

Range GatheredRange::middle() const { return {plus(range.low, greatest), end}; }

std::optional<Range> GatheredRange::firstOnes(long long offset, StmtList &out) const {
  if (offset == greatest)
    return std::nullopt;
  return Range{range.low, named("low", lesser(range.high, plus(range.low, greatest - offset)), out)};
}

std::optional<Range> GatheredRange::lastOnes(long long offset) const {
  return offset == least ? std::nullopt : std::optional<Range>({plus(end, -offset), range.high});
}

const Expr *GatheredRange::plus(const Expr *e, long long by) const { return by == 0 ? e : shifted(context, e, by); }

const Expr *GatheredRange::lesser(const Expr *a, const Expr *b) const {
  std::optional<long long> first = integerValue(a), second = integerValue(b);
  if (first && second)
    return *second < *first ? b : a;
  return context.select(context.binary(BinaryOp::Less, a, b), a, b);
}

const Expr *GatheredRange::named(const char *name, const Expr *value, StmtList &out) const {
  if (!isa<SelectExpr>(value))
    return value;
  auto *variable = context.make<Variable>(name, context.withConst(value->type), Storage::Local);
  variable->isTemporary = true;
  out.push_back(context.make<DeclareStmt>(variable, value));
  return context.load(variable);
}

} // namespace adjoint::transform
