// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/BridgedResult.h"

#include "IR/ClassView.h"
#include "IR/Visit.h"

namespace adjoint::frontend {

namespace {
const ir::Type *sizeType(ir::Context &ir) { return ir.integer("std::size_t", 64, false); }
} // namespace

/// Returns how many elements there are.
const ir::Function *BridgedResult::make() const {
  auto *function = body.ir.make<ir::Function>(called);
  function->name = function->spelling = called.name + "_made";
  function->returnType = sizeType(body.ir);
  function->isRepeatable = called.rule == ir::CallRule::HandWritten;
  function->rule = ir::CallRule::Passive;
  function->implicit.reset();
  function->bridge->part = ir::Bridge::Part::Make;
  function->bridge->call = "adjoint::keep(" + called.bridge->call + ")";
  return function;
}

const ir::Function *BridgedResult::take(const ir::Type *elements) const {
  auto *function = body.ir.make<ir::Function>(called);
  const std::string count = std::to_string(called.params.size()), first = std::to_string(called.params.size() + 1);
  function->params.push_back(body.ir.make<ir::Variable>("count", sizeType(body.ir), ir::Storage::Parameter));
  function->params.push_back(body.ir.make<ir::Variable>("result", body.ir.withoutConst(elements), ir::Storage::Parameter));
  function->returnType = body.ir.voidType();
  function->pattern = "adjoint::take_kept<" + called.bridge->returned->view->spelling + ">($" + count + ", $" + first + ")";
  function->bridge->part = ir::Bridge::Part::Take;
  function->bridge->left = called.params.size() + 1;
  return function;
}

void BridgedResult::emit(const ir::Place *place, bool declares, std::vector<const ir::Expr *> args) {
  const ir::Record &mirror = *called.bridge->returned;
  const ir::Sequence sequence = *ir::sequenceIn(mirror);
  const ir::Variable *count = body.temporary("count", body.ir.withConst(sizeType(body.ir)), where);
  body.emit<ir::CallStmt>(where, body.ir.place(count), true, make(), args);
  if (!place)
    return;
  const ir::Variable *constant = declares && place->type->isConst ? ir::rootVariable(place) : nullptr;
  if (constant)
    place = body.ir.place(body.temporary(constant->name + "_made", body.ir.withoutConst(constant->type), where));
  if (declares)
    body.emit<ir::DeclareStmt>(where, ir::rootVariable(place), nullptr);
  for (const ir::Field &field : mirror.fields) {
    const ir::Place *part = body.ir.field(place, field.index);
    if (&field == sequence.elements)
      body.emit<ir::AllocateStmt>(where, part, false, field.type->element, body.ir.load(body.ir.place(count)), ir::AllocationForm::Malloc, true);
    else
      body.assign(part, body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.load(body.ir.place(count)), field.type), where);
  }
  args.push_back(body.ir.load(body.ir.place(count)));
  args.push_back(body.ir.load(body.ir.field(place, sequence.elements->index)));
  const ir::Function *taken = take(sequence.elements->type);
  if (body.implicitFunction == &called)
    body.implicitFunction = taken;
  body.emit<ir::CallStmt>(where, nullptr, false, taken, std::move(args));
  if (constant)
    body.emit<ir::DeclareStmt>(where, constant, body.ir.load(place));
}

} // namespace adjoint::frontend
