// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Iteration.h"

#include "Analysis/Bounds.h"
#include "Analysis/Elements.h"

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Variables replaced by what they are set to.
class Expansion : public Rewriter {
public:
  Expansion(Context &context, const std::map<const Variable *, const Expr *> &values)
      : Rewriter(context), values(values) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    auto value = load ? values.find(wholeVariable(load->place)) : values.end();
    return value == values.end() ? nullptr : value->second;
  }

private:
  const std::map<const Variable *, const Expr *> &values;
};
} // namespace

void Arrays::add(const Access &access) {
  if (access.base)
    (access.kind == Access::Kind::Read ? read : written).insert(access.base);
}

bool Arrays::areComparedQuickly() const {
  const unsigned few = 8; // of LLVM
  auto isApart = [](const Variable *base) { return base->storage == Storage::Parameter && base->isRestrict; };
  unsigned comparisons = 0;
  for (const Variable *base : written) {
    if (isApart(base))
      continue;
    for (const Variable *other : read)
      comparisons += !written.count(other) && !isApart(other);
    for (const Variable *other : written)
      comparisons += base < other && !isApart(other);
  }
  return comparisons <= few;
}

Iteration::Iteration(Context &context, const StmtList &work, const CountedLoop &counted, const analysis::Alias &alias,
                     const AreApart &areApart)
    : context(context), counted(counted), alias(alias), areApart(areApart), written(work) {
  forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
  for (const Stmt *stmt : work) {
    noteConstant(stmt);
    add(stmt, false);
  }
}

/// A variable of the iteration, which no other one sees.
bool Iteration::isOwn(const Variable *variable) const {
  return variable && (variable->type->isFloating() || variable->type->isIntegral()) && declared.count(variable) &&
         !written.isExposed(variable);
}

void Iteration::noteConstant(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const Variable *variable = declare ? declare->variable : nullptr;
  if (!isOwn(variable) || !declare->init || !variable->type->isIntegral() || written.count(variable) != 1)
    return;
  bool isMadeOfCounters = true;
  forEachLoad(declare->init, [&](const LoadExpr *load) {
    const Variable *part = wholeVariable(load->place);
    isMadeOfCounters &= part && !part->isGlobal() && (part == counted.counter || constants.count(part) || !written.mayWrite(part));
  });
  if (isMadeOfCounters)
    constants[variable] = Expansion(context, constants).rewrite(declare->init);
}

void Iteration::add(const Stmt *stmt, bool isConditional) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *declare = cast<DeclareStmt>(stmt);
    isKnown &= isOwn(declare->variable) && (!declare->init || !isa<InitListExpr>(declare->init));
    if (declare->init)
      addReads(stmt, declare->init, isConditional);
    return;
  }
  case Stmt::Kind::Assign: {
    const auto *assign = cast<AssignStmt>(stmt);
    const analysis::Element none{};
    bool isAdjoint = analysis::elementOf(assign->place).value_or(none).base &&
                     analysis::elementOf(assign->place)->base->isAdjoint;
    const Expr *operand = isAdjoint ? analysis::operandOfSum(assign) : nullptr;
    addReads(stmt, operand ? operand : assign->value, isConditional);
    forEachLoad(assign->place, [&](const LoadExpr *load) {
      addAccess(stmt, load->place, Access::Kind::Read, isConditional);
    });
    if (const Variable *variable = wholeVariable(assign->place))
      isKnown &= isOwn(variable);
    else
      addAccess(stmt, assign->place, operand ? Access::Kind::Sum : Access::Kind::Set, isConditional);
    return;
  }
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    addReads(stmt, branch->condition, isConditional);
    for (const StmtList *list : {&branch->yes, &branch->no})
      for (const Stmt *inner : *list)
        add(inner, true);
    return;
  }
  default:
    isKnown = false;
  }
}

void Iteration::addReads(const Stmt *stmt, const Expr *expr, bool isConditional) {
  forEachLoad(expr, [&](const LoadExpr *load) { addAccess(stmt, load->place, Access::Kind::Read, isConditional); });
}

void Iteration::addAccess(const Stmt *stmt, const Place *place, Access::Kind kind, bool isConditional) {
  if (isOwn(wholeVariable(place)) || wholeVariable(place) == counted.counter)
    return;
  Access access{stmt, place, kind, isConditional};
  if (std::optional<analysis::Element> element = analysis::elementOf(place)) {
    access.base = element->base;
    access.index = Expansion(context, constants).rewrite(element->index);
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

/// An element whose place in memory is fixed but for the counter.
bool Iteration::isMoving(const Access &access) const {
  if (!access.base || !analysis::growsWith(access.index, counted.counter) ||
      (access.base->type->isPointer() && !isUnchanged(access.base)))
    return false;
  bool isFixed = true;
  forEachLoad(access.index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    isFixed &= variable == counted.counter || isUnchanged(variable);
  });
  return isFixed;
}

/// Is it the same in all iterations?
bool Iteration::isSteady(const Access &access) const {
  bool steady = true;
  forEachLoad(access.place, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    steady &= variable != counted.counter && isUnchanged(variable);
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

bool Iteration::hasNoOrder() const {
  const size_t patience = 200; // the accesses are compared in pairs
  if (!isKnown || found.size() > patience)
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

} // namespace adjoint::transform
