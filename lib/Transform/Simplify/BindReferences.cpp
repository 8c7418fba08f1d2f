// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const Vec &a = v;  double *p = &t;  s = a.x * *p;
// becomes
//   s = v.x * t;
//
// A reference or pointer whose target is a known place all the while is replaced by that
// place. Then the address of the target is often taken nowhere, and its value is known to
// change only where its name is written.
//
// A reference of the user's into an array by a computed index stays, for the reader and for the
// index to be computed once.

#include "IR/Values.h"
#include "Transform/Simplify/Simplify.h"
#include "Transform/Simplify/Substitution.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool isPlainIndex(const Expr *index) {
  index = withoutCasts(index);
  const auto *load = dyn_cast<LoadExpr>(index);
  return isa<LiteralExpr>(index) || (load && wholeVariable(load->place));
}

/// Variables, fields, and plain indices only.
bool isPlain(const Place *place);
bool isPlainPointer(const Expr *pointer) {
  pointer = withoutCasts(pointer);
  if (const auto *address = dyn_cast<AddressExpr>(pointer))
    return isPlain(address->place);
  if (const auto *load = dyn_cast<LoadExpr>(pointer))
    return isPlain(load->place);
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  return sum && sum->op == BinaryOp::Add && isPlainPointer(sum->left) && isPlainIndex(sum->right);
}
bool isPlain(const Place *place) {
  switch (place->kind) {
  case Place::Kind::Var:
    return true;
  case Place::Kind::Deref:
    return isPlainPointer(llvm::cast<DerefPlace>(place)->pointer);
  case Place::Kind::Index:
    return isPlain(llvm::cast<IndexPlace>(place)->array) && isPlainIndex(llvm::cast<IndexPlace>(place)->index);
  case Place::Kind::Field:
    return isPlain(llvm::cast<FieldPlace>(place)->object);
  }
  return false;
}

/// A variable or a part of one, named by its address.
bool isAddressOfVariable(const Expr *pointer) {
  const auto *address = dyn_cast<AddressExpr>(withoutCasts(pointer));
  return address && rootVariable(address->place);
}

bool isFirstElement(const Expr *pointer) {
  const auto *address = dyn_cast<AddressExpr>(pointer);
  const auto *element = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
  return element && isInteger(element->index, 0);
}

/// Casts that change what is pointed to would have to be repeated at each use.
bool keepsType(const Variable *variable, const Expr *init) {
  const Type *from = withoutCasts(init)->type, *to = variable->type;
  return from->isPointer() && from->element->kind == to->element->kind &&
         from->element->spelling == to->element->spelling && from->element->record == to->element->record &&
         from->element->element == to->element->element;
}

class ReferenceBinding : public Substitution {
public:
  ReferenceBinding(Context &context, const StmtList &body) : Substitution(context, body) {}

private:
  bool isCandidate(const DeclareStmt *declaration, const VariableUses &uses) const override {
    const Variable *variable = declaration->variable;
    const Expr *init = declaration->init;
    if (!(variable->type->isReference() || variable->type->isPointer()) || !keepsType(variable, init))
      return false;
    bool isCheap = isPlainPointer(init) || (variable->isTemporary && uses.loads <= 2 && !uses.isInLoop);
    if (variable->type->isReference())
      return isCheap;
    // A pointer is compared and handed on, too: only what is just followed is a name.
    unsigned followed = uses.dereferences + (isFirstElement(init) ? uses.indexings : 0);
    return isCheap && isAddressOfVariable(init) && followed == uses.loads;
  }
};

} // namespace

StmtList bindReferences(Context &context, StmtList body) { return ReferenceBinding(context, body).rewrite(body); }

} // namespace adjoint::transform
