// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/RunInParallel.h"

#include "Transform/Cleanup/UpwardLoop.h"
#include "Transform/Cleanup/UseParts.h"

#include <algorithm>
#include <iterator>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What an earlier derivative was decided about means nothing here.
class Undecided : public Rewriter {
public:
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && loop->runsInParallel) {
      LoopStmt *made = rebuild(loop);
      made->runsInParallel = false;
      made->reductions.clear();
      made->ownSums.clear();
      out.push_back(made);
      return true;
    }
    if (!isa<AssignStmt>(stmt) || !stmt->isAtomic)
      return false;
    Stmt *made = context.copied(stmt);
    made->isAtomic = false;
    out.push_back(made);
    return true;
  }
};

/// The body of a parallel loop.
class ParallelBody : public Rewriter {
public:
  ParallelBody(Context &context, const ParallelPlan &plan) : Rewriter(context), plan(plan) {
    for (const Variable *variable : plan.own)
      copies[variable] = context.make<Variable>(*variable);
    for (const OwnSum &sum : plan.ownSums)
      for (const auto &[stmt, index] : sum.indices)
        ownSums[stmt] = {sum.own, index};
  }

  StmtList of(const StmtList &work) {
    forEachStmt(work, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt))
        forEachStmt(loop->body, [&](const Stmt *inner) { inLoops.insert(inner); });
    });
    return rewrite(work);
  }

  /// Of a variable of the plan.
  const Variable *copyOf(const Variable *own) const { return copies.at(own); }
  StmtList withOwn(const StmtList &work) {
    StmtList out;
    for (const Variable *variable : plan.own)
      out.push_back(context.make<DeclareStmt>(copies.at(variable), context.zero(variable->type)));
    const StmtList rest = of(work);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    auto found = copies.find(variable);
    return found == copies.end() ? variable : found->second;
  }
  bool replace(const Stmt *stmt, StmtList &out) override {
    if (auto own = ownSums.find(stmt); own != ownSums.end()) {
      out.push_back(sumOfThread(cast<AssignStmt>(stmt), own->second.first, own->second.second));
      return true;
    }
    if (plan.atomic.count(stmt)) {
      const auto *sum = cast<AssignStmt>(stmt);
      AssignStmt *made = context.rebuilt(sum, rewrite(sum->place), rewrite(sum->value));
      made->isAtomic = true;
      out.push_back(inLoops.count(stmt) ? unlessZero(made) : made);
      return true;
    }
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || loop->parallelSums.empty() || !hasAtomic(loop))
      return false;
    LoopStmt *made = rebuild(loop);
    made->parallelSums.clear(); // no vectors
    out.push_back(made);
    return true;
  }

private:
  /// `x_b_own[index] += e` for `x_b[index] += e`; by its address without an index.
  const Stmt *sumOfThread(const AssignStmt *sum, const Variable *own, const Expr *index) {
    const Expr *element = index ? context.binary(BinaryOp::Add, context.load(own), rewrite(index))
                                : context.intrinsic("own_of", "adjoint::own_of", {context.load(own), context.addressOf(rewrite(sum->place))},
                                                    own->type);
    const Place *place = context.deref(element);
    const BinaryOp op = cast<BinaryExpr>(sum->value)->op;
    const Expr *value = context.binary(op, context.load(place), rewrite(analysis::operandOfSum(sum)));
    return context.rebuilt(sum, place, value);
  }

  /// A test costs a tenth of an atomic addition; of many candidates, one may have been taken.
  const Stmt *unlessZero(const AssignStmt *sum) {
    const auto *added = dyn_cast<LoadExpr>(analysis::operandOfSum(sum));
    if (!added || !wholeVariable(added->place))
      return sum;
    return context.make<IfStmt>(context.binary(BinaryOp::NotEqual, added, context.zero(added->type)), StmtList{sum}, StmtList());
  }

  bool hasAtomic(const LoopStmt *loop) const {
    bool has = false;
    forEachStmt(loop->body, [&](const Stmt *stmt) { has |= plan.atomic.count(stmt) != 0; });
    return has;
  }

  const ParallelPlan &plan;
  std::set<const Stmt *> inLoops;
  std::map<const Stmt *, std::pair<const Variable *, const Expr *>> ownSums;
  std::map<const Variable *, const Variable *> copies;
};

/// The head by which a loop runs in parallel, and its body without what moves the counter.
struct Shape {
  const LoopStmt *head;
  analysis::CountedLoop counted;
  StmtList work;
};

/// `for (i = end; i > first;) { --i; work }`
bool movesFirst(const LoopStmt *loop, const Variable *counter) {
  const auto *first = loop->body.empty() ? nullptr : dyn_cast<AssignStmt>(loop->body.front());
  return loop->step.empty() && first && wholeVariable(first->place) == counter;
}

/// Of a loop that runs down, the head with which it runs up; null: there is none.
const LoopStmt *upwardHead(Context &context, const LoopStmt *loop) {
  const std::optional<analysis::CountedLoop> counted = analysis::runUpwards(loop);
  const std::optional<analysis::Range> range = counted ? analysis::rangeOf(context, *counted) : std::nullopt;
  if (!range)
    return nullptr;
  const Expr *i = context.load(counted->counter);
  StmtList init = {context.make<DeclareStmt>(counted->counter, range->low)};
  StmtList step = {context.make<AssignStmt>(context.place(counted->counter), context.binary(BinaryOp::Add, i, context.literal(1, i->type)))};
  return context.make<LoopStmt>(init, context.binary(BinaryOp::Less, i, range->high), step, StmtList(), false);
}

/// None: how often it runs is not known.
std::optional<Shape> shapeOf(Context &context, const LoopStmt *loop, const SourceLoops &source) {
  std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  StmtList work = loop->body;
  const LoopStmt *head = loop;
  if (!counted) { // as it ran in the source
    head = source.loops.size() == 1 ? source.loops.front() : upwardHead(context, loop);
    counted = head ? analysis::countedLoop(head) : std::nullopt;
    if (!counted || !movesFirst(loop, counted->counter))
      return std::nullopt;
    work.erase(work.begin());
  }
  if (!counted || !counted->declares || loop->testAtEnd)
    return std::nullopt;
  return Shape{head, *counted, std::move(work)};
}

/// Records that the loop leaves on the tape, or takes off it, and not both; 0 among them: something unknown.
struct RecordsOfLoop {
  explicit RecordsOfLoop(const LoopStmt *loop) {
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      if (const auto *push = dyn_cast<PushStmt>(stmt))
        left.insert(push->record);
      else if (const auto *pop = dyn_cast<PopStmt>(stmt))
        taken.insert(pop->record);
    });
    std::set_symmetric_difference(left.begin(), left.end(), taken.begin(), taken.end(), std::inserter(all, all.end()));
  }

  std::set<unsigned> all;
  /// Where both sweeps run in one iteration of a loop around, the loop's own records tell them apart.
  Sweep sweep(Sweep around) const {
    return all.empty() ? around : left.count(*all.rbegin()) ? Sweep::Forward : Sweep::Reverse;
  }

private:
  std::set<unsigned> left, taken;
};

/// What becomes of a loop.
struct Decision {
  std::optional<Shape> shape;
  ParallelPlan plan;
  Records records = Records::InOrder;
  Sweep sweep;
  std::vector<const Variable *> recorded; ///< of parts, by the forward sweep
  unsigned reach = 0;                     ///< of parts (UseParts.h)
};

/// How often variables of iterations are named.
std::map<const Variable *, unsigned> mentionsOf(const StmtList &body) {
  std::map<const Variable *, unsigned> mentions;
  const auto note = [&](const Place *place) {
    if (const Variable *variable = rootVariable(place); variable && variable->isOfIteration)
      ++mentions[variable];
  };
  const auto inside = [&](const Expr *e) { forEachPlace(e, note); };
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(stmt, inside, [&](const Place *place) { forEachPlace(place, note); });
  });
  return mentions;
}

class Decisions {
public:
  Decisions(Context &context, const ParallelFacts &facts) : context(context), facts(facts) {}

  /// Of both sweeps.
  void count(const StmtList &body) {
    for (const auto &[variable, count] : mentionsOf(body))
      mentionsOfAll[variable] += count;
  }

  /// `sweep`: in which the body begins.
  void look(const StmtList &body, Sweep sweep, const analysis::Alias &alias);
  /// Loops that are opposite to each other, and record.
  void divide();
  const Decision &of(const LoopStmt *loop) const { return decisions.at(loop); }

private:
  SourceLoops sourceOf(const ParallelLoop *parallel) const;
  bool decide(const LoopStmt *loop, Sweep sweep, const analysis::Alias &alias);
  void divide(const LoopStmt *forward, const LoopStmt *reverse);

  Context &context;
  const ParallelFacts &facts;
  std::map<const Variable *, unsigned> mentionsOfAll;
  std::map<const LoopStmt *, Decision> decisions;
  std::map<const LoopStmt *, ParallelPlan> plansInParts;
  std::vector<const LoopStmt *> inOrder; ///< perhaps because of their records
};

SourceLoops Decisions::sourceOf(const ParallelLoop *parallel) const {
  SourceLoops source;
  source.isTangent = facts.isTangent;
  forEachStmt(facts.source, [&](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      source.called.insert(call->callee);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop && loop->parallel == parallel)
      source.loops.push_back(loop);
  });
  return source;
}

void Decisions::look(const StmtList &body, Sweep sweep, const analysis::Alias &alias) {
  for (const Stmt *stmt : body) {
    if (const auto *heading = dyn_cast<HeadingStmt>(stmt))
      sweep = heading->sweep;
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || !loop->parallel || !decide(loop, sweep, alias))
      forEachList(stmt, [&](const StmtList &inner) { look(inner, sweep, alias); });
  }
}

/// May it run in parallel as it is?
bool Decisions::decide(const LoopStmt *loop, Sweep sweep, const analysis::Alias &alias) {
  SourceLoops source = sourceOf(loop->parallel);
  for (const auto &[variable, count] : mentionsOf({loop}))
    if (mentionsOfAll.at(variable) == count)
      source.ownAlone.insert(variable);
  Decision &decision = decisions[loop];
  decision.sweep = RecordsOfLoop(loop).sweep(sweep);
  decision.shape = shapeOf(context, loop, source);
  if (loop->checkpoint)
    decision.plan.inOrder = "its iterations run again from snapshots";
  else if (!decision.shape)
    decision.plan.inOrder = "how often it runs is not known";
  if (!decision.plan.inOrder.empty())
    return false;
  const auto planOf = [&](Records records) {
    return SharedByIterations(context, loop, decision.shape->counted, decision.shape->work, source, alias, facts.areApart,
                              facts.primalOf)
        .plan(records);
  };
  decision.plan = planOf(Records::InOrder);
  if (decision.plan.inOrder.empty())
    return true;
  plansInParts[loop] = planOf(Records::InParts);
  inOrder.push_back(loop);
  return false;
}

namespace {
/// The loop that takes the same records; null if there is none.
const LoopStmt *takerOf(const LoopStmt *forward, const std::vector<const LoopStmt *> &taking) {
  const std::set<unsigned> records = RecordsOfLoop(forward).all;
  if (records.empty() || records.count(0))
    return nullptr;
  for (const LoopStmt *reverse : taking)
    if (RecordsOfLoop(reverse).all == records)
      return reverse;
  return nullptr;
}
} // namespace

void Decisions::divide() {
  std::map<const ParallelLoop *, std::pair<std::vector<const LoopStmt *>, std::vector<const LoopStmt *>>> opposite;
  for (const LoopStmt *loop : inOrder) {
    auto &[leaving, taking] = opposite[loop->parallel];
    (of(loop).sweep == Sweep::Forward ? leaving : taking).push_back(loop);
  }
  for (const auto &[parallel, loops] : opposite) {
    const auto &[leaving, taking] = loops;
    if (leaving.size() == 1 && taking.size() == 1) {
      if (RecordsOfLoop(leaving.front()).all == RecordsOfLoop(taking.front()).all)
        divide(leaving.front(), taking.front());
    } else if (leaving.size() == taking.size()) { // a function that is inlined twice
      for (const LoopStmt *forward : leaving)
        if (const LoopStmt *reverse = takerOf(forward, taking))
          divide(forward, reverse);
    }
  }
}

void Decisions::divide(const LoopStmt *forward, const LoopStmt *reverse) {
  const ParallelPlan &first = plansInParts.at(forward), &second = plansInParts.at(reverse);
  const auto recorded = variablesOfParts(context, forward, first, reverse, second);
  if (!recorded) {
    const std::string &why = second.inOrder.empty() ? first.inOrder : second.inOrder;
    for (const LoopStmt *loop : {forward, reverse})
      if (!why.empty()) // says more than that they record
        decisions[loop].plan.inOrder = why;
    return;
  }
  for (const LoopStmt *loop : {forward, reverse}) {
    Decision &decision = decisions[loop];
    decision.plan = plansInParts.at(loop);
    decision.records = Records::InParts;
    decision.recorded = *recorded;
    decision.reach = second.reach;
  }
}

class ParallelLoops : public Rewriter {
public:
  ParallelLoops(Context &context, const Decisions &decisions, const ParallelFacts &facts)
      : Rewriter(context), decisions(decisions), facts(facts) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || !loop->parallel)
      return false;
    const Decision &decision = decisions.of(loop);
    const std::string &why = decision.plan.inOrder;
    if (!why.empty()) {
      if (reported.insert(loop->parallel).second)
        facts.report(*loop->parallel, why);
      return false;
    }
    const StmtList made = decision.records == Records::InParts ? divided(loop, decision) : whole(loop, decision);
    out.insert(out.end(), made.begin(), made.end());
    const char *parts = decision.records == Records::InParts ? "in parts with tapes" : "";
    facts.note(*loop, parts + std::string(*parts && !decision.plan.ways.empty() ? ", " : "") + decision.plan.ways);
    return true;
  }

private:
  StmtList whole(const LoopStmt *loop, const Decision &decision) {
    Rewriter copy(context); // each statement stands in the tree once
    const LoopStmt *head = decision.shape->head;
    LoopStmt *made = context.rebuilt(loop, copy.rewrite(head->init), head->condition, copy.rewrite(head->step),
                                     ParallelBody(context, decision.plan).withOwn(decision.shape->work));
    made->runsInVectors = !made->parallelSums.empty() && decision.plan.atomic.empty() && decision.plan.ownSums.empty();
    made->parallelSums.clear();
    made->runsInParallel = true;
    made->reductions = decision.plan.reductions;
    StmtList out = declarationsOf(context, decision.plan.ownSums);
    for (const OwnSum &sum : decision.plan.ownSums)
      made->ownSums.push_back(sum.own);
    out.push_back(made);
    return out;
  }

  StmtList divided(const LoopStmt *loop, const Decision &decision) {
    ParallelBody body(context, decision.plan);
    PartVariables own;
    for (const Variable *variable : decision.recorded)
      own.recorded.push_back(body.copyOf(variable));
    for (const Variable *variable : decision.plan.own)
      if (!llvm::is_contained(decision.recorded, variable))
        own.others.push_back(body.copyOf(variable));
    const auto parts = decision.sweep == Sweep::Forward ? LoopStmt::Parts::Leave : LoopStmt::Parts::Take;
    return inParts(context, loop, {parts, decision.reach}, body.of(decision.shape->work), own, decision.plan);
  }

  const Decisions &decisions;
  const ParallelFacts &facts;
  std::set<const ParallelLoop *> reported;
};

/// Without the declarations of variables of iterations that all loops have declared anew.
StmtList withoutUnused(Context &context, const StmtList &body) {
  std::set<const Variable *> used;
  auto note = [&](const Place *place) { used.insert(rootVariable(place)); };
  auto inside = [&](const Expr *e) { forEachPlace(e, note); };
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(stmt, inside, [&](const Place *place) { forEachPlace(place, note); });
  });
  StmtList out;
  for (const Stmt *stmt : body) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (!declare || !declare->variable->isOfIteration || used.count(declare->variable))
      out.push_back(context.withScopes(stmt, [&](const StmtList &scope) { return withoutUnused(context, scope); }));
  }
  return out;
}

bool hasParallelLoop(const StmtList &body) {
  bool has = false;
  forEachStmt(body, [&](const Stmt *stmt) { has |= isa<LoopStmt>(stmt) && cast<LoopStmt>(stmt)->parallel; });
  return has;
}

} // namespace

void runInParallel(Context &context, Function &forward, Function &reverse, const std::set<const Variable *> &globals,
                   const ParallelFacts &facts) {
  std::vector<Function *> functions = {&forward};
  if (&reverse != &forward)
    functions.push_back(&reverse);
  if (llvm::none_of(functions, [](const Function *f) { return hasParallelLoop(f->body); }))
    return;
  Decisions decisions(context, facts);
  for (Function *f : functions) {
    f->body = Undecided(context).rewrite(f->body);
    decisions.count(f->body);
  }
  for (Function *f : functions) {
    decisions.look(f->body, f == &forward ? Sweep::Forward : Sweep::Reverse, analysis::Alias(*f, globals));
  }
  decisions.divide();
  ParallelLoops loops(context, decisions, facts);
  for (Function *f : functions)
    f->body = withoutUnused(context, loops.rewrite(f->body));
}

} // namespace adjoint::transform
