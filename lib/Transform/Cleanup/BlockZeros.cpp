// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/BlockZeros.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "IR/Algebra.h"
#include "IR/Mentions.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What the pointer is loaded from, where that is all that it is.
const Variable *variableOf(const Expr *pointer) {
  const auto *load = dyn_cast<LoadExpr>(pointer);
  return load ? wholeVariable(load->place) : nullptr;
}

const Expr *indexIn(const Place *place, const Variable *block) {
  const std::optional<analysis::Element> element = analysis::elementOf(place);
  return element && element->base == block ? element->index : nullptr;
}

/// Elements that the statement, and what stands in it, reads or writes.
void forEachIndex(const Stmt *stmt, const Variable *block, llvm::function_ref<void(const Expr *)> visit) {
  const auto look = [&](const Place *place) {
    if (const Expr *index = indexIn(place, block))
      visit(index);
  };
  forEachStmt(stmt, [&](const Stmt *inner) {
    forEachOperand(
        inner, [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *load) { look(load->place); }); },
        [&](const Place *written) {
          look(written);
          forEachLoad(written, [&](const LoadExpr *load) { look(load->place); });
        });
  });
}

/// Blocks of numbers, and how they are used.
class Blocks {
public:
  explicit Blocks(const StmtList &body) : writes(body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *allocation = dyn_cast<AllocateStmt>(stmt);
      const Variable *block = allocation ? wholeVariable(allocation->place) : nullptr;
      if (block && allocation->declares && allocation->count && allocation->element->isFloating() && !writes.isExposed(block))
        unaccounted[block] = 0;
    });
    forEachStmt(body, [&](const Stmt *stmt) { count(stmt); });
  }

  /// Does its variable lead to it alone, and nothing else?
  bool isOwn(const Variable *block) const {
    auto found = unaccounted.find(block);
    return found != unaccounted.end() && found->second == 0 && !assigned.count(block);
  }
  /// In terms of what does not change, as a number of at least 64 bits.
  const Expr *resolved(const Expr *expr) const {
    for (;;) {
      const auto *conversion = dyn_cast<CastExpr>(expr);
      const auto *load = dyn_cast<LoadExpr>(expr);
      const Variable *variable = load ? wholeVariable(load->place) : nullptr;
      auto value = variable ? values.find(variable) : values.end();
      if (conversion && conversion->type->isIntegral() && conversion->type->bits == 64 && conversion->operand->type->isIntegral())
        expr = conversion->operand;
      else if (value != values.end() && value->second && !writes.isExposed(variable) && !assigned.count(variable))
        expr = value->second;
      else
        return expr;
    }
  }
  /// Is it the same wherever it is computed?
  bool isFixed(const Expr *expr) const {
    bool fixed = true;
    forEachLoad(expr, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      fixed &= variable ? !variable->isGlobal() && !assigned.count(variable) && !writes.isExposed(variable) : !writes.mayChange(load);
    });
    return fixed;
  }

private:
  /// A load of the variable that is no base of an element read or written stands for an unknown use.
  void count(const Stmt *stmt) {
    const auto uses = [&](const Expr *e) {
      forEachLoad(e, [&](const LoadExpr *load) { note(load); });
    };
    forEachOperand(stmt, uses, [&](const Place *written) {
      forEachLoad(written, [&](const LoadExpr *load) { note(load); });
      if (const auto element = analysis::elementOf(written))
        --unaccountedOf(element->base);
      const Variable *root = rootVariable(written);
      if (root && !(isa<AllocateStmt>(stmt) && cast<AllocateStmt>(stmt)->declares))
        assigned.insert(root);
    });
    if (const auto *release = dyn_cast<FreeStmt>(stmt))
      --unaccountedOf(variableOf(release->pointer));
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->variable->type->isIntegral())
      values[declare->variable] = values.count(declare->variable) ? nullptr : declare->init; // one of several is not known
  }
  void note(const LoadExpr *load) {
    ++unaccountedOf(wholeVariable(load->place));
    if (const auto element = analysis::elementOf(load->place))
      --unaccountedOf(element->base);
  }
  int &unaccountedOf(const Variable *variable) {
    static int other;
    auto found = unaccounted.find(variable);
    return found == unaccounted.end() ? other : found->second;
  }

  const analysis::Changes writes;
  std::map<const Variable *, int> unaccounted;
  std::set<const Variable *> assigned; ///< besides where they are declared
  std::map<const Variable *, const Expr *> values; ///< that they are declared with
};

/// A loop whose body runs for each value of a counter.
struct Counted {
  const Variable *counter;
  analysis::Range range;
  StmtList work;
};

std::optional<Counted> countedOf(Context &context, const Stmt *stmt) {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  if (!loop || loop->testAtEnd || loop->checkpoint || loop->parts != LoopStmt::Parts::None)
    return std::nullopt;
  std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  const bool movesFirst = !counted;
  if (movesFirst)
    counted = analysis::runUpwards(loop);
  if (!counted || !counted->declares || (counted->step != 1 && counted->step != -1))
    return std::nullopt;
  const std::optional<analysis::Range> range = analysis::rangeOf(context, *counted);
  if (!range)
    return std::nullopt;
  return Counted{counted->counter, *range, StmtList(loop->body.begin() + movesFirst, loop->body.end())};
}

bool isCounter(const Expr *index, const Variable *counter) { return variableOf(withoutCasts(index)) == counter; }

bool isZeroSet(const Stmt *stmt, const Variable *block) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign && !stmt->isAtomic && indexIn(assign->place, block) && isZero(assign->value);
}

bool leaves(const Stmt *stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *inner) {
    found |= isa<BreakStmt>(inner) || isa<ContinueStmt>(inner) || isa<ReturnStmt>(inner) || isa<GotoStmt>(inner) || isa<CallStmt>(inner);
  });
  return found;
}

class Zeros {
public:
  Zeros(Context &context, const StmtList &body) : context(context), blocks(body) { look(body); }

  std::set<const Stmt *> dropped, unzeroed, settled; ///< unzeroed: allocations; settled: sums that set
  std::map<const Stmt *, StmtList> rests;            ///< what is set to zero behind a statement, in place of what it set

private:
  void look(const StmtList &list) {
    std::optional<Mentions> mentions;
    const auto named = [&](const Variable *block) -> const std::vector<size_t> & {
      return (mentions ? *mentions : mentions.emplace(list)).of(block);
    };
    for (size_t k = 0; k < list.size(); ++k) {
      const auto *allocation = dyn_cast<AllocateStmt>(list[k]);
      const Variable *block = allocation ? wholeVariable(allocation->place) : nullptr;
      if (block && allocation->zeroed && blocks.isOwn(block))
        lookBehind(allocation, block, list, k, named(block));
      const auto *release = dyn_cast<FreeStmt>(list[k]);
      if (const Variable *freed = release ? variableOf(release->pointer) : nullptr; freed && blocks.isOwn(freed)) {
        lookBefore(freed, list, k, named(freed));
        lookBetween(freed, list, named(freed));
      }
      forEachList(list[k], [&](const StmtList &inner) { look(inner); });
    }
  }

  bool areSame(const Expr *a, const Expr *b) const {
    const Expr *first = blocks.resolved(a), *second = blocks.resolved(b);
    return same(first, second) && blocks.isFixed(first);
  }

  /// Do loops over all elements come first?
  void lookBehind(const AllocateStmt *allocation, const Variable *block, const StmtList &list, size_t at, const std::vector<size_t> &named) {
    std::set<const Stmt *> sums;
    const Expr *covered = nullptr; // null: nothing
    for (const size_t k : named) {
      if (k <= at)
        continue;
      const std::optional<Counted> loop = countedOf(context, list[k]);
      const bool goesOn = loop && (covered ? areSame(loop->range.low, covered) : isInteger(loop->range.low, 0));
      if (!goesOn || !setsElements(list[k], *loop, block, sums))
        return;
      covered = loop->range.high;
      if (!areSame(covered, allocation->count))
        continue;
      unzeroed.insert(allocation);
      settled.insert(sums.begin(), sums.end());
      return;
    }
  }

  /// Is the first thing that an iteration does with the block to set its element, or to add to it, and does it come to no other?
  bool setsElements(const Stmt *stmt, const Counted &loop, const Variable *block, std::set<const Stmt *> &sums) const {
    bool isOne = true;
    forEachIndex(stmt, block, [&](const Expr *index) { isOne &= isCounter(index, loop.counter); });
    forEachStmt(loop.work, [&](const Stmt *inner) { isOne &= !isa<BreakStmt>(inner) && !isa<ReturnStmt>(inner) && !isa<GotoStmt>(inner); });
    const auto first = llvm::find_if(loop.work, [&](const Stmt *inner) { return mentions(inner, block) || leaves(inner); });
    const auto *assign = first == loop.work.end() ? nullptr : dyn_cast<AssignStmt>(*first);
    if (!isOne || !assign || (*first)->isAtomic || !indexIn(assign->place, block))
      return false;
    const Expr *added = analysis::operandOfSum(assign);
    if (added)
      sums.insert(assign);
    return !mentions(added ? added : assign->value, block);
  }

  /// What is set to zero, and freed next.
  void lookBefore(const Variable *block, const StmtList &list, size_t end, const std::vector<size_t> &named) {
    for (const size_t k : llvm::reverse(named)) {
      const Stmt *stmt = list[k];
      if (k >= end)
        continue;
      if (isZeroSet(stmt, block)) {
        dropped.insert(stmt);
        continue;
      }
      const std::optional<Counted> loop = countedOf(context, stmt);
      if (!loop || !dropIn(stmt, *loop, block))
        return;
    }
  }

  /// False: the loop reads the block, too, so that zeros before it are needed.
  bool dropIn(const Stmt *stmt, const Counted &loop, const Variable *block) {
    StmtList zeros, others;
    for (const Stmt *inner : loop.work)
      if (mentions(inner, block))
        (isZeroSet(inner, block) ? zeros : others).push_back(inner);
    if (others.empty()) {
      dropped.insert(zeros.begin(), zeros.end());
      if (zeros.size() == loop.work.size())
        dropped.insert(stmt);
      return true;
    }
    bool isOne = true;
    forEachIndex(stmt, block, [&](const Expr *index) { isOne &= isCounter(index, loop.counter); });
    const auto last = std::find_if(loop.work.rbegin(), loop.work.rend(), [&](const Stmt *inner) { return mentions(inner, block); });
    if (isOne && isZeroSet(*last, block))
      dropped.insert(*last);
    return false;
  }

  /// A block that nothing but a loop uses between its allocation and its end: is it set first in each iteration, and set to zero last?
  void lookBetween(const Variable *block, const StmtList &list, const std::vector<size_t> &named) {
    const auto *allocation = named.size() == 3 ? dyn_cast<AllocateStmt>(list[named[0]]) : nullptr;
    const auto *steps = allocation && allocation->zeroed ? dyn_cast<LoopStmt>(list[named[1]]) : nullptr;
    if (!steps || !isa<FreeStmt>(list[named[2]]) || steps->testAtEnd || steps->checkpoint || mayBeLeft(steps))
      return;
    const Mentions mentions(steps->body);
    const std::vector<size_t> &inside = mentions.of(block);
    if (inside.size() < 2)
      return;
    const Stmt *last = steps->body[inside.back()];
    const std::optional<Counted> set = countedOf(context, steps->body[inside.front()]), cleared = countedOf(context, last);
    std::set<const Stmt *> sums;
    const Stmt *zero = cleared ? lastZero(last, *cleared, block) : nullptr;
    if (!set || !zero || !setsElements(steps->body[inside.front()], *set, block, sums) || !covers(cleared->range, set->range))
      return;
    settled.insert(sums.begin(), sums.end());
    dropped.insert(zero);
    rests[last] = rest(block, cleared->range, set->range);
  }

  static bool mayBeLeft(const LoopStmt *loop) {
    bool found = false;
    forEachStmt(loop, [&](const Stmt *inner) {
      found |= isa<BreakStmt>(inner) || isa<ContinueStmt>(inner) || isa<ReturnStmt>(inner) || isa<LabelStmt>(inner);
    });
    return found;
  }

  /// The statement that sets the element of each iteration to zero, behind all that is done with it; null: there is none.
  const Stmt *lastZero(const Stmt *stmt, const Counted &loop, const Variable *block) const {
    bool isOne = true;
    forEachIndex(stmt, block, [&](const Expr *index) { isOne &= isCounter(index, loop.counter); });
    const auto last = std::find_if(loop.work.rbegin(), loop.work.rend(), [&](const Stmt *inner) { return mentions(inner, block); });
    return isOne && last != loop.work.rend() && isZeroSet(*last, block) ? *last : nullptr;
  }

  /// Is the second range in the first one, or empty, and the first the same in all iterations?
  bool covers(const analysis::Range &all, const analysis::Range &part) const {
    const Expr *low = blocks.resolved(all.low), *high = blocks.resolved(all.high), *first = blocks.resolved(part.low), *end = blocks.resolved(part.high);
    for (const Expr *bound : {low, high, first, end})
      if (!blocks.isFixed(bound))
        return false;
    auto ends = [&](const Expr *bound) { return same(bound, first) || analysis::isNeverLess({}, high, bound); };
    const auto *choice = dyn_cast<SelectExpr>(end);
    return analysis::isNeverLess({}, first, low) && (choice ? ends(choice->yes) && ends(choice->no) : ends(end));
  }

  /// Is a bound of a range that is gathered no less than its first one? `n > 3 ? n - 1 : 2` and 2.
  bool isBehind(const Expr *end, const Expr *first) const {
    const Expr *bound = blocks.resolved(end), *low = blocks.resolved(first);
    const auto *choice = dyn_cast<SelectExpr>(bound);
    const auto *test = choice ? dyn_cast<BinaryExpr>(choice->condition) : nullptr;
    if (!test || test->op != BinaryOp::Greater || !same(choice->no, low))
      return analysis::isNeverLess({}, bound, low);
    const std::optional<long long> less = analysis::distanceBetween(choice->yes, test->left), more = analysis::distanceBetween(low, test->right);
    return less && more && *more + 1 >= *less;
  }

  /// Loops that set to zero what is in the first range and not in the second, which it covers.
  StmtList rest(const Variable *block, const analysis::Range &all, const analysis::Range &part) {
    auto less = [&](const Expr *a, const Expr *b) { return context.binary(BinaryOp::Less, a, b); };
    auto of = [&](const Expr *expr) { return context.cast(CastExpr::Form::Implicit, expr, all.low->type); };
    const Expr *low = of(all.low), *high = of(all.high), *first = of(part.low), *end = of(part.high);
    StmtList out;
    if (!areSame(low, first))
      out.push_back(zeros(block, low, analysis::isNeverLess({}, high, first) ? first : context.select(less(first, high), first, high)));
    if (!areSame(end, high))
      out.push_back(zeros(block, isBehind(part.high, part.low) ? end : context.select(less(end, first), first, end), high));
    return out;
  }

  const Stmt *zeros(const Variable *block, const Expr *low, const Expr *high) {
    auto *counter = context.make<Variable>("i", low->type, Storage::Local);
    counter->isTemporary = true;
    const Expr *i = context.load(counter), *next = context.binary(BinaryOp::Add, i, context.literal(1, i->type));
    const Place *element = context.deref(context.binary(BinaryOp::Add, context.load(block), i));
    auto *loop = context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(counter, low)}, context.binary(BinaryOp::Less, i, high),
                                        StmtList{context.make<AssignStmt>(context.place(counter), next)},
                                        StmtList{context.make<AssignStmt>(element, context.zero(element->type))}, false);
    loop->isShort = true;
    return loop;
  }

  Context &context;
  const Blocks blocks;
};

class WithoutZeros : public Rewriter {
public:
  WithoutZeros(Context &context, const Zeros &zeros) : Rewriter(context), zeros(zeros) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto rest = zeros.rests.find(stmt);
    if (rest == zeros.rests.end())
      return replaceItself(stmt, out);
    if (!replaceItself(stmt, out))
      out.push_back(rebuild(stmt));
    out.insert(out.end(), rest->second.begin(), rest->second.end());
    return true;
  }

private:
  bool replaceItself(const Stmt *stmt, StmtList &out) {
    if (zeros.dropped.count(stmt))
      return true;
    if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && onlyZeroes(loop))
      return true;
    if (zeros.unzeroed.count(stmt)) {
      const auto *old = cast<AllocateStmt>(stmt);
      out.push_back(context.rebuilt(old, rewrite(old->place), old->declares, rewrite(old->count), false));
      return true;
    }
    if (!zeros.settled.count(stmt))
      return false;
    const auto *sum = cast<AssignStmt>(stmt);
    const Expr *added = rewrite(analysis::operandOfSum(sum));
    const bool isSubtracted = cast<BinaryExpr>(sum->value)->op == BinaryOp::Sub;
    out.push_back(context.rebuilt(sum, rewrite(sum->place), isSubtracted ? negated(context, added) : added));
    return true;
  }

  bool onlyZeroes(const LoopStmt *loop) const {
    auto isDropped = [&](const Stmt *inner) { return zeros.dropped.count(inner) != 0; };
    const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    return counted && counted->declares && !loop->body.empty() && llvm::all_of(loop->body, isDropped);
  }

  const Zeros &zeros;
};

} // namespace

StmtList dropBlockZeros(Context &context, const StmtList &body) {
  bool jumps = false;
  forEachStmt(body, [&](const Stmt *stmt) { jumps |= isa<GotoStmt>(stmt); });
  if (jumps) // past loops, perhaps
    return body;
  const Zeros zeros(context, body);
  if (zeros.dropped.empty() && zeros.unzeroed.empty())
    return body;
  return WithoutZeros(context, zeros).rewrite(body);
}

} // namespace adjoint::transform
