// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0; i < n; ++i) {           for (int i = 0; i < n; ++i)
//     a[k] = x[i];                   ->       a[k + i] = x[i];
//     ++k;                                  k = k + n;
//   }
//
// A number that each iteration moves on by the same is a term of the counter. It need not be brought back, and elements at such a place
// are told apart like those at the counter's.

#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Evaluation.h"
#include "Transform/NormalForm/KnownLiterals.h"
#include "Transform/NormalForm/NormalForm.h"

#include "llvm/ADT/MapVector.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const long long mostMoved = 1 << 20; ///< so that sums of some stay in their types

/// A number, and perhaps an expression that the loop leaves alone.
struct Distance {
  long long number = 0;
  const Expr *more = nullptr;
};

/// How far `v = v + c` moves its variable on.
struct Move {
  const Variable *variable = nullptr;
  Distance by;
};

Move moveIn(const Stmt *stmt, const analysis::Changes &changes) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *sum = assign ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
  const Variable *variable = sum ? plainVariable(assign->place) : nullptr;
  const bool isMove = variable && variable->type->is(TypeKind::Integer) && variable->type->bits >= 32 &&
                      (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) && variableIn(sum->left) == variable;
  if (!isMove)
    return {};
  const std::optional<long long> by = integerValue(sum->right);
  if (by && *by >= -mostMoved && *by <= mostMoved)
    return {variable, {sum->op == BinaryOp::Add ? *by : -*by, nullptr}};
  if (by || sum->op == BinaryOp::Sub || !isAlwaysComputable(sum->right) || changes.mayChange(sum->right))
    return {};
  return {variable, {0, sum->right}};
}

/// What a variable is at one place of an iteration: as a number of its own type, and where it is an index, of the counter's (else null).
struct Value {
  const Expr *number, *index;
};

class Reading : public Rewriter {
public:
  Reading(Context &context, const Variable *variable, const Value &value) : Rewriter(context), variable(variable), value(value) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    if (variableIn(expr) == variable)
      return value.number;
    const auto *sum = dyn_cast<BinaryExpr>(expr);
    const bool isElement = sum && value.index && sum->op == BinaryOp::Add && sum->left->type->isPointer();
    const Expr *index = isElement ? indexOf(sum->right) : nullptr;
    return index ? context.binary(BinaryOp::Add, rewrite(sum->left), index) : nullptr;
  }

private:
  /// Of the variable, and of a number more or less.
  const Expr *indexOf(const Expr *expr) {
    if (variableIn(expr) == variable)
      return value.index;
    const auto *sum = dyn_cast<BinaryExpr>(expr);
    const bool isSum = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) && variableIn(sum->left) == variable;
    const std::optional<long long> by = isSum ? integerValue(sum->right) : std::nullopt;
    if (!by || *by < -mostMoved || *by > mostMoved)
      return nullptr;
    return *by == 0 ? value.index : shifted(context, value.index, sum->op == BinaryOp::Add ? *by : -*by);
  }

  const Variable *variable;
  const Value &value;
};

class CountingAlong : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (const Stmt *stmt : list) {
      StmtList made;
      const LoopStmt *outer = around;
      around = isa<LoopStmt>(stmt) ? llvm::cast<LoopStmt>(stmt) : around;
      known.walk(stmt, [&] { Rewriter::rewrite(stmt, made); });
      around = outer;
      for (const Stmt *part : made) {
        const auto *loop = dyn_cast<LoopStmt>(part);
        if (loop)
          countAlong(loop, out);
        else
          out.push_back(part);
      }
      known.note(stmt);
    }
    return out;
  }

private:
  void countAlong(const LoopStmt *loop, StmtList &out) {
    const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    const bool isPlain = counted && (counted->step == 1 || counted->step == -1) && !loop->parallel;
    const std::optional<analysis::Range> range = isPlain && hasSameTripsBehind(loop, *counted) ? analysis::rangeOf(context, *counted) : std::nullopt;
    StmtList behind;
    if (range)
      for (const auto &[variable, by] : movedIn(loop)) {
        if (isCarriedFarther(variable, loop, *range))
          continue;
        const Expr *trips = analysis::tripsOf(context, *range, typeOf(variable));
        loop = withoutMoves(loop, *counted, variable, by);
        const Context::Origin origin(context, loop->location);
        behind.push_back(context.make<AssignStmt>(context.place(variable), movedOn(variable, trips, by)));
      }
    out.push_back(loop);
    out.insert(out.end(), behind.begin(), behind.end());
  }

  /// The counter may begin at a number that the loop moves on.
  static bool hasSameTripsBehind(const LoopStmt *loop, const analysis::CountedLoop &counted) {
    return !analysis::mayChange(loop->body, counted.first) && !analysis::mayChange(loop->body, counted.bound);
  }

  /// By another distance in each iteration of the loop around, which would have to record where it has come to.
  bool isCarriedFarther(const Variable *variable, const LoopStmt *loop, const analysis::Range &range) const {
    if (!around)
      return false;
    const analysis::Changes changes({around});
    const bool isSetThere = changes.count(variable) != analysis::Writes({loop}).count(variable);
    return !isSetThere && (changes.mayChange(range.low) || changes.mayChange(range.high));
  }

  /// What each iteration moves on by the same, and nothing else sets; in the order of the source.
  static llvm::MapVector<const Variable *, Distance> movedIn(const LoopStmt *loop) {
    const analysis::Changes changes({loop});
    llvm::MapVector<const Variable *, Distance> moved;
    std::map<const Variable *, unsigned> moves, others;
    for (const Stmt *stmt : loop->body)
      if (const Move move = moveIn(stmt, changes); move.variable) {
        Distance &by = moved[move.variable];
        by.number += move.by.number;
        others[move.variable] += move.by.more != nullptr;
        by.more = move.by.more ? move.by.more : by.more;
        ++moves[move.variable];
      }
    moved.remove_if([&](const auto &one) {
      const Variable *variable = one.first;
      return changes.count(variable) != moves[variable] || changes.isExposed(variable) || others[variable] > 1;
    });
    return moved;
  }

  const LoopStmt *withoutMoves(const LoopStmt *loop, const analysis::CountedLoop &counted, const Variable *variable, const Distance &by) {
    const analysis::Changes changes({loop});
    StmtList body;
    Distance since;
    for (const Stmt *stmt : loop->body) {
      if (const Move move = moveIn(stmt, changes); move.variable == variable) {
        since.number += move.by.number;
        since.more = move.by.more ? move.by.more : since.more;
        continue;
      }
      const Distance all = knownInside(stmt, by, variable);
      Reading(context, variable, {numberAt(counted, variable, all, since), indexAt(counted, variable, all, since)}).rewrite(stmt, body);
    }
    return context.rebuilt(loop, loop->init, loop->condition, loop->step, body);
  }

  /// In a loop, its trip count is how many values its counter has, no maximum of that and 0.
  Distance knownInside(const Stmt *stmt, const Distance &by, const Variable *variable) {
    const auto *loop = by.more ? dyn_cast<LoopStmt>(stmt) : nullptr;
    const std::optional<analysis::CountedLoop> counted = loop ? analysis::countedLoop(loop) : std::nullopt;
    const std::optional<analysis::Range> range = counted ? analysis::rangeOf(context, *counted) : std::nullopt;
    const bool isItsTrips = range && isInteger(range->low, 0) && same(analysis::tripsOf(context, *range, typeOf(variable)), by.more);
    return isItsTrips ? Distance{by.number, context.cast(CastExpr::Form::Explicit, range->high, typeOf(variable))} : by;
  }

  const Type *typeOf(const Variable *variable) { return context.withoutConst(variable->type); }

  /// What it is in front of the loop, which leaves it alone.
  const Expr *entry(const Variable *variable) {
    const std::optional<long long> number = known.numberOf(variable);
    return number ? context.literal(*number, typeOf(variable)) : context.load(variable);
  }

  /// `since`: what the iteration has moved it on by already.
  const Expr *numberAt(const analysis::CountedLoop &counted, const Variable *variable, const Distance &by, const Distance &since) {
    const Expr *value = movedOn(variable, iterationOf(counted, variable), by);
    if (since.more)
      value = context.binary(BinaryOp::Add, value, since.more);
    return since.number ? shifted(context, value, since.number) : value;
  }

  /// Where it moves along with the counter from a number on.
  const Expr *indexAt(const analysis::CountedLoop &counted, const Variable *variable, const Distance &by, const Distance &since) {
    const std::optional<long long> first = integerValue(counted.first), entry = known.numberOf(variable);
    if (by.number != 1 || by.more || since.more || counted.step != 1 || !first || !entry || *first < 0 || *first > mostMoved || *entry < 0 || *entry > mostMoved)
      return nullptr;
    const long long apart = *entry - *first + since.number;
    const Expr *counter = context.load(counted.counter);
    return apart ? shifted(context, counter, apart) : counter;
  }

  /// How many iterations have been before, as a number of the variable's type.
  const Expr *iterationOf(const analysis::CountedLoop &counted, const Variable *variable) {
    const Type *type = typeOf(variable);
    const Expr *counter = context.cast(CastExpr::Form::Explicit, context.load(counted.counter), type);
    const Expr *first = context.cast(CastExpr::Form::Explicit, counted.first, type);
    if (counted.step < 0)
      return context.binary(BinaryOp::Sub, first, counter);
    const std::optional<long long> number = integerValue(counted.first);
    return number == 0 ? counter : number ? shifted(context, counter, -*number) : context.binary(BinaryOp::Sub, counter, first);
  }

  /// By so many iterations.
  const Expr *movedOn(const Variable *variable, const Expr *iterations, const Distance &by) {
    const bool isBack = !by.more && by.number < 0;
    const Expr *distance = times(iterations, isBack ? Distance{-by.number, nullptr} : by, variable), *from = entry(variable);
    const std::optional<long long> number = integerValue(from);
    if (isBack || !number)
      return context.binary(isBack ? BinaryOp::Sub : BinaryOp::Add, from, distance);
    return *number == 0 ? distance : shifted(context, distance, *number);
  }

  const Expr *times(const Expr *number, const Distance &by, const Variable *variable) {
    if (!by.more)
      return by.number == 1 ? number : context.binary(BinaryOp::Mul, context.literal(by.number, typeOf(variable)), number);
    return context.binary(BinaryOp::Mul, number, by.number ? shifted(context, by.more, by.number) : by.more);
  }

  KnownLiterals known;
  const LoopStmt *around = nullptr; ///< as it was
};

} // namespace

StmtList countAlong(Context &context, StmtList body) { return CountingAlong(context).rewrite(body); }

} // namespace adjoint::transform
