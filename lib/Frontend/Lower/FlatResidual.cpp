// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/FlatResidual.h"

namespace adjoint::frontend {

namespace {
const ir::Type *withoutReference(const ir::Type *type) { return type->isReference() ? type->element : type; }

const ir::Type *numberIn(const ir::Type *record) { return ir::sequenceIn(*record->record)->elements->type->element; }
} // namespace

FlatResidual::FlatResidual(ir::Context &ir, const ir::Function &residual, unsigned unknown, std::optional<unsigned> output)
    : ir(ir), residual(residual), unknown(unknown), output(output) {}

bool FlatResidual::isSequence(const ir::Type *type) {
  type = withoutReference(type);
  const std::optional<ir::Sequence> found = type->isRecord() ? ir::sequenceIn(*type->record) : std::nullopt;
  return found && found->elements->type->element->isFloating();
}

const ir::Variable *FlatResidual::add(const std::string &name, const ir::Type *type) {
  auto *variable = ir.make<ir::Variable>(name, type, ir::Storage::Parameter);
  made->params.push_back(variable);
  return variable;
}

/// An object with `count` elements; null: new ones.
const ir::Variable *FlatResidual::objectOf(const ir::Variable *param, const ir::Type *record, const ir::Expr *elements) {
  auto *object = ir.make<ir::Variable>(param->name + "_object", ir.withoutConst(record), ir::Storage::Local);
  made->body.push_back(ir.make<ir::DeclareStmt>(object, nullptr));
  const ir::Sequence sequence = *ir::sequenceIn(*record->record);
  for (const ir::Field &field : record->record->fields) {
    const ir::Place *part = ir.field(ir.place(object), field.index);
    if (&field != sequence.elements)
      made->body.push_back(ir.make<ir::AssignStmt>(part, ir.cast(ir::CastExpr::Form::Implicit, loaded(count), field.type)));
    else if (elements)
      made->body.push_back(ir.make<ir::AssignStmt>(part, elements));
    else
      made->body.push_back(
          ir.make<ir::AllocateStmt>(part, false, field.type->element, loaded(count), ir::AllocationForm::Malloc, true));
  }
  return object;
}

/// Throws where the residual has another size than the unknowns.
void FlatResidual::requireSize(const ir::Expr *given) {
  auto *check = ir.make<ir::Function>();
  check->name = check->spelling = "adjoint::implicit_require_size";
  check->returnType = ir.voidType();
  check->rule = ir::CallRule::Passive;
  check->isRepeatable = true;
  const std::vector<const ir::Expr *> args = {given, loaded(count)};
  for (const ir::Expr *arg : args)
    check->params.push_back(ir.make<ir::Variable>("", arg->type, ir::Storage::Parameter));
  made->body.push_back(ir.make<ir::CallStmt>(nullptr, false, check, args));
}

/// result[k] = object.elements[k]; the object ends.
void FlatResidual::leave(const ir::Variable *object, const ir::Variable *result) {
  const ir::Sequence sequence = *ir::sequenceIn(*object->type->record);
  requireSize(partOf(object, sequence.count));
  auto *k = ir.make<ir::Variable>("k", count->type, ir::Storage::Local);
  auto number = [&](int value) { return ir.cast(ir::CastExpr::Form::Implicit, ir.intLiteral(value), count->type); };
  auto element = [&](const ir::Expr *pointer) { return ir.deref(ir.binary(ir::BinaryOp::Add, pointer, loaded(k))); };
  const ir::Stmt *copy = ir.make<ir::AssignStmt>(element(loaded(result)), ir.load(element(partOf(object, sequence.elements))));
  const ir::Stmt *next = ir.make<ir::AssignStmt>(ir.place(k), ir.binary(ir::BinaryOp::Add, loaded(k), number(1)));
  made->body.push_back(ir.make<ir::LoopStmt>(ir::StmtList{ir.make<ir::DeclareStmt>(k, number(0))},
                                             ir.binary(ir::BinaryOp::Less, loaded(k), loaded(count)), ir::StmtList{next},
                                             ir::StmtList{copy}, false));
  made->body.push_back(ir.make<ir::FreeStmt>(partOf(object, sequence.elements), ir::AllocationForm::Malloc));
}

void FlatResidual::addParameters() {
  for (unsigned i = 0; i < residual.params.size(); ++i) {
    const ir::Variable *param = residual.params[i];
    const bool isFlat = (i == unknown || output == i) && isSequence(param->type);
    const ir::Type *number = isFlat ? numberIn(withoutReference(param->type)) : nullptr;
    add(param->name, !isFlat ? param->type : ir.pointerTo(i == unknown ? ir.withConst(number) : number));
  }
  if (residual.returnType->isRecord())
    add("result", ir.pointerTo(numberIn(residual.returnType)));
  count = add("count", ir.integer("std::size_t", 64, false));
}

/// What the residual is given for its parameter. `left`: becomes the object that it is left in.
const ir::Expr *FlatResidual::argument(unsigned i, const ir::Variable *&left) {
  const ir::Variable *param = made->params[i];
  const ir::Type *given = residual.params[i]->type;
  if (given == param->type)
    return given->isReference() ? ir.addressOf(ir.place(param)) : loaded(param);
  const ir::Type *record = ir.withoutConst(withoutReference(given));
  const ir::Expr *elements =
      i != unknown ? nullptr : ir.cast(ir::CastExpr::Form::Const, loaded(param), ir.pointerTo(numberIn(record)));
  const ir::Variable *object = objectOf(param, record, elements);
  left = i == unknown ? left : object;
  return ir.cast(ir::CastExpr::Form::Implicit, ir.addressOf(ir.place(object)), ir.pointerTo(given->element));
}

ir::Function *FlatResidual::make(std::optional<unsigned> &leftIn) {
  made = ir.make<ir::Function>();
  made->name = made->spelling = residual.name + "_of_numbers";
  made->location = residual.location;
  made->hasBody = made->needsCopy = true;
  const bool isReturned = residual.returnType->isRecord();
  made->returnType = isReturned ? ir.voidType() : residual.returnType;
  addParameters();
  if (isReturned)
    leftIn = residual.params.size();
  const ir::Variable *left = nullptr, *value = nullptr;
  std::vector<const ir::Expr *> args;
  for (unsigned i = 0; i < residual.params.size(); ++i)
    args.push_back(argument(i, left));
  if (!residual.returnType->isVoid())
    value = ir.make<ir::Variable>("value", ir.withoutConst(residual.returnType), ir::Storage::Local);
  made->body.push_back(ir.make<ir::CallStmt>(value ? ir.place(value) : nullptr, value != nullptr, &residual, args));
  if (isReturned)
    left = value;
  else if (value)
    made->body.push_back(ir.make<ir::ReturnStmt>(loaded(value)));
  if (left)
    leave(left, made->params[*leftIn]);
  return made;
}

} // namespace adjoint::frontend
