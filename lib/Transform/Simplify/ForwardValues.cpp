// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double a_2 = x;  double at = y + z;  r = a_2 * a_2 + at;
// becomes
//   r = x * x + (y + z);
//
// A temporary that is a copy of a variable, a constant, or a size or pointer in the caller's object, or is used only once, is left
// out where what it copies stays the same until its last use. The user's own variables stay, and what names an index.

#include "IR/Values.h"
#include "Transform/Simplify/Simplify.h"
#include "Transform/Simplify/Substitution.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ValueForwarding : public Substitution {
public:
  ValueForwarding(Context &context, const StmtList &body) : Substitution(context, body) {}

private:
  bool isCandidate(const DeclareStmt *declaration, const VariableUses &uses) const override {
    const Variable *variable = declaration->variable;
    if (!variable->isTemporary || variable->type->isReference() || !variable->type->isScalar())
      return false;
    const Expr *init = declaration->init;
    if (isa<LiteralExpr>(withoutCasts(init)) || isa<FunctionRefExpr>(init))
      return !isNull(init);
    const auto *load = dyn_cast<LoadExpr>(uses.isOnlyFollowed() ? withoutAddedConst(context, init) : init);
    const bool isCopy = load && wholeVariable(load->place) && !wholeVariable(load->place)->isGlobal();
    const bool isMember = load && isa<FieldPlace>(load->place) && objectOfParameter(load->place) && !load->type->isFloating();
    return isCopy || (isMember && uses.indices < 2) || (uses.loads == 1 && !uses.isInLoop && !init->type->is(TypeKind::Bool));
  }
};

} // namespace

StmtList forwardValues(Context &context, StmtList body) { return ValueForwarding(context, body).rewrite(body); }

} // namespace adjoint::transform
