// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const double r = distance(p, 2 * h);
// becomes, for `double distance(const Point &p, double h) { double d = p.x - h; return d * d; }`
//
//   double d = p.x - 2 * h;
//   const double r = d * d;
//
// Parameters become variables, which the passes on one expansion leave out again where they
// can: in a whole function there are more statements between a variable and its uses. The
// variables of each expansion are new; the caller's keep their names.

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Context.h"
#include "IR/Identifiers.h"
#include "IR/Visit.h"
#include "Transform/Simplify/InlineGrowth.h"
#include "Transform/Simplify/Simplify.h"

#include <algorithm>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The variables of one expansion.
class FreshVariables : public Rewriter {
public:
  FreshVariables(Context &context, const Function &callee) : Rewriter(context) {
    for (const Variable *param : callee.params)
      add(param);
    forEachStmt(callee.body, [&](const Stmt *stmt) {
      if (const Variable *variable = declaredBy(stmt))
        add(variable);
    });
  }
  using Rewriter::rewrite;
  const Variable *of(const Variable *old) const { return fresh.at(old); }

protected:
  const Variable *replace(const Variable *variable) override {
    auto found = fresh.find(variable);
    return found == fresh.end() ? variable : found->second;
  }

private:
  void add(const Variable *old) {
    auto *made = context.make<Variable>(old->name, old->type, Storage::Local, old->location);
    made->isTemporary = true;
    fresh[old] = made;
  }
  std::map<const Variable *, const Variable *> fresh;
};

class CalleeRenaming : public Rewriter {
public:
  CalleeRenaming(Context &context, const Variable *from, const Variable *to) : Rewriter(context), from(from), to(to) {}
  using Rewriter::rewrite;

protected:
  const Variable *replace(const Variable *variable) override { return variable == from ? to : variable; }

private:
  const Variable *from, *to;
};

class CallInlining : public Rewriter {
public:
  CallInlining(Context &context, Inlineable inlineable, const Function &caller, const StmtList &body)
      : Rewriter(context), inlineable(inlineable) {
    takenIn = calleesTakenIn(
        body, [&](const Function *callee) { return inlineable(callee, InlineRule::WhereRoomIs); });
    for (const Variable *param : caller.params)
      names.insert(param->name);
    forEachStmt(caller.body, [&](const Stmt *stmt) {
      if (const Variable *variable = declaredBy(stmt))
        names.insert(variable->name);
    });
  }
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  /// Of a call in what a call has become, too.
  const Variable *replace(const Variable *variable) override {
    for (auto found = results.find(variable); found != results.end(); found = results.find(variable))
      variable = found->second;
    return variable;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      const bool wasInStep = isInStep, wasInParallel = isInParallel;
      isInStep |= loop->checkpoint.has_value();
      isInParallel |= loop->parallel != nullptr;
      if (isInStep != wasInStep || isInParallel != wasInParallel) {
        Rewriter::rewrite(stmt, out);
        isInStep = wasInStep;
        isInParallel = wasInParallel;
        return true;
      }
    }
    const auto *call = dyn_cast<CallStmt>(stmt);
    const Function *callee = call ? bodyOf(call->callee) : nullptr;
    if (!callee || hidesConstant(*callee))
      return false;
    StmtList expansion = expand(call, *callee);
    if (isInStep || isInParallel)
      expansion = rewrite(expansion);
    if (!expansion.empty() && !call->comment.empty())
      expansion.front() = context.withCommentInFront(call->comment, expansion.front());
    out.insert(out.end(), expansion.begin(), expansion.end());
    return true;
  }

private:
  /// Null if calls of it stay.
  const Function *bodyOf(const Function *callee) {
    if (isInStep || isInParallel)
      for (InlineRule rule : {InlineRule::WhereRoomIs, InlineRule::InSteps})
        if (const Function *body = inlineable(callee, rule))
          if ((isInStep && handsMemoryOn(*body)) || (isInParallel && isForIterations(*body)))
            return body;
    return inlineable(callee, takenIn.count(callee) ? InlineRule::WhereRoomIs : InlineRule::Always);
  }

  /// A constant that the callee names would be looked up among the caller's variables.
  bool hidesConstant(const Function &callee) const {
    std::set<std::string> constants;
    auto inside = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        if (const auto *literal = dyn_cast<LiteralExpr>(e))
          addIdentifiers(literal->spelling, constants);
      });
    };
    forEachStmt(callee.body, [&](const Stmt *stmt) {
      forEachOperand(stmt, inside, [&](const Place *place) { forEachExpr(place, inside); });
    });
    for (const std::string &constant : constants)
      if (names.count(constant))
        return true;
    return false;
  }

  StmtList expand(const CallStmt *call, const Function &callee) {
    FreshVariables fresh(context, callee);
    StmtList list;
    for (unsigned i = 0; i < callee.params.size(); ++i)
      if (isUsed(callee, callee.params[i]))
        list.push_back(at(call, context.make<DeclareStmt>(fresh.of(callee.params[i]), rewrite(call->args[i]))));
    StmtList body = fresh.rewrite(callee.body);
    list.insert(list.end(), body.begin(), body.end());
    analysis::markAddressTaken(context, list);
    list = forwardValues(context, bindReferences(context, list));
    const ReturnStmt *last = list.empty() ? nullptr : dyn_cast<ReturnStmt>(list.back());
    if (!last)
      return list;
    list.pop_back();
    if (call->result)
      deliver(call, last->value, list);
    return list;
  }

  static bool isUsed(const Function &callee, const Variable *param) {
    return std::any_of(callee.body.begin(), callee.body.end(), [&](const Stmt *s) { return mentions(s, param); });
  }

  template <class T> T *at(const Stmt *original, T *stmt) {
    stmt->location = original->location;
    return stmt;
  }

  /// What becomes of the result.
  void deliver(const CallStmt *call, const Expr *value, StmtList &list) {
    if (!call->declares) {
      list.push_back(at(call, context.make<AssignStmt>(rewrite(call->result), value)));
      return;
    }
    const Variable *result = wholeVariable(call->result);
    if (const Variable *returned = returnedLocal(value, result, list)) {
      const Type *type = result->type->isConst ? returned->type : context.withoutConst(returned->type);
      auto *merged = context.make<Variable>(result->name, type, Storage::Local, result->location);
      merged->isTemporary = result->isTemporary;
      list = CalleeRenaming(context, returned, merged).rewrite(list);
      results[result] = merged;
      return;
    }
    list.push_back(at(call, context.make<DeclareStmt>(result, value)));
  }

  /// The variable of the expansion that is returned as it is, and may be the result itself.
  const Variable *returnedLocal(const Expr *value, const Variable *result, const StmtList &list) const {
    const auto *load = dyn_cast<LoadExpr>(value);
    const Variable *returned = load ? wholeVariable(load->place) : nullptr;
    bool isAlike = returned && !returned->type->isReference() && !result->type->isReference() &&
                   context.withoutConst(returned->type) == context.withoutConst(result->type);
    if (!isAlike)
      return nullptr;
    for (const Stmt *stmt : list)
      if (declaredBy(stmt) == returned)
        return returned;
    return nullptr;
  }

  Inlineable inlineable;
  std::set<const Function *> takenIn; ///< callees with loops
  std::set<std::string> names;
  bool isInStep = false;     ///< of a loop with snapshots
  bool isInParallel = false; ///< in a loop of OpenMP
  std::map<const Variable *, const Variable *> results;
};

} // namespace

StmtList inlineCalls(Context &context, Inlineable inlineable, const Function &function, StmtList body) {
  return CallInlining(context, inlineable, function, body).rewrite(body);
}

} // namespace adjoint::transform
