// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (a[k] > m) { m = a[k]; }
// becomes
//   const bool taken = a[k] > m;
//   if (taken) { m = a[k]; }
//
// unless the condition is made of values that never change once they are known at the
// function's level or count an enclosing loop: those the reverse sweep has for nothing.

#include "Analysis/Loops/Loops.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class ConditionNaming : public Rewriter {
public:
  ConditionNaming(Context &context, const Function &function, const StmtList &body)
      : Rewriter(context), writes(body) {
    known.insert(function.params.begin(), function.params.end());
    for (const Stmt *s : body) {
      if (const auto *declare = dyn_cast<DeclareStmt>(s))
        if (declare->init)
          known.insert(declare->variable);
      if (const auto *call = dyn_cast<CallStmt>(s))
        if (call->declares)
          known.insert(wholeVariable(call->result));
    }
  }

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return enterLoop(loop, out);
    if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
      const Expr *condition = named(branch->condition, "taken", context.boolType(), stmt, out);
      StmtList yes = rewrite(branch->yes), no = rewrite(branch->no);
      out.push_back(context.rebuilt(branch, condition, yes, no));
      return true;
    }
    if (const auto *choice = dyn_cast<SwitchStmt>(stmt)) {
      const Expr *condition = named(choice->condition, "chosen", choice->condition->type, stmt, out);
      std::vector<SwitchSection> sections = choice->sections;
      for (SwitchSection &section : sections)
        section.body = rewrite(section.body);
      out.push_back(context.rebuilt(choice, condition, sections));
      return true;
    }
    return false;
  }

private:
  bool enterLoop(const LoopStmt *loop, StmtList &out) {
    std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    bool isNew = counted && counters.insert(counted->counter).second;
    out.push_back(rebuild(loop));
    if (isNew)
      counters.erase(counted->counter);
    return true;
  }

  const Expr *named(const Expr *condition, const char *name, const Type *type, const Stmt *branch, StmtList &out) {
    if (isKnown(condition))
      return condition;
    auto *variable = context.make<Variable>(name, context.withConst(type), Storage::Local);
    variable->isTemporary = true;
    auto *declare = context.make<DeclareStmt>(
        variable, context.cast(CastExpr::Form::Implicit, condition, context.withoutConst(type)));
    declare->location = branch->location;
    out.push_back(declare);
    return context.load(variable);
  }

  bool isKnown(const Expr *condition) const {
    bool all = true;
    forEachLoad(condition, [&](const LoadExpr *load) {
      const Variable *variable = rootVariable(load->place);
      bool isCounter = variable && counters.count(variable);
      bool isFixed = variable && known.count(variable) && writes.count(variable) <= 1 && !writes.isExposed(variable);
      bool isReadOnly = !variable && !writes.mayChange(load);
      all &= isCounter || isFixed || isReadOnly || (variable && variable->isGlobal() && variable->type->isConst);
    });
    return all;
  }

  const analysis::Changes writes;
  std::set<const Variable *> known;
  std::set<const Variable *> counters;
};

} // namespace

StmtList nameConditions(Context &context, const Function &function, StmtList body) {
  return ConditionNaming(context, function, body).rewrite(body);
}

} // namespace adjoint::transform
