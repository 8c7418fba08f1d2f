// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Iteration.h"

#include "Analysis/Loops/DifferentIndices.h"
#include "Analysis/Loops/EarlierIterations.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "Transform/Cleanup/MovesBlock.h"

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void Arrays::add(const Access &access) {
  if (access.base)
    (access.kind == Access::Kind::Read ? read : written).insert(access.base);
}

Arrays Iteration::arrays() const {
  Arrays all;
  for (const Access &access : found)
    all.add(access);
  return all;
}

unsigned Arrays::comparisons() const {
  auto isApart = [](const Variable *base) { return base->storage == Storage::Parameter && base->isRestrict; };
  unsigned count = 0;
  for (const Variable *base : written) {
    if (isApart(base))
      continue;
    for (const Variable *other : read)
      count += !written.count(other) && !isApart(other);
    for (const Variable *other : written)
      count += base < other && !isApart(other);
  }
  return count;
}

Iteration::Iteration(Context &context, const StmtList &work, const CountedLoop &counted, const analysis::Alias &alias,
                     const AreApart &areApart, bool takesRecords, std::vector<CountedLoop> around)
    : context(context), counted(counted), alias(alias), areApart(areApart), takesRecords(takesRecords), around(std::move(around)),
      written(work) {
  forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
  for (const Stmt *stmt : work)
    add(stmt, false);
  isKnown &= takesRecords || pushed == popped;
}

bool Iteration::isCounter(const Variable *variable) const {
  return variable == counted.counter ||
         llvm::any_of(loops, [&](const CountedLoop &loop) { return loop.counter == variable; });
}

/// A variable of the iteration, which no other one sees.
bool Iteration::isOwn(const Variable *variable) const {
  return variable && (variable->type->isFloating() || variable->type->isIntegral()) && declared.count(variable) &&
         !written.isExposed(variable);
}

/// An array of numbers of the iteration, which no other one sees.
bool Iteration::isOwnArray(const Variable *variable) const {
  const Type *type = variable ? variable->type : nullptr;
  while (type && type->isArray())
    type = type->element;
  return type && variable->type->isArray() && (type->isFloating() || type->isIntegral()) && declared.count(variable) &&
         variable->storage == Storage::Local && !written.isExposed(variable);
}

bool Iteration::isMadeOfCounters(const Expr *expr) const {
  bool is = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *part = wholeVariable(load->place);
    is &= part ? !part->isGlobal() && (isCounter(part) || constants.count(part) || !written.mayWrite(part))
               : !rootVariable(load->place) && !written.mayChange(load);
  });
  return is;
}

void Iteration::noteConstant(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const Variable *variable = declare ? declare->variable : nullptr;
  if (isOwn(variable) && declare->init && variable->type->isIntegral() && written.count(variable) == 1 &&
      isMadeOfCounters(declare->init))
    constants[variable] = analysis::Substitution(context, constants).rewrite(declare->init);
}

/// The element of an array, also where it is named by a pointer to a row.
std::optional<analysis::Element> Iteration::elementOf(const Place *place) const {
  std::optional<analysis::Element> element = analysis::elementOf(place);
  if (!element)
    return std::nullopt;
  element->index = analysis::Substitution(context, constants).rewrite(element->index);
  if (auto row = rows.find(element->base); row != rows.end())
    return analysis::Element{row->second.base, plus(row->second.index, element->index)};
  return element;
}

/// Of two indices, null for none.
const Expr *Iteration::plus(const Expr *a, const Expr *b) const { return a && b ? context.binary(BinaryOp::Add, a, b) : a ? a : b; }

/// Where a pointer leads to that is made of another one, perhaps with const before it.
std::optional<analysis::Element> Iteration::rowAt(const Expr *pointer) const {
  const auto *sum = dyn_cast<BinaryExpr>(withoutCasts(pointer));
  const bool isShifted = sum && sum->op == BinaryOp::Add && sum->left->type->isPointer();
  const Expr *start = isShifted ? sum->left : pointer;
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(start));
  const Variable *base = load ? wholeVariable(load->place) : nullptr;
  const auto isOfSameElements = [&](const Type *type) { return context.withoutConst(type->element) == context.withoutConst(pointer->type->element); };
  if (!base || !base->type->isPointer() || !isOfSameElements(base->type) || !isOfSameElements(start->type))
    return std::nullopt;
  const Expr *index = isShifted ? analysis::Substitution(context, constants).rewrite(sum->right) : nullptr;
  auto row = rows.find(base);
  return row == rows.end() ? analysis::Element{base, index} : analysis::Element{row->second.base, plus(row->second.index, index)};
}

bool Iteration::noteRow(const DeclareStmt *declare) {
  const Variable *variable = declare->variable;
  if (!variable->type->isPointer() || !declare->init || written.count(variable) != 1 || written.isExposed(variable) ||
      !isMadeOfCounters(declare->init))
    return false;
  std::optional<analysis::Element> first = rowAt(declare->init);
  if (!first || !isUnchanged(first->base))
    return false;
  rows.insert({variable, *first});
  isInnermost = false; // the passes that take such loops apart know constants that are numbers
  return true;
}

bool isBlockOfTape(const Variable *pointer) {
  return pointer && pointer->type->isPointer() && pointer->isTemporary && pointer->isRestrict && pointer->storage == Storage::Local;
}

void Iteration::add(const Stmt *stmt, bool isConditional) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *declare = cast<DeclareStmt>(stmt);
    noteConstant(stmt);
    isInnermost &= !isOwnArray(declare->variable); // a part of a loop would not have it
    isKnown &= noteRow(declare) || isOwnArray(declare->variable) || (isOwn(declare->variable) && (!declare->init || !isa<InitListExpr>(declare->init)));
    if (declare->init)
      addReads(stmt, declare->init, isConditional);
    return;
  }
  case Stmt::Kind::Assign:
    return addAssignment(cast<AssignStmt>(stmt), isConditional);
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    addReads(stmt, branch->condition, isConditional);
    for (const StmtList *list : {&branch->yes, &branch->no})
      for (const Stmt *inner : *list)
        add(inner, true);
    return;
  }
  case Stmt::Kind::Loop:
    isInnermost = false;
    return addLoop(cast<LoopStmt>(stmt));
  case Stmt::Kind::TapeBlock: {
    const auto *block = cast<TapeBlockStmt>(stmt);
    isInnermost = false;
    addReads(stmt, block->count, isConditional);
    if (block->declares())
      blocks.insert(block->block);
    else
      isKnown &= blocks.count(block->block) != 0;
    return;
  }
  case Stmt::Kind::Push:
    isInnermost = false;
    isKnown &= !movesBlock(stmt);
    pushed.insert(cast<PushStmt>(stmt)->record);
    return addReads(stmt, cast<PushStmt>(stmt)->value, isConditional);
  case Stmt::Kind::Pop:
    isInnermost = false;
    popped.insert(cast<PopStmt>(stmt)->record);
    isKnown &= (takesRecords || cast<PopStmt>(stmt)->record != 0) && !movesBlock(stmt);
    if (const Variable *taken = wholeVariable(cast<PopStmt>(stmt)->place); isBlockOfTape(taken))
      blocks.insert(taken);
    else if (!isOwn(taken))
      addAccess(stmt, cast<PopStmt>(stmt)->place, Access::Kind::Set, isConditional);
    return;
  case Stmt::Kind::Block:
    for (const Stmt *inner : cast<BlockStmt>(stmt)->body)
      add(inner, isConditional);
    return;
  case Stmt::Kind::Heading:
    return;
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
    isKnown = false;
  }
}

void Iteration::addAssignment(const AssignStmt *assign, bool isConditional) {
  const Variable *variable = wholeVariable(assign->place);
  const bool isAdjoint = analysis::isAdjointNumber(assign->place);
  const Expr *operand = isAdjoint && !isOwn(variable) ? analysis::operandOfSum(assign) : nullptr;
  addReads(assign, operand ? operand : assign->value, isConditional);
  forEachLoad(assign->place, [&](const LoadExpr *load) {
    addAccess(assign, load->place, Access::Kind::Read, isConditional);
  });
  if (!variable)
    return addAccess(assign, assign->place, operand ? Access::Kind::Sum : Access::Kind::Set, isConditional);
  if (isOwn(variable))
    return;
  isKnown &= operand && !written.isExposed(variable);
  if (!llvm::is_contained(sums, variable))
    sums.push_back(variable);
  addAccess(assign, assign->place, Access::Kind::Sum, isConditional);
}

void Iteration::addLoop(const LoopStmt *loop) {
  std::optional<CountedLoop> inner = analysis::countedLoop(loop);
  const bool movesFirst = !inner;
  if (movesFirst)
    inner = analysis::runUpwards(loop);
  if (!inner || !inner->declares) {
    isKnown = false;
    return;
  }
  addReads(loop, inner->first, false);
  addReads(loop, inner->bound, false);
  inner->first = analysis::Substitution(context, constants).rewrite(inner->first);
  inner->bound = analysis::Substitution(context, constants).rewrite(inner->bound);
  loops.push_back(analysis::withoutChoices(context, *inner));
  for (auto stmt = loop->body.begin() + movesFirst; stmt != loop->body.end(); ++stmt)
    add(*stmt, true);
  loops.pop_back();
}

void Iteration::addReads(const Stmt *stmt, const Expr *expr, bool isConditional) {
  forEachLoad(expr, [&](const LoadExpr *load) { addAccess(stmt, load->place, Access::Kind::Read, isConditional); });
}

void Iteration::addAccess(const Stmt *stmt, const Place *place, Access::Kind kind, bool isConditional) {
  const Variable *variable = wholeVariable(place);
  if (isOwn(variable) || variable == counted.counter || rows.count(variable) || isOwnArray(rootVariable(place)))
    return;
  Access access{stmt, place, kind, isConditional};
  access.loops = loops;
  const Place *whole = place;
  while (const auto *member = dyn_cast<FieldPlace>(whole))
    whole = member->object;
  access.within = elementOf(whole);
  if (access.within) {
    if (blocks.count(access.within->base))
      return;
    if (whole == place) {
      access.base = access.within->base;
      access.index = access.within->index;
    }
  }
  found.push_back(access);
}

const Place *Iteration::expanded(const Access &access) const {
  return access.base->type->isPointer()
             ? context.deref(context.binary(BinaryOp::Add, context.load(access.base), access.index))
             : context.index(context.place(access.base), access.index);
}

bool Iteration::meet(const Place *a, const Place *b) const {
  std::optional<analysis::Element> first = analysis::elementOf(a), second = analysis::elementOf(b);
  if (first && second && areApart(counted.counter, first->base, second->base))
    return false;
  return analysis::intersects(alias.overlapping(alias.keysOf(a)), alias.keysOf(b));
}

bool Iteration::isUnchanged(const Variable *variable) const {
  return variable && !variable->isGlobal() && !written.mayWrite(variable);
}

bool Iteration::isUnchanged(const LoadExpr *load) const {
  const Variable *variable = wholeVariable(load->place);
  return variable ? isUnchanged(variable) : !written.mayChange(load);
}

/// An element whose place in memory is fixed but for the counter.
bool Iteration::isMoving(const Access &access) const {
  if (!access.base || !analysis::growsWith(access.index, counted.counter) ||
      (access.base->type->isPointer() && !isUnchanged(access.base)))
    return false;
  bool isFixed = true;
  forEachLoad(access.index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    isFixed &= variable == counted.counter || isUnchanged(load);
  });
  return isFixed;
}

bool Iteration::isSteady(const Access &access) const {
  bool steady = true;
  forEachLoad(access.place, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    steady &= variable != counted.counter && isUnchanged(load);
  });
  return steady;
}

/// Can the two be executed in any order of iterations, as long as each iteration keeps its own?
bool Iteration::areIndependent(const Access &a, const Access &b) const {
  bool bothRead = a.kind == Access::Kind::Read && b.kind == Access::Kind::Read;
  bool bothAdd = a.kind == Access::Kind::Sum && b.kind == Access::Kind::Sum;
  if (bothRead || bothAdd || !meet(a.place, b.place))
    return true;
  return a.base && a.base == b.base && isMoving(a) && same(a.index, b.index);
}

namespace {
const size_t patience = 200; // the accesses are compared in pairs
}

bool Iteration::hasNoOrder() const {
  if (!isKnown || !isInnermost || found.size() > patience)
    return false;
  for (const Access &access : found) {
    bool isOfUnknownOrigin = alias.keysOf(access.place).none();
    bool isPlain = access.kind == Access::Kind::Read || isMoving(access) ||
                   (access.kind == Access::Kind::Sum && isSteady(access));
    if (isOfUnknownOrigin || !isPlain || (access.kind != Access::Kind::Read && !access.place->type->isFloating()))
      return false;
  }
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!areIndependent(found[j], found[i]))
        return false;
  return true;
}

/// Is it made of the counter, those of the loops around, and what the loop leaves as it is?
bool Iteration::isFixed(const Expr *expr, const std::vector<CountedLoop> &around) const {
  bool fixed = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    auto counts = [&](const CountedLoop &loop) { return loop.counter == variable; };
    fixed &= variable == counted.counter || llvm::any_of(around, counts) || isUnchanged(load);
  });
  return fixed;
}

/// Do the two, unlike what may be said of one moment, lead to different blocks in any two iterations?
bool Iteration::areApartThroughout(const Access &a, const Access &b) const {
  return a.within && b.within && isUnchanged(a.within->base) && isUnchanged(b.within->base) &&
         areApart(counted.counter, a.within->base, b.within->base);
}

/// Are they different elements wherever they belong to different iterations, farther apart than `reach`?
bool Iteration::areOfDifferentIterations(const Access &a, const Access &b, unsigned reach) const {
  const Variable *base = a.within ? a.within->base : nullptr;
  if (!base || !b.within || b.within->base != base || (base->type->isPointer() && !isUnchanged(base)))
    return false;
  auto indexOf = [&](const Access &access) {
    analysis::IndexIn found{access.within->index, {}};
    for (const CountedLoop &loop : access.loops)
      if (isFixed(loop.first, found.loops) && isFixed(loop.bound, found.loops))
        found.loops.push_back(loop);
    return found;
  };
  analysis::IndexIn first = indexOf(a), second = indexOf(b);
  return isFixed(first.index, first.loops) && isFixed(second.index, second.loops) &&
         (analysis::differ(context, counted, first, second, reach) || neverMeet(first, second));
}

/// Are they different in any two iterations, for what the loops around say of their rows?
bool Iteration::neverMeet(const analysis::IndexIn &a, const analysis::IndexIn &b) const {
  if (around.empty())
    return false;
  std::vector<CountedLoop> all = around;
  all.push_back(counted);
  all.insert(all.end(), a.loops.begin(), a.loops.end());
  analysis::OtherIteration other(context);
  all.push_back(other.renamed(counted));
  for (const CountedLoop &loop : b.loops)
    all.push_back(other.renamed(loop));
  return analysis::areDifferent(context, all, {}, a.index, other.rewrite(b.index));
}

/// Does nothing lead to it but its name? Aliases may not know it yet.
bool Iteration::isAlone(const Variable *variable) const {
  return variable && !variable->isGlobal() && !variable->type->isReference() && !written.isExposed(variable);
}

/// As parts of two different iterations. Iterations that run side by side may both read an element before either adds to it.
bool Iteration::areCompatible(const Access &a, const Access &b, bool sideBySide, unsigned reach) const {
  bool bothRead = a.kind == Access::Kind::Read && b.kind == Access::Kind::Read;
  bool bothAdd = a.kind == Access::Kind::Sum && b.kind == Access::Kind::Sum;
  const Variable *variable = wholeVariable(a.place);
  if (bothRead || (bothAdd && (!sideBySide || (variable && variable == wholeVariable(b.place)))))
    return true;
  if ((isAlone(rootVariable(a.place)) || isAlone(rootVariable(b.place))) && rootVariable(a.place) != rootVariable(b.place))
    return true;
  Set first = alias.keysOf(a.place), second = alias.keysOf(b.place);
  if (first.none() || second.none()) // of unknown origin
    return false;
  return areApartThroughout(a, b) || !analysis::intersects(alias.overlapping(first), second) ||
         areOfDifferentIterations(a, b, reach);
}

bool Iteration::areCompatible(bool sideBySide) const {
  if (!isKnown || found.size() > patience)
    return false;
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t j = 0; j <= i; ++j)
      if (!areCompatible(found[j], found[i], sideBySide))
        return false;
  return true;
}

std::set<const Stmt *>
Iteration::sumsOfOneIteration(const std::function<bool(const Access &, const Access &)> &alsoDiffer, unsigned reach) const {
  std::set<const Stmt *> own;
  std::vector<const Access *> added;
  for (const Access &access : found)
    if (access.kind == Access::Kind::Sum)
      added.push_back(&access);
  if (!isKnown || added.size() > patience)
    return own;
  for (const Access *access : added)
    if (llvm::all_of(added, [&](const Access *other) {
          return alsoDiffer(*access, *other) || areCompatible(*access, *other, true, reach);
        }))
      own.insert(access->stmt);
  return own;
}

bool Iteration::isIndependent() const { return areCompatible(false); }

bool Iteration::isParallel() const { return isInnermost && sums.empty() && areCompatible(true); }

std::optional<std::vector<const Variable *>> Iteration::sumsOfParallel() const {
  return isInnermost && areCompatible(true) ? std::optional<std::vector<const Variable *>>(sums) : std::nullopt;
}

} // namespace adjoint::transform
