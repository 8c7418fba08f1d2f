// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/FunctionAdjoint.h"

#include "Analysis/Report/Facts.h"
#include "IR/Identifiers.h"
#include "Support/StageTimes.h"
#include "Transform/Calls/HelperSignatures.h"
#include "Transform/Cleanup/DropDead.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Function/SequentialLoops.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using llvm::dyn_cast;

FunctionAdjoint::FunctionAdjoint(Derivatives &derivatives, const AnalysedFunction &function)
    : derivatives(derivatives), context(derivatives.context), primal(function), shadows(context) {
  shadows.leaveOut([this](const Expr *pointer) { return !primal.activity().pointsToAdjoint(pointer); });
}

void FunctionAdjoint::plan(const Place *seed, const Planner::Asked &asked) {
  planner = std::make_unique<Planner>(derivatives, primal, shadows, seed, asked);
  planner->run();
}

/// The plan is fixed: so is what the adjoint calls.
void FunctionAdjoint::makeCallees() {
  StmtList code;
  forEachStmt(primal.body(), [&](const Stmt *stmt) { // in the order of the source, in which helpers get their names
    const auto found = planner->allFragments().find(stmt);
    if (found == planner->allFragments().end())
      return;
    const Fragment &fragment = found->second;
    for (const StmtList *part : {&fragment.early, &fragment.forward, &fragment.afterward, &fragment.adjoint})
      code.insert(code.end(), part->begin(), part->end());
  });
  derivatives.makeCalledIn(code);
}

/// The adjoint parameters, in the order of HelperSignatures.
void FunctionAdjoint::bindParameters(const Function &adjoint) {
  auto next = adjoint.params.begin();
  const Function &original = *primal.original();
  for (unsigned i = 0; i < original.params.size(); ++i) {
    ++next; // the primal parameter itself
    if (primal.demand().adjointParam[i])
      shadows.bind(original.params[i], *next++);
  }
  for (const Variable *global : primal.activeGlobals())
    shadows.bind(global, *next++);
}

const Place *FunctionAdjoint::seedOf(const Function &adjoint) const {
  return primal.hasActiveResult() ? context.place(adjoint.params.back()) : nullptr;
}

/// Those that are recorded, though a pragma says that they are computed again.
void FunctionAdjoint::checkRecomputed(const StmtList &scope) {
  const std::vector<const Variable *> recorded = planner->statements().recordedAtExit(scope);
  for (const Stmt *stmt : scope) {
    const auto *declare = stmt->keeping == Keeping::Recompute ? llvm::dyn_cast<DeclareStmt>(stmt) : nullptr; // no result of a call
    const Variable *variable = declare && declare->variable->type->isScalar() ? declare->variable : nullptr;
    if (variable && (llvm::is_contained(recorded, variable) || primal.unit().versions->writes.count(variable) > 1))
      derivatives.diagnostics.report(DiagId::recompute_impossible, stmt->location, {variable->name});
  }
}

void FunctionAdjoint::checkPragmas() {
  if (!derivatives.options.has(Pass::Tbr))
    return;
  for (const Stmt *stmt : derivatives.options.has(Pass::Liveness) ? needlessPragmas : std::set<const Stmt *>())
    derivatives.diagnostics.report(DiagId::noprimal_needed, stmt->location);
  if (derivatives.options.has(Pass::Recompute)) {
    checkRecomputed(primal.body());
    forEachStmt(primal.body(), [&](const Stmt *stmt) { forEachList(stmt, [&](const StmtList &list) { checkRecomputed(list); }); });
  }
  forEachStmt(primal.body(), [&](const Stmt *stmt) {
    if (!stmt->noTbr || !planner->statements().mustRecord(stmt))
      return;
    derivatives.diagnostics.report(DiagId::notbr_needed, stmt->location);
    if (const Stmt *user = planner->statements().neededBy(stmt))
      derivatives.diagnostics.report(DiagId::needed_here, user->location);
  });
}

// ---------------------------------------------------------------- bodies

Sweeps FunctionAdjoint::sweeps() {
  return Sweeps(context, primal.unit(), primal.activity(), planner->plan(), planner->scopedBlocks(), shadows,
                [this](const Stmt *stmt) -> const Fragment & { return planner->fragmentOf(stmt); });
}

FunctionAdjoint::Body FunctionAdjoint::bothSweeps() {
  Sweeps sweeps = this->sweeps();
  Body out;
  out.forward = sweeps.forward(primal.body());
  out.reverse = sweeps.reverse(primal.body());
  return out;
}

StmtList FunctionAdjoint::joined(const Body &sweeps) {
  StmtList out = {context.make<HeadingStmt>(Sweep::Forward)};
  out.insert(out.end(), sweeps.forward.begin(), sweeps.forward.end());
  out.push_back(context.make<HeadingStmt>(Sweep::Reverse));
  out.insert(out.end(), sweeps.reverse.begin(), sweeps.reverse.end());
  return out;
}

void FunctionAdjoint::addLateSeeds(const std::vector<LateSeed> &lateSeeds, StmtList &out) {
  auto placeOf = [&](const Variable *param) -> const Place * {
    if (param)
      return param->type->isPointer() ? context.deref(context.load(param)) : context.place(param);
    const auto *result = dyn_cast<LoadExpr>(primal.finalReturn()->value);
    return result ? result->place : nullptr;
  };
  for (const LateSeed &seed : lateSeeds) {
    const Place *now = placeOf(seed.param), *shape = placeOf(seed.shape);
    if (!now || !shape)
      continue;
    const Place *adjoint = seed.seed ? context.place(seed.seed) : shadows.of(now);
    std::vector<const Expr *> args = {context.addressOf(context.place(seed.object)), context.addressOf(shape),
                                      context.addressOf(adjoint)};
    out.push_back(context.make<CallStmt>(nullptr, false, seedFunction(context, *seed.mirror, seed.isTaken), args));
  }
}

StmtList FunctionAdjoint::globalAdjoints() {
  StmtList out;
  for (const Variable *global : primal.activeGlobals()) {
    auto *shadow =
        context.make<Variable>(adjointName(global), adjointType(context, global->type), Storage::Local);
    shadow->isTemporary = shadow->isAdjoint = true;
    shadows.bind(global, shadow);
    out.push_back(context.make<DeclareStmt>(shadow, context.zero(shadow->type)));
  }
  return out;
}

/// Each is an object of the adjoint's own, and a reference to it.
StmtList FunctionAdjoint::scratchAdjoints(const std::set<unsigned> &params) {
  StmtList out;
  for (unsigned i : params) {
    const Variable *param = primal.original()->params[i];
    auto local = [&](const std::string &suffix, const Type *type) {
      auto *variable = context.make<Variable>(param->name + suffix, type, Storage::Local);
      variable->isTemporary = variable->isAdjoint = true;
      return variable;
    };
    const Type *type = adjointType(context, param->type->element);
    auto *object = local("_scratch_b", type), *adjoint = local("_b", context.referenceTo(type));
    out.push_back(context.make<DeclareStmt>(object, context.zero(type)));
    out.push_back(context.make<DeclareStmt>(adjoint, context.addressOf(context.place(object))));
    shadows.bind(param, adjoint);
  }
  return out;
}

/// The clause `value`, where the reverse sweep restores what the primal wrote: everything is
/// restored, and the primal run once more.
StmtList FunctionAdjoint::restoredAndCalled(const Request &request, StmtList out) {
  const Function *original = primal.original();
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

StmtList FunctionAdjoint::rootBody(const Function &adjoint, const Request &request, const RootExtras &extras) {
  Body sweeps = bothSweeps();
  addLateSeeds(extras.lateSeeds, sweeps.forward);
  if (request.value && planner->plan().restoresAll)
    return restoredAndCalled(request, joined(sweeps));
  if (!request.value || adjoint.returnType->isVoid())
    return joined(sweeps);
  auto *value = context.make<Variable>("value", context.withConst(primal.original()->returnType), Storage::Local);
  value->isTemporary = true;
  sweeps.forward.push_back(context.make<DeclareStmt>(value, primal.finalReturn()->value));
  sweeps.reverse.push_back(context.make<ReturnStmt>(context.load(value)));
  return joined(sweeps);
}

/// Numbers of the file that the primal reads and changes are on return what they were on entry, so that the next call finds them
/// as this one did.
void FunctionAdjoint::keepState(Function &adjoint) {
  const analysis::Unit &unit = primal.unit();
  StmtList body, end;
  for (unsigned r = 0; r < unit.alias->regionCount(); ++r) {
    const analysis::Region &region = unit.alias->region(r);
    const Variable *number = region.kind == analysis::Region::Kind::Variable ? region.variable : nullptr;
    if (!number || number->storage != Storage::Global || !(number->type->isIntegral() || number->type->isFloating()))
      continue;
    const analysis::Set keys = unit.alias->keysOf(number);
    if (!analysis::intersects(keys, unit.writes) || !analysis::intersects(keys, unit.reads))
      continue;
    auto *entry = context.make<Variable>(stemOf(number) + "_entry", context.withConst(number->type), Storage::Local);
    entry->isTemporary = true;
    body.push_back(context.make<DeclareStmt>(entry, context.load(number)));
    end.push_back(context.make<AssignStmt>(context.place(number), context.load(entry)));
  }
  body.insert(body.end(), adjoint.body.begin(), adjoint.body.end());
  body.insert(body.end(), end.begin(), end.end());
  adjoint.body = std::move(body);
}

bool FunctionAdjoint::buildRoot(Function &adjoint, Request request, const RootExtras &extras) {
  const Function &original = *primal.original();
  adjoint.hasBody = true;
  // The contract's declaration has parameters of its own: the body speaks of the primal's.
  unsigned next = 0;
  for (unsigned i = 0; i < original.params.size(); ++i) {
    adjoint.params[next++] = original.params[i];
    if (hasAdjointParameter(request, i))
      shadows.bind(original.params[i], adjoint.params[next++]);
  }
  StmtList globals = globalAdjoints(), scratch = scratchAdjoints(extras.scratch);
  globals.insert(globals.end(), scratch.begin(), scratch.end());
  const Place *seed = hasSeed(request) ? context.place(adjoint.params.back()) : nullptr;
  for (const LateSeed &late : extras.lateSeeds)
    adjoint.params.push_back(late.object);
  Planner::Asked asked;
  asked.visibleIsNeeded = request.value || extras.restoresVisible || !extras.lateSeeds.empty();
  plan(seed, asked);
  if (extras.restoresVisible || (request.value && planner->restoresVisible())) {
    if (!primal.unit().isRepeatable)
      derivatives.diagnostics.report(DiagId::value_runs_twice, request.location, {original.spelling, primal.unit().notRepeatable->name});
    asked.restoresAll = true;
    plan(seed, asked);
    request.value = request.value && !extras.isWrapped; // the wrapper calls the primal
    if (!request.value && extras.isWrapped)
      adjoint.returnType = context.voidType();
  }
  auto makeBody = [&] {
    adjoint.body = globals;
    StmtList body = rootBody(adjoint, request, extras);
    adjoint.body.insert(adjoint.body.end(), body.begin(), body.end());
  };
  finish(makeBody, adjoint, nullptr, asked.visibleIsNeeded);
  if (!asked.visibleIsNeeded)
    keepState(adjoint);
  checkPragmas(); // in a helper the caller may need what the function's own adjoint does not
  return request.value;
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

void FunctionAdjoint::buildJoint(Function &adjoint) {
  bindParameters(adjoint);
  plan(seedOf(adjoint), {});
  if (primal.hasActiveResult() && adjoint.params.back()->type->isFloating() && hasNoEffects(primal.unit()))
    adjoint.linearIn = adjoint.params.back();
  finish([&] { adjoint.body = joined(bothSweeps()); }, adjoint, nullptr, false);
}

void FunctionAdjoint::buildHalves(Function &forward, Function &reverse, bool restores) {
  bindParameters(reverse);
  Planner::Asked asked;
  asked.isSplit = true;
  asked.restoresAll = restores;
  plan(seedOf(reverse), asked);
  auto makeBodies = [&] {
    Sweeps sweeps = this->sweeps();
    forward.body = sweeps.forwardScope(primal.body());
    reverse.body = sweeps.reverseScope(primal.body());
    if (const ReturnStmt *last = primal.finalReturn(); last && last->value)
      finishForward(forward, last);
  };
  finish(makeBodies, forward, &reverse, true);
}

void FunctionAdjoint::finishForward(Function &forward, const ReturnStmt *last) {
  if (pointsToFloating(primal.original()->returnType))
    planner->statementAdjoint().copyPointers(context.place(forward.params.back()), last->value, forward.body);
  forward.body.push_back(last);
}

// ------------------------------------------------------------- one sweep

OneSweep FunctionAdjoint::oneSweep(const Function &signature) {
  bindParameters(signature);
  planner = std::make_unique<Planner>(derivatives, primal, shadows, context.place(signature.params.back()), Planner::Asked());
  planner->planCalls();
  OneSweep::Hooks hooks;
  hooks.fragmentOf = [this](const Stmt *stmt) { return planner->newFragment(stmt); };
  hooks.isRecursive = [this](const CallStmt *call) {
    return call->callee == primal.original() && planner->plan().calls.of(call).form == CallForm::OneSweep;
  };
  hooks.reverseOf = [this](const CallStmt *call) { return planner->callAdjoint().oneSweep(call); };
  return OneSweep(context, primal.unit(), primal.activity(), shadows, signature.params.back(), hooks);
}

bool FunctionAdjoint::isOneSweep(const Function &signature) {
  return hasNoEffects(derivatives.program.unit(primal.original())) && primal.hasActiveResult() &&
         primal.activeGlobals().empty() && oneSweep(signature).find();
}

void FunctionAdjoint::buildOneSweep(Function &adjoint) {
  OneSweep sweep = oneSweep(adjoint);
  sweep.find();
  adjoint.body = sweep.body();
  adjoint.hasBody = true;
  derivatives.makeCalledIn(adjoint.body);
  cleanUpPasses(derivatives.passes, adjoint, [&](Context &, const Function &now, const StmtList &) {
    return withoutDead(now, true, {}, [](const analysis::Liveness &) {});
  }, unnamed());
  oneSweepPasses(derivatives.passes, adjoint, sweepFacts());
}

// -------------------------------------------------------------- clean-up

namespace {
/// Left out, what uses the pointer would be taken for unknown memory, which is live.
bool setsPointer(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign && holdsPointer(assign->place->type);
}
} // namespace

/// The primal statement that a statement of the adjoint stands for.
void FunctionAdjoint::noteExecuted(const Stmt *stmt) {
  for (const auto &[original, fragment] : planner->allFragments())
    if (llvm::is_contained(fragment.forward, stmt))
      executed.insert(original);
}

/// `look` sees what was found.
StmtList FunctionAdjoint::withoutDead(const Function &function, bool visibleIsLive, const std::set<unsigned> &ofOtherHalf,
                                      llvm::function_ref<void(const analysis::Liveness &)> look) const {
  Alias alias(function, primal.globals());
  auto effects = [this](const CallStmt *call, const Alias &caller) { return derivatives.effectsOf(call, caller); };
  analysis::Liveness liveness(function, alias, effects, visibleIsLive);
  liveness.assumeLive(ofOtherHalf);
  if (!derivatives.options.has(Pass::Liveness))
    liveness.keepEffects();
  {
    StageTimes::Stage stage(stageTimes(), infoOf(Pass::Liveness).name);
    liveness.run();
  }
  look(liveness);
  return dropDead(context, function.body, liveness);
}

/// What is found of a statement of the primal in what was made of it.
void FunctionAdjoint::noteLiveness(const Stmt *stmt, const analysis::Liveness &liveness, LeftOut::Dead &dead) {
  if (derivatives.dump && liveness.isLive(stmt))
    noteExecuted(stmt);
  if (stmt->noPrimal && liveness.isLive(stmt))
    needlessPragmas.insert(stmt);
  if (liveness.isLive(stmt))
    dead.live.insert(stmt);
  const analysis::Tbr &tbr = planner->statements();
  bool isUndone = tbr.mustRecord(stmt) || tbr.isRecordedBefore(stmt) || tbr.isInverted(stmt);
  if ((!isUndone && !planner->isPlain(stmt)) || liveness.isLive(stmt) || setsPointer(stmt))
    return;
  const StmtList &early = planner->fragmentOf(stmt).early;
  if (std::none_of(early.begin(), early.end(), [&](const Stmt *s) { return liveness.isLive(s); }))
    (isUndone ? dead.undone : dead.others).insert(stmt);
}

LeftOut::Dead FunctionAdjoint::cleanUp(Function &function, Function *reverse, bool visibleIsLive) {
  std::set<unsigned> records;
  LeftOut::Dead dead;
  auto cleanUpHalf = [&](Function &half, bool isVisible) {
    const std::set<unsigned> ofOtherHalf = records;
    cleanUpPasses(derivatives.passes, half, [&](Context &, const Function &now, const StmtList &) {
      return withoutDead(now, isVisible, ofOtherHalf, [&](const analysis::Liveness &liveness) {
        records = liveness.liveRecords();
        forEachStmt(now.body, [&](const Stmt *stmt) { noteLiveness(stmt, liveness, dead); });
      });
    }, unnamed());
  };
  if (reverse)
    cleanUpHalf(*reverse, true);
  cleanUpHalf(function, visibleIsLive);
  return dead;
}

IsUnnamed FunctionAdjoint::unnamed() const {
  return [this](const Variable *adjoint) {
    const Variable *variable = shadows.primalOf(adjoint);
    return variable && variable->isTemporary;
  };
}

/// Do the pointers, or those whose adjoints they are, lead to different blocks in the loop with this counter?
bool FunctionAdjoint::areApart(const Variable *counter, const Variable *a, const Variable *b) const {
  auto primalOf = [&](const Variable *pointer) { return pointer->isAdjoint ? shadows.primalOf(pointer) : pointer; };
  const Variable *found = counter->countedBefore ? counter->countedBefore : counter;
  return planner->apartPointers().areApartIn(found, primalOf(a), primalOf(b));
}

/// Are all objects that the pointer, or that whose adjoint it is, may lead to made by the function itself, each with a block of
/// its own behind the member?
bool FunctionAdjoint::hasOwnRows(const analysis::OwnRows &rows, const Variable *base, const Field *member) const {
  const Variable *pointer = base->isAdjoint ? shadows.primalOf(base) : base;
  const analysis::Alias &alias = *primal.unit().alias;
  const int region = pointer && rows.areDistinct(member) ? alias.regionOf(pointer) : -1;
  if (region < 0)
    return false;
  if (alias.contentOf(region).none())
    return false;
  for (unsigned object : analysis::elements(alias.contentOf(region))) {
    const analysis::Region &block = alias.region(object);
    if (block.kind != analysis::Region::Kind::Heap || !llvm::isa<AllocateStmt>(block.site))
      return false;
  }
  return true;
}

SweepFacts FunctionAdjoint::sweepFacts() {
  const AreApart apart = [this](const Variable *counter, const Variable *a, const Variable *b) {
    return areApart(counter, a, b);
  };
  const auto note = [this](const LoopStmt &loop, const std::string &ways) { parallelLoops.push_back({&loop, ways}); };
  const PrimalOf primalOf = [this](const Variable *adjoint) { return shadows.primalOf(adjoint); };
  const auto report = [this](const ParallelLoop &loop, const std::string &why) {
    reportSequential(derivatives, loop, "adjoint", *primal.original(), why);
  };
  const auto rows = std::make_shared<analysis::OwnRows>(primal.body());
  const HasOwnRows own = [this, rows](const Variable *base, const Field *member) { return hasOwnRows(*rows, base, member); };
  const ParallelFacts parallel{primal.body(), /*isTangent=*/false, apart, primalOf, note, report};
  return {primal.globals(), apart, own, parallel, derivatives.options.strongZero};
}

void FunctionAdjoint::dump() const {
  const DumpSink *dump = derivatives.dump;
  if (!dump)
    return;
  analysis::FunctionFacts facts =
      analysis::factsOf(primal.unit(), primal.activity(), planner->statements(), dump->lineOf);
  facts.regions = factsOf(*primal.function(), planner->plan(), dump->lineOf);
  for (const auto &[loop, ways] : parallelLoops)
    facts.regions.push_back({dump->lineOf(loop->location), "loop of the adjoint", "parallel", ways.empty() ? "nothing is shared" : ways});
  std::string plan = "function " + facts.name + "\n";
  for (const analysis::RegionFacts &region : facts.regions)
    plan += textOf(region);
  dump->text("plan", plan);
  dump->text("tbr", analysis::reportTbr(primal.unit(), planner->statements(), dump->lineOf));
  dump->text("liveness", analysis::reportLiveness(primal.unit(), executed, dump->lineOf));
  dump->facts(facts);
}

void FunctionAdjoint::finish(const std::function<void()> &makeBodies, Function &function, Function *reverse,
                             bool visibleIsLive) {
  makeCallees();
  const bool leavesOut = derivatives.options.has(Pass::Liveness);
  if (leavesOut && !visibleIsLive)
    planner->leaveOutUnread();
  LeftOut::Dead dead;
  do {
    {
      StageTimes::Stage stage(stageTimes(), "sweeps");
      makeBodies();
      function.hasBody = true;
      if (reverse)
        reverse->hasBody = true;
    }
    needlessPragmas.clear();
    executed.clear();
    dead = cleanUp(function, reverse, visibleIsLive);
  } while (leavesOut && planner->leaveOut(dead));
  bool isJoined = joinPasses(derivatives.passes, function, function, primal.globals());
  isJoined |= reverse && joinPasses(derivatives.passes, *reverse, function, primal.globals());
  if (isJoined)
    cleanUp(function, reverse, visibleIsLive);
  sweepPasses(derivatives.passes, function, reverse, sweepFacts());
  dump();
}

} // namespace adjoint::transform
