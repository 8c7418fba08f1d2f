// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Checkpoints/SnapshotSize.h"

#include "Analysis/Checkpoints/CarriedState.h"
#include "Analysis/Loops/Loops.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

uint64_t bytesIn(const Type *type) {
  if (type->isArray())
    return type->count * bytesIn(type->element);
  uint64_t sum = type->isRecord() ? 0 : type->bits ? (type->bits + 7) / 8 : sizeof(void *);
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      sum += bytesIn(field.type);
  return sum;
}

namespace {

/// A number in words, and how tightly its last operation binds.
struct Text {
  enum Level { Sum, Product, Atom };
  std::string text;
  Level level = Atom;

  std::string in(Level around) const { return level < around ? "(" + text + ")" : text; }
};
using Perhaps = std::optional<Text>;

Text sumOf(const Text &a, const Text &b) { return {a.text + " + " + b.text, Text::Sum}; }

Text productOf(const Text &a, const Text &b) {
  return a.text == "1" ? b : b.text == "1" ? a : Text{a.in(Text::Product) + " * " + b.in(Text::Product), Text::Product};
}

/// `a + by`, where a may end in a number itself.
Text shiftedBy(const Text &a, long long by) {
  size_t end = a.text.find_last_not_of("0123456789");
  llvm::StringRef number = llvm::StringRef(a.text).substr(end == std::string::npos ? 0 : end + 1);
  llvm::StringRef front = llvm::StringRef(a.text).drop_back(number.size());
  long long last = 0;
  if (!number.empty() && !number.getAsInteger(10, last)) {
    if (front.empty())
      return {std::to_string(last + by)};
    const bool isMinus = front.consume_back(" - "), isEnd = isMinus || front.consume_back(" + ");
    if (isEnd && a.level == Text::Sum)
      return shiftedBy({front.str(), front.find(' ') == llvm::StringRef::npos ? Text::Atom : Text::Sum}, by + (isMinus ? -last : last));
  }
  if (by == 0)
    return a;
  return {a.text + (by < 0 ? " - " : " + ") + std::to_string(by < 0 ? -by : by), Text::Sum};
}

Perhaps numberIn(const Expr *expr) {
  expr = withoutCasts(expr);
  if (std::optional<long long> value = integerValue(expr); value && *value >= 0)
    return Text{std::to_string(*value)};
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    const bool isNamed = wholeVariable(load->place) || llvm::isa<FieldPlace>(load->place);
    return isNamed ? Perhaps(Text{nameOfState(load->place)}) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  const Perhaps left = binary ? numberIn(binary->left) : std::nullopt, right = left ? numberIn(binary->right) : std::nullopt;
  if (!right)
    return std::nullopt;
  const std::optional<long long> value = integerValue(withoutCasts(binary->right));
  if (binary->op == BinaryOp::Add)
    return value ? shiftedBy(*left, *value) : sumOf(*left, *right);
  if (binary->op == BinaryOp::Sub)
    return value ? shiftedBy(*left, -*value) : Text{left->text + " - " + right->in(Text::Product), Text::Sum};
  return binary->op == BinaryOp::Mul ? Perhaps(productOf(*left, *right)) : std::nullopt;
}

bool isRange(const Expr *expr) { return expr->type->isRecord(); }

Perhaps elementsIn(const Expr *range);

/// `(c - 1) * f + 1` of c elements that lie f apart.
struct Spread {
  Text count, factor;
};
std::optional<Spread> spreadOf(const Expr *range) {
  const auto *product = dyn_cast<BinaryExpr>(range);
  if (!product || product->op != BinaryOp::Mul)
    return std::nullopt;
  const bool isLeft = isRange(product->left);
  const Perhaps count = elementsIn(isLeft ? product->left : product->right);
  const Perhaps factor = count ? numberIn(isLeft ? product->right : product->left) : std::nullopt;
  return factor ? std::optional<Spread>({*count, *factor}) : std::nullopt;
}

Perhaps elementsInBoth(const Expr *a, const Expr *b) {
  const Perhaps right = elementsIn(b);
  if (const std::optional<Spread> rows = spreadOf(a); rows && right) {
    if (rows->factor.text == right->text) // rows that follow each other
      return productOf(rows->count, rows->factor);
    return sumOf(productOf(shiftedBy(rows->count, -1), rows->factor), *right);
  }
  const Perhaps left = elementsIn(a);
  return left && right ? Perhaps(shiftedBy(sumOf(*left, *right), -1)) : std::nullopt;
}

Perhaps elementsIn(const Expr *range) {
  if (const auto *call = dyn_cast<IntrinsicExpr>(range)) {
    if (call->spelling == "adjoint::only")
      return Text{"1"};
    if (call->spelling != "adjoint::range" || isRange(call->args[0]))
      return std::nullopt;
    const std::optional<long long> low = integerValue(withoutCasts(call->args[0]));
    const Perhaps from = numberIn(call->args[0]), high = numberIn(call->args[1]);
    if (!high || !from)
      return std::nullopt;
    return low ? shiftedBy(*high, -*low) : Text{high->text + " - " + from->in(Text::Product), Text::Sum};
  }
  const auto *binary = dyn_cast<BinaryExpr>(range);
  if (!binary)
    return std::nullopt;
  const bool isSum = binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub;
  if (isSum && isRange(binary->left) && isRange(binary->right))
    return spreadOf(binary->right) ? elementsInBoth(binary->right, binary->left) : elementsInBoth(binary->left, binary->right);
  if (isSum)
    return elementsIn(isRange(binary->left) ? binary->left : binary->right);
  const std::optional<Spread> spread = spreadOf(range);
  return spread ? Perhaps(shiftedBy(productOf(shiftedBy(spread->count, -1), spread->factor), 1)) : std::nullopt;
}

/// Of a loop that counts by one between constants.
std::optional<uint64_t> constantSteps(const LoopStmt *loop) {
  const std::optional<CountedLoop> counted = countedLoop(loop);
  if (!counted || (counted->step != 1 && counted->step != -1))
    return std::nullopt;
  const std::optional<long long> first = integerValue(withoutCasts(counted->first)), bound = integerValue(withoutCasts(counted->bound));
  if (!first || !bound)
    return std::nullopt;
  const bool isIn = counted->test == BinaryOp::LessEq || counted->test == BinaryOp::GreaterEq;
  const long long steps = (counted->step > 0 ? *bound - *first : *first - *bound) + isIn;
  return steps > 0 ? std::optional<uint64_t>(uint64_t(steps)) : std::nullopt;
}

/// C(n, k), or more than fits.
double binomial(double n, double k) {
  double value = 1.0;
  for (double i = 1.0; i <= k; ++i)
    value = value * (n - k + i) / i;
  return value;
}

} // namespace

std::string bytesOfSnapshot(const FusedLoop &loop) {
  uint64_t fixed = loop.snapshots->scheme == Checkpoint::Scheme::Once ? 0 : sizeof(uint64_t); // the number of the step
  std::string sum;
  for (const StatePart &part : loop.state) {
    if (!part.isCarried)
      continue;
    if (!part.range && !part.isWhole) {
      fixed += bytesIn(part.place->type);
      continue;
    }
    const Perhaps known = part.isWhole ? std::nullopt : elementsIn(part.range);
    const Text elements = known ? *known : Text{"elements of " + nameOfState(part.place)};
    const uint64_t size = bytesIn(part.place->type);
    uint64_t count = 0;
    if (!llvm::StringRef(elements.text).getAsInteger(10, count))
      fixed += count * size;
    else
      sum += (sum.empty() ? "" : " + ") + productOf({std::to_string(size)}, elements).text;
  }
  if (sum.empty())
    return std::to_string(fixed) + " bytes";
  return sum + (fixed ? " + " + std::to_string(fixed) : "") + " bytes";
}

std::string stepsRunAgain(const LoopStmt *loop, const Checkpoint &request) {
  const bool isBinomial = request.scheme == Checkpoint::Scheme::Snapshots && request.directory.empty();
  const std::optional<uint64_t> known = isBinomial ? constantSteps(loop) : std::nullopt;
  if (!known)
    return "";
  const double steps = double(*known), snapshots = double(request.number);
  double r = 0;
  while (binomial(snapshots + r, r) < steps + 1)
    ++r;
  const double again = r == 0 ? 0 : r * (steps + 1) - binomial(snapshots + r, r - 1) - steps;
  return std::to_string(*known) + " steps, " + std::to_string((long long)again) + " run again";
}

} // namespace adjoint::analysis
