// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double *q = p;  r = q[i];
// becomes
//   r = p[i];
//
// and `q = block + 2` of a local array likewise, where `q` is a temporary pointer and what it copies stays the same until its
// last use. ForwardValues does so for all
// temporaries before normal form; here only pointers are left to do, once loops count in indices (IndexPointers): what
// else has a name in normal form needs it there.

#include "IR/Values.h"
#include "Transform/NormalForm/NormalForm.h"
#include "Transform/Simplify/Substitution.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// The address of an element of a local array whose index is a number.
bool isInArray(const Expr *pointer) {
  if (const auto *sum = dyn_cast<BinaryExpr>(pointer))
    return sum->op == BinaryOp::Add && integerValue(sum->right) && isInArray(sum->left);
  const auto *address = dyn_cast<AddressExpr>(pointer);
  const auto *element = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
  return element && integerValue(element->index) && wholeVariable(element->array);
}

class PointerForwarding : public Substitution {
public:
  PointerForwarding(Context &context, const StmtList &body) : Substitution(context, body) {}

private:
  bool isCandidate(const DeclareStmt *declaration, const VariableUses &uses) const override {
    const Variable *variable = declaration->variable;
    const Expr *pointer = withoutAddedConst(context, declaration->init);
    const auto *load = dyn_cast<LoadExpr>(pointer);
    bool isPlain = variable->isTemporary && variable->type->isPointer(); // reads no memory but sizes of objects of the caller's
    forEachLoad(declaration->init, [&](const LoadExpr *part) {
      const Variable *read = wholeVariable(part->place);
      const bool isSize = !load && part->type->is(TypeKind::Integer) && objectOfParameter(part->place);
      isPlain &= isSize || (read && !read->isGlobal());
    });
    return isPlain && !isNull(declaration->init) && (load || isInArray(pointer) || (uses.loads == 1 && !uses.isInLoop));
  }
};

} // namespace

StmtList forwardPointers(Context &context, StmtList body) { return PointerForwarding(context, body).rewrite(body); }

} // namespace adjoint::transform
