// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/GatherSums.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Algebra.h"
#include "IR/Values.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Slice.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Range;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

const long long farthest = 4; ///< neighbours

/// Elements of an array that an iteration adds to, next to each other.
struct Stencil {
  struct Member {
    Access access;
    long long offset; ///< from the element that stands in the middle
    std::set<const Stmt *> sums;
  };
  std::vector<Member> members;
  bool hasRows = false; ///< the iteration adds to other elements of the array, far away

  const Variable *base() const { return members.front().access.base; }
  bool isAlone() const { return members.size() == 1; }
  long long least() const;
  long long greatest() const;
  void centre();
  std::set<const Stmt *> sums() const;
  const Access &middle() const;
};

long long Stencil::least() const {
  return std::min_element(members.begin(), members.end(), [](auto &a, auto &b) { return a.offset < b.offset; })->offset;
}

long long Stencil::greatest() const {
  return std::max_element(members.begin(), members.end(), [](auto &a, auto &b) { return a.offset < b.offset; })->offset;
}

/// The element in the middle has offset 0.
void Stencil::centre() {
  const long long low = least(), high = greatest();
  auto distance = [&](const Member &member) { return std::max(member.offset - low, high - member.offset); };
  const long long middle = std::min_element(members.begin(), members.end(), [&](auto &a, auto &b) {
                             return distance(a) < distance(b);
                           })->offset;
  for (Member &member : members)
    member.offset -= middle;
}

std::set<const Stmt *> Stencil::sums() const {
  std::set<const Stmt *> all;
  for (const Member &member : members)
    all.insert(member.sums.begin(), member.sums.end());
  return all;
}

const Access &Stencil::middle() const {
  return std::find_if(members.begin(), members.end(), [](auto &member) { return member.offset == 0; })->access;
}

class GatheringLoop {
public:
  GatheringLoop(Context &context, const StmtList &work, const CountedLoop &counted, const Range &range,
                const analysis::Alias &alias, const AreApart &areApart)
      : context(context), work(work), counted(counted), range(range), iteration(context, work, counted, alias, areApart) {}

  bool canGather();
  void rewrite(StmtList &out);

private:
  bool isShort() const;
  void collectStencils();
  bool isOnlyAddedTo() const;
  bool chooseLoopsOfStores();
  bool isComputedQuickly(const std::set<const Stmt *> &slice) const;
  bool arrangeStencils();
  bool areComparedQuickly(const std::vector<const Stencil *> &together) const;

  StmtList loopOf(const std::set<const Stmt *> &wanted) const;
  const Expr *number(long long value) const { return context.literal(value, counted.counter->type); }
  const Expr *plus(const Expr *e, long long by) const { return by == 0 ? e : shifted(context, e, by); }
  const Expr *lesser(const Expr *a, const Expr *b) const;
  const Expr *named(const char *name, const Expr *value, StmtList &out) const;
  void addMiddle(const std::vector<const Stencil *> &together, const Expr *end, StmtList &out) const;
  void addEnds(const std::vector<const Stencil *> &together, const Expr *end, StmtList &out) const;
  void addLoop(const Expr *low, const Expr *high, const StmtList &body, const char *comment, StmtList &out) const;

  Context &context;
  const StmtList work;
  const CountedLoop counted;
  const Range range;
  const Iteration iteration;
  std::vector<Stencil> stencils;
  std::vector<std::vector<const Stencil *>> loops; ///< stencils of one loop
  std::set<const Stmt *> before, behind;           ///< what has a loop in front of these, or behind
};

/// Is it known that there are only a few iterations?
bool GatheringLoop::isShort() const {
  const long long few = 16;
  std::optional<long long> low = integerValue(range.low), high = integerValue(range.high);
  return low && high && *high < *low + few;
}

void GatheringLoop::collectStencils() {
  for (const Access &access : iteration.accesses()) {
    if (access.kind != Access::Kind::Sum || !iteration.isMoving(access))
      continue;
    Stencil *found = nullptr;
    long long offset = 0;
    for (Stencil &stencil : stencils) {
      const Access &first = stencil.members.front().access;
      std::optional<long long> distance =
          first.base == access.base ? analysis::distanceBetween(first.index, access.index) : std::nullopt;
      if (distance && std::abs(*distance) <= farthest) {
        found = &stencil;
        offset = *distance;
      }
    }
    if (!found)
      found = &stencils.emplace_back();
    auto member = std::find_if(found->members.begin(), found->members.end(), [&](auto &m) { return m.offset == offset; });
    if (member == found->members.end())
      member = found->members.insert(found->members.end(), {access, offset, {}});
    member->sums.insert(access.stmt);
  }
  for (Stencil &stencil : stencils) {
    stencil.centre();
    stencil.hasRows = std::count_if(stencils.begin(), stencils.end(),
                                    [&](const Stencil &other) { return other.base() == stencil.base(); }) > 1;
  }
}

/// Nothing that is added to is read or set.
bool GatheringLoop::isOnlyAddedTo() const {
  for (const Access &sum : iteration.accesses())
    if (sum.kind == Access::Kind::Sum)
      for (const Access &other : iteration.accesses())
        if (other.kind != Access::Kind::Sum && iteration.meet(sum.place, other.place))
          return false;
  return true;
}

/// Of what is set, and of sums that are no stencil.
bool GatheringLoop::chooseLoopsOfStores() {
  std::map<const Stmt *, unsigned> order;
  forEachStmt(work, [&](const Stmt *stmt) { order.insert({stmt, order.size()}); });
  for (const Access &set : iteration.accesses()) {
    if (set.kind == Access::Kind::Sum)
      behind.insert(set.stmt);
    if (set.kind != Access::Kind::Set)
      continue;
    bool isFirst = true, isLast = true;
    for (const Access &other : iteration.accesses())
      if (other.stmt != set.stmt && iteration.meet(other.place, set.place))
        (order[other.stmt] < order[set.stmt] ? isFirst : isLast) = false;
    if (!isFirst && !isLast)
      return false;
    (isLast ? behind : before).insert(set.stmt);
  }
  for (const auto &together : loops)
    for (const Stencil *stencil : together)
      for (const Stmt *sum : stencil->sums())
        behind.erase(sum);
  return true;
}

bool GatheringLoop::isComputedQuickly(const std::set<const Stmt *> &slice) const {
  bool quickly = true;
  auto look = [&](const Expr *e) {
    const auto *function = dyn_cast<IntrinsicExpr>(e);
    const auto *binary = dyn_cast<BinaryExpr>(e);
    quickly &= (!function || function->name == "fabs") &&
               !(binary && binary->op == BinaryOp::Div && binary->type->isFloating());
  };
  for (const Stmt *stmt : slice)
    forEachOperand(
        stmt, [&](const Expr *e) { forEachExpr(e, look); }, [&](const Place *p) { forEachExpr(p, look); });
  return quickly;
}

bool GatheringLoop::areComparedQuickly(const std::vector<const Stencil *> &together) const {
  Arrays arrays;
  for (const Stencil *stencil : together) {
    const std::set<const Stmt *> slice = sliceOf(work, stencil->sums());
    for (const Access &access : iteration.accesses())
      if (slice.count(access.stmt))
        arrays.add(access);
  }
  return arrays.areComparedQuickly();
}

/// Stencils of one shape share a loop, as far as compilers vectorise it.
bool GatheringLoop::arrangeStencils() {
  for (const Stencil &stencil : stencils) {
    if (stencil.isAlone() && !stencil.hasRows)
      continue;
    if (!areComparedQuickly({&stencil}) || !isComputedQuickly(sliceOf(work, stencil.sums())))
      return false;
    auto fits = [&](const std::vector<const Stencil *> &loop) {
      std::vector<const Stencil *> together = loop;
      together.push_back(&stencil);
      return loop.front()->least() == stencil.least() && loop.front()->greatest() == stencil.greatest() &&
             llvm::none_of(loop, [&](const Stencil *other) {
               return iteration.meet(other->middle().place, stencil.middle().place);
             }) && areComparedQuickly(together);
    };
    auto loop = std::find_if(loops.begin(), loops.end(), fits);
    if (loop == loops.end())
      loop = loops.insert(loops.end(), std::vector<const Stencil *>());
    loop->push_back(&stencil);
  }
  return llvm::any_of(loops, [](const auto &loop) { return !loop.front()->isAlone(); });
}

bool GatheringLoop::canGather() {
  if (isShort() || !iteration.hasNoOrder() || !isOnlyAddedTo())
    return false;
  collectStencils();
  return arrangeStencils() && chooseLoopsOfStores();
}

StmtList GatheringLoop::loopOf(const std::set<const Stmt *> &wanted) const {
  return copyOfSlice(context, work, sliceOf(work, wanted), counted.counter, 0, {});
}

const Expr *GatheringLoop::lesser(const Expr *a, const Expr *b) const {
  std::optional<long long> first = integerValue(a), second = integerValue(b);
  if (first && second)
    return *second < *first ? b : a;
  return context.select(context.binary(BinaryOp::Less, a, b), a, b);
}

const Expr *GatheringLoop::named(const char *name, const Expr *value, StmtList &out) const {
  if (!isa<SelectExpr>(value))
    return value;
  auto *variable = context.make<Variable>(name, context.withConst(value->type), Storage::Local);
  variable->isTemporary = true;
  out.push_back(context.make<DeclareStmt>(variable, value));
  return context.load(variable);
}

void GatheringLoop::addLoop(const Expr *low, const Expr *high, const StmtList &body, const char *comment, StmtList &out) const {
  LoopStmt *loop = upwardLoop(context, counted, {low, high}, body);
  loop->comment = comment;
  out.push_back(loop);
}

void GatheringLoop::addMiddle(const std::vector<const Stencil *> &together, const Expr *end, StmtList &out) const {
  StmtList body, sums;
  for (const Stencil *stencil : together) {
    const Place *element = iteration.expanded(stencil->middle());
    const Type *type = context.withoutConst(element->type);
    auto *sum = context.make<Variable>(stencil->base()->name + "_sum", type, Storage::Local);
    sum->isTemporary = sum->isAdjoint = true;
    body.push_back(context.make<DeclareStmt>(sum, context.zero(type)));
    for (const Stencil::Member &member : stencil->members) {
      std::map<const Stmt *, const Variable *> redirected;
      for (const Stmt *stmt : member.sums)
        redirected[stmt] = sum;
      StmtList part = copyOfSlice(context, work, sliceOf(work, member.sums), counted.counter, -member.offset, redirected);
      body.insert(body.end(), part.begin(), part.end());
    }
    const Expr *added = context.binary(BinaryOp::Add, context.load(element), context.load(sum));
    sums.push_back(context.make<AssignStmt>(element, added));
  }
  body.insert(body.end(), sums.begin(), sums.end());
  addLoop(plus(range.low, together.front()->greatest()), end, body, "Each element gathers from its neighbours.", out);
}

void GatheringLoop::addEnds(const std::vector<const Stencil *> &together, const Expr *end, StmtList &out) const {
  const long long least = together.front()->least(), greatest = together.front()->greatest();
  const char *comment = "At the ends.";
  for (long long offset = least; offset <= greatest; ++offset) {
    std::set<const Stmt *> sums;
    for (const Stencil *stencil : together)
      for (const Stencil::Member &member : stencil->members)
        if (member.offset == offset)
          sums.insert(member.sums.begin(), member.sums.end());
    if (sums.empty())
      continue;
    if (offset < greatest) {
      addLoop(range.low, named("low", lesser(range.high, plus(range.low, greatest - offset)), out), loopOf(sums), comment, out);
      comment = "";
    }
    if (offset > least) {
      addLoop(plus(end, -offset), range.high, loopOf(sums), comment, out);
      comment = "";
    }
  }
}

void GatheringLoop::rewrite(StmtList &out) {
  if (!before.empty())
    addLoop(range.low, range.high, loopOf(before), "", out);
  for (const auto &together : loops) {
    const long long least = together.front()->least(), greatest = together.front()->greatest();
    if (greatest == least) { // rows
      std::set<const Stmt *> sums;
      for (const Stencil *stencil : together)
        sums.merge(stencil->sums());
      addLoop(range.low, range.high, loopOf(sums), "", out);
      continue;
    }
    const Expr *isLong = context.binary(BinaryOp::Greater, range.high, plus(range.low, greatest - least));
    const Expr *from = plus(range.low, greatest), *to = plus(range.high, least);
    const bool isKnown = integerValue(range.low) && integerValue(range.high);
    const Expr *end = isKnown ? to : named("high", choice(context, isLong, to, from), out);
    addMiddle(together, end, out);
    addEnds(together, end, out);
  }
  if (!behind.empty())
    addLoop(range.low, range.high, loopOf(behind), "", out);
}

class Gathering : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (loop->parallel) // whose elements are shared in another way
      return false;
    GatheringLoop gathering(context, found.work, found.counted, found.range, alias, areApart);
    if (!gathering.canGather())
      return false;
    const Context::Origin origin(context, loop->location);
    gathering.rewrite(out);
    return true;
  }
};

} // namespace

StmtList gatherSums(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Gathering(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
