// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/RuntimeCalls.h"

namespace adjoint::transform {

using namespace ir;

Function *runtimeFunction(Context &context, const std::string &name, const Type *result, const std::vector<const Expr *> &args) {
  auto *function = context.make<Function>();
  function->name = function->spelling = "adjoint::" + name;
  function->returnType = result;
  function->rule = CallRule::HandWritten;
  function->isOverloaded = true;
  for (const Expr *arg : args)
    function->params.push_back(context.make<Variable>("", arg->type, Storage::Parameter));
  return function;
}

namespace {
const Stmt *moved(Context &context, const char *name, TapeUse tapeUse, const Expr *pointer, const Expr *count) {
  const std::vector<const Expr *> args = {pointer, count};
  Function *function = runtimeFunction(context, name, context.voidType(), args);
  function->tapeUse = tapeUse;
  return context.make<CallStmt>(nullptr, false, function, args);
}
} // namespace

const Stmt *recordNumbers(Context &context, const Expr *pointer, const Expr *count) {
  return moved(context, "record_numbers", TapeUse::Leaves, pointer, count);
}

const Stmt *restoreNumbers(Context &context, const Expr *pointer, const Expr *count) {
  return moved(context, "restore_numbers", TapeUse::Takes, pointer, count);
}

} // namespace adjoint::transform
