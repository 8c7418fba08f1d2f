// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double f(double x) { x = 2 * x; ... }
// becomes
//   double f(double x) { double x_2 = x; x_2 = 2 * x_2; ... }
//
// so that the argument of a call still holds when the reverse sweep comes back to it.

#include "Analysis/Memory/Writes.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;

namespace {
class ParameterRenaming : public Rewriter {
public:
  using Rewriter::Rewriter;
  std::map<const Variable *, const Variable *> names;

protected:
  const Variable *replace(const Variable *variable) override {
    auto found = names.find(variable);
    return found == names.end() ? variable : found->second;
  }
};
} // namespace

StmtList copyWrittenParameters(Context &context, const Function &function, StmtList body) {
  analysis::Writes writes(body);
  ParameterRenaming renaming(context);
  StmtList copies;
  for (const Variable *param : function.params) {
    if (param->type->isReference() || !writes.mayWrite(param))
      continue;
    auto *copy = context.make<Variable>(param->name, context.withoutConst(param->type), Storage::Local);
    copy->isRestrict = param->isRestrict;
    renaming.names[param] = copy;
    copies.push_back(context.make<DeclareStmt>(copy, context.load(param)));
  }
  StmtList renamed = renaming.rewrite(body);
  copies.insert(copies.end(), renamed.begin(), renamed.end());
  return copies;
}

} // namespace adjoint::transform
