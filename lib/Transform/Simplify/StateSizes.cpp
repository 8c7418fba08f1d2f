// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const int n = int(x.count);  next_count = (unsigned long)n;
// becomes
//   const int n = int(x.count);  adjoint::require_fit(n, x.count);  next_count = (unsigned long)n;
//
// A container that is made with n has then the size of x, whatever n's type holds (KnownSizes): no branch asks whether there is room
// for x in it, nothing is recorded for that, and their loops have the same iterations. Where a size does not fit, generated code throws
// instead of computing with half a container.
#include "Transform/Simplify/Simplify.h"

#include "Analysis/Loops/KnownSizes.h"

namespace adjoint::transform {

using namespace ir;
using analysis::KnownSizes;
using llvm::dyn_cast;

namespace {

/// The variables that are converted to a type of more bits on their way to another variable.
std::set<const Variable *> widened(const StmtList &body) {
  std::set<const Variable *> found;
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Expr *value = declare ? declare->init : assign ? assign->value : nullptr;
    if (!value || !value->type->is(TypeKind::Integer))
      return;
    forEachExpr(value, [&](const Expr *part) {
      const auto *conversion = dyn_cast<CastExpr>(part);
      const auto *load = conversion ? dyn_cast<LoadExpr>(conversion->operand) : nullptr;
      if (load && load->type->is(TypeKind::Integer) && conversion->type->is(TypeKind::Integer) && conversion->type->bits > load->type->bits)
        found.insert(wholeVariable(load->place));
    });
  });
  return found;
}

class SizeStating : public Rewriter {
public:
  SizeStating(Context &context, const StmtList &body, std::set<const Variable *> widened)
      : Rewriter(context), widened(std::move(widened)), sizes(context, body), writes(body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *call = dyn_cast<CallStmt>(stmt);
      const auto *load = call && call->callee->statesSize ? dyn_cast<LoadExpr>(call->args.front()) : nullptr; // where it still has a name
      if (load)
        stated.insert(wholeVariable(load->place));
    });
  }
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const Variable *variable = declare ? declare->variable : nullptr;
    if (!variable || !widened.count(variable) || stated.count(variable) || writes.count(variable) != 1)
      return false;
    const Expr *size = sizes.narrowedBy(stmt);
    if (!size)
      return false;
    out.push_back(stmt);
    out.push_back(statement(variable, size, stmt->location));
    return true;
  }

private:
  const Stmt *statement(const Variable *variable, const Expr *size, Location where) {
    auto *function = context.make<Function>();
    function->name = function->spelling = "adjoint::require_fit";
    function->returnType = context.voidType();
    function->rule = CallRule::Passive;
    function->isRepeatable = function->statesSize = true;
    const std::vector<const Expr *> args = {context.load(variable), size};
    for (const Expr *arg : args)
      function->params.push_back(context.make<Variable>("", context.withoutConst(arg->type), Storage::Parameter));
    auto *call = context.make<CallStmt>(nullptr, false, function, args);
    call->location = where;
    return call;
  }

  const std::set<const Variable *> widened;
  const KnownSizes sizes;
  const analysis::Writes writes;
  std::set<const Variable *> stated;
};

} // namespace

StmtList stateSizes(Context &context, StmtList body) {
  std::set<const Variable *> candidates = widened(body);
  return candidates.empty() ? body : SizeStating(context, body, std::move(candidates)).rewrite(body);
}

} // namespace adjoint::transform
