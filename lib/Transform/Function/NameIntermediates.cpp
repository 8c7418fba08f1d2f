// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/NameIntermediates.h"

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Substitution.h"
#include "Analysis/Memory/Writes.h"
#include "IR/Evaluation.h"
#include "Rules/RuleText.h"
#include "Rules/Rules.h"
#include "Transform/Function/ActiveParts.h"

#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class IntermediateNaming : public Rewriter {
public:
  IntermediateNaming(Context &context, const analysis::Activity &activity) : Rewriter(context), activity(activity) {}

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const Context::Origin origin(context, stmt->location);
    keeping = stmt->keeping;
    active.emplace([this, stmt](const Place *place) { return activity.isActiveRead(place, stmt); });
    before = &out;
    if (const auto *assign = dyn_cast<AssignStmt>(stmt))
      return nameIn(assign, out);
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return nameIn(declare, out);
    if (const auto *result = dyn_cast<ReturnStmt>(stmt))
      return nameIn(result, out);
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      return nameIn(call, out);
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return hoistFrom(loop, out);
    return false;
  }

private:
  bool isActive(const Expr *expr) { return active->contain(expr); }

  /// A value that the loop leaves alone, an intermediate or a constant of the source that takes long to compute, is computed once,
  /// before it. (If there is no iteration, its adjoint is zero: see ChosenAdjoints.)
  bool hoistFrom(const LoopStmt *loop, StmtList &out) {
    StmtList init = rewrite(loop->init), step = rewrite(loop->step), body;
    const analysis::Changes writes(StmtList{loop});
    const std::vector<const LoadExpr *> readBefore = loadsInFront(loop, out);
    analysis::Substitution::Values hoisted;
    analysis::Substitution substitution(context, hoisted);
    std::set<const Variable *> staying; // declared in the loop
    for (const Stmt *stmt : init)
      staying.insert(declaredBy(stmt));
    for (const Stmt *stmt : rewrite(loop->body)) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      const Expr *value = declare && isConstant(declare, writes) ? substitution.rewrite(declare->init) : nullptr;
      if (!value || !isInvariant(value, writes, staying, readBefore)) {
        staying.insert(declaredBy(stmt));
        substitution.rewrite(stmt, body);
        continue;
      }
      before = &out;
      keeping = declare->keeping;
      hoisted[declare->variable] = name(value, declare->variable->name);
    }
    out.push_back(context.rebuilt(loop, init, loop->condition, step, body));
    return true;
  }

  bool isConstant(const DeclareStmt *declare, const analysis::Writes &writes) {
    const Variable *variable = declare->variable;
    return named.count(variable) || (expensive.count(variable) && !writes.isExposed(variable) && writes.count(variable) == 1);
  }

  /// What is read in any case directly in front of the loop, so that it may be read there.
  static std::vector<const LoadExpr *> loadsInFront(const LoopStmt *loop, const StmtList &before) {
    std::vector<const LoadExpr *> found;
    const auto add = [&](const LoadExpr *load) { found.push_back(load); };
    const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    if (counted)
      forEachCertainLoad(counted->bound, add);
    for (const Stmt *stmt : llvm::reverse(before)) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      if (!declare)
        break;
      if (declare->init)
        forEachCertainLoad(declare->init, add);
    }
    return found;
  }

  /// Made of variables that neither the loop nor what stays of its body declares, that it does not write, and of memory that is
  /// read in front of it anyway; and nothing in it can trap.
  static bool isInvariant(const Expr *expr, const analysis::Changes &changes, const std::set<const Variable *> &staying,
                          const std::vector<const LoadExpr *> &readBefore) {
    bool invariant = true;
    forEachLoad(expr, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      invariant &= variable ? !variable->isGlobal() && !variable->type->isReference() && !changes.mayWrite(variable) && !staying.count(variable)
                            : !changes.mayChange(load) && llvm::any_of(readBefore, [&](const LoadExpr *other) { return same(load, other); });
    });
    forEachExpr(expr, [&](const Expr *e) {
      const auto *binary = dyn_cast<BinaryExpr>(e);
      bool divides = binary && (binary->op == BinaryOp::Div || binary->op == BinaryOp::Rem);
      invariant &= !divides || binary->type->isFloating();
    });
    return invariant;
  }

  bool nameIn(const AssignStmt *assign, StmtList &out) {
    if (!assign->value->type->isFloating() || !isActive(assign->value) ||
        !activity.isUsefulAfter(assign->place, assign))
      return false;
    bool keepsValue = context.withoutConst(assign->place->type) == assign->value->type;
    const Expr *value = visit(assign->value, false, keepsValue);
    out.push_back(context.rebuilt(assign, assign->place, value));
    return true;
  }

  bool nameIn(const DeclareStmt *declare, StmtList &out) {
    if (!declare->init || !declare->init->type->isFloating())
      return false;
    bool keepsValue = context.withoutConst(declare->variable->type) == declare->init->type;
    bool isPassive = !isActive(declare->init);
    VarPlace place(declare->variable);
    if (!isPassive && !activity.isUsefulAfter(&place, declare))
      return false;
    if (keepsValue && rules::takesLong(declare->init))
      expensive.insert(declare->variable);
    if (isPassive)
      return false;
    const Expr *value = visit(declare->init, false, keepsValue);
    out.push_back(context.rebuilt(declare, value));
    return true;
  }

  bool nameIn(const ReturnStmt *result, StmtList &out) {
    if (!result->value || !result->value->type->isFloating() || !isActive(result->value))
      return false;
    const Expr *value = visit(result->value, false, false);
    out.push_back(context.rebuilt(result, value));
    return true;
  }

  /// An argument is evaluated in both sweeps.
  bool nameIn(const CallStmt *call, StmtList &out) {
    std::vector<const Expr *> args;
    for (const Expr *arg : call->args)
      args.push_back(arg->type->isFloating() && rules::takesLong(arg) ? name(visit(arg, false, false)) : arg);
    if (args == call->args)
      return false;
    out.push_back(context.rebuilt(call, call->callee, args));
    return true;
  }

  /// `needed`: a partial of the expression around mentions this value. `isResult`: the value
  /// is what the statement stores, to be found there.
  const Expr *visit(const Expr *expr, bool needed, bool isResult = false) {
    if (!expr->type->isFloating())
      return expr;
    bool active = isActive(expr);
    const Expr *rebuilt = expr;
    bool needsItself = false;
    switch (expr->kind) {
    case Expr::Kind::Unary:
    case Expr::Kind::Cast:
      rebuilt = inOperand(expr);
      break;
    case Expr::Kind::Binary:
      rebuilt = inBinary(cast<BinaryExpr>(expr), needsItself);
      break;
    case Expr::Kind::Intrinsic:
      rebuilt = inIntrinsic(cast<IntrinsicExpr>(expr), needsItself);
      break;
    case Expr::Kind::Select: // what is not evaluated here must not be evaluated before
    case Expr::Kind::Literal:
    case Expr::Kind::Load:
    case Expr::Kind::Address:
    case Expr::Kind::FunctionRef:
    case Expr::Kind::InitList:
      return expr;
    }
    bool keeps = (needed || (needsItself && active)) && !isResult;
    return keeps && rules::takesLong(rebuilt) ? name(rebuilt) : rebuilt;
  }

  const Expr *inOperand(const Expr *expr) {
    if (const auto *unary = dyn_cast<UnaryExpr>(expr)) {
      const Expr *operand = visit(unary->operand, false);
      return operand == unary->operand ? expr : context.unary(unary->op, operand);
    }
    const auto *conversion = cast<CastExpr>(expr);
    const Expr *operand = visit(conversion->operand, false);
    return operand == conversion->operand ? expr : context.cast(conversion->form, operand, conversion->type);
  }

  const Expr *inBinary(const BinaryExpr *binary, bool &needsItself) {
    bool left = isActive(binary->left), right = isActive(binary->right);
    bool isProduct = binary->op == BinaryOp::Mul, isQuotient = binary->op == BinaryOp::Div;
    needsItself = isQuotient && right;
    const Expr *a = visit(binary->left, isProduct && right);
    const Expr *b = visit(binary->right, (isProduct && left) || (isQuotient && (left || right)));
    bool unchanged = a == binary->left && b == binary->right;
    return unchanged ? binary : context.make<BinaryExpr>(binary->op, a, b, binary->type);
  }

  const Expr *inIntrinsic(const IntrinsicExpr *call, bool &needsItself) {
    const rules::Rule *rule = rules::find(call->name);
    std::vector<const Expr *> args;
    for (unsigned i = 0; i < call->args.size(); ++i) {
      bool needed = false;
      for (unsigned j = 0; rule && j < rule->partials.size() && j < call->args.size(); ++j)
        if (rules::isDifferentiable(call, j) && isActive(call->args[j])) {
          needed |= rules::mentions(rule->partials[j], std::string(1, "xyzw"[i]));
          needsItself |= rules::mentionsResult(call, j);
        }
      args.push_back(visit(call->args[i], needed));
    }
    return args == call->args ? call : context.intrinsic(call->name, call->spelling, args, call->type);
  }

  const Expr *name(const Expr *expr) { return name(expr, nameFor(expr)); }

  const Expr *name(const Expr *expr, const std::string &text) {
    auto *variable = context.make<Variable>(text, context.withConst(expr->type), Storage::Local);
    variable->isTemporary = true;
    named.insert(variable);
    auto *declare = context.make<DeclareStmt>(variable, expr);
    declare->keeping = keeping;
    before->push_back(declare);
    return context.load(variable);
  }

  static std::string nameFor(const Expr *expr) {
    const auto *call = dyn_cast<IntrinsicExpr>(expr);
    if (!call)
      return isa<BinaryExpr>(expr) && cast<BinaryExpr>(expr)->op == BinaryOp::Div ? "ratio" : "term";
    std::string base = call->name.substr(call->name.rfind('.') + 1);
    const auto *load = dyn_cast<LoadExpr>(call->args[0]);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    return base + "_" + (variable ? variable->name : "1");
  }

  const analysis::Activity &activity;
  std::optional<ActiveParts> active; ///< of the statement that is looked at
  StmtList *before = nullptr;
  Keeping keeping = Keeping::Chosen; ///< of that statement
  std::set<const Variable *> named;     ///< the intermediates
  std::set<const Variable *> expensive; ///< active variables that begin with a value that takes time
};

} // namespace

StmtList nameIntermediates(Context &context, const StmtList &body, const analysis::Activity &activity) {
  return IntermediateNaming(context, activity).rewrite(body);
}

} // namespace adjoint::transform
