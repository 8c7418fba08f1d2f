// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/InterchangeLoops.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/FreshCopy.h"
#include "IR/Values.h"
#include "Transform/Cleanup/LoopArrangement.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const long long few = 8;         ///< iterations that are written out, or go around
const long long many = 16;       ///< iterations of the loop that comes inside
const size_t statementsOfLoop = 24;

/// Integers that are known in the whole function.
class KnownNumbers {
public:
  explicit KnownNumbers(const StmtList &body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      if (!declare || !declare->init || !declare->variable->type->isConst || !declare->variable->type->isIntegral())
        return;
      if (std::optional<long long> value = of(declare->init))
        known[declare->variable] = *value;
    });
  }

  std::optional<long long> of(const Expr *expr) const {
    return computedValue(expr, [this](const Variable *variable) {
      auto found = known.find(variable);
      return found == known.end() ? std::nullopt : std::optional<long long>(found->second);
    });
  }

private:
  std::map<const Variable *, long long> known;
};

/// A copy of statements for one value of a counter.
class WrittenOut : public FreshCopy {
public:
  WrittenOut(Context &context, const Variable *counter, long long value) : FreshCopy(context), counter(counter), value(value) {}
  using FreshCopy::rewrite;

protected:
  using FreshCopy::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *sum = dyn_cast<BinaryExpr>(expr);
    if (sum && sum->op == BinaryOp::Add && sum->left->type->isIntegral() && isCounter(sum->right))
      return value == 0 ? rewrite(sum->left) : shifted(context, rewrite(sum->left), value);
    return isCounter(expr) ? context.literal(value, expr->type) : nullptr;
  }

private:
  bool isCounter(const Expr *expr) const {
    const auto *load = dyn_cast<LoadExpr>(expr);
    return load && wholeVariable(load->place) == counter;
  }

  const Variable *counter;
  const long long value;
};

/// A loop with short loops in its iterations, one in the other: the last ones, which those of the reverse sweep are.
class LoopAroundShortOnes {
public:
  LoopAroundShortOnes(Context &context, const RunnableUpwards &outer, const KnownNumbers &numbers,
                      const analysis::Alias &alias, const AreApart &areApart)
      : context(context), outer(outer), numbers(numbers), alias(alias),
        iteration(context, outer.work, outer.counted, alias, areApart), changes(outer.work) {}

  bool canInterchange();
  void rewrite(StmtList &out);

private:
  struct ShortLoop {
    RunnableUpwards found;
    long long low, high;
  };

  bool mayBeLong() const;
  bool findShortLoops();
  bool isPlain() const;
  bool collectKept();
  bool isOfShortLoops(const Access &access) const { return inside.count(access.stmt) != 0; }
  bool isCounterOfShortLoop(const Variable *variable) const;
  bool isStillOrMoving(const Access &access) const;
  bool onlyAdds() const;
  bool scatters() const;
  const Place *elementOf(const Variable *block) const;
  StmtList writtenOut() const;

  Context &context;
  const RunnableUpwards outer;
  const KnownNumbers &numbers;
  const analysis::Alias &alias;
  const Iteration iteration;
  const analysis::Changes changes;
  std::vector<ShortLoop> shortLoops; ///< from the outside
  StmtList before, behind;           ///< of an iteration, the rest
  std::set<const Stmt *> inside;     ///< the short loops
  std::vector<std::pair<const Variable *, const Variable *>> kept; ///< numbers, and the blocks in which they wait
};

bool LoopAroundShortOnes::mayBeLong() const {
  std::optional<long long> low = numbers.of(outer.range.low), high = numbers.of(outer.range.high);
  return !low || !high || *high >= *low + many;
}

bool LoopAroundShortOnes::findShortLoops() {
  auto end = std::find_if(outer.work.rbegin(), outer.work.rend(), [](const Stmt *stmt) { return isa<LoopStmt>(stmt); }).base();
  if (end == outer.work.begin())
    return false;
  const auto nest = end - 1;
  before.assign(outer.work.begin(), nest);
  behind.assign(end, outer.work.end());
  const Stmt *next = *nest;
  forEachStmt(next, [&](const Stmt *stmt) { inside.insert(stmt); });
  while (const auto *loop = llvm::dyn_cast_or_null<LoopStmt>(next)) {
    std::optional<RunnableUpwards> found = loop->parallel ? std::nullopt : runnableUpwards(context, loop);
    std::optional<long long> low = found ? numbers.of(found->range.low) : std::nullopt;
    std::optional<long long> high = found ? numbers.of(found->range.high) : std::nullopt;
    if (!low || !high || *high < *low + 2 || *high > *low + few || found->work.empty())
      return false;
    shortLoops.push_back({*found, *low, *high});
    next = found->work.size() == 1 ? found->work.front() : nullptr;
  }
  const ShortLoop &innermost = shortLoops.back();
  return innermost.found.work.size() * (innermost.high - innermost.low) <= statementsOfLoop;
}

/// Assignments to memory and declarations in the short loops; around them, nothing that moves the tape.
bool LoopAroundShortOnes::isPlain() const {
  bool plain = true;
  for (const Stmt *stmt : shortLoops.back().found.work) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    plain &= assign ? !rootVariable(assign->place) : isa<DeclareStmt>(stmt);
  }
  for (const StmtList *rest : {&before, &behind})
    forEachStmt(*rest, [&](const Stmt *stmt) {
      plain &= isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt) || isa<IfStmt>(stmt) || isa<LoopStmt>(stmt);
    });
  return plain;
}

/// Numbers of the iteration that the short loops use.
bool LoopAroundShortOnes::collectKept() {
  std::set<const Variable *> declared;
  forEachStmt(before, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
  for (const Stmt *stmt : inside) // counters of both sweeps
    declared.erase(declaredBy(stmt));
  bool areNumbers = true;
  auto use = [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    if (!variable || !declared.count(variable))
      return;
    areNumbers &= wholeVariable(load->place) && variable->type->isFloating();
    if (llvm::none_of(kept, [&](const auto &one) { return one.first == variable; })) {
      auto *block = context.make<Variable>(variable->name + "_kept", context.pointerTo(context.withoutConst(variable->type)), Storage::Local);
      block->isTemporary = block->isRestrict = true;
      kept.push_back({variable, block});
    }
  };
  for (const Stmt *stmt : inside)
    forEachOperand(stmt, [&](const Expr *e) { forEachLoad(e, use); }, [&](const Place *place) { forEachLoad(place, use); });
  std::sort(kept.begin(), kept.end(), [](const auto &a, const auto &b) { return a.first->name < b.first->name; });
  return areNumbers;
}

bool LoopAroundShortOnes::isCounterOfShortLoop(const Variable *variable) const {
  return llvm::any_of(shortLoops, [&](const ShortLoop &loop) { return loop.found.counted.counter == variable; });
}

/// Is the element next to that of the next iteration, or the same one?
bool LoopAroundShortOnes::isStillOrMoving(const Access &access) const {
  if (const Variable *variable = wholeVariable(access.place))
    return !variable->isGlobal() && (isCounterOfShortLoop(variable) || !changes.mayWrite(variable));
  if (!access.base || (access.base->type->isPointer() && (access.base->isGlobal() || changes.mayWrite(access.base))))
    return false;
  bool isFixed = true;
  forEachLoad(access.index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    isFixed &= variable && !variable->isGlobal() &&
               (variable == outer.counted.counter || isCounterOfShortLoop(variable) || !changes.mayWrite(variable));
  });
  return isFixed && (!mentions(access.index, outer.counted.counter) || analysis::growsWith(access.index, outer.counted.counter));
}

/// The short loops add to adjoints, of what nothing else in the iterations writes; nothing else reads what is added to.
bool LoopAroundShortOnes::onlyAdds() const {
  for (const Access &access : iteration.accesses()) {
    if (alias.keysOf(access.place).none()) // of unknown origin
      return false;
    if (!isOfShortLoops(access))
      continue;
    if (access.kind == Access::Kind::Set || !isStillOrMoving(access))
      return false;
    for (const Access &other : iteration.accesses())
      if (access.kind != other.kind && iteration.meet(access.place, other.place))
        return false;
  }
  return true;
}

/// Do they add to several neighbours?
bool LoopAroundShortOnes::scatters() const {
  return llvm::any_of(iteration.accesses(), [&](const Access &access) {
    return isOfShortLoops(access) && access.kind == Access::Kind::Sum && access.index &&
           mentions(access.index, outer.counted.counter) && mentions(access.index, shortLoops.back().found.counted.counter);
  });
}

bool LoopAroundShortOnes::canInterchange() {
  return mayBeLong() && findShortLoops() && isPlain() && !iteration.declaresRows() && iteration.isIndependent() && onlyAdds() && scatters() && collectKept();
}

const Place *LoopAroundShortOnes::elementOf(const Variable *block) const {
  const Expr *i = context.load(outer.counted.counter);
  const Expr *index = isInteger(outer.range.low, 0) ? i : context.binary(BinaryOp::Sub, i, outer.range.low);
  return context.deref(context.binary(BinaryOp::Add, context.load(block), index));
}

StmtList LoopAroundShortOnes::writtenOut() const {
  StmtList body;
  for (const auto &[variable, block] : kept)
    body.push_back(context.make<DeclareStmt>(variable, context.load(elementOf(block))));
  const ShortLoop &innermost = shortLoops.back();
  for (long long value = innermost.low; value < innermost.high; ++value) {
    StmtList part = WrittenOut(context, innermost.found.counted.counter, value).rewrite(innermost.found.work);
    body.insert(body.end(), part.begin(), part.end());
  }
  return body;
}

void LoopAroundShortOnes::rewrite(StmtList &out) {
  const Expr *count = analysis::tripsOf(context, outer.range.low, outer.range.high);
  StmtList first = before;
  for (const auto &[variable, block] : kept) {
    out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, block, count));
    first.push_back(context.make<AssignStmt>(elementOf(block), context.load(variable)));
  }
  first.insert(first.end(), behind.begin(), behind.end());
  if (!first.empty())
    out.push_back(upwardLoop(context, outer.counted, outer.range, first));
  LoopStmt *made = upwardLoop(context, outer.counted, outer.range, writtenOut());
  for (auto around = shortLoops.rbegin() + 1; around != shortLoops.rend(); ++around)
    made = upwardLoop(context, around->found.counted, around->found.range, {made});
  out.push_back(made);
  for (auto one = kept.rbegin(); one != kept.rend(); ++one)
    out.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, one->second, count));
}

class Interchange : public LoopArrangement {
public:
  Interchange(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart)
      : LoopArrangement(context, alias, areApart), numbers(body) {}

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    LoopAroundShortOnes nest(context, found, numbers, alias, areApart);
    if (loop->parallel || !nest.canInterchange())
      return false;
    const Context::Origin origin(context, loop->location);
    StmtList made;
    nest.rewrite(made);
    made = rewrite(made); // other short loops of the iteration
    out.insert(out.end(), made.begin(), made.end());
    return true;
  }

private:
  const KnownNumbers numbers;
};

} // namespace

StmtList interchangeLoops(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Interchange(context, body, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
