// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/Bounds.h"

#include "Analysis/Loops/EarlierIterations.h"
#include "IR/Algebra.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// constant + plus[0] + plus[1] ... - minus[0] - minus[1] ...
struct Sum {
  std::vector<const Expr *> plus, minus;
  long long constant = 0;
};

/// A number of which some can be added without any reaching the end of its type.
std::optional<long long> smallValue(const Expr *expr) {
  const long long limit = 1000000000;
  std::optional<long long> value = integerValue(expr);
  const bool isSmall = value && -limit < *value && *value < limit;
  return isSmall ? value : std::nullopt;
}

/// `mayWrap`: only which values are equal counts, not which are less.
void add(const Expr *expr, bool negative, Sum &sum, bool mayWrap = false) {
  if (std::optional<long long> value = smallValue(expr)) {
    sum.constant += negative ? -*value : *value;
    return;
  }
  expr = withoutWidening(expr);
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  bool isSum = binary && binary->op == BinaryOp::Add;
  bool isDifference = binary && binary->op == BinaryOp::Sub && binary->type->is(TypeKind::Integer) &&
                      (binary->type->isSigned || mayWrap);
  if (isSum || isDifference) {
    add(binary->left, negative, sum, mayWrap);
    add(binary->right, negative != isDifference, sum, mayWrap);
    return;
  }
  std::vector<const Expr *> &own = negative ? sum.minus : sum.plus, &other = negative ? sum.plus : sum.minus;
  auto equal = std::find_if(other.begin(), other.end(), [&](const Expr *e) { return same(e, expr); });
  if (equal != other.end())
    other.erase(equal);
  else
    own.push_back(expr);
}

const CountedLoop *loopOf(const std::vector<CountedLoop> &loops, const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  for (const CountedLoop &loop : loops)
    if (loop.counter == variable)
      return &loop;
  return nullptr;
}

/// The least (greatest) value of a counter, added to (subtracted from) the sum.
bool replace(const CountedLoop &loop, bool isLeast, Sum &sum) {
  bool isUp = loop.step > 0;
  if (isUp == isLeast) {
    add(loop.first, !isLeast, sum);
    return true;
  }
  switch (loop.test) {
  case BinaryOp::Less:
  case BinaryOp::Greater: // bound - 1, bound + 1
    sum.constant += 1;
    break;
  case BinaryOp::LessEq:
  case BinaryOp::GreaterEq:
    break;
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::And:
  case BinaryOp::Or:
    return false;
  }
  add(loop.bound, !isLeast, sum);
  return true;
}

/// The number of loops up to that which counts in the expression; 0 if there is none.
size_t depthOf(const std::vector<CountedLoop> &loops, const Expr *expr) {
  const CountedLoop *loop = loopOf(loops, expr);
  return loop ? static_cast<size_t>(loop - loops.data()) + 1 : 0;
}

/// Inner counters are replaced first: their bounds are made of those of outer loops.
bool isNeverNegative(const std::vector<CountedLoop> &loops, Sum sum) {
  const unsigned patience = 12;
  auto isOuter = [&](const Expr *a, const Expr *b) { return depthOf(loops, a) < depthOf(loops, b); };
  auto innermost = [&](std::vector<const Expr *> &terms) { return std::max_element(terms.begin(), terms.end(), isOuter); };
  auto depth = [&](std::vector<const Expr *> &terms) { return terms.empty() ? 0 : depthOf(loops, *innermost(terms)); };
  for (unsigned step = 0; step < patience; ++step) {
    if (sum.plus.empty() && sum.minus.empty())
      return sum.constant >= 0;
    const bool isLeast = depth(sum.plus) >= depth(sum.minus);
    std::vector<const Expr *> &terms = isLeast ? sum.plus : sum.minus;
    if (depth(terms) == 0)
      return false;
    const auto counter = innermost(terms);
    const CountedLoop &loop = *loopOf(loops, *counter);
    terms.erase(counter);
    if (!replace(loop, isLeast, sum))
      return false;
  }
  return false;
}

} // namespace

const Expr *withoutWidening(const Expr *expr) {
  while (const auto *conversion = dyn_cast<CastExpr>(expr)) {
    const Type *from = conversion->operand->type, *to = conversion->type;
    if (!from->is(TypeKind::Integer) || !to->is(TypeKind::Integer) || to->bits < from->bits)
      break;
    expr = conversion->operand;
  }
  return expr;
}

std::optional<Range> rangeOf(Context &context, const CountedLoop &loop) {
  if (loop.step < 0 && mayBeginAtEnd(loop))
    return std::nullopt;
  const Type *type = context.withoutConst(loop.counter->type);
  auto converted = [&](const Expr *e) { return context.cast(CastExpr::Form::Implicit, e, type); };
  auto next = [&](const Expr *e) { return shifted(context, e, 1); };
  const Expr *first = converted(loop.first), *bound = converted(loop.bound);
  switch (loop.test) {
  case BinaryOp::Less:
    return Range{first, bound};
  case BinaryOp::LessEq:
    return Range{first, next(bound)};
  case BinaryOp::Greater:
    return Range{next(bound), next(first)};
  case BinaryOp::GreaterEq:
    return Range{bound, next(first)};
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::And:
  case BinaryOp::Or:
    return std::nullopt;
  }
  return std::nullopt;
}

const Expr *tripsOf(Context &context, const Expr *low, const Expr *high) {
  const Type *size = context.integer("std::size_t", 64, false);
  const std::optional<long long> first = smallValue(low), end = smallValue(high);
  return first && end ? context.literal(std::max(0LL, *end - *first), size)
                      : context.intrinsic("trips", "adjoint::trips", {low, high}, size);
}

const Expr *tripsOf(Context &context, const Range &range, const Type *type) {
  const bool isItself = smallValue(range.low) == 0 && !range.high->type->isSigned && range.high->type->is(TypeKind::Integer);
  const Expr *trips = isItself ? range.high : tripsOf(context, range.low, range.high);
  if (const std::optional<long long> number = smallValue(trips))
    return context.literal(*number, type);
  return context.cast(CastExpr::Form::Implicit, trips, type);
}

bool isSurelyEntered(Context &context, const LoopStmt *loop) {
  const std::optional<CountedLoop> counted = countedLoop(loop);
  const std::optional<Range> range = counted ? rangeOf(context, *counted) : std::nullopt;
  const std::optional<long long> low = range ? smallValue(range->low) : std::nullopt, high = range ? smallValue(range->high) : std::nullopt;
  return low && high && *low < *high;
}

bool isNeverLess(const std::vector<CountedLoop> &loops, const Expr *a, const Expr *b) {
  Sum sum;
  add(a, false, sum);
  add(b, true, sum);
  return isNeverNegative(loops, sum);
}

bool isAlwaysLess(const std::vector<CountedLoop> &loops, const Expr *a, const Expr *b) {
  Sum sum;
  add(b, false, sum);
  add(a, true, sum);
  sum.constant -= 1;
  return isNeverNegative(loops, sum);
}

namespace {

/// The one term of the sum that mentions the variable, null if there are others or it is subtracted.
const Expr *onlyTerm(const Sum &sum, const Variable *variable) {
  const Expr *found = nullptr;
  for (const Expr *term : sum.minus)
    if (mentions(term, variable))
      return nullptr;
  for (const Expr *term : sum.plus) {
    if (!mentions(term, variable))
      continue;
    if (found)
      return nullptr;
    found = term;
  }
  return found;
}

bool isVariable(const Expr *expr, const Variable *variable) {
  const auto *load = dyn_cast<LoadExpr>(withoutWidening(expr));
  return load && wholeVariable(load->place) == variable;
}

const Expr *counterIn(const Expr *index, const Variable *counter, bool mayWrap = false) {
  Sum sum;
  add(index, false, sum, mayWrap);
  const Expr *term = onlyTerm(sum, counter);
  return term && isVariable(term, counter) ? term : nullptr;
}

} // namespace

bool growsWith(const Expr *index, const Variable *counter) { return counterIn(index, counter, true) != nullptr; }

std::optional<long long> distanceBetween(const Expr *a, const Expr *b) {
  Sum sum;
  add(b, false, sum, true);
  add(a, true, sum, true);
  return sum.plus.empty() && sum.minus.empty() ? std::optional<long long>(sum.constant) : std::nullopt;
}

bool isRowMajor(const Expr *index, const CountedLoop &inner, const Variable *outer) {
  Sum sum;
  add(index, false, sum);
  const Expr *row = onlyTerm(sum, outer), *column = counterIn(index, inner.counter);
  const auto *product = row ? dyn_cast<BinaryExpr>(row) : nullptr;
  if (!column || !product || product->op != BinaryOp::Mul)
    return false;
  bool isLeft = isVariable(product->left, outer);
  const Expr *width = isLeft ? product->right : product->left;
  if ((!isLeft && !isVariable(product->right, outer)) || mentions(width, outer))
    return false;
  Sum low, high; // inner - 0 and width - 1 - inner
  add(column, false, low);
  add(width, false, high);
  add(column, true, high);
  high.constant -= 1;
  return isNeverNegative({inner}, low) && isNeverNegative({inner}, high);
}

namespace {

/// A few rows on: `n + n`, so that `n` cancels.
const Expr *times(Context &context, const Expr *factor, long long count) {
  const Expr *sum = factor;
  for (long long i = 1; i < count; ++i)
    sum = context.binary(BinaryOp::Add, sum, factor);
  return sum;
}

/// `(i + k) * n` as `i * n + k * n`, where the counter is i.
const Expr *distributed(Context &context, const Expr *expr, const Variable *counter) {
  const auto *binary = dyn_cast<BinaryExpr>(withoutWidening(expr));
  if (!binary || !mentions(binary, counter))
    return expr;
  if (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub)
    return context.binary(binary->op, distributed(context, binary->left, counter),
                          distributed(context, binary->right, counter));
  if (binary->op != BinaryOp::Mul)
    return expr;
  const long long few = 4;
  auto multiplied = [&](const Expr *sum, const Expr *factor) -> const Expr * {
    const auto *terms = dyn_cast<BinaryExpr>(withoutWidening(sum));
    if (!terms || (terms->op != BinaryOp::Add && terms->op != BinaryOp::Sub) || terms->type != binary->type ||
        !mentions(terms, counter))
      return nullptr;
    auto product = [&](const Expr *term) {
      const std::optional<long long> count = term->type == factor->type ? integerValue(term) : std::nullopt;
      if (count && *count > 0 && *count <= few)
        return times(context, factor, *count);
      return distributed(context, context.binary(BinaryOp::Mul, term, factor), counter);
    };
    return context.binary(terms->op, product(terms->left), product(terms->right));
  };
  if (const Expr *sum = multiplied(binary->left, binary->right))
    return sum;
  const Expr *sum = multiplied(binary->right, binary->left);
  return sum ? sum : expr;
}

/// `counter * width + rest`
struct Row {
  const Expr *width; ///< null: 1
  Sum rest;
};

/// Is every difference without sign one of 64 bits? An index that is valid is what it would be if it could not wrap on the way.
bool wrapsAsMemory(const Expr *index) {
  bool does = true;
  forEachExpr(index, [&](const Expr *e) {
    const auto *binary = dyn_cast<BinaryExpr>(e);
    does &= !binary || binary->op != BinaryOp::Sub || binary->type->isSigned || binary->type->bits == 64;
  });
  return does;
}

std::optional<Row> rowOf(Context &context, const IndexIn &access, const Variable *counter) {
  Sum sum;
  add(distributed(context, access.index, counter), false, sum, wrapsAsMemory(access.index));
  const Expr *row = onlyTerm(sum, counter);
  if (!row)
    return std::nullopt;
  sum.plus.erase(std::find(sum.plus.begin(), sum.plus.end(), row));
  if (isVariable(row, counter))
    return Row{nullptr, sum};
  const auto *product = dyn_cast<BinaryExpr>(row);
  bool mayWrap = !row->type->isSigned && row->type->bits < 64;
  if (!product || product->op != BinaryOp::Mul || mayWrap)
    return std::nullopt;
  bool isLeft = isVariable(product->left, counter);
  const Expr *width = withoutWidening(isLeft ? product->right : product->left);
  bool isOnly = (isLeft || isVariable(product->right, counter)) && !mentions(width, counter);
  for (const CountedLoop &loop : access.loops)
    isOnly &= !mentions(width, loop.counter);
  return isOnly ? std::optional<Row>(Row{width, sum}) : std::nullopt;
}

} // namespace

std::optional<long long> distanceBetween(Context &context, const Expr *a, const Expr *b, const Variable *counter) {
  return distanceBetween(distributed(context, a, counter), distributed(context, b, counter));
}

namespace {

void add(const Sum &terms, bool negative, Sum &sum) {
  for (const Expr *term : terms.plus)
    add(term, negative, sum);
  for (const Expr *term : terms.minus)
    add(term, !negative, sum);
  sum.constant += negative ? -terms.constant : terms.constant;
}

} // namespace

namespace {
/// times * width - 1 - distance, which is never negative where the distance is less than so many rows.
Sum rowsLeft(const Row &first, const Row &second, bool isForward, int times) {
  Sum left;
  left.constant = -1 + (first.width ? 0 : times);
  for (int i = 0; first.width && i < std::abs(times); ++i)
    add(first.width, times < 0, left);
  add(first.rest, isForward, left);
  add(second.rest, !isForward, left);
  return left;
}
} // namespace

namespace {
/// In two different iterations of `outer`, or two that are farther apart than `reach`.
bool differInIterations(Context &context, const CountedLoop &outer, const IndexIn &a, const IndexIn &b, unsigned reach) {
  OtherIteration other(context);
  std::vector<CountedLoop> loops = {outer};
  loops.insert(loops.end(), a.loops.begin(), a.loops.end());
  loops.push_back(other.renamed(outer));
  const Variable *counter = loops.back().counter;
  IndexIn moved{nullptr, {}};
  for (const CountedLoop &loop : b.loops)
    moved.loops.push_back(other.renamed(loop));
  moved.index = other.rewrite(b.index);
  loops.insert(loops.end(), moved.loops.begin(), moved.loops.end());
  std::optional<Row> first = rowOf(context, a, outer.counter), second = rowOf(context, moved, counter);
  if (!first || !second || (first->width ? !second->width || !same(first->width, second->width) : second->width != nullptr))
    return false;
  const bool hasElements = reach == 0 || differInIterations(context, outer, a, a, 0); // so that a width is positive
  const int most = reach + 1, least = reach == 0 ? most : -most;
  for (bool isForward : {true, false}) {
    bool isLess = false;
    for (int times = most; hasElements && !isLess && times >= least; --times)
      isLess = isNeverNegative(loops, rowsLeft(*first, *second, isForward, times));
    if (!isLess)
      return false;
  }
  return true;
}

bool isBoundOfPart(const Expr *e, const char *name) {
  const auto *call = dyn_cast<IntrinsicExpr>(e);
  return call && call->name == name;
}
bool isBoundOfPart(const Expr *e, const char *name, const Variable *part) {
  const auto *load = isBoundOfPart(e, name) ? dyn_cast<LoadExpr>(cast<IntrinsicExpr>(e)->args.front()) : nullptr;
  return load && wholeVariable(load->place) == part;
}

/// The loop over the iterations of a part (adjoint/parts.h); null if there is none.
const CountedLoop *loopOfPart(const CountedLoop &parts, const IndexIn &index) {
  for (const CountedLoop &loop : index.loops)
    if (isBoundOfPart(loop.first, "part_first", parts.counter) && isBoundOfPart(loop.bound, "part_end", parts.counter))
      return &loop;
  return nullptr;
}

IndexIn without(const CountedLoop &loop, IndexIn index) {
  llvm::erase_if(index.loops, [&](const CountedLoop &other) { return other.counter == loop.counter; });
  return index;
}
} // namespace

bool isBoundOfPart(const Expr *expr) { return isBoundOfPart(expr, "part_first") || isBoundOfPart(expr, "part_end"); }

bool differ(Context &context, const CountedLoop &outer, const IndexIn &a, const IndexIn &b, unsigned reach) {
  const CountedLoop *first = loopOfPart(outer, a), *second = loopOfPart(outer, b);
  const bool areOne = reach == 0 && first && second && first->counter == second->counter && same(first->first, second->first);
  return areOne ? differInIterations(context, *first, without(*first, a), without(*second, b), 0) // which no two parts have in common
                : differInIterations(context, outer, a, b, reach);
}

namespace {
enum class Lowest { Unknown, Zero };

bool isReachedFrom(Lowest lowest, const std::vector<CountedLoop> &loops, const Expr *index, const CountedLoop &writer,
                   const Expr *written) {
  const Expr *counter = counterIn(written, writer.counter);
  if (!counter || writer.step != 1 || (writer.test != BinaryOp::Less && writer.test != BinaryOp::LessEq))
    return false;
  Sum first, below, above; // -least, index - least, greatest - index
  add(written, true, first);
  add(counter, false, first);
  add(writer.first, true, first);
  add(index, false, below);
  add(written, true, below);
  add(counter, false, below);
  add(writer.first, true, below);
  add(written, false, above);
  add(counter, true, above);
  add(writer.bound, false, above);
  add(index, true, above);
  above.constant -= writer.test == BinaryOp::Less;
  const bool isAbove = (lowest == Lowest::Zero && isNeverNegative({}, first)) || isNeverNegative(loops, below);
  return isAbove && isNeverNegative(loops, above);
}
} // namespace

bool isReached(const std::vector<CountedLoop> &loops, const Expr *index, const CountedLoop &writer, const Expr *written) {
  return isReachedFrom(Lowest::Unknown, loops, index, writer, written);
}

bool isReachedFromZero(const std::vector<CountedLoop> &loops, const Expr *index, const CountedLoop &writer, const Expr *written) {
  return isReachedFrom(Lowest::Zero, loops, index, writer, written);
}

namespace {
/// `x - h == y - l` in `h > l ? x : y`: the greater of the two.
bool isGreater(const SelectExpr *choice) {
  const auto *test = dyn_cast<BinaryExpr>(choice->condition);
  if (!test || test->op != BinaryOp::Greater)
    return false;
  const auto above = distanceBetween(test->left, choice->yes), below = distanceBetween(test->right, choice->no);
  return above && below && *above == *below;
}

bool isLesser(const SelectExpr *choice) {
  const auto *test = dyn_cast<BinaryExpr>(choice->condition);
  return test && test->op == BinaryOp::Less && same(test->left, choice->yes) && same(test->right, choice->no);
}

/// Never greater than the expression.
const Expr *lowerBound(Context &context, const Expr *expr) {
  const auto *choice = dyn_cast<SelectExpr>(expr);
  if (choice)
    return isGreater(choice) ? choice->no : expr;
  const auto *moved = dyn_cast<BinaryExpr>(expr);
  const bool isMoved = moved && (moved->op == BinaryOp::Add || moved->op == BinaryOp::Sub) && smallValue(moved->right);
  const Expr *from = isMoved ? lowerBound(context, moved->left) : expr;
  return !isMoved || from == moved->left ? expr : context.binary(moved->op, from, moved->right);
}
} // namespace

namespace {
/// Of `n > 1 ? n - 1 : 0`, without sign, the difference as a number with a sign; null if it is another choice.
const Expr *differenceOf(Context &context, const SelectExpr *choice) {
  const auto *test = dyn_cast<BinaryExpr>(choice->condition), *difference = dyn_cast<BinaryExpr>(choice->yes);
  const bool isAbove = test && test->op == BinaryOp::Greater && difference && difference->op == BinaryOp::Sub && same(test->left, difference->left);
  const std::optional<long long> least = isAbove ? smallValue(test->right) : std::nullopt;
  const std::optional<long long> less = isAbove ? smallValue(difference->right) : std::nullopt;
  if (!least || !less || *less < 0 || *less > *least + 1)
    return nullptr;
  const Type *number = context.integer("std::ptrdiff_t", 64, true);
  return context.binary(BinaryOp::Sub, context.cast(CastExpr::Form::Implicit, difference->left, number), context.literal(*less, number));
}

/// There is no iteration where the bound is this one.
bool isEmptyUpTo(const CountedLoop &loop, const Expr *bound) {
  const std::optional<long long> first = smallValue(loop.first), end = smallValue(bound);
  return same(bound, loop.first) || (first && end && *end <= *first);
}
} // namespace

CountedLoop withoutChoices(Context &context, CountedLoop loop) {
  if (loop.test != BinaryOp::Less)
    return loop;
  if (const auto *choice = dyn_cast<SelectExpr>(withoutWidening(loop.bound))) {
    if (isLesser(choice)) {
      loop.bound = choice->yes;
    } else if (isEmptyUpTo(loop, choice->no)) {
      const bool mayWrap = choice->type->is(TypeKind::Integer) && !choice->type->isSigned;
      const Expr *difference = mayWrap ? differenceOf(context, choice) : choice->yes;
      loop.bound = difference ? difference : loop.bound;
    }
  }
  loop.first = lowerBound(context, loop.first);
  return loop;
}

} // namespace adjoint::analysis
