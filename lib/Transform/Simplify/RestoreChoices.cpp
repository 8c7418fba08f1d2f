// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (a > 0.0) chosen = a * u[i]; else chosen = a * u[i + 1];      chosen = a > 0.0 ? a * u[i] : a * u[i + 1];
//   bool condition = i < n; if (condition) condition = x[i] > 0.0;   bool condition = i < n && x[i] > 0.0;
//
// A part of `?:`, `&&` or `||` that called something stands in a branch; inlined, it can go back where it was.
#include "Transform/Simplify/Simplify.h"

#include "Analysis/Memory/Writes.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class ChoiceRestoring : public Rewriter {
public:
  ChoiceRestoring(Context &context, const StmtList &body) : Rewriter(context), writes(body) {}

  StmtList rewrite(const StmtList &original) override {
    StmtList list = Rewriter::rewrite(original);
    for (size_t i = 0; i < list.size(); ++i) {
      const auto *branch = dyn_cast<IfStmt>(list[i]);
      if (!branch)
        continue;
      if (const Stmt *choice = choiceOf(branch))
        list[i] = choice;
      else if (const Stmt *condition = i ? conditionOf(dyn_cast<DeclareStmt>(list[i - 1]), branch) : nullptr) {
        list[i - 1] = condition;
        list.erase(list.begin() + i--);
      }
    }
    return list;
  }
  using Rewriter::rewrite;

private:
  /// The only statement of one side, if it gives a value to the variable that stands for the operator.
  const AssignStmt *valueOf(const StmtList &side, const IfStmt *branch) const {
    const auto *assign = side.size() == 1 ? dyn_cast<AssignStmt>(side.front()) : nullptr;
    const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
    bool isOwn = variable && variable->isTemporary && variable->storage == Storage::Local &&
                 variable->location.raw == branch->location.raw &&
                 (variable->type->isFloating() || variable->type->isIntegral()) && !writes.isExposed(variable);
    return isOwn && !mentions(assign->value, variable) ? assign : nullptr;
  }

  const Stmt *choiceOf(const IfStmt *branch) {
    const AssignStmt *yes = valueOf(branch->yes, branch), *no = valueOf(branch->no, branch);
    const Variable *variable = yes ? wholeVariable(yes->place) : nullptr;
    if (!no || variable != wholeVariable(no->place) || mentions(branch->condition, variable))
      return nullptr;
    const Type *type = context.withoutConst(variable->type);
    auto converted = [&](const Expr *value) { return context.cast(CastExpr::Form::Implicit, value, type); };
    return annotatedAs(branch, context.make<AssignStmt>(yes->place,
                                    context.select(branch->condition, converted(yes->value), converted(no->value), branch->location)));
  }

  /// `condition` is declared by the statement before.
  const Stmt *conditionOf(const DeclareStmt *declare, const IfStmt *branch) {
    const AssignStmt *second = branch->no.empty() ? valueOf(branch->yes, branch) : nullptr;
    if (!second || !declare || !declare->init || declare->variable != wholeVariable(second->place) ||
        !declare->variable->type->is(TypeKind::Bool))
      return nullptr;
    const auto *negation = dyn_cast<UnaryExpr>(branch->condition);
    bool isNegated = negation && negation->op == UnaryOp::Not;
    const auto *load = dyn_cast<LoadExpr>(isNegated ? negation->operand : branch->condition);
    if (!load || wholeVariable(load->place) != declare->variable)
      return nullptr;
    BinaryOp op = isNegated ? BinaryOp::Or : BinaryOp::And;
    return context.rebuilt(declare, context.binary(op, declare->init, second->value));
  }

  const analysis::Writes writes;
};

} // namespace

StmtList restoreChoices(Context &context, StmtList body) { return ChoiceRestoring(context, body).rewrite(body); }

} // namespace adjoint::transform
