// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Plan/Planner.h"

#include "Analysis/Checkpoints/CarriedState.h"
#include "Analysis/Fusion/Fusion.h"
#include "Analysis/Record/RestoringCopies.h"
#include "Support/StageTimes.h"
#include "Transform/Cleanup/Vectors.h"
#include "Transform/Plan/ChosenCheckpoints.h"
#include "Transform/Plan/LateSums.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Set;
using llvm::dyn_cast;

Planner::Planner(Derivatives &derivatives, const AnalysedFunction &function, Shadows &shadows, const Place *seed,
                 Asked asked)
    : derivatives(derivatives), function(function), shadows(shadows), asked(asked), apart(function.unit()),
      blocks(function.body()), inVectors(findInVectors()),
      regions{CallPlans(derivatives, function.unit(), function.activity()), {}, {}, {}, {}, nullptr, asked.restoresAll},
      callMaker(derivatives, function.unit(), function.activity(), regions.calls, shadows),
      maker(derivatives.context, function.unit(), function.activity(), apart, blocks, shadows,
            scaling(derivatives.options.strongZero), callMaker, seed) {}

void Planner::run() {
  do {
    regions.calls.plan();
    makeFragments();
    findFusedLoops();
    findCheckpoints(function.body());
    regions.copies.clear();
    runTbr();
    chooseCheckpoints();
    restoreByCopies();
  } while (planOverwritingCalls());
}

std::set<const LoopStmt *> Planner::findInVectors() const {
  const AreApart areApart = [this](const Variable *counter, const Variable *a, const Variable *b) { return apart.areApartIn(counter, a, b); };
  return loopsInVectors(derivatives.context, function.body(), *function.unit().alias, areApart);
}

analysis::UseOf Planner::useOf() const {
  return [this](const Stmt *stmt) -> const analysis::ReverseUse & { return fragments.at(stmt).use; };
}

void Planner::makeFragments() {
  StageTimes::Stage stage(stageTimes(), "fragments");
  fragments.clear();
  forEachStmt(function.body(), [&](const Stmt *stmt) {
    bool isLeaf = true;
    forEachList(stmt, [&](const StmtList &) { isLeaf = false; });
    if (isLeaf)
      fragments[stmt] = maker.fragmentOf(stmt);
  });
  leftOut.considerWritesOf(function.body());
}

// ----------------------------------------------------------------- calls

/// True: some have another form now.
bool Planner::planOverwritingCalls() {
  bool changed = false;
  for (const CallStmt *call : regions.statements->overwritingCalls()) {
    if (regions.calls.keepsOverwritten(call))
      continue;
    if (regions.calls.keepOverwritten(call))
      changed = true;
    else if (isReallyNeeded(call))
      reportOverwriting(call);
  }
  return changed;
}

/// Without TBR everything counts as needed; what cannot be recorded is judged with it.
bool Planner::isReallyNeeded(const CallStmt *call) const {
  analysis::TbrOptions precise = tbrOptions();
  if (precise.enabled)
    return true;
  precise.enabled = true;
  analysis::Tbr exact(derivatives.program, function.unit(), useOf(), precise);
  exact.run();
  return exact.overwritingCalls().count(call) != 0;
}

void Planner::reportOverwriting(const CallStmt *call) {
  if (derivatives.diagnostics.errorCount() != derivatives.errorsBefore)
    return;
  derivatives.diagnostics.report(DiagId::overwrite_unknown_extent, call->location, {call->callee->name});
  if (const Stmt *user = regions.statements->neededBy(call))
    derivatives.diagnostics.report(DiagId::needed_here, user->location);
}

// ----------------------------------------------------------------- loops

void Planner::findFusedLoops() {
  StageTimes::Stage stage(stageTimes(), infoOf(Pass::Fusion).name);
  regions.fused.clear();
  regions.late.clear();
  if (!derivatives.options.has(Pass::Fusion))
    return;
  auto canWait = [this](const LoopStmt *loop, const analysis::FusedLoop &facts, const std::set<const Variable *> &sums) {
    LateSums waiting(derivatives.context, function.unit(), shadows, loop, facts, sums,
                     [this](const Stmt *stmt) -> const Fragment & { return fragments.at(stmt); });
    std::optional<std::set<const Stmt *>> found = waiting.find();
    if (found)
      regions.late.push_back({loop, *found});
    return found.has_value();
  };
  // Records would restore the sums.
  bool sumsMayWait = derivatives.options.has(Pass::Tbr) && !asked.isSplit && !asked.restoresAll;
  analysis::Fusion fusion(derivatives.context, derivatives.program, function.unit(), useOf(),
                          asked.visibleIsNeeded || asked.isSplit,
                          sumsMayWait ? analysis::Fusion::CanWait(canWait) : nullptr);
  regions.fused = fusion.loops();
}

/// Of loops for which snapshots are asked. What fusion has found needs none.
void Planner::findCheckpoints(const StmtList &list) {
  for (const Stmt *stmt : list) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop && loop->checkpoint && !regions.fused.count(loop))
      addCheckpoint(loop);
    forEachList(stmt, [this](const StmtList &nested) { findCheckpoints(nested); });
  }
}

/// Does the reverse sweep do anything for it?
bool Planner::isReversed(const LoopStmt *loop) const {
  bool found = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    auto fragment = fragments.find(stmt);
    found |= fragment != fragments.end() && !fragment->second.adjoint.empty();
  });
  return found;
}

/// Once it is known what is recorded without them.
void Planner::chooseCheckpoints() {
  const uint64_t memory = derivatives.options.checkpointMemory;
  ChosenCheckpoints chosen(derivatives.context, derivatives.program, function.unit(), regions, memory);
  regions.notCheckpointed.clear();
  if (memory != 0 && chosen.choose(function.body()))
    runTbr();
}

void Planner::addCheckpoint(const LoopStmt *loop) {
  if (!isReversed(loop) || refusedCheckpoints.count(loop))
    return;
  analysis::CarriedState state(derivatives.context, derivatives.program, function.unit(), loop, *loop->checkpoint);
  std::optional<analysis::FusedLoop> facts = state.find();
  if (facts && (loop->checkpoint->scheme != Checkpoint::Scheme::FixedPoint || state.isFixedPoint(*facts))) {
    regions.fused[loop] = *facts;
    return;
  }
  refusedCheckpoints.insert(loop);
  const analysis::CarriedState::Refusal &refusal = state.refusal();
  DiagnosticSink::LookingAt looking(derivatives.diagnostics, loop->location); // where the reason is code of a library
  derivatives.diagnostics.report(refusal.why, refusal.where, refusal.args);
}

// ------------------------------------------------------------ statements

analysis::TbrOptions Planner::tbrOptions() const {
  analysis::TbrOptions options;
  options.enabled = derivatives.options.has(Pass::Tbr);
  options.recompute = derivatives.options.has(Pass::Recompute);
  options.quotients = derivatives.options.has(Pass::Quotients);
  options.inVectors = &inVectors;
  options.fewerRecords = derivatives.options.has(Pass::FewerRecords);
  options.newBlocks = derivatives.options.has(Pass::NewBlocks);
  options.rows = derivatives.options.has(Pass::Rows);
  options.isSplit = asked.isSplit;
  options.restoresAll = asked.restoresAll;
  options.fused = &regions.fused;
  options.copies = &regions.copies;
  options.blocks = &blocks;
  options.apart = derivatives.options.has(Pass::Apart) ? &apart : nullptr;
  return options;
}

void Planner::runTbr() {
  StageTimes::Stage stage(stageTimes(), infoOf(Pass::Tbr).name);
  regions.statements = std::make_unique<analysis::Tbr>(derivatives.program, function.unit(), useOf(), tbrOptions());
  regions.statements->assumeLeftOut(leftOut.statements());
  regions.statements->run();
}

/// Once it is known what is recorded without them.
void Planner::restoreByCopies() {
  const bool mayRestore = derivatives.options.has(Pass::RestoringCopies) && derivatives.options.has(Pass::Tbr);
  if (!mayRestore || asked.isSplit || asked.restoresAll)
    return;
  regions.copies = analysis::findRestoringCopies(function.unit(), statements(), regions.fused);
  std::set<const AssignStmt *> copies;
  for (const auto &[store, own] : regions.copies)
    copies.insert(own.begin(), own.end());
  for (const AssignStmt *copy : copies) {
    Context &context = derivatives.context;
    const Context::Origin origin(context, copy->location);
    Rewriter again(context);
    const auto *value = llvm::cast<LoadExpr>(context.load(again.rewrite(copy->place)));
    Fragment &fragment = fragments.at(copy);
    fragment.afterward.push_back(context.make<AssignStmt>(again.rewrite(analysis::copiedBy(copy)), value));
    fragment.use.after.push_back(value);
    for (const Place *place : {analysis::copiedBy(copy), copy->place})
      forEachLoad(place, [&](const LoadExpr *load) { fragment.use.before.push_back(load); });
  }
  if (!copies.empty())
    runTbr();
}

bool Planner::restoresVisible() const {
  const Alias &alias = *function.unit().alias;
  bool restores = false;
  auto isSeen = [&](unsigned region) { return !alias.isLocal(region); };
  for (const auto &[loop, facts] : regions.fused)
    restores = restores || (facts.snapshots && llvm::any_of(analysis::elements(alias.regionsIn(facts.written)), isSeen));
  forEachStmt(function.body(), [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    const bool isRestored = call && (regions.calls.of(call).isSplit() || regions.calls.keepsOverwritten(call));
    if (isRestored) { // by the reverse half, or by a record of the whole
      const analysis::Unit &callee = derivatives.program.unit(call->callee);
      const Set written = derivatives.program.toCaller(call, alias, callee, callee.writes);
      restores = restores || llvm::any_of(analysis::elements(alias.regionsIn(written)), isSeen);
    }
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || !(statements().mustRecord(stmt) || statements().isInverted(stmt)))
      return;
    for (unsigned r : analysis::elements(alias.regionsOf(assign->place)))
      restores |= !alias.isLocal(r);
  });
  return restores;
}

bool Planner::leaveOut(const LeftOut::Dead &dead) {
  if (!leftOut.add(dead, statements()))
    return false;
  runTbr();
  return true;
}

void Planner::leaveOutUnread() {
  const Alias &alias = *function.unit().alias;
  Set read = alias.noKeys();
  auto readIn = [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *l) { read |= alias.keysOf(l->place); }); };
  auto readBy = [&](const Stmt *stmt) {
    forEachOperand(stmt, readIn, [&](const Place *p) { forEachExpr(p, readIn); });
    if (llvm::isa<CallStmt>(stmt))
      read |= alias.allKeys();
    auto fragment = fragments.find(stmt);
    if (fragment == fragments.end())
      return;
    const analysis::ReverseUse &use = fragment->second.use;
    for (const auto *loads : {&use.before, &use.after})
      for (const LoadExpr *load : *loads)
        read |= alias.keysOf(load->place);
    read |= use.keysBefore;
    read |= use.keysAfter;
  };
  auto isRead = [&](const AssignStmt *assign) {
    const Fragment &fragment = fragments.at(assign);
    return analysis::holdsOpaque(assign->place->type) || !fragment.early.empty() || !fragment.use.after.empty() ||
           analysis::intersects(alias.overlapping(alias.keysOf(assign->place)), read);
  };
  for (const Stmt *stmt : llvm::reverse(function.body())) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (assign && !isRead(assign))
      leftOut.add(assign);
    forEachStmt(stmt, readBy);
  }
  runTbr();
}

} // namespace adjoint::transform
