// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Statement/StatementAdjoint.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "IR/Algebra.h"
#include "IR/VerifyTypes.h"
#include "Rules/Rules.h"
#include "Transform/Contract/Signature.h"
#include "Transform/Contract/Unshadowing.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void forEachElement(Context &context, const Type *array, StmtList &out,
                    const std::function<void(const Expr *index, StmtList &body)> &body) {
  const uint64_t unrolled = 4;
  if (array->count <= unrolled) {
    for (uint64_t i = 0; i < array->count; ++i)
      body(context.intLiteral(i), out);
    return;
  }
  auto *counter = context.make<Variable>("k", context.intType(), Storage::Local);
  counter->isTemporary = true;
  const Expr *k = context.load(counter);
  StmtList inner;
  body(k, inner);
  if (inner.empty())
    return;
  const Stmt *step =
      context.make<AssignStmt>(context.place(counter), context.binary(BinaryOp::Add, k, context.intLiteral(1)));
  StmtList init = {context.make<DeclareStmt>(counter, context.intLiteral(0))};
  const Expr *condition = context.binary(BinaryOp::Less, k, context.intLiteral(array->count));
  out.push_back(context.make<LoopStmt>(init, condition, StmtList{step}, inner, false));
}

StatementAdjoint::StatementAdjoint(Context &context, const analysis::Unit &unit, const analysis::Activity &activity,
                                   const analysis::ApartPointers &apart, const analysis::ScopedBlocks &blocks,
                                   Shadows &shadows, const Scaling &scaling, CallAdjoint &calls, const Place *result)
    : context(context), unit(unit), activity(activity), apart(apart), blocks(blocks), shadows(shadows),
      scaling(scaling), calls(calls), result(result),
      writes(unit.versions->writes), chosen(context, unit.function->body) {}

ExpressionAdjoint StatementAdjoint::expressionAt(const Stmt *stmt) {
  return ExpressionAdjoint(context, shadows, scaling,
                           [this, stmt](const Place *place) { return activity.isActiveRead(place, stmt); });
}

namespace {
/// The variable that the access path begins with, also through pointers: `p` of `p[i].e[j]`.
const Variable *startOf(const Place *place);

const Variable *startOf(const Expr *pointer) {
  if (const auto *load = dyn_cast<LoadExpr>(pointer))
    return startOf(load->place);
  if (const auto *address = dyn_cast<AddressExpr>(pointer))
    return startOf(address->place);
  if (const auto *conversion = dyn_cast<CastExpr>(pointer))
    return startOf(conversion->operand);
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  return sum ? startOf(sum->left->type->isPointer() ? sum->left : sum->right) : nullptr;
}

const Variable *startOf(const Place *place) {
  switch (place->kind) {
  case Place::Kind::Var:
    return cast<VarPlace>(place)->variable;
  case Place::Kind::Deref:
    return startOf(cast<DerefPlace>(place)->pointer);
  case Place::Kind::Index:
    return startOf(cast<IndexPlace>(place)->array);
  case Place::Kind::Field:
    return startOf(cast<FieldPlace>(place)->object);
  }
  return nullptr;
}
} // namespace

/// Reads of the primal in generated statements. An adjoint pointer, wherever it is kept, is restored
/// together with its primal, so that reading the one needs the other; not that to a block which the reverse sweep
/// allocates.
void StatementAdjoint::collectLoads(const StmtList &statements, std::vector<const LoadExpr *> &out) {
  Unshadowing unshadow(context, shadows);
  auto note = [&](const LoadExpr *load) {
    const Variable *start = startOf(load->place);
    if (!start || !start->isAdjoint)
      out.push_back(load);
    else if (load->type->isPointer() && shadows.primalOf(start) && !blocks.allocationOf(shadows.primalOf(start)))
      out.push_back(cast<LoadExpr>(context.load(unshadow.rewrite(load->place))));
  };
  forEachStmt(statements, [&](const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *e) { forEachLoad(e, note); }, [&](const Place *p) { forEachLoad(p, note); });
  });
}

Fragment StatementAdjoint::fragmentOf(const Stmt *stmt) {
  const Context::Origin origin(context, stmt->location);
  Fragment out;
  out.use.keysBefore = out.use.keysAfter = unit.alias->noKeys();
  out.forward = {stmt};
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    declare(cast<DeclareStmt>(stmt), out);
    break;
  case Stmt::Kind::Assign:
    assign(stmt, cast<AssignStmt>(stmt)->place, cast<AssignStmt>(stmt)->value, out);
    break;
  case Stmt::Kind::Call:
    if (const Variable *variable = declaredBy(stmt); variable && activity.hasAdjoint(variable))
      if (!variable->type->isReference() && (holdsPointer(variable->type) || writes.isExposed(variable)))
        declareShadow(variable, nullptr, out);
    calls.fragment(cast<CallStmt>(stmt), out);
    break;
  case Stmt::Kind::Allocate:
    allocate(cast<AllocateStmt>(stmt), out);
    break;
  case Stmt::Kind::Return:
    out.forward.clear();
    propagateReturn(cast<ReturnStmt>(stmt), out);
    break;
  case Stmt::Kind::Free:
    free(cast<FreeStmt>(stmt), out);
    break;
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    break;
  }
  collectLoads(out.adjoint, out.use.before);
  collectLoads(out.afterward, out.use.after);
  if (out.kept)
    out.use.after.push_back(cast<LoadExpr>(context.load(out.keptPlace)));
  return out;
}

// ---------------------------------------------------------- declarations

void StatementAdjoint::declareShadow(const Variable *variable, const Expr *init, Fragment &out) {
  const Variable *shadow = shadows.of(variable);
  const Expr *value = init ? init : variable->type->isReference() ? nullptr : context.zero(shadow->type);
  out.early.push_back(context.make<DeclareStmt>(shadow, value));
}

void StatementAdjoint::declare(const DeclareStmt *stmt, Fragment &out) {
  const Variable *variable = stmt->variable;
  bool isUninitialised = !stmt->init && variable->type->isScalar() && variable->storage == Storage::Local;
  if (isUninitialised)
    out.forward = {context.rebuilt(stmt, context.zero(variable->type))};
  if (activity.hasAdjoint(variable)) {
    if (variable->type->isReference())
      return declareShadow(variable, stmt->init ? shadows.pointer(stmt->init) : nullptr, out);
    if (variable->type->isPointer())
      return declareShadow(variable, stmt->init ? adjointOf(stmt->init) : nullptr, out);
    if (holdsPointer(variable->type) || writes.isExposed(variable))
      declareShadow(variable, nullptr, out);
  }
  if (stmt->init && !isa<InitListExpr>(stmt->init))
    assign(stmt, context.make<VarPlace>(variable), stmt->init, out);
}

/// Null if the block has no adjoint.
const AllocateStmt *StatementAdjoint::allocateShadow(const AllocateStmt *stmt) {
  if (!reachesFloating(stmt->element) || !activity.hasAdjoint(stmt->place))
    return nullptr;
  const Place *shadow = context.make<VarPlace>(shadows.of(wholeVariable(stmt->place)));
  auto *made = context.make<AllocateStmt>(shadow, true, adjointType(context, stmt->element), stmt->count, stmt->form, true);
  made->block = numberOf(stmt) + 1;
  return made;
}

unsigned StatementAdjoint::numberOf(const AllocateStmt *stmt) {
  return numbers.insert({stmt, 2 * unsigned(numbers.size()) + 1}).first->second;
}

static const Stmt *freeing(Context &context, const AllocateStmt *allocation) {
  auto *release = context.make<FreeStmt>(context.load(allocation->place), allocation->form);
  release->block = allocation->block;
  return release;
}

/// The reverse sweep frees a block in place of the forward sweep, which leaves it what it needs; of scoped blocks, Sweeps
/// knows more.
void StatementAdjoint::allocate(const AllocateStmt *stmt, Fragment &out) {
  bool isScoped = blocks.freeOf(stmt);
  auto *numbered = context.rebuilt(stmt, stmt->place, stmt->declares, stmt->count, stmt->zeroed);
  numbered->block = numberOf(stmt);
  out.forward = {numbered};
  if (!isScoped)
    out.afterward.push_back(freeing(context, numbered));
  if (const AllocateStmt *shadow = allocateShadow(stmt)) {
    if (!isScoped)
      out.early.push_back(shadow);
    out.afterward.push_back(freeing(context, shadow));
  }
}

void StatementAdjoint::free(const FreeStmt *stmt, Fragment &out) {
  out.forward.clear();
  const AllocateStmt *allocation = blocks.allocationOf(stmt);
  if (const AllocateStmt *shadow = allocation ? allocateShadow(allocation) : nullptr)
    out.adjoint.push_back(shadow);
}

// ----------------------------------------------------------- assignments

void StatementAdjoint::assign(const Stmt *stmt, const Place *place, const Expr *value, Fragment &out) {
  const Type *type = place->type;
  if (type->isFloating())
    assignFloating(stmt, place, value, out);
  else if (type->isPointer() && activity.hasAdjoint(place))
    out.early.push_back(setPointer(shadows.of(place), value));
  else if (type->isRecord() && activity.hasAdjoint(place))
    assignRecord(stmt, place, value, out);
}

/// Are these two elements that never coincide: of one array, as p[i] and p[i + 1], or of two?
bool StatementAdjoint::areDifferentElements(const Stmt *stmt, const Place *a, const Place *b) const {
  std::optional<analysis::Element> first = analysis::elementOf(a), second = analysis::elementOf(b);
  if (!first || !second)
    return false;
  return apart.areApart(stmt, first->base, second->base) ||
         (first->base == second->base && (analysis::isAlwaysLess({}, first->index, second->index) ||
                                          analysis::isAlwaysLess({}, second->index, first->index)));
}

/// May adding to the adjoint of the operand change what `place`'s adjoint holds?
bool StatementAdjoint::mayDisturb(const Stmt *stmt, const Place *operand, const Place *place) const {
  return !same(operand, place) && !areDifferentElements(stmt, operand, place) &&
         analysis::intersects(unit.alias->keysOf(operand), unit.alias->overlapping(unit.alias->keysOf(place)));
}

/// The value that the statement has just written, to be read in the reverse sweep.
const Expr *StatementAdjoint::keep(const Place *place, Fragment &out) {
  auto *variable = context.make<Variable>("value", context.withConst(place->type), Storage::Local);
  variable->isTemporary = true;
  out.kept = variable;
  out.keptPlace = place;
  return context.load(variable);
}

void StatementAdjoint::assignFloating(const Stmt *stmt, const Place *place, const Expr *value, Fragment &out) {
  if (!activity.isUsefulAfter(place, stmt))
    return;
  const Place *adjoint = shadows.of(place);
  bool isFresh = isa<DeclareStmt>(stmt);
  ExpressionAdjoint expression = expressionAt(stmt);
  if (chosen.mayBeZero(stmt))
    expression.guardZeros();
  if (!expression.hasActiveOperand(value)) {
    if (!isFresh)
      out.adjoint.push_back(context.make<AssignStmt>(adjoint, context.zero(adjoint->type)));
    return;
  }
  Fragment kept;
  if (context.withoutConst(place->type) == value->type)
    expression.haveValue(value, keep(place, kept));
  const Expr *weight = context.load(adjoint);
  const Expr *seed = context.cast(CastExpr::Form::Implicit, weight, value->type);
  StmtList statements;
  std::vector<Contribution> contributions = expression.propagate(value, seed, statements);
  bool needsSeed = !statements.empty() && expression.mentionsConditionally(value, place);
  // A branch adds at once: its operands count as disturbing too.
  rules::forEachDifferentiableLoad(value, [&](const LoadExpr *load) {
    if (activity.isActiveRead(load->place, stmt))
      needsSeed |= mayDisturb(stmt, load->place, place);
  });
  if (needsSeed) {
    auto *variable = context.make<Variable>("seed", context.withConst(adjoint->type), Storage::Local);
    variable->isTemporary = variable->isAdjoint = true;
    seed = context.cast(CastExpr::Form::Implicit, context.load(variable), value->type);
    statements.clear();
    out.adjoint.push_back(context.make<DeclareStmt>(variable, weight));
    out.adjoint.push_back(context.make<AssignStmt>(adjoint, context.zero(adjoint->type)));
    contributions = expression.propagate(value, seed, statements);
  }
  out.adjoint.insert(out.adjoint.end(), statements.begin(), statements.end());
  const Expr *own = nullptr;
  for (const Contribution &c : contributions) {
    if (!needsSeed && same(c.operand, place))
      own = c.amount;
    else
      out.adjoint.push_back(expression.increment(c));
  }
  if (expression.usedKnownValue()) {
    out.kept = kept.kept;
    out.keptPlace = kept.keptPlace;
  }
  if (needsSeed || isFresh || (own && same(own, weight)))
    return;
  out.adjoint.push_back(context.make<AssignStmt>(
      adjoint, own ? context.cast(CastExpr::Form::Implicit, own, context.withoutConst(adjoint->type))
                   : context.zero(adjoint->type)));
}

/// The adjoint of a pointer, null where it leads to passive memory only: a struct with active
/// numbers may hold such a pointer.
const Expr *StatementAdjoint::adjointOf(const Expr *pointer) {
  return activity.pointsToAdjoint(pointer) ? shadows.pointer(pointer)
                                           : context.zero(adjointType(context, pointer->type));
}

/// A member keeps the type that it has in the primal: `const double **` takes a `double **` by a cast only.
const Stmt *StatementAdjoint::setPointer(const Place *adjoint, const Expr *pointer) {
  const Expr *value = adjointOf(pointer);
  if (!isValueFor(value->type, adjoint->type))
    value = context.cast(CastExpr::Form::Const, value, context.withoutConst(adjoint->type));
  return context.make<AssignStmt>(adjoint, value);
}

void StatementAdjoint::copyPointers(const Place *adjoint, const Expr *value, StmtList &out) {
  if (value->type->isPointer()) {
    out.push_back(setPointer(adjoint, value));
    return;
  }
  const auto *load = dyn_cast<LoadExpr>(value);
  if (!load || !value->type->isRecord())
    return;
  for (const Field &field : value->type->record->fields)
    if (reachesFloating(field.type) && holdsPointer(field.type))
      copyPointers(context.field(adjoint, field.index), context.load(context.field(load->place, field.index)), out);
}

void StatementAdjoint::copyNumbers(const Stmt *stmt, const Place *place, const Place *source, StmtList &adjoint) {
  const Type *type = place->type;
  if (type->isFloating()) {
    Fragment part;
    assignFloating(stmt, place, context.load(source), part);
    adjoint.insert(adjoint.end(), part.adjoint.begin(), part.adjoint.end());
  } else if (type->isRecord()) {
    for (const Field &field : type->record->fields)
      copyNumbers(stmt, context.field(place, field.index), context.field(source, field.index), adjoint);
  } else if (type->isArray()) {
    forEachElement(context, type, adjoint, [&](const Expr *index, StmtList &body) {
      copyNumbers(stmt, context.index(place, index), context.index(source, index), body);
    });
  }
}

/// What the forward sweep sets in the adjoint of a record: pointers, and the integers beside them.
void StatementAdjoint::copyForward(const Place *place, const Place *source, StmtList &out) {
  const Type *type = place->type;
  if (type->isPointer()) {
    if (reachesFloating(type))
      out.push_back(setPointer(shadows.of(place), context.load(source)));
  } else if (type->isIntegral()) {
    out.push_back(context.make<AssignStmt>(shadows.of(place), context.load(source)));
  } else if (type->isRecord()) {
    for (const Field &field : type->record->fields)
      copyForward(context.field(place, field.index), context.field(source, field.index), out);
  } else if (type->isArray()) {
    forEachElement(context, type, out, [&](const Expr *index, StmtList &body) {
      copyForward(context.index(place, index), context.index(source, index), body);
    });
  }
}

void StatementAdjoint::assignRecord(const Stmt *stmt, const Place *place, const Expr *value, Fragment &out) {
  if (const auto *load = dyn_cast<LoadExpr>(value)) {
    copyNumbers(stmt, place, load->place, out.adjoint);
    if (holdsPointer(place->type))
      copyForward(place, load->place, out.early);
  } else if (!isa<DeclareStmt>(stmt)) {
    out.adjoint.push_back(context.make<AssignStmt>(shadows.of(place), context.zero(place->type)));
  }
}

// ---------------------------------------------------------------- return

void StatementAdjoint::returnPart(const Stmt *stmt, const Place *source, const Place *seed, StmtList &out) {
  const Type *type = source->type;
  if (type->isFloating()) {
    if (activity.isActiveRead(source, stmt)) {
      const Place *adjoint = shadows.of(source);
      out.push_back(context.make<AssignStmt>(adjoint, sum(context, context.load(adjoint), context.load(seed))));
    }
  } else if (type->isRecord()) {
    for (const Field &field : type->record->fields)
      returnPart(stmt, context.field(source, field.index), context.field(seed, field.index), out);
  } else if (type->isArray()) {
    forEachElement(context, type, out, [&](const Expr *index, StmtList &body) {
      returnPart(stmt, context.index(source, index), context.index(seed, index), body);
    });
  }
}

/// The seed of a returned reference: none of its own where the caller gives the adjoint itself of what is returned.
void StatementAdjoint::seedReference(const ReturnStmt *stmt, StmtList &out) {
  StmtList added;
  returnPart(stmt, context.deref(stmt->value), result, added);
  if (added.empty())
    return;
  const Expr *isOther = context.binary(BinaryOp::NotEqual, adjointOf(stmt->value), context.addressOf(result));
  out.push_back(context.make<IfStmt>(isOther, added, StmtList{}));
}

void StatementAdjoint::propagateReturn(const ReturnStmt *stmt, Fragment &out) {
  if (!result || !stmt->value)
    return;
  if (unit.function->returnType->isReference())
    return seedReference(stmt, out.adjoint);
  if (stmt->value->type->isRecord()) {
    if (const auto *load = dyn_cast<LoadExpr>(stmt->value))
      returnPart(stmt, load->place, result, out.adjoint);
    return;
  }
  ExpressionAdjoint expression = expressionAt(stmt);
  for (const Contribution &c : expression.propagate(stmt->value, context.load(result), out.adjoint))
    out.adjoint.push_back(expression.increment(c));
}

} // namespace adjoint::transform
