// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Reverse/FixedPointLoop.h"

#include <sstream>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;

FixedPointLoop::FixedPointLoop(Context &context, double tolerance)
    : context(context), tolerance(tolerance), size(context.integer("std::size_t", 64, false)) {
  step = local("step", size);
  steps = local("steps", size);
}

const Variable *FixedPointLoop::local(const std::string &name, const Type *type) const {
  auto *variable = context.make<Variable>(name, type, Storage::Local);
  variable->isTemporary = true;
  return variable;
}

StmtList FixedPointLoop::forward(const LoopStmt *primal) const {
  const Expr *next = context.binary(BinaryOp::Add, context.load(step), context.literal(1, size));
  StmtList body = {context.make<AssignStmt>(context.place(step), next)};
  body.insert(body.end(), primal->body.begin(), primal->body.end());
  LoopStmt *made = context.rebuilt(primal, primal->init, primal->condition, primal->step, body);
  made->trips = nullptr; // a variable like others now
  return {context.make<DeclareStmt>(step, context.literal(0, size)), made};
}

// ------------------------------------------------------ adjoints of the state

namespace {
std::string written(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}
} // namespace

const Stmt *FixedPointLoop::countLoop(const Expr *first, const Expr *last, const Type *type,
                                      const std::function<StmtList(const Expr *)> &body) const {
  const Variable *i = local("i", type);
  const Expr *isWithin = context.binary(BinaryOp::LessEq, context.load(i), last);
  const Stmt *next = context.make<AssignStmt>(
      context.place(i), context.binary(BinaryOp::Add, context.load(i), context.literal(1, type)));
  return context.make<LoopStmt>(StmtList{context.make<DeclareStmt>(i, first)}, isWithin, StmtList{next},
                                body(context.load(i)), false);
}

void FixedPointLoop::forEachNumber(const Place *place, const Visit &visit, StmtList &out) const {
  const Type *type = place->type;
  if (type->isFloating())
    return visit(place, out);
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      forEachNumber(context.field(place, field.index), visit, out);
  if (!type->isArray() || !holdsFloating(type))
    return;
  const Type *index = context.intType();
  out.push_back(countLoop(context.literal(0, index), context.literal(static_cast<long long>(type->count) - 1, index), index,
                          [&](const Expr *i) {
                            StmtList inner;
                            forEachNumber(context.index(place, i), visit, inner);
                            return inner;
                          }));
}

void FixedPointLoop::forEachNumber(const Part &part, const Visit &visit, StmtList &out) const {
  if (!part.range)
    return forEachNumber(part.adjoint, visit, out);
  const Place *range = cast<LoadExpr>(part.range)->place;
  const Expr *first = context.load(context.field(range, 0)), *last = context.load(context.field(range, 1));
  const Expr *block = cast<DerefPlace>(part.adjoint)->pointer;
  out.push_back(countLoop(first, last, first->type, [&](const Expr *i) {
    StmtList inner;
    forEachNumber(context.deref(context.binary(BinaryOp::Add, block, i)), visit, inner);
    return inner;
  }));
}

/// `size`, which is zero, becomes the largest absolute value.
StmtList FixedPointLoop::sizeOf(const std::vector<Part> &parts, const Variable *size) const {
  const Type *number = context.doubleType();
  StmtList out;
  auto compare = [&](const Place *place, StmtList &list) {
    const Expr *value = context.cast(CastExpr::Form::Implicit, context.load(place), number);
    const Expr *magnitude = context.intrinsic("magnitude", "std::fabs", {value}, number);
    list.push_back(context.make<AssignStmt>(context.place(size), context.intrinsic("fmax", "std::fmax", {context.load(size), magnitude}, number)));
  };
  for (const Part &part : parts)
    forEachNumber(part, compare, out);
  return out;
}

StmtList FixedPointLoop::reverse(const std::vector<Part> &parts, StmtList sweeps) const {
  const Type *number = context.doubleType();
  const Variable *now = local("adjoint_size", number), *first = local("first_size", number), *passes = local("passes", size);
  StmtList out = {context.make<DeclareStmt>(now, context.zero(number))};
  auto append = [](StmtList &to, const StmtList &more) { to.insert(to.end(), more.begin(), more.end()); };
  append(out, sizeOf(parts, now));
  out.push_back(context.make<DeclareStmt>(first, context.load(now)));
  out.push_back(context.make<DeclareStmt>(passes, context.literal(0, size)));
  const Expr *goesOn = context.intrinsic(
      "goes_on", "adjoint::goes_on",
      {context.load(now), context.load(first), context.numeral(Floating{tolerance, false}, written(tolerance), number), context.load(passes)}, context.boolType());
  StmtList body = {context.make<AssignStmt>(context.place(passes), context.binary(BinaryOp::Add, context.load(passes), context.literal(1, size)))};
  append(body, sweeps);
  body.push_back(context.make<AssignStmt>(context.place(now), context.zero(number)));
  append(body, sizeOf(parts, now));
  out.push_back(context.make<LoopStmt>(StmtList(), goesOn, StmtList(), body, false));
  auto clear = [&](const Place *place, StmtList &list) {
    list.push_back(context.make<AssignStmt>(place, context.zero(place->type)));
  };
  for (const Part &part : parts)
    forEachNumber(part, clear, out);
  const Expr *hasRun = context.binary(BinaryOp::Greater, context.load(steps), context.literal(0, size));
  return {context.make<IfStmt>(hasRun, out, StmtList())};
}

} // namespace adjoint::transform
