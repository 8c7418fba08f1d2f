// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/ForwardAdjoints.h"

#include "Analysis/Memory/Writes.h"

#include <map>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class Forwarding : public Rewriter {
public:
  Forwarding(Context &context, const StmtList &body, const IsUnnamed &isUnnamed) : Rewriter(context), writes(body) {
    std::map<const Variable *, unsigned> declared;
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
        ++declared[declare->variable];
    });
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      const auto *load = declare && declare->init ? dyn_cast<LoadExpr>(declare->init) : nullptr;
      const Variable *carried = load ? wholeVariable(load->place) : nullptr;
      const Variable *variable = declare ? declare->variable : nullptr;
      if (!carried || !isNumber(variable) || !isNumber(carried) || !isUnnamed(variable) || variable->type != context.withoutConst(carried->type))
        return;
      if (writes.count(variable) == 1 && writes.count(carried) == declared[carried] && declared[carried] <= 1)
        sources[variable] = carried;
    });
  }

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    for (auto found = sources.find(variable); found != sources.end(); found = sources.find(variable))
      variable = found->second;
    return variable;
  }
  bool replace(const Stmt *stmt, StmtList &) override {
    const Variable *variable = declaredBy(stmt);
    return variable && sources.count(variable);
  }

private:
  bool isNumber(const Variable *variable) const {
    return variable->isAdjoint && variable->type->isFloating() && !variable->isGlobal() && !writes.isExposed(variable);
  }

  const analysis::Writes writes;
  std::map<const Variable *, const Variable *> sources;
};

} // namespace

StmtList forwardAdjoints(Context &context, const StmtList &body, const IsUnnamed &isUnnamed) {
  return Forwarding(context, body, isUnnamed).rewrite(body);
}

} // namespace adjoint::transform
