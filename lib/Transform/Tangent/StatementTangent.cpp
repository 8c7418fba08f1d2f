// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Tangent/StatementTangent.h"

#include "IR/Visit.h"
#include "Transform/Contract/Signature.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

ExpressionTangent StatementTangent::expressionAt(const Stmt *stmt) {
  ExpressionTangent expression(context, shadows, scaling,
                               [this, stmt](const Place *place) { return activity.isActiveRead(place, stmt); });
  expression.guardZerosOf(chosen);
  return expression;
}

namespace {
/// A copy of a statement, to be annotated anew.
class TangentCopy : public Rewriter {
public:
  using Rewriter::Rewriter;
  Stmt *of(const Stmt *stmt) { return rebuild(stmt); }
};
} // namespace

/// The comment stands before the first of the statements that one becomes.
void StatementTangent::append(const Stmt *stmt, StmtList &out) {
  StmtList made;
  appendWithTangent(stmt, made);
  for (size_t i = 0; i < made.size(); ++i) {
    bool isInPlace = made[i]->comment == (i == 0 ? stmt->comment : "");
    const bool isSharedToo = stmt->isShared && isa<AssignStmt>(made[i]); // a sum of tangents, as that of the primals
    if ((isInPlace && isSharedToo == made[i]->isShared) || made.size() == 1) {
      out.push_back(made[i]);
      continue;
    }
    Stmt *copy = TangentCopy(context).of(made[i]);
    copy->comment = i == 0 ? stmt->comment : "";
    copy->isShared = isSharedToo;
    out.push_back(copy);
  }
}

void StatementTangent::appendWithTangent(const Stmt *stmt, StmtList &out) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return declare(cast<DeclareStmt>(stmt), out);
  case Stmt::Kind::Assign:
    return assign(cast<AssignStmt>(stmt), out);
  case Stmt::Kind::Call:
    return calls.append(cast<CallStmt>(stmt), out);
  case Stmt::Kind::Allocate:
    return allocate(cast<AllocateStmt>(stmt), out);
  case Stmt::Kind::Free:
    return free(cast<FreeStmt>(stmt), out);
  case Stmt::Kind::Return:
    return returnValue(cast<ReturnStmt>(stmt), out);
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
    out.push_back(stmt);
    return;
  }
}

// ---------------------------------------------------------------- values

const Expr *StatementTangent::orZero(const Expr *tangent, const Type *type) {
  return tangent ? tangent : context.zero(type);
}

const Expr *StatementTangent::pointerTangent(const Expr *pointer) {
  bool hasTangent = activity.pointsToAdjoint(pointer);
  return hasTangent ? shadows.pointer(pointer) : context.zero(pointer->type);
}

/// Of a record, or of an array that is copied.
const Expr *StatementTangent::objectTangent(const Expr *object, StmtList &out) {
  const auto *load = dyn_cast<LoadExpr>(object);
  if (load && activity.hasAdjoint(load->place))
    return context.load(shadows.of(load->place));
  auto *none = context.make<Variable>("none_d", context.withConst(object->type), Storage::Local);
  none->isTemporary = none->isAdjoint = true;
  out.push_back(context.make<DeclareStmt>(none, context.zero(object->type)));
  return context.load(none);
}

// ---------------------------------------------------------- declarations

/// As constant as its primal.
const Variable *StatementTangent::tangentOf(const Variable *variable) {
  if (!variable->type->isConst || !variable->type->isFloating())
    return shadows.of(variable);
  auto *tangent = context.make<Variable>(tangentName(variable), variable->type, Storage::Local);
  tangent->isTemporary = variable->isTemporary;
  tangent->isAdjoint = true;
  shadows.bind(variable, tangent);
  return tangent;
}

/// A variable that each path sets starts as zero, as in adjoints: compilers do not see that each does.
const Stmt *StatementTangent::primalOf(const DeclareStmt *stmt) {
  const Variable *variable = stmt->variable;
  if (stmt->init || variable->storage != Storage::Local || !variable->type->isScalar())
    return stmt;
  return context.rebuilt(stmt, context.zero(variable->type));
}

void StatementTangent::declare(const DeclareStmt *stmt, StmtList &out) {
  const Variable *variable = stmt->variable;
  if (!activity.hasAdjoint(variable)) {
    out.push_back(primalOf(stmt));
    return;
  }
  const Variable *tangent = tangentOf(variable);
  const Type *type = variable->type;
  const Expr *init = stmt->init;
  if (type->isFloating())
    return declareFloating(stmt, tangent, out);
  const Expr *value = nullptr;
  if (type->isReference())
    value = shadows.pointer(init);
  else if (type->isPointer())
    value = init ? pointerTangent(init) : context.zero(tangent->type);
  else if (init && !isa<InitListExpr>(init))
    value = objectTangent(init, out);
  else
    value = context.zero(tangent->type);
  out.push_back(context.make<DeclareStmt>(tangent, value));
  out.push_back(primalOf(stmt));
}

void StatementTangent::declareFloating(const DeclareStmt *stmt, const Variable *tangent, StmtList &out) {
  const Variable *variable = stmt->variable;
  VarPlace place(variable);
  ExpressionTangent expression = expressionAt(stmt);
  bool holdsValue = stmt->init && context.withoutConst(variable->type) == stmt->init->type;
  if (holdsValue)
    expression.haveValue(stmt->init, context.load(variable));
  const Expr *value = stmt->init && activity.isUsefulAfter(&place, stmt) ? expression.of(stmt->init) : nullptr;
  value = context.cast(CastExpr::Form::Implicit, orZero(value, tangent->type), context.withoutConst(tangent->type));
  const Stmt *declared = context.make<DeclareStmt>(tangent, value);
  if (!expression.usedKnownValue())
    out.push_back(declared);
  out.push_back(primalOf(stmt));
  if (expression.usedKnownValue())
    out.push_back(declared);
}

// ----------------------------------------------------------- assignments

void StatementTangent::assign(const AssignStmt *stmt, StmtList &out) {
  const Type *type = stmt->place->type;
  if (type->isFloating())
    return assignFloating(stmt, out);
  if (activity.hasAdjoint(stmt->place)) {
    if (type->isPointer())
      out.push_back(context.make<AssignStmt>(shadows.of(stmt->place), pointerTangent(stmt->value)));
    else if (type->isRecord()) {
      const Expr *value = objectTangent(stmt->value, out);
      out.push_back(context.make<AssignStmt>(shadows.of(stmt->place), value));
    }
  }
  out.push_back(stmt);
}

/// Does the tangent read a primal value that the statement overwrites?
bool StatementTangent::readsWhatIsWritten(const Expr *tangent, const Place *written) const {
  analysis::Set keys = unit.alias->overlapping(unit.alias->keysOf(written));
  bool reads = false;
  forEachLoad(tangent, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    bool isTangent = variable && variable->isAdjoint;
    reads |= !isTangent && analysis::intersects(unit.alias->keysOf(load->place), keys);
  });
  return reads;
}

void StatementTangent::assignFloating(const AssignStmt *stmt, StmtList &out) {
  const Place *place = stmt->place;
  if (!activity.isUsefulAfter(place, stmt)) {
    out.push_back(stmt);
    return;
  }
  ExpressionTangent expression = expressionAt(stmt);
  bool holdsValue = context.withoutConst(place->type) == stmt->value->type;
  const Expr *written = context.load(place);
  if (holdsValue)
    expression.haveValue(stmt->value, written);
  const Place *tangentPlace = shadows.of(place);
  const Expr *tangent = orZero(expression.of(stmt->value), stmt->value->type);
  tangent = context.cast(CastExpr::Form::Implicit, tangent, context.withoutConst(place->type));
  const Stmt *assigned = context.make<AssignStmt>(tangentPlace, tangent);
  if (!expression.usedKnownValue()) {
    out.push_back(assigned);
    out.push_back(stmt);
    return;
  }
  // The written value itself is read as the known one: with it in another place, is anything else read?
  ExpressionTangent other = expressionAt(stmt);
  auto *elsewhere = context.make<Variable>("value", stmt->value->type, Storage::Local); // a literal might cancel the rest
  elsewhere->isAdjoint = true;
  other.haveValue(stmt->value, context.load(elsewhere));
  const Expr *rest = other.of(stmt->value);
  if (rest && readsWhatIsWritten(rest, place))
    return appendWithValue(stmt, out);
  out.push_back(stmt);
  out.push_back(assigned);
}

/// `const double value = e;  y_d = ...;  y = value;`
void StatementTangent::appendWithValue(const AssignStmt *stmt, StmtList &out) {
  auto *value = context.make<Variable>("value", context.withConst(stmt->value->type), Storage::Local);
  value->isTemporary = true;
  out.push_back(context.make<DeclareStmt>(value, stmt->value));
  ExpressionTangent expression = expressionAt(stmt);
  expression.haveValue(stmt->value, context.load(value));
  out.push_back(context.make<AssignStmt>(shadows.of(stmt->place), expression.of(stmt->value)));
  out.push_back(context.rebuilt(stmt, stmt->place, context.load(value)));
}

// ---------------------------------------------------------------- memory

/// Tangents of new memory are zero.
void StatementTangent::allocate(const AllocateStmt *stmt, StmtList &out) {
  if (reachesFloating(stmt->element) && activity.hasAdjoint(stmt->place)) {
    const Place *tangent = stmt->declares ? context.make<VarPlace>(shadows.of(wholeVariable(stmt->place)))
                                          : shadows.of(stmt->place);
    out.push_back(context.make<AllocateStmt>(tangent, stmt->declares, stmt->element, stmt->count, stmt->form, true));
  }
  out.push_back(stmt);
}

void StatementTangent::free(const FreeStmt *stmt, StmtList &out) {
  if (reachesFloating(stmt->pointer->type) && activity.pointsToAdjoint(stmt->pointer))
    out.push_back(context.make<FreeStmt>(shadows.pointer(stmt->pointer), stmt->form));
  out.push_back(stmt);
}

// ---------------------------------------------------------------- return

void StatementTangent::returnValue(const ReturnStmt *stmt, StmtList &out) {
  if (result && stmt->value) {
    const Type *type = stmt->value->type;
    const Expr *tangent = nullptr;
    if (type->isPointer())
      tangent = pointerTangent(stmt->value);
    else if (type->isFloating())
      tangent = orZero(expressionAt(stmt).of(stmt->value), type);
    else
      tangent = objectTangent(stmt->value, out);
    out.push_back(context.make<AssignStmt>(result, tangent));
  }
  out.push_back(stmt);
}

} // namespace adjoint::transform
