// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/AsPrimal.h"

#include "Analysis/Memory/AddressTaken.h"
#include "IR/Callees.h"
#include "IR/Visit.h"

#include "llvm/ADT/StringRef.h"

namespace adjoint::transform {

using namespace ir;

namespace {

/// The variables of one function.
class OfPrimal : public Rewriter {
public:
  OfPrimal(Context &context, const Function &function, const Variable *result) : Rewriter(context), result(result) {
    for (const Variable *param : function.params)
      add(param);
    forEachStmt(function.body, [&](const Stmt *stmt) {
      if (const Variable *variable = declaredBy(stmt))
        add(variable);
    });
  }
  using Rewriter::rewrite;
  const Variable *of(const Variable *old) const { return made.at(old); }

protected:
  const Variable *replace(const Variable *variable) override {
    auto found = made.find(variable);
    return found == made.end() ? variable : found->second;
  }

private:
  void add(const Variable *old) {
    auto *variable = context.make<Variable>(*old);
    variable->isTangent = old->isAdjoint;
    variable->isAdjoint = false;
    variable->isRestrict = old->isRestrict || old == result;
    llvm::StringRef stem = old->name;
    variable->adjointName = !old->isAdjoint ? old->name + "_bd" : stem.consume_back("_d") ? stem.str() + "_b" : "";
    made[old] = variable;
  }
  const Variable *result;
  std::map<const Variable *, const Variable *> made;
};

} // namespace

const Function *asPrimal(Context &context, const std::vector<const Function *> &generated, const Variable *result) {
  Callees others;
  std::vector<Function *> copies;
  for (const Function *function : generated)
    others[function] = copies.emplace_back(context.make<Function>(*function));
  for (Function *copy : copies) {
    OfPrimal variables(context, *copy, result);
    for (const Variable *&param : copy->params)
      param = variables.of(param);
    copy->body = withCallees(context, variables.rewrite(copy->body), others);
    analysis::markAddressTaken(context, copy->body);
    copy->needsCopy = true;
  }
  return copies.back();
}

} // namespace adjoint::transform
