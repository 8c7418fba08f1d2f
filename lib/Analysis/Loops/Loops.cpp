// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/Loops.h"

#include "IR/Values.h"

#include <limits>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

const Expr *stripImplicit(const Expr *expr) {
  const auto *conversion = dyn_cast<CastExpr>(expr);
  bool isImplicit = conversion && conversion->form == CastExpr::Form::Implicit && conversion->type->isIntegral();
  return isImplicit ? stripImplicit(conversion->operand) : expr;
}

/// Without conversions that lose no digits.
const Expr *stripWidening(const Expr *expr) {
  const auto *conversion = dyn_cast<CastExpr>(expr);
  bool isWidening = conversion && conversion->form == CastExpr::Form::Implicit && conversion->type->isIntegral() &&
                    conversion->type->bits >= conversion->operand->type->bits;
  return isWidening ? stripWidening(conversion->operand) : expr;
}

const Variable *loadedVariable(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(stripImplicit(expr));
  return load ? wholeVariable(load->place) : nullptr;
}

/// How far adding the expression moves a counter, if that is known and not too far to tell which way. Without signs,
/// adding the greatest number is going back by one.
std::optional<long long> distance(const Expr *summand) {
  const long long most = 1ll << 30;
  const Type *type = summand->type;
  std::optional<long long> value = integerValue(summand);
  const auto *conversion = dyn_cast<CastExpr>(summand);
  if (!value && conversion && type->bits == 64) // of a negative number: no long long holds the result
    value = integerValue(conversion->operand);
  if (value && !type->isSigned && type->bits == 32 && *value > most)
    value = *value - (1ll << 32);
  return value && *value <= most && *value >= -most ? value : std::nullopt;
}

/// The constant that `stmt` adds to the counter.
std::optional<long long> increment(const Stmt *stmt, const Variable *counter) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  if (!assign || wholeVariable(assign->place) != counter)
    return std::nullopt;
  const auto *sum = dyn_cast<BinaryExpr>(stripImplicit(assign->value));
  if (!sum || loadedVariable(sum->left) != counter)
    return std::nullopt;
  std::optional<long long> amount = distance(sum->right);
  if (amount && sum->op == BinaryOp::Sub)
    return -*amount;
  return sum->op == BinaryOp::Add ? amount : std::nullopt;
}

BinaryOp mirrored(BinaryOp op) {
  switch (op) {
  case BinaryOp::Less:
    return BinaryOp::Greater;
  case BinaryOp::LessEq:
    return BinaryOp::GreaterEq;
  case BinaryOp::Greater:
    return BinaryOp::Less;
  case BinaryOp::GreaterEq:
    return BinaryOp::LessEq;
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
    return op;
  }
  return op;
}

bool readsInit(const LoopStmt *loop, CountedLoop &found) {
  if (loop->init.size() != 1)
    return false;
  if (const auto *declare = dyn_cast<DeclareStmt>(loop->init[0])) {
    found.counter = declare->variable;
    found.declares = true;
    found.first = declare->init;
  } else if (const auto *assign = dyn_cast<AssignStmt>(loop->init[0])) {
    found.counter = wholeVariable(assign->place);
    found.declares = false;
    found.first = assign->value;
  } else {
    return false;
  }
  return found.counter && found.first && !found.counter->isGlobal() && found.counter->type->is(TypeKind::Integer) &&
         found.counter->type->bits >= 32;
}

bool readsTest(const LoopStmt *loop, CountedLoop &found) {
  const auto *test = loop->condition ? dyn_cast<BinaryExpr>(loop->condition) : nullptr;
  if (!test || !isComparison(test->op) || test->op == BinaryOp::Equal)
    return false;
  bool counterLeft = loadedVariable(test->left) == found.counter;
  bool counterRight = loadedVariable(test->right) == found.counter;
  if (counterLeft == counterRight)
    return false;
  found.test = counterLeft ? test->op : mirrored(test->op);
  found.bound = stripWidening(counterLeft ? test->right : test->left);
  return found.bound->type->is(TypeKind::Integer) || found.bound->type->is(TypeKind::Enum);
}

bool directionFits(const CountedLoop &loop) {
  switch (loop.test) {
  case BinaryOp::Less:
  case BinaryOp::LessEq:
    return loop.step > 0;
  case BinaryOp::Greater:
  case BinaryOp::GreaterEq:
    return loop.step < 0;
  case BinaryOp::NotEqual:
    return loop.step == 1 || loop.step == -1;
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
  case BinaryOp::And:
  case BinaryOp::Or:
    return false;
  }
  return false;
}

/// Does the counter's type hold the bound, also where the loop has no iteration? Where it has one, the counter gets there,
/// and an unsigned bound is not below zero.
bool isBoundHeld(const CountedLoop &loop) {
  const Type *type = loop.bound->type;
  std::optional<long long> constant = integerValue(loop.bound);
  return type->bits <= loop.counter->type->bits || !type->isSigned || loop.test == BinaryOp::NotEqual ||
         (constant && holds(loop.counter->type, *constant));
}

/// A comparison of mixed signs must compare as the counter's own type would.
bool comparesInCounterType(const CountedLoop &loop) {
  std::optional<long long> constant = integerValue(loop.bound);
  if (constant && *constant >= 0 && holds(loop.counter->type, *constant))
    return true;
  if (loop.bound->type->isSigned == loop.counter->type->isSigned)
    return loop.bound->type->bits <= loop.counter->type->bits || loop.counter->type->isSigned;
  // int i against an unsigned bound: right as long as i is not negative.
  std::optional<long long> first = integerValue(loop.first);
  return loop.counter->type->isSigned && first && *first >= 0 && loop.step > 0;
}

/// However wide the type of its bound is.
std::optional<CountedLoop> countedToAnyBound(const LoopStmt *loop) {
  CountedLoop found{};
  if (loop->testAtEnd || loop->trips || loop->step.size() != 1 || !readsInit(loop, found) || !readsTest(loop, found))
    return std::nullopt;
  std::optional<long long> step = increment(loop->step[0], found.counter);
  if (!step || *step == 0)
    return std::nullopt;
  found.step = *step;
  bool unitStep = found.step == 1 || found.step == -1;
  if (!directionFits(found) || !comparesInCounterType(found) || (!unitStep && !found.counter->type->isSigned))
    return std::nullopt;
  Writes writes(loop->body);
  bool refersToCounter = false;
  forEachLoad(found.first, [&](const LoadExpr *l) { refersToCounter |= rootVariable(l->place) == found.counter; });
  forEachLoad(found.bound, [&](const LoadExpr *l) { refersToCounter |= rootVariable(l->place) == found.counter; });
  if (refersToCounter || writes.mayWrite(found.counter) || mayChange(loop->body, writes, found.bound))
    return std::nullopt;
  return found;
}

} // namespace

std::optional<CountedLoop> countedLoop(const LoopStmt *loop) {
  std::optional<CountedLoop> found = countedToAnyBound(loop);
  return found && isBoundHeld(*found) ? found : std::nullopt;
}

std::optional<CountedLoop> countedToWiderBound(const LoopStmt *loop) {
  std::optional<CountedLoop> found = countedToAnyBound(loop);
  return found && !isBoundHeld(*found) ? found : std::nullopt;
}

bool mayBeginAtEnd(const CountedLoop &loop) {
  const Type *type = loop.counter->type;
  const bool isUp = loop.step > 0;
  if (std::optional<long long> first = integerValue(loop.first)) {
    const long long end = isUp ? std::numeric_limits<long long>::min() : std::numeric_limits<long long>::max();
    return *first == end || !holds(type, isUp ? *first - 1 : *first + 1);
  }
  const auto *sum = dyn_cast<BinaryExpr>(loop.first);
  if (sum && type->isSigned && sum->op == (isUp ? BinaryOp::Add : BinaryOp::Sub) &&
      integerValue(sum->right).value_or(0) > 0) // which has not overflowed
    return false;
  // Down to a known number, from the end, are billions of iterations; that the reversed loop can be written upwards is of more use.
  const long long near = 1ll << 30;
  std::optional<long long> bound = integerValue(loop.bound);
  return isUp || !bound || *bound > near || *bound < -near;
}

std::optional<CountedLoop> runUpwards(const LoopStmt *loop) {
  CountedLoop found{};
  if (loop->testAtEnd || loop->trips || !loop->step.empty() || loop->body.empty() || !readsInit(loop, found) ||
      !readsTest(loop, found) || found.test != BinaryOp::Greater || increment(loop->body.front(), found.counter) != -1)
    return std::nullopt;
  StmtList work(loop->body.begin() + 1, loop->body.end());
  Writes writes(work);
  bool staysFixed = !writes.mayWrite(found.counter);
  for (const Expr *end : {found.first, found.bound}) {
    forEachLoad(end, [&](const LoadExpr *l) { staysFixed &= rootVariable(l->place) != found.counter; });
    staysFixed &= !mayChange(work, writes, end);
  }
  if (!staysFixed || !comparesInCounterType(found) || !isBoundHeld(found))
    return std::nullopt;
  std::swap(found.first, found.bound);
  found.test = BinaryOp::Less;
  found.step = 1;
  return found;
}

} // namespace adjoint::analysis
