// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/RunInParallel.h"

#include "Transform/Cleanup/UpwardLoop.h"

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
  }

  StmtList of(const StmtList &work) {
    forEachStmt(work, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt))
        forEachStmt(loop->body, [&](const Stmt *inner) { inLoops.insert(inner); });
    });
    StmtList out;
    for (const Variable *variable : plan.own)
      out.push_back(context.make<DeclareStmt>(copies.at(variable), context.zero(variable->type)));
    const StmtList rest = rewrite(work);
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
  std::map<const Variable *, const Variable *> copies;
};

class ParallelLoops : public Rewriter {
public:
  ParallelLoops(Context &context, const analysis::Alias &alias, const ParallelFacts &facts)
      : Rewriter(context), alias(alias), facts(facts) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || !loop->parallel)
      return false;
    const std::string why = arrange(loop, out);
    if (!why.empty() && reported.insert(loop->parallel).second)
      facts.report(*loop->parallel, why);
    return why.empty();
  }

private:
  std::string arrange(const LoopStmt *loop, StmtList &out);
  SourceLoops sourceOf(const ParallelLoop *parallel) const;

  const analysis::Alias &alias;
  const ParallelFacts &facts;
  std::set<const ParallelLoop *> reported;
};

SourceLoops ParallelLoops::sourceOf(const ParallelLoop *parallel) const {
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

/// `for (i = end; i > first;) { --i; work }`
bool movesFirst(const LoopStmt *loop, const Variable *counter) {
  const auto *first = loop->body.empty() ? nullptr : dyn_cast<AssignStmt>(loop->body.front());
  return loop->step.empty() && first && wholeVariable(first->place) == counter;
}

/// Appends the parallel loop, or says why there is none.
std::string ParallelLoops::arrange(const LoopStmt *loop, StmtList &out) {
  std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  if (loop->checkpoint)
    return "its iterations run again from snapshots";
  StmtList work = loop->body;
  const SourceLoops source = sourceOf(loop->parallel);
  const LoopStmt *head = loop;
  if (!counted && source.loops.size() == 1) { // as it ran in the source
    head = source.loops.front();
    counted = analysis::countedLoop(head);
    if (!counted || !movesFirst(loop, counted->counter))
      return "how often it runs is not known";
    work.erase(work.begin());
  }
  if (!counted || !counted->declares || loop->testAtEnd)
    return "how often it runs is not known";
  const ParallelPlan plan = SharedByIterations(context, loop, *counted, work, source, alias, facts.areApart, facts.primalOf).plan();
  if (!plan.inOrder.empty())
    return plan.inOrder;
  Rewriter copy(context); // each statement stands in the tree once
  LoopStmt *made = context.rebuilt(loop, copy.rewrite(head->init), head->condition, copy.rewrite(head->step),
                                   ParallelBody(context, plan).of(work));
  made->parallelSums.clear();
  made->runsInParallel = true;
  made->reductions = plan.reductions;
  facts.note(*loop, plan.ways);
  out.push_back(made);
  return "";
}

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

StmtList runInParallel(Context &context, const StmtList &body, const analysis::Alias &alias, const ParallelFacts &facts) {
  if (!hasParallelLoop(body))
    return body;
  return withoutUnused(context, ParallelLoops(context, alias, facts).rewrite(Undecided(context).rewrite(body)));
}

} // namespace adjoint::transform
