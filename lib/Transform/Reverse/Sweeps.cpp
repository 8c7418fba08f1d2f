// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/Sweeps.h"

#include "IR/Algebra.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Sweeps::Sweeps(Context &context, const analysis::Unit &unit, const analysis::Activity &activity,
               const RegionPlan &plan, const analysis::ScopedBlocks &blocks, Shadows &shadows, FragmentOf fragmentOf)
    : context(context), unit(unit), activity(activity), tbr(*plan.statements), blocks(blocks), fused(plan.fused),
      shadows(shadows), fragmentOf(std::move(fragmentOf)),
      writes(unit.versions->writes), recorded(unit.alias->regionCount()) {
  for (const auto &[loop, stmts] : plan.late)
    for (const Stmt *stmt : stmts)
      late.insert({stmt, loop});
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (tbr.mustRecord(stmt) && isa<AssignStmt>(stmt))
      recorded |= unit.alias->regionsOf(cast<AssignStmt>(stmt)->place);
    if (const auto *call = dyn_cast<CallStmt>(stmt)) // its halves record what they overwrite
      for (const Expr *arg : call->args)
        if (arg->type->isPointer())
          recorded |= unit.alias->reachable(unit.alias->pointees(arg));
  });
  for (const auto &[loop, facts] : fused)
    for (const analysis::StatePart &part : facts.state)
      recorded |= unit.alias->regionsIn(part.keys);
}

// --------------------------------------------------------------- records

bool Sweeps::recordsShadow(const Place *place) const {
  return holdsPointer(place->type) && reachesFloating(place->type) && activity.hasAdjoint(place);
}

namespace {
void append(StmtList &list, const StmtList &more) { list.insert(list.end(), more.begin(), more.end()); }

/// The pointers to floating-point data inside an object.
void forEachPointer(Context &context, const Place *place, const std::function<void(const Place *)> &visit) {
  const Type *type = place->type;
  if (type->isPointer() && reachesFloating(type))
    visit(place);
  else if (type->isRecord())
    for (const Field &field : type->record->fields)
      forEachPointer(context, context.field(place, field.index), visit);
  else if (type->isArray())
    for (uint64_t i = 0; i < type->count; ++i)
      forEachPointer(context, context.index(place, context.intLiteral(i)), visit);
}
} // namespace

/// In the adjoint of an object whose numbers adjoints are added to.
std::vector<const Place *> Sweeps::recordedShadowsOf(const Place *place) {
  std::vector<const Place *> pointers;
  if (recordsShadow(place))
    forEachPointer(context, shadows.of(place), [&](const Place *pointer) { pointers.push_back(pointer); });
  return pointers;
}

const Stmt *Sweeps::pushOne(Owner owner, const Place *place) {
  auto *push = context.make<PushStmt>(context.load(place));
  push->record = context.newRecord();
  records[owner].push_back(push->record);
  return push;
}

const Stmt *Sweeps::popOne(Owner owner, const Place *place, bool declares) {
  auto *pop = context.make<PopStmt>(place, declares);
  pop->record = records[owner].back();
  records[owner].pop_back();
  return pop;
}

void Sweeps::push(Owner owner, const Place *place, StmtList &out) {
  out.push_back(pushOne(owner, place));
  for (const Place *pointer : recordedShadowsOf(place))
    out.push_back(pushOne(owner, pointer));
}

void Sweeps::pop(Owner owner, const Place *place, StmtList &out) {
  const std::vector<const Place *> pointers = recordedShadowsOf(place);
  for (const Place *pointer : llvm::reverse(pointers))
    out.push_back(popOne(owner, pointer, false));
  out.push_back(popOne(owner, place, false));
}

/// A pointer whose adjoint the forward sweep sets.
bool Sweeps::hasRecordedShadow(const Variable *variable) const {
  bool isIndirect = variable->type->isPointer() || variable->type->isReference();
  return isIndirect && activity.hasAdjoint(variable) && !blocks.allocationOf(variable);
}

void Sweeps::pushAtExit(const Variable *variable, StmtList &out) {
  out.push_back(pushOne(variable, context.make<VarPlace>(variable)));
  if (hasRecordedShadow(variable))
    out.push_back(pushOne(variable, context.make<VarPlace>(shadows.of(variable))));
}

void Sweeps::popAtEntry(const Variable *variable, StmtList &out) {
  if (hasRecordedShadow(variable))
    out.push_back(popOne(variable, context.make<VarPlace>(shadows.of(variable)), true));
  out.push_back(popOne(variable, context.make<VarPlace>(variable), true));
}

void Sweeps::invert(const Stmt *stmt, StmtList &out) {
  auto undo = [&](const Place *place, const Expr *value) {
    const auto *step = dyn_cast<BinaryExpr>(value);
    if (!step) { // v = -v
      out.push_back(context.make<AssignStmt>(place, value));
      return;
    }
    BinaryOp inverse = step->op == BinaryOp::Mul ? BinaryOp::Div
                       : step->op == BinaryOp::Add ? BinaryOp::Sub
                                                   : BinaryOp::Add;
    out.push_back(context.make<AssignStmt>(place, context.binary(inverse, context.load(place), step->right)));
  };
  const auto *assign = cast<AssignStmt>(stmt);
  if (recordsShadow(assign->place))
    undo(shadows.of(assign->place), assign->value);
  undo(assign->place, assign->value);
}

// ---------------------------------------------------------------- scopes

/// Is the adjoint declared in the forward sweep, because pointers may lead to it?
bool Sweeps::isForwardShadow(const Variable *variable) const {
  return holdsPointer(variable->type) || writes.isExposed(variable);
}

void Sweeps::declareAdjoints(const StmtList &list, StmtList &out) {
  for (const Stmt *stmt : list) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || !activity.hasAdjoint(variable) || isForwardShadow(variable))
      continue;
    const Variable *shadow = shadows.of(variable);
    out.push_back(context.make<DeclareStmt>(shadow, context.zero(shadow->type)));
  }
}

StmtList Sweeps::forward(const StmtList &list) {
  StmtList out;
  for (const Stmt *stmt : list)
    forward(stmt, out);
  return out;
}

namespace {
/// Of the statement of the list that declares it.
Location whereDeclared(const Variable *variable, const StmtList &list) {
  for (const Stmt *stmt : list)
    if (declaredBy(stmt) == variable)
      return stmt->location;
  return {};
}
} // namespace

StmtList Sweeps::forwardScope(const StmtList &list) {
  StmtList out = forward(list);
  const Stmt *result = !out.empty() && isa<ReturnStmt>(out.back()) ? out.back() : nullptr;
  if (result)
    out.pop_back();
  for (const Variable *variable : tbr.recordedAtExit(list)) {
    const Context::Origin origin(context, whereDeclared(variable, list));
    pushAtExit(variable, out);
  }
  if (result)
    out.push_back(result);
  return out;
}

StmtList Sweeps::reverse(const StmtList &list) {
  StmtList out;
  declareAdjoints(list, out);
  for (auto it = list.rbegin(); it != list.rend(); ++it)
    reverse(*it, out);
  return out;
}

namespace {
std::set<const Variable *> mentionedIn(const StmtList &list) {
  std::set<const Variable *> found;
  auto note = [&](const Place *place) {
    if (const Variable *variable = rootVariable(place))
      found.insert(variable);
  };
  auto inside = [&](const Expr *e) { forEachPlace(e, note); };
  forEachStmt(list, [&](const Stmt *stmt) {
    forEachOperand(stmt, inside, [&](const Place *place) {
      note(place);
      forEachExpr(place, inside);
    });
  });
  return found;
}
} // namespace

StmtList Sweeps::reverseScope(const StmtList &list) {
  StmtList out;
  std::set<const Variable *> present;
  std::vector<const Variable *> recorded = tbr.recordedAtExit(list);
  for (auto it = recorded.rbegin(); it != recorded.rend(); ++it) {
    const Context::Origin origin(context, whereDeclared(*it, list));
    popAtEntry(*it, out);
    present.insert(*it);
  }
  for (const DeclareStmt *declare : tbr.recomputed(list)) {
    Rewriter copy(context); // each statement stands in the tree once
    append(out, copy.rewrite(fragmentOf(declare).early));
    append(out, copy.rewrite(fragmentOf(declare).forward));
    present.insert(declare->variable);
  }
  StmtList reversed = reverse(list);
  declareRestored(list, mentionedIn(reversed), present, out);
  append(out, reversed);
  return out;
}

/// Variables whose last value nobody needs, but to which earlier ones are restored.
void Sweeps::declareRestored(const StmtList &list, const std::set<const Variable *> &mentioned,
                             const std::set<const Variable *> &present, StmtList &out) {
  for (const Stmt *stmt : list) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || variable->type->isReference() || blocks.allocationOf(variable))
      continue;
    // A struct that a call returns is copied to where it stays: only its numbers have adjoints here.
    bool isCopied = variable->type->isRecord() && holdsPointer(variable->type);
    if (!present.count(variable) && mentioned.count(variable))
      out.push_back(isLiteralTable(stmt) ? stmt : context.make<DeclareStmt>(variable, context.zero(variable->type)));
    bool hasShadow = (isCopied || (variable->type->isPointer() && !present.count(variable))) && activity.hasAdjoint(variable);
    if (hasShadow && mentioned.count(shadows.of(variable)))
      out.push_back(context.make<DeclareStmt>(shadows.of(variable), context.zero(shadows.of(variable)->type)));
  }
}

// ------------------------------------------------------------ statements

/// In normal form a section ends where it ends; in C++ it has to say so.
StmtList Sweeps::ended(StmtList section) {
  section.push_back(context.make<BreakStmt>());
  return section;
}

namespace {
uint64_t scalarsIn(const Type *type) {
  return type->isArray() ? type->count * scalarsIn(type->element) : 1;
}

/// Zeroing it costs less than the doubt of a compiler whether all paths write it.
bool isSmall(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  return declare && scalarsIn(declare->variable->type) <= 64;
}

bool isUninitialised(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return !declare->init && !declare->variable->type->isScalar() && !isOpaque(declare->variable->type);
  const auto *allocation = dyn_cast<AllocateStmt>(stmt);
  return allocation && !allocation->zeroed;
}
} // namespace

void Sweeps::forwardLeaf(const Stmt *stmt, StmtList &out) {
  if (tbr.mustRecord(stmt))
    push(stmt, cast<AssignStmt>(stmt)->place, out);
  if (tbr.isLeftOut(stmt))
    return;
  if (tbr.isFreedEarly(stmt))
    out.push_back(stmt);
  const Fragment &fragment = fragmentOf(stmt);
  append(out, fragment.early);
  if (isUninitialised(stmt) && (recordsIn(stmt) || isSmall(stmt)))
    out.push_back(zeroed(fragment.forward.front()));
  else
    append(out, fragment.forward);
}

/// Is anything recorded of the storage that begins here? Its first record may then be of what
/// was never written.
bool Sweeps::recordsIn(const Stmt *stmt) {
  analysis::Set regions(unit.alias->regionCount());
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    regions.set(unit.alias->regionOf(declare->variable));
  else
    regions = unit.alias->pointees(context.load(cast<AllocateStmt>(stmt)->place));
  return analysis::intersects(regions, recorded);
}

const Stmt *Sweeps::zeroed(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return context.rebuilt(declare, context.zero(declare->variable->type));
  const auto *a = cast<AllocateStmt>(stmt);
  return context.rebuilt(a, a->place, a->declares, a->count, true);
}

void Sweeps::forward(const Stmt *stmt, StmtList &out) {
  const Context::Origin origin(context, stmt->location);
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    out.push_back(context.rebuilt(cast<BlockStmt>(stmt), forwardScope(cast<BlockStmt>(stmt)->body)));
    return;
  case Stmt::Kind::If: {
    const auto *s = cast<IfStmt>(stmt);
    StmtList yes = forwardScope(s->yes), no = forwardScope(s->no);
    out.push_back(context.rebuilt(s, s->condition, yes, no));
    return;
  }
  case Stmt::Kind::Switch: {
    const auto *s = cast<SwitchStmt>(stmt);
    std::vector<SwitchSection> sections;
    for (const SwitchSection &section : s->sections)
      sections.push_back({section.labels, section.isDefault, ended(forwardScope(section.body))});
    SwitchStmt *made = context.rebuilt(s, s->condition, sections);
    made->isSeparate = false;
    out.push_back(made);
    return;
  }
  case Stmt::Kind::Loop: {
    const auto *s = cast<LoopStmt>(stmt);
    if (auto found = fused.find(s); found != fused.end()) {
      if (found->second.snapshots)
        forwardCheckpointed(s, found->second, out);
      else if (found->second.runsTwice)
        forwardOnly(s, out);
      return; // the reverse sweep runs it
    }
    if (tbr.mustRecordCounter(s))
      push(s, cast<AssignStmt>(s->init[0])->place, out);
    for (const Variable *variable : tbr.recordedBefore(s))
      push(s, context.place(variable), out);
    LoopStmt *loop = context.rebuilt(s, s->init, s->condition, s->step, forwardScope(s->body));
    loop->trips = nullptr; // a variable like others now
    out.push_back(loop);
    return;
  }
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return forwardLeaf(stmt, out);
  }
}

/// As in the source: the reverse sweep runs it again.
void Sweeps::forwardOnly(const LoopStmt *loop, StmtList &out) {
  class Copy : public Rewriter {
  public:
    using Rewriter::Rewriter;
    LoopStmt *of(const LoopStmt *loop) { return rebuild(loop); }
  };
  LoopStmt *copy = Copy(context).of(loop);
  copy->isSelfContained = true;
  out.push_back(copy);
}

namespace {
/// Reads the place itself instead of the variable that was to keep its value.
class Unkeeping : public Rewriter {
public:
  Unkeeping(Context &context, const Fragment &fragment) : Rewriter(context), fragment(fragment) {}

protected:
  using Rewriter::replace;
  const Place *replace(const Place *place) override {
    return wholeVariable(place) == fragment.kept ? fragment.keptPlace : nullptr;
  }

private:
  const Fragment &fragment;
};
} // namespace

void Sweeps::appendAdjoint(const Stmt *adjoint, const Fragment &fragment, bool isKept, StmtList &out) {
  auto it = late.find(adjoint);
  StmtList &where = it == late.end() ? out : waiting[it->second];
  if (fragment.kept && !isKept)
    Unkeeping(context, fragment).rewrite(adjoint, where);
  else
    where.push_back(adjoint);
}

void Sweeps::reverseLeaf(const Stmt *stmt, StmtList &out) {
  const Fragment &fragment = fragmentOf(stmt);
  append(out, fragment.afterward);
  const auto *allocation = dyn_cast<AllocateStmt>(stmt);
  const FreeStmt *release = allocation ? blocks.freeOf(allocation) : nullptr;
  if (release && !tbr.isFreedEarly(release)) {
    Rewriter copy(context);
    auto *made = context.rebuilt(release, copy.rewrite(release->pointer));
    made->block = cast<AllocateStmt>(fragment.forward.front())->block;
    out.push_back(made);
  }
  bool isRestored = tbr.mustRecord(stmt) || tbr.isInverted(stmt);
  if (fragment.kept && isRestored)
    out.push_back(context.make<DeclareStmt>(fragment.kept, context.load(fragment.keptPlace)));
  if (tbr.mustRecord(stmt))
    pop(stmt, cast<AssignStmt>(stmt)->place, out);
  else if (tbr.isInverted(stmt))
    invert(stmt, out);
  for (const Stmt *adjoint : fragment.adjoint)
    appendAdjoint(adjoint, fragment, fragment.kept && isRestored, out);
}

void Sweeps::reverse(const Stmt *stmt, StmtList &out) {
  const Context::Origin origin(context, stmt->location);
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    out.push_back(context.make<BlockStmt>(reverseScope(cast<BlockStmt>(stmt)->body)));
    return;
  case Stmt::Kind::If: {
    const auto *s = cast<IfStmt>(stmt);
    StmtList yes = reverseScope(s->yes), no = reverseScope(s->no);
    out.push_back(context.make<IfStmt>(s->condition, yes, no));
    return;
  }
  case Stmt::Kind::Switch: {
    const auto *s = cast<SwitchStmt>(stmt);
    std::vector<SwitchSection> sections;
    for (const SwitchSection &section : s->sections)
      sections.push_back({section.labels, section.isDefault, ended(reverseScope(section.body))});
    out.push_back(context.make<SwitchStmt>(s->condition, sections));
    return;
  }
  case Stmt::Kind::Loop:
    return reverseLoop(cast<LoopStmt>(stmt), out);
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return reverseLeaf(stmt, out);
  }
}

// ----------------------------------------------------------------- loops

/// An iteration of a fused loop: one scope, nothing has to be carried over.
StmtList Sweeps::bothSweeps(const StmtList &list) {
  StmtList out = forward(list);
  append(out, reverse(list));
  return out;
}

void Sweeps::reverseLoop(const LoopStmt *loop, StmtList &out) {
  if (auto found = fused.find(loop); found != fused.end() && found->second.snapshots)
    return reverseCheckpointed(loop, found->second, out);
  if (std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop)) {
    if (fused.count(loop)) {
      LoopStmt *both = context.rebuilt(loop, backwardLoop(*counted, bothSweeps(loop->body)));
      both->isSelfContained = true;
      out.push_back(both);
      append(out, waiting[loop]);
      return;
    }
    LoopStmt *backward = backwardLoop(*counted, reverseScope(loop->body));
    backward->parallel = loop->parallel;
    out.push_back(backward);
    popRecordedBefore(loop, out);
    if (tbr.mustRecordCounter(loop))
      pop(loop, context.place(counted->counter), out);
    return;
  }
  auto *left = context.make<Variable>("trip", loop->trips->type, Storage::Local);
  left->isTemporary = true;
  const Expr *one = context.literal(1, left->type), *zero = context.literal(0, left->type);
  StmtList init = {context.make<DeclareStmt>(left, context.load(loop->trips))};
  const Expr *condition = context.binary(BinaryOp::Greater, context.load(left), zero);
  const Stmt *step =
      context.make<AssignStmt>(context.place(left), context.binary(BinaryOp::Sub, context.load(left), one));
  auto *backward = context.make<LoopStmt>(init, condition, StmtList{step}, reverseScope(loop->body), false);
  backward->parallel = loop->parallel;
  out.push_back(backward);
  popRecordedBefore(loop, out);
}

void Sweeps::popRecordedBefore(const LoopStmt *loop, StmtList &out) {
  std::vector<const Variable *> recorded = tbr.recordedBefore(loop);
  for (auto it = recorded.rbegin(); it != recorded.rend(); ++it)
    pop(loop, context.place(*it), out);
}

/// `i < n, i += s`: where the counter stands when the loop ends. Its distance from `first` may be more than a signed type holds.
const Expr *Sweeps::valueAtEnd(const analysis::CountedLoop &counted, const Expr *first, const Expr *bound) {
  const Type *type = first->type;
  const bool isUp = counted.step > 0;
  const bool isInclusive = counted.test == BinaryOp::LessEq || counted.test == BinaryOp::GreaterEq;
  const Expr *last = isInclusive ? bound : shifted(context, bound, isUp ? -1 : 1);
  const bool fits = integerValue(isUp ? first : bound).value_or(-1) >= 0;
  const Type *wide = context.integer(type->bits == 64 ? "unsigned long" : "unsigned int", type->bits, false);
  auto widened = [&](const Expr *e) { return fits ? e : context.cast(CastExpr::Form::Explicit, e, wide); };
  const Expr *from = widened(first), *high = widened(isUp ? last : first), *low = widened(isUp ? first : last);
  const Expr *size = context.literal(isUp ? counted.step : -counted.step, from->type);
  const Expr *span = isInteger(low, 0) ? high : context.binary(BinaryOp::Sub, high, low);
  const Expr *trips = context.binary(BinaryOp::Mul, context.binary(BinaryOp::Div, span, size), size);
  const Expr *moved = context.binary(BinaryOp::Add, trips, size);
  const Expr *end = isUp && isInteger(from, 0) ? moved : context.binary(isUp ? BinaryOp::Add : BinaryOp::Sub, from, moved);
  return context.select(context.binary(counted.test, first, bound),
                        fits ? end : context.cast(CastExpr::Form::Explicit, end, type), first);
}

/// The same iterations, last first:
///   i < n, ++i:   for (i = n - 1; i >= first; --i)
///   i > n, --i:   for (i = n + 1; i <= first; ++i)
/// or, where `first` may be the end of the type, and for `i < n` without signs, whose n may be zero:
///   i < n, ++i:   for (i = n; i > first;) { --i; ... }
///   i > n, --i:   for (i = n; i < first;) { ++i; ... }
///   i != n, unsigned:  for (i = n; i != first;) { --i; ... }, which may wrap as the loop does
///   i < n, i += s: the same from where the counter stands when the loop ends
LoopStmt *Sweeps::backwardLoop(const analysis::CountedLoop &counted, StmtList body) {
  const Type *type = context.withoutConst(counted.counter->type);
  auto converted = [&](const Expr *e) { return context.cast(CastExpr::Form::Implicit, e, type); };
  const Expr *first = converted(counted.first), *bound = converted(counted.bound);
  const Place *place = context.place(counted.counter);
  const Expr *i = context.load(place);
  const bool isUp = counted.step > 0;
  const bool isInclusive = counted.test == BinaryOp::LessEq || counted.test == BinaryOp::GreaterEq;
  const long long size = isUp ? counted.step : -counted.step;
  const Stmt *back =
      context.make<AssignStmt>(place, context.binary(isUp ? BinaryOp::Sub : BinaryOp::Add, i, context.literal(size, type)));
  const bool mayWrap = !type->isSigned && counted.test == BinaryOp::NotEqual;
  const bool movesFirst = mayWrap || size != 1 || (isUp && !type->isSigned) || analysis::mayBeginAtEnd(counted);
  StmtList step;
  const Expr *start = nullptr, *condition = nullptr;
  if (movesFirst) {
    const Expr *end = isInclusive ? shifted(context, bound, isUp ? 1 : -1) : bound;
    start = size == 1 ? end : valueAtEnd(counted, first, bound);
    condition = context.binary(mayWrap ? BinaryOp::NotEqual : isUp ? BinaryOp::Greater : BinaryOp::Less, i, first);
    body.insert(body.begin(), back);
  } else {
    start = isInclusive ? bound : shifted(context, bound, isUp ? -1 : 1);
    condition = context.binary(isUp ? BinaryOp::GreaterEq : BinaryOp::LessEq, i, first);
    step.push_back(back);
  }
  const Stmt *init = counted.declares
                         ? static_cast<const Stmt *>(context.make<DeclareStmt>(counted.counter, start))
                         : context.make<AssignStmt>(place, start);
  return context.make<LoopStmt>(StmtList{init}, condition, step, std::move(body), false);
}

} // namespace adjoint::transform
