// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/FunctionAdjoint.h"

#include "Analysis/Explain.h"
#include "Analysis/Fusion.h"
#include "Transform/ActivityReports.h"
#include "Transform/BearAdjointsLate.h"
#include "Transform/Boundary.h"
#include "Transform/DeferSums.h"
#include "Transform/Demands.h"
#include "Transform/DistributeLoops.h"
#include "Transform/DropDead.h"
#include "Transform/LateSums.h"
#include "Transform/MergeSums.h"
#include "Transform/NameIntermediates.h"
#include "Transform/PassOverZeros.h"
#include "Transform/Signature.h"
#include "Transform/SplitForm.h"
#include "Transform/SumLocally.h"
#include "Transform/TurnOuterLoops.h"
#include "Transform/UseTapeBlocks.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using analysis::Demand;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

FunctionAdjoint::FunctionAdjoint(Derivatives &derivatives, const Function *original, const Demand &demand,
                                 HelperForm form)
    : derivatives(derivatives), context(derivatives.context), original(original), demand(demand),
      isSplit(form == HelperForm::Split || form == HelperForm::Restoring), restoresForCaller(form == HelperForm::Restoring), shadows(context) {}

// -------------------------------------------------------------- analysis

void FunctionAdjoint::reanalyse() {
  const Alias &shared = *derivatives.program.unit(original).alias;
  unit = derivatives.program.unitOf(body, original, demand.adjointParam);
  ownDemand = translated(demand, shared, *unit->alias);
  activity = std::make_unique<analysis::Activity>(derivatives.program, *unit, ownDemand, derivatives.summaries,
                                                  derivatives.options.activity);
  shadows.leaveOut([this](const Expr *pointer) { return !activity->pointsToAdjoint(pointer); });
}

bool FunctionAdjoint::findActivity() {
  const Function *normal = derivatives.program.unit(original).function;
  body = isSplit ? splitForm(context, *normal) : normal;
  reanalyse();
  if (activity->conflict())
    return false;
  auto *named = context.make<Function>(*body);
  named->body = nameIntermediates(context, *activity, body->body);
  body = named;
  reanalyse();
  hasSeed = demand.useful.result && holdsFloating(original->returnType);
  return true;
}

bool FunctionAdjoint::analyse() {
  if (!findActivity()) {
    reportConflict(*unit, *activity, original->location, derivatives.diagnostics);
    return false;
  }
  reportActiveBranches(body->body, *activity, original->location, derivatives.options, derivatives.diagnostics);
  return true;
}

void FunctionAdjoint::dumpAnalyses() const {
  if (const DumpSink *dump = derivatives.dump) {
    dump->text("varied", analysis::reportVaried(*unit, *activity, dump->lineOf));
    dump->text("useful", analysis::reportUseful(*unit, *activity, dump->lineOf));
    dump->text("activity", analysis::reportActivity(*unit, *activity, dump->lineOf));
  }
}

std::vector<const Variable *> FunctionAdjoint::activeGlobals() const {
  return transform::activeGlobals(*unit, *activity);
}

// ------------------------------------------------------------ signatures

namespace {
/// `g_b` for `ns::g`
std::string shadowName(const Variable *global) { return global->name.substr(global->name.rfind(':') + 1) + "_b"; }
} // namespace

Function *FunctionAdjoint::emptyHelper(const std::string &suffix) {
  auto *helper = context.make<Function>();
  helper->name = original->name + suffix;
  helper->spelling = helper->name;
  helper->location = original->location;
  helper->specifiers = "static ";
  helper->returnType = context.voidType();
  helper->hasBody = true;
  return helper;
}

Variable *FunctionAdjoint::addParameter(Function &function, const std::string &name, const Type *type) {
  auto *param = context.make<Variable>(name, type, Storage::Parameter);
  param->isAdjoint = true;
  function.params.push_back(param);
  return param;
}

void FunctionAdjoint::addAdjointParameters(Function &function) {
  for (unsigned i = 0; i < original->params.size(); ++i) {
    const Variable *param = original->params[i];
    function.params.push_back(param);
    if (!demand.adjointParam[i])
      continue;
    const Type *type = adjointParameterType(context, param->type);
    addParameter(function, param->name.empty() ? "" : param->name + "_b", type)->isRestrict =
        isRestrictAdjoint(param) || derivatives.apartParameters.contains(param);
  }
  for (const Variable *global : activeGlobals())
    addParameter(function, shadowName(global), context.referenceTo(adjointType(context, global->type)));
  if (hasSeed)
    addParameter(function, "result_b", context.withoutConst(original->returnType));
}

Function *FunctionAdjoint::jointSignature() {
  Function *helper = emptyHelper("_b");
  addAdjointParameters(*helper);
  return helper;
}

Function *FunctionAdjoint::oneSweepSignature() {
  Function *helper = jointSignature();
  helper->returnType = context.withoutConst(original->returnType);
  return helper;
}

Function *FunctionAdjoint::reverseSignature() {
  Function *helper = emptyHelper("_rev");
  addAdjointParameters(*helper);
  return helper;
}

Function *FunctionAdjoint::forwardSignature(const Function &reverse) {
  Function *helper = emptyHelper("_fwd");
  helper->returnType = byPointer(context, original->returnType);
  size_t next = 0;
  for (unsigned i = 0; i < original->params.size(); ++i) {
    helper->params.push_back(reverse.params[next++]);
    if (!demand.adjointParam[i])
      continue;
    const Variable *adjoint = reverse.params[next++];
    if (holdsPointer(original->params[i]->type))
      helper->params.push_back(adjoint);
  }
  for (size_t i = 0; i < activeGlobals().size(); ++i) // pointers may lead to them
    helper->params.push_back(reverse.params[next++]);
  if (pointsToFloating(original->returnType))
    addParameter(*helper, "result_b", context.referenceTo(adjointType(context, helper->returnType)));
  return helper;
}

/// The adjoint parameters, in the order of addAdjointParameters.
void FunctionAdjoint::bindParameters(const Function &adjoint) {
  auto next = adjoint.params.begin();
  for (unsigned i = 0; i < original->params.size(); ++i) {
    ++next; // the primal parameter itself
    if (demand.adjointParam[i])
      shadows.bind(original->params[i], *next++);
  }
  for (const Variable *global : activeGlobals())
    shadows.bind(global, *next++);
}

// ------------------------------------------------------------- fragments

void FunctionAdjoint::makeFragments() {
  fragments.clear();
  forEachStmt(body->body, [&](const Stmt *stmt) {
    bool isLeaf = true;
    forEachList(stmt, [&](const StmtList &) { isLeaf = false; });
    if (isLeaf)
      fragments[stmt] = statements->fragmentOf(stmt);
  });
  leftOut.considerWritesOf(body->body);
}

/// Fragments and TBR, until no further call has to be split.
void FunctionAdjoint::makeStatements() {
  calls = std::make_unique<CallAdjoint>(derivatives, *unit, *activity, shadows);
  apart = std::make_unique<analysis::ApartPointers>(*unit);
  blocks = std::make_unique<analysis::ScopedBlocks>(unit->function->body);
  statements = std::make_unique<StatementAdjoint>(context, *unit, *activity, *apart, *blocks, shadows,
                                                  scaling(derivatives.options.strongZero), *calls, seed);
}

void FunctionAdjoint::prepare(analysis::TbrOptions options) {
  makeStatements();
  options.enabled = derivatives.options.tbr;
  options.recompute = derivatives.options.recompute;
  options.restoresAll |= restoresForCaller;
  options.fused = &fused;
  options.blocks = blocks.get();
  options.apart = derivatives.options.apart ? apart.get() : nullptr;
  options.quotients = derivatives.options.quotients;
  options.newBlocks = derivatives.options.newBlocks;
  tbrOptions = options;
  leftOut.clear();
  while (true) {
    makeFragments();
    findFusedLoops();
    runTbr();
    bool changed = false;
    for (const CallStmt *call : tbr->overwritingCalls()) {
      if (calls->isRestoring(call) || calls->isSnapshot(call))
        continue;
      if (calls->isSplit(call)) {
        calls->restore(call);
        changed = true;
      } else if (CallAdjoint::canSplit(call)) {
        calls->split(call);
        changed = true;
      } else if (calls->snapshot(call)) {
        changed = true;
      } else if (!isReallyNeeded(call)) {
        continue;
      } else if (derivatives.diagnostics.errorCount() == derivatives.errorsBefore) {
        derivatives.diagnostics.report(DiagId::overwrite_unknown_extent, call->location, {call->callee->name});
        if (const Stmt *user = tbr->neededBy(call))
          derivatives.diagnostics.report(DiagId::needed_here, user->location);
      }
    }
    if (!changed)
      break;
  }
}

/// Without TBR everything counts as needed; what cannot be recorded is judged with it.
bool FunctionAdjoint::isReallyNeeded(const CallStmt *call) {
  if (tbrOptions.enabled)
    return true;
  analysis::TbrOptions precise = tbrOptions;
  precise.enabled = true;
  analysis::Tbr exact(
      derivatives.program, *unit,
      [this](const Stmt *stmt) -> const analysis::ReverseUse & { return fragments.at(stmt).use; }, precise);
  exact.run();
  return exact.overwritingCalls().count(call) != 0;
}

void FunctionAdjoint::findFusedLoops() {
  fused.clear();
  late.clear();
  if (!derivatives.options.fusion)
    return;
  auto canWait = [this](const LoopStmt *loop, const analysis::FusedLoop &facts, const std::set<const Variable *> &sums) {
    LateSums waiting(context, *unit, shadows, loop, facts, sums,
                     [this](const Stmt *stmt) -> const Fragment & { return fragments.at(stmt); });
    std::optional<std::set<const Stmt *>> found = waiting.find();
    if (found)
      late.push_back({loop, *found});
    return found.has_value();
  };
  bool sumsMayWait = derivatives.options.tbr && !isSplit && !tbrOptions.restoresAll; // records would restore them
  analysis::Fusion fusion(
      context, derivatives.program, *unit,
      [this](const Stmt *stmt) -> const analysis::ReverseUse & { return fragments.at(stmt).use; },
      visibleIsNeeded || isSplit, sumsMayWait ? analysis::Fusion::CanWait(canWait) : nullptr);
  fused = fusion.loops();
}

void FunctionAdjoint::runTbr() {
  tbr = std::make_unique<analysis::Tbr>(
      derivatives.program, *unit,
      [this](const Stmt *stmt) -> const analysis::ReverseUse & { return fragments.at(stmt).use; }, tbrOptions);
  tbr->assumeLeftOut(leftOut.statements());
  tbr->run();
}

void FunctionAdjoint::checkPragmas() {
  if (!derivatives.options.tbr)
    return;
  for (const Stmt *stmt : derivatives.options.liveness ? needlessPragmas : std::set<const Stmt *>())
    derivatives.diagnostics.report(DiagId::noprimal_needed, stmt->location);
  forEachStmt(body->body, [&](const Stmt *stmt) {
    if (!stmt->noTbr || !tbr->mustRecord(stmt))
      return;
    derivatives.diagnostics.report(DiagId::notbr_needed, stmt->location);
    if (const Stmt *user = tbr->neededBy(stmt))
      derivatives.diagnostics.report(DiagId::needed_here, user->location);
  });
}

// ---------------------------------------------------------------- bodies

const ReturnStmt *FunctionAdjoint::finalReturn() const {
  return body->body.empty() ? nullptr : dyn_cast<ReturnStmt>(body->body.back());
}

Sweeps FunctionAdjoint::sweeps() {
  return Sweeps(context, *unit, *activity, *tbr, *blocks, fused, late, shadows,
                [this](const Stmt *stmt) -> const Fragment & { return fragments.at(stmt); });
}

StmtList FunctionAdjoint::bothSweeps() {
  Sweeps sweeps = this->sweeps();
  StmtList out;
  out.push_back(context.make<CommentStmt>("Forward sweep."));
  StmtList forward = sweeps.forward(body->body), reverse = sweeps.reverse(body->body);
  out.insert(out.end(), forward.begin(), forward.end());
  addLateSeeds(out);
  out.push_back(context.make<CommentStmt>("Reverse sweep."));
  out.insert(out.end(), reverse.begin(), reverse.end());
  return out;
}

void FunctionAdjoint::addLateSeeds(StmtList &out) {
  for (const LateSeed &seed : lateSeeds) {
    const Place *now = nullptr;
    if (seed.param)
      now = context.place(seed.param);
    else if (const auto *result = dyn_cast<LoadExpr>(finalReturn()->value))
      now = result->place;
    if (!now)
      continue;
    std::vector<const Expr *> args = {context.addressOf(context.place(seed.object)), context.addressOf(now),
                                      context.addressOf(shadows.of(now))};
    out.push_back(context.make<CallStmt>(nullptr, false, seedFunction(context, *seed.mirror), args));
  }
}

StmtList FunctionAdjoint::globalAdjoints() {
  StmtList out;
  for (const Variable *global : activeGlobals()) {
    auto *shadow =
        context.make<Variable>(shadowName(global), adjointType(context, global->type), Storage::Local);
    shadow->isTemporary = shadow->isAdjoint = true;
    shadows.bind(global, shadow);
    out.push_back(context.make<DeclareStmt>(shadow, context.zero(shadow->type)));
  }
  return out;
}

bool FunctionAdjoint::restoresVisible() const {
  bool restores = false;
  forEachStmt(body->body, [&](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      restores |= calls->isSplit(call);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || !(tbr->mustRecord(stmt) || tbr->isInverted(stmt)))
      return;
    for (unsigned r : analysis::elements(unit->alias->regionsOf(assign->place)))
      restores |= !unit->alias->isLocal(r);
  });
  return restores;
}

/// The clause `value`, where the reverse sweep restores what the primal wrote: everything is
/// restored, and the primal run once more.
StmtList FunctionAdjoint::restoredAndCalled(const Request &request) {
  StmtList out = bothSweeps();
  std::vector<const Expr *> args;
  for (const Variable *param : original->params)
    args.push_back(param->type->isReference() ? context.load(context.make<VarPlace>(param)) : context.load(param));
  if (original->returnType->isVoid()) {
    out.push_back(context.make<CallStmt>(nullptr, false, request.function, args));
    return out;
  }
  auto *value = context.make<Variable>("value", context.withoutConst(original->returnType), Storage::Local);
  value->isTemporary = true;
  out.push_back(context.make<CallStmt>(context.make<VarPlace>(value), true, request.function, args));
  out.push_back(context.make<ReturnStmt>(context.load(value)));
  return out;
}

StmtList FunctionAdjoint::rootBody(const Function &adjoint, const Request &request) {
  if (!request.value || adjoint.returnType->isVoid())
    return request.value && tbrOptions.restoresAll ? restoredAndCalled(request) : bothSweeps();
  if (tbrOptions.restoresAll)
    return restoredAndCalled(request);
  StmtList sweeps = bothSweeps();
  auto *value = context.make<Variable>("value", context.withConst(original->returnType), Storage::Local);
  value->isTemporary = true;
  auto reverse = std::find_if(sweeps.begin(), sweeps.end(), [](const Stmt *s) {
    return isa<CommentStmt>(s) && cast<CommentStmt>(s)->text == "Reverse sweep.";
  });
  sweeps.insert(reverse, context.make<DeclareStmt>(value, finalReturn()->value));
  sweeps.push_back(context.make<ReturnStmt>(context.load(value)));
  return sweeps;
}

void FunctionAdjoint::buildRoot(Function &adjoint, const Request &request) {
  adjoint.hasBody = isRoot = true;
  // The contract's declaration has parameters of its own: the body speaks of the primal's.
  unsigned next = 0;
  for (unsigned i = 0; i < original->params.size(); ++i) {
    adjoint.params[next++] = original->params[i];
    if (hasAdjointParameter(request, i))
      shadows.bind(original->params[i], adjoint.params[next++]);
  }
  StmtList globals = globalAdjoints();
  seed = transform::hasSeed(request) ? context.place(adjoint.params.back()) : nullptr;
  for (const LateSeed &late : lateSeeds)
    adjoint.params.push_back(late.object);
  visibleIsNeeded = request.value || mustRestore || !lateSeeds.empty();
  prepare({});
  if (mustRestore || (request.value && restoresVisible())) { // a wrapper calls the primal in any case
    if (!unit->isRepeatable)
      derivatives.diagnostics.report(DiagId::value_runs_twice, request.location, {original->spelling, unit->notRepeatable->name});
    analysis::TbrOptions restoring;
    restoring.restoresAll = true;
    prepare(restoring);
  }
  auto makeBody = [&] {
    adjoint.body = globals;
    StmtList body = rootBody(adjoint, request);
    adjoint.body.insert(adjoint.body.end(), body.begin(), body.end());
  };
  finish(makeBody, adjoint, nullptr, visibleIsNeeded);
}

void FunctionAdjoint::buildJoint(Function &adjoint) {
  bindParameters(adjoint);
  seed = hasSeed ? context.place(adjoint.params.back()) : nullptr;
  prepare({});
  finish([&] { adjoint.body = bothSweeps(); }, adjoint, nullptr, false);
}

OneSweep FunctionAdjoint::oneSweep(const Function &signature) {
  bindParameters(signature);
  seed = context.place(signature.params.back());
  makeStatements();
  OneSweep::Hooks hooks;
  hooks.fragmentOf = [this](const Stmt *stmt) { return statements->fragmentOf(stmt); };
  hooks.isRecursive = [this](const CallStmt *call) {
    return call->callee == original && derivatives.hasOneSweep(original, activity->demandAt(call));
  };
  hooks.reverseOf = [this](const CallStmt *call) { return calls->oneSweep(call); };
  return OneSweep(context, *unit, *activity, shadows, signature.params.back(), hooks);
}

namespace {
/// Does a call change nothing that its caller sees?
bool hasNoEffects(const analysis::Unit &unit) {
  bool staysLocal = true;
  for (unsigned region : analysis::elements(unit.alias->regionsIn(unit.writes)))
    staysLocal &= unit.alias->isLocal(region);
  return staysLocal && !unit.managesMemory && !unit.hasOutsideEffects;
}
} // namespace

bool FunctionAdjoint::isOneSweep() {
  return hasNoEffects(derivatives.program.unit(original)) && hasSeed && activeGlobals().empty() && oneSweep(*oneSweepSignature()).find();
}

void FunctionAdjoint::buildOneSweep(Function &adjoint) {
  OneSweep sweep = oneSweep(adjoint);
  sweep.find();
  adjoint.body = sweep.body();
  Alias alias(adjoint, derivatives.program.globalsOf(original));
  analysis::Liveness liveness(
      adjoint, alias, [this](const CallStmt *call, const Alias &caller) { return derivatives.effectsOf(call, caller); },
      true);
  if (!derivatives.options.liveness)
    liveness.keepEffects();
  liveness.run();
  adjoint.body = bearAdjointsLate(context, dropDead(context, adjoint.body, liveness));
  mergeIn(adjoint);
  arrangeLoops(adjoint);
}

void FunctionAdjoint::buildHalves(Function &forward, Function &reverse) {
  bindParameters(reverse);
  seed = hasSeed ? context.place(reverse.params.back()) : nullptr;
  analysis::TbrOptions split;
  split.isSplit = true;
  prepare(split);
  auto makeBodies = [&] {
    Sweeps sweeps = this->sweeps();
    forward.body = sweeps.forwardScope(body->body);
    reverse.body = sweeps.reverseScope(body->body);
    if (const ReturnStmt *last = finalReturn(); last && last->value)
      finishForward(forward, last);
  };
  finish(makeBodies, forward, &reverse, true);
}

void FunctionAdjoint::finishForward(Function &forward, const ReturnStmt *last) {
  if (pointsToFloating(original->returnType))
    statements->copyPointers(context.place(forward.params.back()), last->value, forward.body);
  forward.body.push_back(last);
}

// -------------------------------------------------------------- clean-up

namespace {
/// A heading with nothing below it.
StmtList withoutEmptySections(const StmtList &body) {
  StmtList out;
  for (const Stmt *stmt : body) {
    if (isa<CommentStmt>(stmt) && !out.empty() && isa<CommentStmt>(out.back()))
      out.pop_back();
    out.push_back(stmt);
  }
  while (!out.empty() && isa<CommentStmt>(out.back()))
    out.pop_back();
  return out;
}
} // namespace

/// Statements at the end whose values nothing reads, neither later in the forward sweep nor
/// before they are undone.
void FunctionAdjoint::findUnread() {
  const Alias &alias = *unit->alias;
  Set read = alias.noKeys();
  auto readIn = [&](const Expr *e) { forEachLoad(e, [&](const LoadExpr *l) { read |= alias.keysOf(l->place); }); };
  auto readBy = [&](const Stmt *stmt) {
    forEachOperand(stmt, readIn, [&](const Place *p) { forEachExpr(p, readIn); });
    if (isa<CallStmt>(stmt))
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
  for (auto it = body->body.rbegin(); it != body->body.rend(); ++it) {
    const auto *assign = dyn_cast<AssignStmt>(*it);
    if (assign && !analysis::holdsOpaque(assign->place->type) && fragments.at(assign).early.empty() && !analysis::intersects(alias.overlapping(alias.keysOf(assign->place)), read) &&
        fragments.at(assign).use.after.empty())
      leftOut.add(assign);
    forEachStmt(*it, readBy);
  }
}

namespace {
/// Left out, what uses the pointer would be taken for unknown memory, which is live.
bool setsPointer(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign && holdsPointer(assign->place->type);
}
} // namespace

/// The primal statement that a statement of the adjoint stands for.
void FunctionAdjoint::noteExecuted(const Stmt *stmt) {
  for (const auto &[primal, fragment] : fragments)
    if (std::find(fragment.forward.begin(), fragment.forward.end(), stmt) != fragment.forward.end())
      executed.insert(primal);
}

LeftOut::Dead FunctionAdjoint::cleanUp(Function &function, Function *reverse, bool visibleIsLive) {
  auto effects = [this](const CallStmt *call, const Alias &caller) { return derivatives.effectsOf(call, caller); };
  const std::set<const Variable *> &globals = derivatives.program.globalsOf(original);
  std::set<unsigned> records;
  LeftOut::Dead dead;
  std::function<void(Function &, bool)> dropIn = [&](Function &f, bool isVisible) {
    Alias alias(f, globals);
    const std::set<unsigned> others = records; // of the other half
    analysis::Liveness liveness(f, alias, effects, isVisible);
    liveness.assumeLive(others);
    if (!derivatives.options.liveness)
      liveness.keepEffects();
    liveness.run();
    records = liveness.liveRecords();
    forEachStmt(f.body, [&](const Stmt *stmt) {
      if (derivatives.dump && liveness.isLive(stmt))
        noteExecuted(stmt);
      if (stmt->noPrimal && liveness.isLive(stmt))
        needlessPragmas.insert(stmt);
      bool isUndone = tbr->mustRecord(stmt) || tbr->isRecordedBefore(stmt) || tbr->isInverted(stmt);
      if ((!isUndone && !leftOut.isPlain(stmt)) || liveness.isLive(stmt) || setsPointer(stmt))
        return;
      const StmtList &early = fragments.at(stmt).early;
      if (std::none_of(early.begin(), early.end(), [&](const Stmt *s) { return liveness.isLive(s); }))
        (isUndone ? dead.undone : dead.others).insert(stmt);
    });
    f.body = withoutEmptySections(dropDead(context, f.body, liveness));
    if (std::optional<StmtList> fewer = withoutUnusedBlocks(context, f.body)) { // what was done with their sizes goes, too
      f.body = *fewer;
      records = others;
      return dropIn(f, isVisible);
    }
    f.body = bearAdjointsLate(context, f.body);
  };
  if (reverse)
    dropIn(*reverse, true);
  dropIn(function, visibleIsLive);
  return dead;
}

void FunctionAdjoint::mergeIn(Function &function) const {
  if (derivatives.options.sums)
    function.body = mergeSums(context, function.body, Alias(function, derivatives.program.globalsOf(original)));
}

/// Do the pointers, or those whose adjoints they are, lead to different blocks in the loop with this counter?
bool FunctionAdjoint::areApart(const Variable *counter, const Variable *a, const Variable *b) const {
  auto primal = [&](const Variable *pointer) { return pointer->isAdjoint ? shadows.primalOf(pointer) : pointer; };
  return apart->areApartIn(counter, primal(a), primal(b));
}

void FunctionAdjoint::arrangeLoops(Function &function) const {
  const std::set<const Variable *> &globals = derivatives.program.globalsOf(original);
  auto areApart = [this](const Variable *counter, const Variable *a, const Variable *b) {
    return this->areApart(counter, a, b);
  };
  if (derivatives.options.distribution) {
    function.body = distributeLoops(context, function.body, Alias(function, globals), areApart);
    function.body = deferSums(context, function.body, Alias(function, globals), areApart);
  }
  if (derivatives.options.sums)
    function.body = sumLocally(context, function.body, Alias(function, globals), areApart);
  if (derivatives.options.upward)
    function.body = turnOuterLoops(context, function.body, Alias(function, globals), areApart);
}

void FunctionAdjoint::finish(const std::function<void()> &makeBodies, Function &function, Function *reverse,
                             bool visibleIsLive) {
  if (derivatives.options.liveness && !visibleIsLive) {
    findUnread();
    runTbr();
  }
  makeBodies();
  while (true) {
    needlessPragmas.clear();
    executed.clear();
    const LeftOut::Dead dead = cleanUp(function, reverse, visibleIsLive);
    if (!derivatives.options.liveness || !leftOut.add(dead, *tbr))
      break;
    runTbr();
    makeBodies();
  }
  std::vector<Function *> made = {&function};
  if (reverse)
    made.push_back(reverse);
  for (Function *f : made)
    mergeIn(*f);
  if (derivatives.options.blocks)
    useTapeBlocks(context, function, reverse ? *reverse : function);
  for (Function *f : made) {
    arrangeLoops(*f);
    if (derivatives.options.zeros)
      f->body = passOverZeros(context, f->body);
  }
  if (isRoot) // in a helper the caller may need what the function's own adjoint does not
    checkPragmas();
  if (const DumpSink *dump = derivatives.dump) {
    dump->text("tbr", analysis::reportTbr(*unit, *tbr, dump->lineOf));
    dump->text("liveness", analysis::reportLiveness(*unit, executed, dump->lineOf));
    dump->text("explain", analysis::explain(*unit, *activity, *tbr, dump->lineOf));
  }
}

} // namespace adjoint::transform
