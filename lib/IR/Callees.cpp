// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Callees.h"

#include "IR/Visit.h"

#include <set>

namespace adjoint::ir {

using llvm::dyn_cast;

bool endsRun(const StmtList &list) {
  if (list.empty())
    return false;
  const auto *block = dyn_cast<BlockStmt>(list.back());
  const auto *call = dyn_cast<CallStmt>(list.back());
  return block ? endsRun(block->body) : call && call->callee->neverReturns;
}

void forEachCallee(const StmtList &body, llvm::function_ref<void(const Function *, const Stmt *)> visit) {
  forEachStmt(body, [&](const Stmt *stmt) {
    auto inExpr = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        const auto *reference = dyn_cast<FunctionRefExpr>(e);
        if (reference && reference->function)
          visit(reference->function, stmt);
      });
    };
    forEachOperand(stmt, inExpr, [&](const Place *place) { forEachExpr(place, inExpr); });
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      visit(call->callee, stmt);
  });
}

namespace {

void collect(const Function *function, std::set<const Function *> &seen, std::vector<const Function *> &order) {
  if (!seen.insert(function).second)
    return;
  forEachCallee(function->body, [&](const Function *callee, const Stmt *) { collect(callee, seen, order); });
  order.push_back(function);
}

} // namespace

std::vector<const Function *> reachedFrom(const Function *function) {
  std::set<const Function *> seen;
  std::vector<const Function *> order;
  collect(function, seen, order);
  return order;
}

namespace {

class CalleeRewriter : public Rewriter {
public:
  CalleeRewriter(Context &context, const Callees &others) : Rewriter(context), others(others) {}

protected:
  const Expr *replace(const Expr *expr) override {
    const auto *reference = dyn_cast<FunctionRefExpr>(expr);
    const Function *other = reference ? otherFor(reference->function) : nullptr;
    return other ? context.make<FunctionRefExpr>(other, other->spelling, reference->type) : nullptr;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *call = dyn_cast<CallStmt>(stmt);
    const Function *other = call ? otherFor(call->callee) : nullptr;
    if (!other)
      return false;
    const auto *inside = llvm::cast<CallStmt>(rebuild(call));
    out.push_back(context.rebuilt(inside, other, inside->args));
    return true;
  }

private:
  const Function *otherFor(const Function *function) const {
    auto found = others.find(function);
    return found == others.end() ? nullptr : found->second;
  }

  const Callees &others;
};

} // namespace

StmtList withCallees(Context &context, const StmtList &body, const Callees &others) {
  return CalleeRewriter(context, others).rewrite(body);
}

} // namespace adjoint::ir
