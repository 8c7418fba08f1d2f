// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Checkpoints/IndexRanges.h"

#include "IR/Algebra.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
const Type *indexType(Context &context) { return context.integer("std::ptrdiff_t", 64, true); }
} // namespace

const Type *rangeType(Context &context) {
  const bool isNew = !context.hasRecord("adjoint::Range");
  Record *record = context.record("adjoint::Range");
  if (isNew)
    record->fields = {{"first", indexType(context), 0}, {"last", indexType(context), 1}};
  return context.recordType(record);
}

IndexRanges::IndexRanges(Context &context, const LoopStmt *loop) : context(context), changes(loop->body) {
  forEachStmt(loop, [this](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      own.insert(variable);
  });
  if (std::optional<CountedLoop> counted = countedLoop(loop))
    enter(*counted);
}

bool IndexRanges::isInvariant(const Expr *expr) const {
  bool isKnown = true;
  forEachPlace(expr, [&](const Place *place) {
    const auto *variable = dyn_cast<VarPlace>(place);
    isKnown = isKnown && !(variable && (own.count(variable->variable) || counters.count(variable->variable)));
  });
  return isKnown && !changes.mayChange(expr);
}

// ------------------------------------------------------------ arithmetic

/// As a signed number of the size of an address.
const Expr *IndexRanges::plain(const Expr *index) const {
  const bool mayLose = index->type->bits == 64 && !index->type->isSigned;
  return mayLose ? context.cast(CastExpr::Form::Explicit, index, indexType(context)) : index;
}

const Expr *IndexRanges::range(const Expr *low, const Expr *high) const {
  if (isRange(low) != isRange(high)) {
    low = isRange(low) ? low : only(low);
    high = isRange(high) ? high : only(high);
  }
  return context.intrinsic("range", "adjoint::range", {isRange(low) ? low : plain(low), isRange(high) ? high : plain(high)},
                           rangeType(context));
}

const Expr *IndexRanges::only(const Expr *index) const {
  return context.intrinsic("range", "adjoint::only", {plain(index)}, rangeType(context));
}

const Expr *IndexRanges::upTo(const Expr *count) const { return range(context.literal(0, count->type), count); }

const Expr *IndexRanges::hull(const Expr *a, const Expr *b) const {
  if (same(a, b))
    return a;
  const Expr *left = isRange(a) ? a : only(a), *right = isRange(b) ? b : only(b);
  return context.make<BinaryExpr>(BinaryOp::BitOr, left, right, rangeType(context));
}

/// Of two numbers, which may have different types.
const Expr *IndexRanges::numbers(BinaryOp op, const Expr *a, const Expr *b) const {
  auto converted = [&](const Expr *e) { return context.cast(CastExpr::Form::Explicit, e, indexType(context)); };
  return a->type == b->type ? context.binary(op, a, b) : context.binary(op, converted(a), converted(b));
}

const Expr *IndexRanges::combined(BinaryOp op, const Expr *a, const Expr *b) const {
  if (!isRange(a) && !isRange(b))
    return numbers(op, a, b);
  const bool isAddition = op == BinaryOp::Add || op == BinaryOp::Sub;
  if (isAddition && !isRange(b) && isInteger(b, 0))
    return a;
  if (op == BinaryOp::Add && !isRange(a) && isInteger(a, 0))
    return b;
  const Expr *left = isRange(a) ? a : plain(a), *right = isRange(b) ? b : plain(b);
  return context.make<BinaryExpr>(op, left, right, rangeType(context));
}

const Expr *IndexRanges::sum(const Expr *a, const Expr *b) const { return combined(BinaryOp::Add, a, b); }

const Expr *IndexRanges::difference(const Expr *a, const Expr *b) const { return combined(BinaryOp::Sub, a, b); }

const Expr *IndexRanges::arithmetic(const BinaryExpr *binary) const {
  const Expr *left = of(binary->left), *right = of(binary->right);
  if (!left || !right)
    return nullptr;
  const bool isProduct = binary->op == BinaryOp::Mul && !(isRange(left) && isRange(right));
  const bool isQuotient = (binary->op == BinaryOp::Div || binary->op == BinaryOp::Rem) && !isRange(right);
  if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || isProduct || isQuotient)
    return combined(binary->op, left, right);
  return nullptr;
}

const Expr *IndexRanges::of(const Expr *index) const {
  if (!index->type->isIntegral())
    return nullptr;
  if (isInvariant(index))
    return index;
  if (const auto *conversion = dyn_cast<CastExpr>(index))
    return conversion->type->bits >= 32 ? of(conversion->operand) : nullptr;
  if (const auto *load = dyn_cast<LoadExpr>(index)) {
    const Variable *variable = wholeVariable(load->place);
    for (auto it = assumed.rbegin(); it != assumed.rend(); ++it)
      if (auto found = it->find(variable); found != it->end())
        return found->second;
    auto found = counters.find(variable);
    return found == counters.end() ? nullptr : found->second;
  }
  if (const auto *unary = dyn_cast<UnaryExpr>(index)) {
    const Expr *operand = unary->op == UnaryOp::Minus ? of(unary->operand) : nullptr;
    return operand ? combined(BinaryOp::Mul, operand, context.literal(-1, indexType(context))) : nullptr;
  }
  if (const auto *choice = dyn_cast<SelectExpr>(index)) {
    const Expr *yes = of(choice->yes), *no = of(choice->no);
    return yes && no ? hull(yes, no) : nullptr;
  }
  const auto *binary = dyn_cast<BinaryExpr>(index);
  return binary ? arithmetic(binary) : nullptr;
}

const Expr *IndexRanges::rangeOf(const Expr *index) const {
  const Expr *found = of(index);
  return !found || isRange(found) ? found : only(found);
}

// ----------------------------------------------------------------- loops

/// The counter is between where it begins and where it ends, wherever its steps lead it.
void IndexRanges::enter(const CountedLoop &counted) {
  loops.insert_or_assign(counted.counter, counted);
  const Expr *first = of(counted.first), *bound = of(counted.bound);
  if (!first || !bound)
    return;
  auto behind = [this](const Expr *e) {
    return isRange(e) ? combined(BinaryOp::Add, e, context.literal(1, indexType(context))) : shifted(context, e, 1);
  };
  const bool isInclusive = counted.test == BinaryOp::LessEq || counted.test == BinaryOp::GreaterEq;
  if (counted.step > 0)
    counters[counted.counter] = range(first, isInclusive ? behind(bound) : bound);
  else
    counters[counted.counter] = range(isInclusive ? bound : behind(bound), behind(first));
}

void IndexRanges::leave(const CountedLoop &counted) {
  counters.erase(counted.counter);
  loops.erase(counted.counter);
}

namespace {
unsigned opposite(unsigned sign) { return sign == 1 ? 2 : sign == 2 ? 1 : sign; }
} // namespace

/// With which signs each counter is in the index. Factors are taken for positive, as widths of rows are.
void IndexRanges::addSigns(const Expr *index, unsigned sign, Signs &signs) const {
  if (const auto *conversion = dyn_cast<CastExpr>(index))
    return addSigns(conversion->operand, sign, signs);
  if (const auto *unary = dyn_cast<UnaryExpr>(index))
    return addSigns(unary->operand, opposite(sign), signs);
  if (const auto *binary = dyn_cast<BinaryExpr>(index)) {
    const bool isSum = binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul ||
                       binary->op == BinaryOp::Div;
    const std::optional<long long> factor = integerValue(binary->op == BinaryOp::Mul ? binary->left : binary->right);
    const bool isTurned = (binary->op == BinaryOp::Mul || binary->op == BinaryOp::Div) && factor && *factor < 0;
    const unsigned left = isSum ? (isTurned ? opposite(sign) : sign) : Plus | Minus;
    addSigns(binary->left, left, signs);
    return addSigns(binary->right, binary->op == BinaryOp::Sub ? opposite(left) : left, signs);
  }
  if (const auto *choice = dyn_cast<SelectExpr>(index)) {
    addSigns(choice->yes, Plus | Minus, signs);
    return addSigns(choice->no, Plus | Minus, signs);
  }
  const auto *load = dyn_cast<LoadExpr>(index);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  auto found = loops.find(variable);
  if (found == loops.end())
    return;
  signs[variable] |= sign;
  addSigns(found->second.first, sign, signs);
  addSigns(found->second.bound, sign, signs);
}

bool IndexRanges::isExact(const Expr *index) const {
  Signs signs;
  addSigns(index, Plus, signs);
  return llvm::none_of(signs, [](const auto &counter) { return counter.second == (Plus | Minus); });
}

// -------------------------------------------------------------- branches

namespace {
std::optional<BinaryOp> negated(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
    return BinaryOp::GreaterEq;
  case BinaryOp::LessEq:
    return BinaryOp::Greater;
  case BinaryOp::Greater:
    return BinaryOp::LessEq;
  case BinaryOp::GreaterEq:
    return BinaryOp::Less;
  case BinaryOp::Equal:
    return BinaryOp::NotEqual;
  case BinaryOp::NotEqual:
    return BinaryOp::Equal;
  default:
    return std::nullopt;
  }
}

const Variable *readVariable(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(expr));
  return load ? wholeVariable(load->place) : nullptr;
}
} // namespace

bool IndexRanges::assume(const Expr *condition, bool holds) {
  assumed.emplace_back();
  return assumeIn(condition, holds, assumed.back());
}

/// Of floating-point numbers alone: keeps no index inside an array.
static bool isOfNumbers(const Expr *condition) {
  if (const auto *unary = dyn_cast<UnaryExpr>(condition))
    return unary->op == UnaryOp::Not && isOfNumbers(unary->operand);
  const auto *binary = dyn_cast<BinaryExpr>(condition);
  if (binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or))
    return isOfNumbers(binary->left) && isOfNumbers(binary->right);
  return binary && isComparison(binary->op) && binary->left->type->isFloating();
}

bool IndexRanges::assumeIn(const Expr *condition, bool holds, Ranges &to) const {
  if (isOfNumbers(condition))
    return true;
  const auto *unary = dyn_cast<UnaryExpr>(condition);
  if (unary && unary->op == UnaryOp::Not)
    return assumeIn(unary->operand, !holds, to);
  const auto *binary = dyn_cast<BinaryExpr>(condition);
  if (!binary)
    return false;
  if (binary->op == (holds ? BinaryOp::And : BinaryOp::Or))
    return assumeIn(binary->left, holds, to) && assumeIn(binary->right, holds, to);
  if (!isComparison(binary->op))
    return false;
  std::optional<BinaryOp> op = holds ? binary->op : negated(binary->op);
  return op && assumeComparison(*op, binary->left, binary->right, to);
}

/// Of a counter and an index that stays as it is.
bool IndexRanges::assumeComparison(BinaryOp op, const Expr *left, const Expr *right, Ranges &to) const {
  const bool isLeft = counters.count(readVariable(left)) != 0;
  const Variable *counter = isLeft ? readVariable(left) : readVariable(right);
  auto found = counters.find(counter);
  const Expr *other = found == counters.end() ? nullptr : of(isLeft ? right : left);
  if (!other || isRange(other))
    return false;
  const bool isBelow = isLeft ? op == BinaryOp::Less || op == BinaryOp::LessEq
                              : op == BinaryOp::Greater || op == BinaryOp::GreaterEq;
  const bool isAbove = isLeft ? op == BinaryOp::Greater || op == BinaryOp::GreaterEq
                              : op == BinaryOp::Less || op == BinaryOp::LessEq;
  const bool isStrict = op == BinaryOp::Less || op == BinaryOp::Greater;
  auto known = to.find(counter);
  const Expr *now = known == to.end() ? found->second : known->second;
  const Type *type = rangeType(context);
  if (op == BinaryOp::Equal)
    to[counter] = only(other);
  else if (isBelow)
    to[counter] = context.intrinsic("range", isStrict ? "adjoint::below" : "adjoint::up_to", {now, plain(other)}, type);
  else if (isAbove)
    to[counter] = context.intrinsic("range", isStrict ? "adjoint::above" : "adjoint::from", {now, plain(other)}, type);
  else // unequal: one index less is no range
    return false;
  return true;
}

} // namespace adjoint::analysis
