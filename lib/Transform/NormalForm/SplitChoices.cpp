// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   gate[k] = k == 3 ? std::tanh(z) : z;       if (k == 3) gate[k] = std::tanh(z); else gate[k] = z;
//
// where the derivative needs the value of a function on one side: what is not evaluated in any case can have no name, and would be
// computed again. In a branch it is the value that is stored.
#include "Rules/Rules.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// Does it call a function whose derivative is made of its value?
bool needsValue(const Expr *expr) {
  bool needs = false;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *call = dyn_cast<IntrinsicExpr>(e);
    const rules::Rule *rule = call && rules::isExpensive(call->name) ? rules::find(call->name) : nullptr;
    for (unsigned i = 0; rule && i < call->args.size() && i < rule->partials.size(); ++i)
      needs |= rules::isDifferentiable(call, i) && rules::mentionsResult(call, i);
  });
  return needs;
}

class ChoiceSplitting : public Rewriter {
public:
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Expr *value = declare ? declare->init : assign ? assign->value : nullptr;
    const auto *choice = value && value->type->isFloating() ? dyn_cast<SelectExpr>(value) : nullptr;
    if (!choice || !(needsValue(choice->yes) || needsValue(choice->no)) || stmt->isAtomic ||
        (declare && declare->variable->type->isConst))
      return false;
    const Place *place = declare ? context.place(declare->variable) : assign->place;
    if (declare)
      out.push_back(context.rebuilt(declare, context.zero(declare->variable->type)));
    auto side = [&](const Expr *chosen) {
      StmtList list;
      rewrite(annotatedAs(stmt, context.make<AssignStmt>(place, chosen)), list);
      return list;
    };
    out.push_back(annotatedAs(stmt, context.make<IfStmt>(choice->condition, side(choice->yes), side(choice->no))));
    return true;
  }
};

} // namespace

StmtList splitChoices(Context &context, const StmtList &body) { return ChoiceSplitting(context).rewrite(body); }

} // namespace adjoint::transform
