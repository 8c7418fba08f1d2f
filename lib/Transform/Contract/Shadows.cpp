// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/Shadows.h"

#include "Transform/Contract/Signature.h"

#include <cassert>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;

const ShadowStyle adjointStyle = {adjointName, adjointType};
const ShadowStyle tangentStyle = {tangentName, tangentType};

const Variable *Shadows::of(const Variable *variable) {
  const Variable *&shadow = variables[variable];
  if (!shadow) {
    auto *made = context.make<Variable>(style.nameOf(variable), style.typeOf(context, variable->type), Storage::Local);
    made->isOfIteration = variable->isOfIteration;
    made->isAdjoint = true;
    made->isTangent = variable->isTangent;
    made->isTemporary = variable->isTemporary;
    shadow = made;
    primals[made] = variable;
  }
  return shadow;
}

/// Of a reference whose adjoint is passed by value; null: it is none.
const Variable *Shadows::seedOf(const Expr *pointer) const {
  const auto *load = llvm::dyn_cast<LoadExpr>(pointer);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  auto found = variable && variable->type->isReference() ? variables.find(variable) : variables.end();
  return found != variables.end() && found->second->type->isFloating() ? found->second : nullptr;
}

const Place *Shadows::of(const Place *place) {
  switch (place->kind) {
  case Place::Kind::Var: {
    const Variable *variable = cast<VarPlace>(place)->variable;
    const Variable *shadow = of(variable);
    // The adjoint of what is passed by value is passed by reference.
    bool isHeldByReference = shadow->type->isReference() && !variable->type->isReference();
    return isHeldByReference ? context.place(shadow) : context.make<VarPlace>(shadow);
  }
  case Place::Kind::Deref: {
    const Expr *leads = cast<DerefPlace>(place)->pointer;
    const Variable *seed = seedOf(leads);
    return seed ? context.place(seed) : context.deref(pointer(leads));
  }
  case Place::Kind::Index:
    return context.index(of(cast<IndexPlace>(place)->array), cast<IndexPlace>(place)->index);
  case Place::Kind::Field:
    return context.field(of(cast<FieldPlace>(place)->object), cast<FieldPlace>(place)->field->index);
  }
  return nullptr;
}

const Expr *Shadows::pointer(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Kind::Load: {
    const Expr *loaded = context.load(of(cast<LoadExpr>(expr)->place));
    // A member that points to const data has an adjoint of the same type, to be written.
    return context.cast(CastExpr::Form::Const, loaded, style.typeOf(context, expr->type));
  }
  case Expr::Kind::Address: {
    const Expr *address = context.addressOf(of(cast<AddressExpr>(expr)->place));
    const Type *wanted = style.typeOf(context, expr->type);
    const bool isMember = wanted->element->isPointer() && context.withoutConst(address->type->element) != context.withoutConst(wanted->element);
    return isMember ? context.cast(CastExpr::Form::Const, address, wanted) : address; // as above, where the pointer itself is passed
  }
  case Expr::Kind::Binary: {
    const auto *sum = cast<BinaryExpr>(expr);
    if (sum->left->type->isPointer())
      return context.binary(sum->op, pointer(sum->left), sum->right);
    return context.binary(sum->op, sum->left, pointer(sum->right));
  }
  case Expr::Kind::Cast: {
    const auto *conversion = cast<CastExpr>(expr);
    return context.cast(conversion->form, pointer(conversion->operand), style.typeOf(context, expr->type));
  }
  case Expr::Kind::Select: {
    const auto *select = cast<SelectExpr>(expr);
    // The shadow of a constant is none.
    auto ofEither = [&](const Expr *branch) -> const Expr * {
      if (isNone && isNone(branch))
        return context.null(style.typeOf(context, expr->type));
      return context.cast(CastExpr::Form::Const, pointer(branch), style.typeOf(context, expr->type));
    };
    return context.select(select->condition, ofEither(select->yes), ofEither(select->no));
  }
  case Expr::Kind::Literal:
    return context.null(style.typeOf(context, expr->type));
  case Expr::Kind::Unary:
  case Expr::Kind::Intrinsic:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    break;
  }
  assert(false && "not a pointer to floating-point data");
  return nullptr;
}

} // namespace adjoint::transform
