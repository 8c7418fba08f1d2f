// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/Tbr.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Analysis/Record/Inversion.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Tbr::Tbr(const Program &program, const Unit &unit, UseOf useOf, TbrOptions options)
    : program(program), unit(unit), useOf(std::move(useOf)), options(options),
      recompute(program, unit, this->useOf, recomputeOptions()),
      sameValue(program, unit), reads(unit, this->useOf, recompute), neededBlocks(findBlocks()),
      rows(options.rows ? std::make_unique<OwnRows>(unit.function->body) : nullptr),
      overwrites(unit, reads, neededBlocks.get(), options.apart, options.fused, rows.get()),
      loopRecords(unit, this->useOf, recompute), restored(unit.alias->noKeys()) {}

RecomputeOptions Tbr::recomputeOptions() const {
  RecomputeOptions own;
  own.enabled = options.recompute;
  own.quotients = options.quotients;
  own.inVectors = options.inVectors;
  own.fewerRecords = options.fewerRecords;
  own.outermostIsLeft = options.isSplit;
  own.apart = options.apart;
  own.fused = options.fused;
  return own;
}

/// Null, if nobody asks.
std::unique_ptr<NeededBlocks> Tbr::findBlocks() const {
  if (!options.enabled || !options.newBlocks)
    return nullptr;
  return std::make_unique<NeededBlocks>(unit, reads, options.apart, options.fused, options.restoresAll);
}

Set Tbr::visibleKeys() const {
  Set visible(unit.alias->regionCount());
  for (unsigned r = 0; r < unit.alias->regionCount(); ++r)
    if (!unit.alias->isLocal(r))
      visible.set(r);
  return unit.alias->keysOf(visible);
}

void Tbr::run() {
  Set entry = unit.alias->noKeys();
  if (!options.enabled)
    entry = unit.alias->allKeys();
  else if (options.restoresAll)
    entry = visibleKeys();
  if (options.isSplit)
    scope(unit.function->body, entry);
  else
    solve(unit.function->body, entry);
}

// ------------------------------------------------------------------ uses

void Tbr::useKeys(const Set &keys, const Stmt *by, Set &state) {
  for (unsigned k : keys.set_bits())
    users.insert({k, by});
  state |= keys;
}

void Tbr::use(const LoadExpr *load, const Stmt *by, Set &state) {
  if (const Variable *variable = rootVariable(load->place))
    if (const DeclareStmt *declare = recompute.declarationOf(variable)) {
      bool isNew = wanted.insert(variable).second;
      if (declare->init && isNew)
        useAll(declare->init, by, state);
      else if (declare->init)
        forEachLoad(declare->init, [&](const LoadExpr *inner) { use(inner, by, state); });
      return;
    }
  useKeys(unit.alias->keysOf(load->place), by, state);
}

void Tbr::useAll(const Expr *expr, const Stmt *by, Set &state) {
  forEachLoad(expr, [&](const LoadExpr *load) { use(load, by, state); });
}

void Tbr::remove(const Variable *variable, Set &state) const {
  if (options.enabled)
    state.reset(unit.alias->keysOf(variable));
}

// ------------------------------------------------------------- statements

bool Tbr::isFresh(const Stmt *stmt, const Place *place) const {
  if (isa<DeclareStmt>(stmt))
    return true;
  if (const auto *call = dyn_cast<CallStmt>(stmt))
    return call->declares && call->result == place;
  const auto *allocation = dyn_cast<AllocateStmt>(stmt);
  return allocation && allocation->declares;
}

/// By the reverse of copies?
bool Tbr::isBroughtBack(const Stmt *store) const {
  if (!options.copies)
    return false;
  const auto found = options.copies->find(store);
  return found != options.copies->end() &&
         llvm::none_of(found->second, [&](const Stmt *copy) { return isLeftOut(copy) || sameValue.isSame(copy); });
}

/// Of an element of an array not all that is needed counts.
Set Tbr::neededAt(const Stmt *store, const Set &state) const {
  if (!options.enabled)
    return state;
  if (isBroughtBack(store))
    return unit.alias->noKeys();
  const StmtList &writers = overwrites.settledBy(store);
  if (!writers.empty() && llvm::none_of(writers, [&](const Stmt *writer) { return isLeftOut(writer) || sameValue.isSame(writer); }))
    return unit.alias->noKeys();
  if (overwrites.isNew(store) || (!options.restoresAll && (overwrites.isApart(store) || overwrites.isElsewhere(store))))
    return unit.alias->noKeys();
  const LoopStmt *loop = overwrites.firstIn(store);
  return loop ? before(loop) : state;
}

void Tbr::write(const Stmt *stmt, const Place *place, Set &state) {
  const Alias &alias = *unit.alias;
  const Variable *whole = wholeVariable(place);
  if (loopControl.count(stmt) || (options.enabled && sameValue.isSame(stmt)))
    return;
  if (isLeftOut(stmt)) {
    if (!(options.recompute && isInvertible(stmt)) && intersects(alias.overlapping(alias.keysOf(place)), state))
      wouldBeRecorded.insert(stmt);
    return;
  }
  if (isFresh(stmt, place)) {
    remove(whole, state);
    return;
  }
  Set overwritten = alias.overlapping(alias.keysOf(place));
  bool needed = intersects(overwritten, state) && intersects(overwritten, neededAt(stmt, state));
  if (needed)
    restored |= overwritten;
  if (needed && options.recompute && isInvertible(stmt)) {
    inverted.insert(stmt);
    if (const Expr *operand = operandOfInverse(stmt))
      useAll(operand, stmt, state);
    return; // the value after is what the value before is computed from
  }
  if (needed) {
    records.insert(stmt);
    for (unsigned k : overwritten.set_bits())
      if (state.test(k) && users.count(k))
        reasons.insert({stmt, users[k]});
  }
  if (whole)
    remove(whole, state);
  if (needed)
    forEachLoad(place, [&](const LoadExpr *load) { use(load, stmt, state); });
}

namespace {
/// The variable that the argument leads where, p or p + k.
const Variable *pointerOf(const Expr *argument) {
  argument = withoutCasts(argument);
  if (const auto *sum = dyn_cast<BinaryExpr>(argument); sum && sum->op == BinaryOp::Add && sum->type->isPointer())
    argument = withoutCasts(sum->left);
  const auto *load = dyn_cast<LoadExpr>(argument);
  return load ? wholeVariable(load->place) : nullptr;
}
} // namespace

/// What the call may overwrite, without what new blocks held. Of a callee without a body that is what its arguments lead to.
Set Tbr::overwrittenBy(const CallStmt *call) const {
  const Unit &callee = program.unit(call->callee);
  const Alias &alias = *unit.alias;
  if (call->callee->bridge && call->callee->bridge->part == Bridge::Part::Take) // into a block that was allocated for it, or nothing
    return alias.noKeys();
  const Set written = alias.overlapping(program.toCaller(call, alias, callee, callee.writes));
  auto isOfNumbers = [&](const Variable *param) {
    if (isObjectOfBridge(*call->callee, param)) // a constant, or a copy
      return !param->type->isReference() || param->type->element->isConst;
    return !param->type->isPointer() || param->type->element->isScalar();
  };
  if (!neededBlocks || call->callee->hasBody || call->callee->isVariadic || !llvm::all_of(call->callee->params, isOfNumbers))
    return written;
  Set old = alias.noKeys();
  for (unsigned i = 0; i < call->callee->params.size(); ++i) {
    const Type *type = call->callee->params[i]->type;
    if (!(type->isPointer() || type->isReference()) || type->element->isConst)
      continue;
    const Variable *pointer = pointerOf(call->args[i]);
    if (!pointer || !neededBlocks->isUnneeded(call, pointer))
      old |= alias.overlapping(alias.keysOf(alias.pointees(call->args[i])));
  }
  old &= written;
  return old;
}

void Tbr::transfer(const Stmt *stmt, Set &state) {
  const ReverseUse &uses = useOf(stmt);
  for (const LoadExpr *load : uses.before)
    use(load, stmt, state);
  useKeys(uses.keysBefore, stmt, state);
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Set written = overwrittenBy(call);
    if (intersects(written, state)) {
      overwriting.insert(call);
      for (unsigned k : written.set_bits())
        if (state.test(k) && users.count(k))
          reasons.insert({stmt, users[k]});
    }
  }
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    remove(declare->variable, state);
  noteFree(stmt, state);
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { write(stmt, place, state); });
  for (const LoadExpr *load : uses.after)
    use(load, stmt, state);
  useKeys(uses.keysAfter, stmt, state);
}

void Tbr::noteFree(const Stmt *stmt, const Set &state) {
  if (!options.blocks || !options.blocks->allocationOf(stmt))
    return;
  Set block = unit.alias->keysOf(unit.alias->pointees(cast<FreeStmt>(stmt)->pointer));
  bool lasts = intersects(block, state) || intersects(block, restored);
  if (options.fused)
    for (const auto &[loop, facts] : *options.fused)
      lasts |= intersects(block, facts.exposed) || intersects(block, facts.written);
  if (lasts)
    lasting.insert(stmt);
}

bool Tbr::isFreedEarly(const Stmt *free) const {
  return options.blocks && options.blocks->allocationOf(free) && !lasting.count(free);
}

void Tbr::evaluate(const Stmt *stmt, const Expr *condition, Set &state) {
  if (!isa<LoopStmt>(stmt))
    useAll(condition, stmt, state);
}

void Tbr::enterLoop(const LoopStmt *loop, Set &state) {
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (!counted)
    return;
  loopControl.insert(loop->step.begin(), loop->step.end()); // the reversed loop has a step of its own
  // The init is the loop's own: the record, if any, is made before it.
  if (!counted->declares && mustRecord(loop->init[0]))
    counters.insert(loop);
  remove(counted->counter, state);
}

void Tbr::leaveLoop(const LoopStmt *loop, Set &state) {
  if (std::optional<CountedLoop> counted = countedLoop(loop)) {
    remove(counted->counter, state); // the reversed loop counts anew
    useAll(counted->first, loop, state);
    useAll(counted->bound, loop, state);
  } else if (loop->trips) {
    useKeys(unit.alias->keysOf(loop->trips), loop, state);
  }
}

void Tbr::visitLoop(const LoopStmt *loop, Set &state) {
  const FusedLoop *facts = nullptr;
  if (options.fused)
    if (auto found = options.fused->find(loop); found != options.fused->end())
      facts = &found->second;
  if (facts && facts->snapshots)
    visitCheckpointed(loop, *facts, state);
  else if (facts)
    visitFused(loop, *facts, state);
  else {
    recordBefore(loop, state);
    Forward::visitLoop(loop, state);
  }
}

void Tbr::recordBefore(const LoopStmt *loop, Set &state) {
  if (!options.enabled)
    return;
  for (const Variable *variable : loopRecords.overwritten(loop, leftOut)) {
    if (!intersects(unit.alias->keysOf(variable), state))
      continue;
    recordedLoops[loop].insert(variable);
    remove(variable, state);
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      const auto *assign = dyn_cast<AssignStmt>(stmt);
      if (assign && wholeVariable(assign->place) == variable && !isLeftOut(stmt))
        covered.insert(stmt);
    });
  }
}

/// An iteration begins in the state before the loop, and its end is the end of its own sweep only. What the
/// forward sweep passes by has to be kept for it; what it writes itself is needed by nobody else.
void Tbr::visitFused(const LoopStmt *loop, const FusedLoop &facts, Set &state) {
  state = solve(loop->init, state);
  enterLoop(loop, state);
  useExposed(loop, facts, state);
  Set inside = solve(loop->step, solve(loop->body, state));
  if (options.enabled)
    inside.reset(unit.alias->overlapping(facts.written));
  state |= inside;
  leaveLoop(loop, state);
}

/// An iteration begins in a state that a snapshot brings back, so that nothing of what the loop writes is needed in it.
void Tbr::visitCheckpointed(const LoopStmt *loop, const FusedLoop &facts, Set &state) {
  state = solve(loop->init, state);
  enterLoop(loop, state);
  const Set written = unit.alias->overlapping(facts.written);
  auto [needed, isNew] = neededBefore.insert({loop, state});
  if (!isNew)
    needed->second |= state;
  Set inside = state;
  if (options.enabled)
    inside.reset(written);
  inside = solve(loop->step, solve(loop->body, inside));
  if (options.enabled)
    inside.reset(written);
  state |= inside;
  useExposed(loop, facts, state);
  leaveLoop(loop, state);
}

bool Tbr::isKeptFor(const LoopStmt *loop, const StatePart &part) const {
  auto found = neededBefore.find(loop);
  return found != neededBefore.end() && intersects(unit.alias->overlapping(part.keys), found->second);
}

/// What the loop reads and does not write itself.
void Tbr::useExposed(const LoopStmt *loop, const FusedLoop &facts, Set &state) {
  useKeys(facts.exposed, loop, state);
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    auto keep = [&](const LoadExpr *load) {
      const Variable *variable = rootVariable(load->place);
      if (variable && recompute.declarationOf(variable) && unit.alias->keysOf(variable).anyCommon(facts.exposed))
        use(load, stmt, state);
    };
    forEachOperand(
        stmt, [&](const Expr *e) { forEachLoad(e, keep); }, [&](const Place *p) { forEachLoad(p, keep); });
  });
}

void Tbr::leave(const StmtList &list, Set &state) {
  for (const Stmt *stmt : list) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || variable->storage != Storage::Local)
      continue;
    const AllocateStmt *block = options.blocks ? options.blocks->allocationOf(variable) : nullptr;
    bool isLasting = block && lasting.count(options.blocks->freeOf(block));
    if (isLasting || (!recompute.declarationOf(variable) && intersects(unit.alias->keysOf(variable), state)))
      exits.insert(variable);
    remove(variable, state);
    if (!options.enabled && recompute.declarationOf(variable))
      wanted.insert(variable);
  }
}

// --------------------------------------------------------------- answers

std::vector<const Variable *> Tbr::recordedAtExit(const StmtList &scope) const {
  std::vector<const Variable *> found;
  for (const Stmt *stmt : scope)
    if (const Variable *variable = declaredBy(stmt))
      if (exits.count(variable))
        found.push_back(variable);
  return found;
}

std::vector<const Variable *> Tbr::recordedBefore(const LoopStmt *loop) const {
  auto found = recordedLoops.find(loop);
  if (found == recordedLoops.end())
    return {};
  std::vector<const Variable *> ordered = loopRecords.overwritten(loop, leftOut);
  ordered.erase(std::remove_if(ordered.begin(), ordered.end(),
                               [&](const Variable *variable) { return !found->second.count(variable); }),
                ordered.end());
  return ordered;
}

std::vector<const DeclareStmt *> Tbr::recomputed(const StmtList &scope) const {
  std::vector<const DeclareStmt *> found;
  for (const Stmt *stmt : scope)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      if (wanted.count(declare->variable))
        found.push_back(declare);
  return found;
}

const Stmt *Tbr::neededBy(const Stmt *stmt) const {
  auto found = reasons.find(stmt);
  return found == reasons.end() ? nullptr : found->second;
}

} // namespace adjoint::analysis
